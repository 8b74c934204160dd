import type { Item, Order, OrderNode, Run, Tier } from './order.js';

/** `A`, `B`, …: the id of the wall at this index of the chain. */
export const wallIdAt = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** `A-base`: the id of the run of a tier on a wall. */
export const runId = (wall: string, tier: Tier): string => `${wall}-${tier}`;

/** `runs[].nodes[].at` as mm, or undefined where it is no decimal number (a document that `parseOrder` refuses). */
export function readAt(at: string): number | undefined {
  const x = at.trim() === '' ? Number.NaN : Number(at);
  return Number.isFinite(x) ? x : undefined;
}

/** Left edge of a node from its wall's left end, mm. */
export const atOf = (node: OrderNode): number => Number(node.at);

/** Right edge of a node from its wall's left end, mm. */
export const endOf = (node: OrderNode): number => Number(node.at) + node.w;

/** Every node with its run, in the order of the document. */
export const nodesOf = (order: Order): { node: OrderNode; run: Run }[] =>
  order.runs.flatMap((run) => run.nodes.map((node) => ({ node, run })));

/** A node by its id, with its run and its place in it. */
export function findNode(order: Order, id: string): { node: OrderNode; run: Run; index: number } | undefined {
  for (const run of order.runs) {
    const index = run.nodes.findIndex((node) => node.id === id);
    const node = run.nodes[index];
    if (node) return { node, run, index };
  }
  return undefined;
}

/** The items that stand in a node. */
export const itemsIn = (order: Order, node: string): Item[] => order.items.filter((item) => item.node === node);

/** The fields that have a value: orders and briefs hold neither `undefined` nor null, they are compared and stored as JSON. */
export function given<const T extends object>(fields: T): { -readonly [K in keyof T]?: NonNullable<T[K]> } {
  const result: { -readonly [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (isGiven(value)) result[key] = value;
  }
  return result;
}

const isGiven = <V>(value: V): value is NonNullable<V> => value !== undefined && value !== null;
