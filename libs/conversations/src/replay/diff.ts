import { type Bom, nodeName, type Order, type OrderNode } from '#contracts/furniture';
import type { Replayed } from './fold.js';

/** What a conversation differs in after two of its turns. */
export interface ConversationDiff {
  readonly nodes: {
    readonly added: readonly NodeAt[];
    readonly removed: readonly NodeAt[];
    readonly changed: readonly (NodeAt & { readonly fields: readonly FieldChange[] })[];
  };
  /** Lines of the bill of materials; areas in mm², lengths in mm, pieces by number. */
  readonly bom: readonly BomChange[];
  /** Charged up to the one turn and to the other. */
  readonly coins: { readonly before: number; readonly after: number };
}

export interface NodeAt {
  readonly id: string;
  readonly code: string;
  /** As a designer names it. */
  readonly title: string;
}

export interface FieldChange {
  readonly name: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

export interface BomChange {
  readonly kind: 'sheet' | 'linear' | 'edge' | 'piece';
  readonly code: string;
  readonly title: string;
  /** 0 where there is no such line. */
  readonly before: number;
  readonly after: number;
}

/** A conversation as it stood after a turn, with the bill of its order; null while nothing is assembled. */
export interface Stood extends Pick<Replayed, 'turns' | 'order'> {
  readonly bom: Bom | null;
}

/** Pure. Nodes are told apart by their ids, which last for life, lines of the bill by kind and name. */
export function diffConversations(before: Stood, after: Stood): ConversationDiff {
  const [old, now] = [nodesOf(before.order), nodesOf(after.order)];
  const only = (some: Nodes, others: Nodes) => [...some.values()].filter(({ at }) => !others.has(at.id));
  const changed = [...now.values()].flatMap(({ at, fields }) => {
    const was = old.get(at.id);
    const changes = was ? changesOf(was.fields, fields) : [];
    return changes.length > 0 ? [{ ...at, fields: changes }] : [];
  });
  const added = only(now, old).map(({ at }) => at);
  const removed = only(old, now).map(({ at }) => at);
  return {
    nodes: { added, removed, changed },
    bom: diffBoms(before.bom, after.bom),
    coins: { before: charged(before), after: charged(after) },
  };
}

function charged({ turns }: Stood): number {
  return turns
    .flatMap(({ coins }) => coins)
    .reduce((sum, { step, coins }) => sum + (step === 'charged' ? coins : 0), 0);
}

type Fields = { readonly [name: string]: FieldChange['before'] };
type Nodes = ReadonlyMap<string, { readonly at: NodeAt; readonly fields: Fields }>;

function nodesOf(order: Order | null): Nodes {
  if (!order) return new Map();
  return new Map(
    order.runs.flatMap((run) =>
      run.nodes.map((node) => {
        const at = { id: node.id, code: node.code, title: nodeName(order, node) };
        return [node.id, { at, fields: fieldsOf(order, run.id, node) }] as const;
      }),
    ),
  );
}

function fieldsOf({ items }: Order, run: string, { id, at, code, w, h, d, pinned }: OrderNode): Fields {
  const inside = items.filter(({ node }) => node === id).map(({ kind, fuel }) => (fuel ? `${kind}:${fuel}` : kind));
  const sizes = { w, h: h ?? null, d: d ?? null };
  return { run, at: Number(at), code, ...sizes, pinned: pinned ?? false, items: inside.sort().join(', ') || null };
}

function changesOf(before: Fields, after: Fields): FieldChange[] {
  return Object.keys(after).flatMap((name) => {
    const change = { name, before: before[name] ?? null, after: after[name] ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function diffBoms(before: Bom | null, after: Bom | null): BomChange[] {
  const lines = new Map<string, BomChange>();
  for (const [side, bom] of [
    ['before', before],
    ['after', after],
  ] as const)
    for (const { amount, ...line } of bom ? linesOf(bom) : []) {
      const key = `${line.kind} ${line.code} ${line.title}`;
      lines.set(key, { ...line, before: 0, after: 0, ...lines.get(key), [side]: amount });
    }
  return [...lines.values()].filter((line) => line.before !== line.after);
}

function linesOf({ sheets, linear, edges, pieces }: Bom) {
  return [
    ...sheets.map((row) => ({ kind: 'sheet' as const, code: row.material, title: row.name, amount: row.area_mm2 })),
    ...linear.map((row) => ({ kind: 'linear' as const, code: row.key, title: row.name, amount: row.length_mm })),
    ...edges.map((row) => ({ kind: 'edge' as const, code: row.edge, title: row.name, amount: row.length_mm })),
    ...pieces.map((row) => ({ kind: 'piece' as const, code: row.article, title: row.name, amount: row.qty })),
  ];
}
