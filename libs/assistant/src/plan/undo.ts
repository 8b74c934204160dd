import {
  type Edit,
  edit,
  type Finish,
  given,
  isSameKitchen,
  itemsIn,
  type Order,
  TIERS,
  type Tier,
} from '#libs/furniture';
import type { Mention, Part, Statement } from '../meaning/meaning.js';
import { placeOfNode } from './edits/spots.js';
import { mentionsOf } from './mentions.js';
import { floorRow, isSameThing, meant, standing } from './things.js';

/** A turn that built: what it said and what came of it. */
export interface Version {
  readonly turn: number;
  readonly order: Order;
  readonly statements: readonly Statement[];
}

export type Undo =
  | { readonly turn: number }
  /** Only the part that is meant goes back. */
  | { readonly edits: readonly Edit[] }
  | undefined;

export type UndoWhat = Extract<Statement, { say: 'undo' }>['what'];
/** A look of the order: of a part, of all fronts, the handles, the light. */
export type Look = Part | 'handles' | 'lighting';

/** What brings back what is meant: a whole earlier kitchen, or one part of it. Undefined where there is nothing to bring back. */
export function undone(order: Order, versions: readonly Version[], what: UndoWhat): Undo {
  const back =
    typeof what === 'object' && 'aspect' in what
      ? typeof what.aspect === 'object'
        ? thingUndone(order, versions, what.aspect)
        : lookUndone(order, versions, what.aspect)
      : { version: versionOf(versions, what) };
  if (!back) return undefined;
  if ('edits' in back) {
    const made = edit(order, back.edits);
    const same = made.ok ? versions.findLast((version) => isSameKitchen(version.order, made.order)) : undefined;
    return same ? { turn: same.turn } : back;
  }
  return back.version && !isSameKitchen(back.version.order, order) ? { turn: back.version.turn } : undefined;
}

function versionOf(versions: readonly Version[], what: UndoWhat): Version | undefined {
  if (what === 'last') return versions.at(-2);
  if (what === 'all' || what === 'first') return versions[0];
  if ('turn' in what) return versions[what.turn - 1];
  if ('steps' in what) return versions[Math.max(0, versions.length - 1 - what.steps)];
  if (!('before' in what)) return undefined;
  const about = versions.findLastIndex(
    ({ statements }, i) =>
      i > 0 && statements.flatMap(mentionsOf).some((one) => what.before.some((of) => isSameThing(one, of))),
  );
  return about > 0 ? versions[about - 1] : versions.at(-2);
}

type Back = { readonly edits: readonly Edit[] } | { readonly version: Version } | undefined;

/** The looks of an order, each with the edit that makes it. A look that was never chosen comes back as a bare one. */
function looks({ finish, handles, lighting }: Order): readonly { readonly look: Look; readonly edit: Edit }[] {
  const paint = (part: 'carcass' | 'worktop' | Tier, of: Finish = 'clear') =>
    ({ look: part, edit: { op: 'set_finish', part, finish: of } }) as const;
  return [
    ...TIERS.map((tier) => paint(tier, finish.facade?.[tier])),
    paint('carcass', finish.carcass),
    paint('worktop', finish.worktop),
    ...TIERS.map((tier) => {
      const handle = handles[tier] ?? 'grip';
      return { look: 'handles', edit: { op: 'set_handles', tier, handle } } as const;
    }),
    { look: 'lighting', edit: { op: 'set_lighting', under: lighting.under === true } },
  ];
}

function lookUndone(order: Order, versions: readonly Version[], aspect: Look): Back {
  const inAspect = (look: Look): boolean =>
    look === aspect || (aspect === 'facade' && TIERS.some((tier) => tier === look));
  const now = looks(order);
  const differing = ({ order: former }: Version) =>
    looks(former).filter((one, i) => JSON.stringify(one) !== JSON.stringify(now[i]));
  const version = versions.findLast((one) => differing(one).some(({ look }) => inAspect(look)));
  if (!version) return undefined;
  const { finish, handles, lighting, issued } = order;
  const onlyLooks = isSameKitchen({ ...version.order, finish, handles, lighting, ...given({ issued }) }, order);
  const others = differing(version);
  if (onlyLooks && others.every(({ look }) => inAspect(look))) return { version };
  return { edits: others.flatMap(({ look, edit: one }) => (inAspect(look) ? [one] : [])) };
}

/** A thing as it last was otherwise: its module, width and neighbours; gone if it was not there, back if it was. */
function thingUndone(order: Order, versions: readonly Version[], mention: Mention): Back {
  const now = stateOf(order, mention);
  const version = versions.findLast((one) => stateOf(one.order, mention) !== now);
  if (!version) return undefined;
  const was = meant(version.order, mention);
  const kept = new Set(was.map(({ node }) => node.id));
  const gone = meant(order, mention).filter(({ node }) => !kept.has(node.id));
  const edits: Edit[] = gone.map(({ node }) => ({ op: 'remove', node: node.id }));
  for (const one of was) {
    const here = standing(order, one.node.id);
    const spot = spotNow(order, version.order, one.node.id);
    if (!here) {
      edits.push({ op: 'add', code: one.node.code, w: one.node.w, ...spot });
      continue;
    }
    if (here.node.code !== one.node.code)
      edits.push({ op: 'replace', node: one.node.id, code: one.node.code, w: one.node.w });
    else if (here.node.w !== one.node.w) edits.push({ op: 'resize', node: one.node.id, w: one.node.w });
    if (neighbours(order, one.node.id) !== neighbours(version.order, one.node.id))
      edits.push({ op: 'move', node: one.node.id, ...spot });
    for (const item of itemsIn(version.order, one.node.id))
      if (item.fuel && itemsIn(order, one.node.id).some(({ kind, fuel }) => kind === item.kind && fuel !== item.fuel))
        edits.push({ op: 'set_item', node: one.node.id, item: { kind: item.kind, fuel: item.fuel } });
  }
  return edits.length > 0 ? { edits } : { version };
}

const stateOf = (order: Order, mention: Mention): string =>
  JSON.stringify(
    meant(order, mention).map(({ node, run }) => [
      node.id,
      node.code,
      node.w,
      run.wall,
      neighbours(order, node.id),
      itemsIn(order, node.id).map(({ fuel }) => fuel),
    ]),
  );

/** The units on both sides, by their ids. */
function neighbours(order: Order, id: string): string {
  const row = floorRow(order, standing(order, id)?.run.wall).map(({ node }) => node.id);
  const index = row.indexOf(id);
  return `${row[index - 1] ?? ''},${row[index + 1] ?? ''}`;
}

/** The former place among the units that still stand. */
function spotNow(order: Order, former: Order, id: string): ReturnType<typeof placeOfNode> {
  const one = standing(former, id);
  const missing = floorRow(former).flatMap(({ node }) => (standing(order, node.id) ? [] : [node.id]));
  return one ? placeOfNode(former, one, [id, ...missing]) : {};
}
