import { EMPTY, type Frame, formOf, meaningOf, unify } from './frame.js';

/**
 * A bottom-up chart parser for weighted grammars over feature structures. It knows nothing of what the grammar is about.
 *
 * Edges are built by rising end, falling start and rising cost, so the first edge of a kind in a cell is its cheapest
 * (Knuth's generalisation of shortest paths to hyperpaths). A rule goes on only where the next token may begin what it
 * waits for (its left corner). Work is bounded: no edge is longer than `MAX_SPAN` tokens, a cell keeps `MAX_ALTERNATIVES`
 * edges of a category, one for each key, and at most `MAX_EDGES` edges and `MAX_ACTIVE` unfinished rules end at one token,
 * the shortest first: time is linear in the length of the text.
 */
const MAX_SPAN = 16;
const MAX_ALTERNATIVES = 3;
const MAX_EDGES = 64;
const MAX_ACTIVE = 200;

export interface Edge {
  readonly category: string;
  /** Token indices, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  readonly frame: Frame;
}

/** One element of a rule's body. */
export interface Slot {
  readonly category: string;
  /** Feature that takes the child's frame; without it the child's features become the parent's. */
  readonly into?: string;
  /** Like `into`, but a list that grows. */
  readonly append?: string;
  /** Cases that the child must be in, where it shows its case. */
  readonly cases?: string;
}

export interface Rule {
  readonly head: string;
  readonly body: readonly Slot[];
  readonly cost: number;
  /** Constant features of the result. */
  readonly features: Frame;
  /** Computes the result from the children instead of unifying them. */
  readonly compute?: (children: readonly Frame[]) => Frame | undefined;
}

export interface Grammar {
  /** Rules by the first category of their bodies. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** What a phrase that begins with a category may be, itself among it. */
  readonly begunBy: (category: string) => ReadonlySet<string>;
}

export function grammarOf(all: readonly Rule[]): Grammar {
  const rules = Map.groupBy(all, ({ body }) => body[0]?.category ?? '');
  const begun = new Map<string, ReadonlySet<string>>();
  const begunBy = (category: string): ReadonlySet<string> => {
    const known = begun.get(category);
    if (known) return known;
    const heads = new Set([category]);
    // A set is gone through with what is added meanwhile.
    for (const one of heads) for (const { head } of rules.get(one) ?? []) heads.add(head);
    begun.set(category, heads);
    return heads;
  };
  return { rules, begunBy };
}

/** A rule of which `children` were found. */
interface Active {
  readonly rule: Rule;
  readonly from: number;
  readonly cost: number;
  readonly children: readonly Edge[];
}

/** What distinguishes edges of one category in a cell, so that both are kept. */
export type KeyOf = (category: string, frame: Frame) => string;

const inCase = (frame: Frame, cases: string): boolean => {
  const shown = frame['cases'];
  if (typeof shown !== 'string' || shown === '') return true;
  for (const letter of cases) if (shown.includes(letter)) return true;
  return false;
};

function complete({ rule, children }: Active): Frame | undefined {
  const frames = children.map(({ frame }) => frame);
  let out: Frame | undefined = rule.features;
  if (rule.compute) {
    const computed = rule.compute(frames);
    return computed && unify(out, computed);
  }
  let form: Frame = EMPTY;
  for (const [i, frame] of frames.entries()) {
    const slot: Slot | undefined = rule.body[i];
    if (slot?.into) out = unify(out, { [slot.into]: frame });
    else if (slot?.append) out = unify(out, { [slot.append]: [frame] });
    else {
      if (form === EMPTY) form = formOf(frame);
      out = unify(out, meaningOf(frame));
    }
    if (!out) return undefined;
  }
  return { ...out, ...form };
}

/** All edges over the tokens `0 … length`, by start. */
export function parse(
  leaves: readonly Edge[],
  length: number,
  { rules, begunBy }: Grammar,
  keyOf: KeyOf,
): readonly Edge[][] {
  const byStart: Edge[][] = Array.from({ length: length + 1 }, () => []);
  const byEnd: Edge[][] = Array.from({ length: length + 1 }, () => []);
  for (const leaf of leaves) byEnd[leaf.to]?.push(leaf);
  const firsts = Map.groupBy(leaves, ({ from }) => from);
  /** Rules that wait for a category, by the position where it has to start. */
  const waiting = new Map<number, Map<string, Active[]>>();
  for (let end = 1; end <= length; end += 1) {
    const here = new Map<string, Active[]>();
    waiting.set(end, here);
    waiting.delete(end - MAX_SPAN - 1);
    const ahead = [...new Set(firsts.get(end)?.map(({ category }) => category))].map(begunBy);
    let active = 0;
    let edges = 0;
    const cells = new Map<number, Edge[]>();
    const add = (edge: Edge): void => {
      const cell = cells.get(edge.from);
      if (cell) cell.push(edge);
      else cells.set(edge.from, [edge]);
    };
    for (const leaf of byEnd[end] ?? []) add(leaf);
    const advance = (rule: Rule, from: number, cost: number, found: readonly Edge[], edge: Edge): void => {
      const next = rule.body[found.length + 1];
      if (next && (active >= MAX_ACTIVE || !ahead.some((begun) => begun.has(next.category)))) return;
      if (next) active += 1;
      const item = { rule, from, cost: cost + edge.cost, children: [...found, edge] };
      if (!next) {
        const frame = complete(item);
        if (frame) add({ category: rule.head, from, to: end, cost: item.cost, frame });
      } else {
        const same = here.get(next.category);
        if (same) same.push(item);
        else here.set(next.category, [item]);
      }
    };
    for (let start = end - 1; start >= 0 && start >= end - MAX_SPAN && edges < MAX_EDGES; start -= 1) {
      const cell = cells.get(start);
      if (!cell) continue;
      const kept = new Map<string, Set<string>>();
      for (let edge = cheapest(cell); edge; edge = cheapest(cell)) {
        const keys = kept.get(edge.category) ?? new Set();
        const key = keyOf(edge.category, edge.frame);
        if (keys.has(key) || keys.size >= MAX_ALTERNATIVES) continue;
        kept.set(edge.category, keys.add(key));
        edges += 1;
        byStart[start]?.push(edge);
        for (const rule of rules.get(edge.category) ?? []) {
          const slot = rule.body[0];
          if (slot?.cases && !inCase(edge.frame, slot.cases)) continue;
          advance(rule, start, rule.cost, [], edge);
        }
        for (const { rule, from, cost, children } of waiting.get(start)?.get(edge.category) ?? []) {
          const slot = rule.body[children.length];
          if (end - from > MAX_SPAN || (slot?.cases && !inCase(edge.frame, slot.cases))) continue;
          advance(rule, from, cost, children, edge);
        }
      }
    }
  }
  return byStart;
}

/** Takes the cheapest edge out of a cell. */
function cheapest(cell: Edge[]): Edge | undefined {
  let best = 0;
  for (let i = 1; i < cell.length; i += 1) if ((cell[i]?.cost ?? 0) < (cell[best]?.cost ?? 0)) best = i;
  const [edge] = cell.splice(best, 1);
  return edge;
}
