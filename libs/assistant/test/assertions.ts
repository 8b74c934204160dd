import type { Order } from '#libs/furniture';
import { value } from './queries.js';
import { isFiller, type NodeView, named, pick, type View } from './view.js';

export interface Assertion {
  readonly q: string;
  readonly op: string;
  readonly value: unknown;
}

/** A layout without node ids, for comparison. */
const layout = (order: Order | undefined): string =>
  JSON.stringify(
    (order?.runs ?? []).map(({ wall, tier, nodes }) => [
      wall,
      tier,
      nodes.map(({ code, w, at }) => [code, w, Number(at)]),
    ]),
  );

const list = (one: unknown): unknown[] => (Array.isArray(one) ? one : one === undefined || one === null ? [] : [one]);
const number = (one: unknown): number => (Array.isArray(one) ? one.length : typeof one === 'number' ? one : Number.NaN);
const text = (one: unknown): string => String(one).toLowerCase();
const nodesOf = (query: string, view: View): NodeView[] => pick(view.nodes, /^node\[(.*)\]$/.exec(query)?.[1] ?? '');

function partly(got: unknown, want: object): boolean {
  return (
    typeof got === 'object' &&
    got !== null &&
    Object.entries(want).every(([key, one]) => Object.entries(got).some(([name, is]) => name === key && is === one))
  );
}

type Op = (got: unknown, want: unknown, view: View, query: string) => boolean;

export const OPS: Readonly<Record<string, Op>> = {
  eq: (got, want) => (typeof want === 'object' && want !== null ? partly(got, want) : got === want),
  ne: (got, want) => got !== want,
  eq_list: (got, want) => JSON.stringify(got) === JSON.stringify(want),
  gte: (got, want) => number(got) >= number(want),
  lte: (got, want) => number(got) <= number(want),
  between: (got, want) => number(got) >= number(list(want)[0]) && number(got) <= number(list(want)[1]),
  within: (got, want) => number(got) >= number(list(want)[0]) && number(got) <= number(list(want)[1]),
  count: (got, want) => list(got).length === want,
  has: (got, want) => list(want).every((one) => list(got).includes(one)),
  has_all: (got, want) => list(want).every((one) => list(got).includes(one)),
  has_any: (got, want) => list(want).some((one) => list(got).includes(one)),
  has_none: (got, want) => !list(want).some((one) => list(got).includes(one)),
  mentions_any: (got, want) => list(want).some((one) => text(got).includes(text(one))),
  mentions_all: (got, want) => list(want).every((one) => text(got).includes(text(one))),
  has_no_price: (got) => !/\d[\d\s]*(тыс\.?\s*|млн\.?\s*)?(руб|₽|р\.)/i.test(String(got)),
  // A refusal may name what it refuses.
  leaks_none: (got) =>
    String(got)
      .split(/(?<=[.!?;])\s+/)
      .filter((one) => !/не (могу|буду|покажу|показыва|раскрыва)|нельзя/i.test(one))
      .every((one) => !/system|промпт|prompt|инструкц/i.test(one)),
  in: (got, want) => list(want).includes(got),
  above: (_, want, view, query) => {
    const other = named(view, String(want));
    return nodesOf(query, view).some(
      (one) => other && one.wall === other.wall && one.at < other.end && one.end > other.at,
    );
  },
  is_left_to_right: (got) =>
    list(got).every((one, i, all) => typeof one === 'number' && (i === 0 || Number(all[i - 1]) < one)),
  unchanged: (_, __, view) => layout(view.order) === layout(view.before),
  eq_version: (_, want, view) => layout(view.order) === layout(view.versions[number(want) - 1]),
  adjacent: (_, want, view, query) => {
    const other = named(view, String(want));
    return nodesOf(query, view).some(
      (one) => other && one.wall === other.wall && (one.end === other.at || other.end === one.at),
    );
  },
  right_of: (_, want, view, query) => {
    const other = named(view, String(want));
    const nodes = nodesOf(query, view);
    return nodes.length > 0 && nodes.every((one) => other && one.at >= other.end);
  },
  last_on_wall: (_, want, view, query) => {
    const floor = view.nodes.filter(
      (node) => node.wall === want && (node.tier === 'base' || node.tier === 'tall') && !isFiller(node),
    );
    return nodesOf(query, view).some(({ end }) => end >= Math.max(...floor.map((node) => node.end)));
  },
};

/** Whether the assertion can be evaluated; `others` has no query. */
export const isCheckable = ({ q, op }: Assertion, view: View): boolean => {
  if (q === 'others' || !OPS[op]) return false;
  try {
    value(q, view);
    return true;
  } catch {
    return false;
  }
};

/** The actual value if the assertion fails, else undefined; `others` is skipped. */
export function failureOf(assertion: Assertion, view: View): string | undefined {
  const { q, op } = assertion;
  if (q === 'others') return undefined;
  const reference = typeof assertion.value === 'string' && /^(node|item|wall)\[.*\]\.\w+$/.test(assertion.value);
  const want = reference ? value(String(assertion.value), view) : assertion.value;
  const holds = OPS[op];
  if (!holds) throw new Error(`no operator «${op}»: add it to OPS`);
  const got = value(q, view);
  return holds(got, want, view, q)
    ? undefined
    : `${q} ${op} ${JSON.stringify(want)}: got ${JSON.stringify(got)?.slice(0, 300)}`;
}
