import { findModule, isMadeWidth } from '../../src/catalogue/catalogue.js';
import type { Order, OrderNode, Tier } from '../../src/order/order.js';

/** A node as specs speak of it, mm. */
export interface Seen {
  id: string;
  code: string;
  wall: string;
  tier: Tier;
  at: number;
  end: number;
  w: number;
  h: number | undefined;
  kinds: string[];
  node: OrderNode;
}

export const seen = (order: Order): Seen[] =>
  order.runs.flatMap((run) =>
    run.nodes.map((node) => ({
      id: node.id,
      code: node.code,
      wall: run.wall,
      tier: run.tier,
      at: Number(node.at),
      end: Number(node.at) + node.w,
      w: node.w,
      h: node.h,
      kinds: order.items.filter((item) => item.node === node.id).map((item) => item.kind),
      node,
    })),
  );

const rows = (tier: Tier): readonly string[] => (tier === 'tall' ? ['base', 'wall', 'tall'] : [tier]);

/**
 * What every order must be, whatever was asked: made widths, nodes inside their walls, nothing on top of another (tall
 * units count in the base and in the wall row), ids used once, items in nodes that exist. Faults in words, none if sound.
 */
export function faults(order: Order): string[] {
  const nodes = seen(order);
  const bad: string[] = [];
  for (const n of nodes) {
    const wall = order.room.walls.find((w) => w.id === n.wall);
    const module = findModule(n.code);
    if (!module || !isMadeWidth(module, n.w)) bad.push(`${n.code} ${n.w} is not made`);
    if (!wall || n.at < 0 || n.end > wall.length)
      bad.push(`${n.code} ${n.at}..${n.end} leaves ${n.wall} of ${wall?.length}`);
    if (!Number.isInteger(n.at)) bad.push(`${n.code} stands at ${n.node.at}`);
  }
  nodes.forEach((a, i) => {
    for (const b of nodes.slice(i + 1)) {
      const shares = rows(a.tier).some((t) => rows(b.tier).includes(t));
      if (a.wall === b.wall && shares && a.at < b.end && b.at < a.end)
        bad.push(`${a.code} ${a.at}..${a.end} lies on ${b.code} ${b.at}..${b.end}`);
    }
  });
  if (new Set(nodes.map((n) => n.id)).size !== nodes.length) bad.push('an id is used twice');
  for (const item of order.items)
    if (!nodes.some((n) => n.id === item.node)) bad.push(`${item.kind} stands in no node`);
  return bad;
}

export const withCode = (order: Order, ...codes: string[]): Seen[] => seen(order).filter((n) => codes.includes(n.code));
export const withKind = (order: Order, kind: string): Seen[] => seen(order).filter((n) => n.kinds.includes(kind));

/** The first node of a code: what a spec knows to be there. */
export function the(order: Order, code: string): Seen {
  const [node] = withCode(order, code);
  if (!node)
    throw new Error(
      `no ${code} in ${seen(order)
        .map((n) => n.code)
        .join(' ')}`,
    );
  return node;
}
