import { nodesOf } from './nodes.js';
import type { Order } from './order.js';

/** What an order numbers by itself: nodes `n1`, `n2`, …, items `i1`, …, obstacles `o1`, … */
const PREFIXES = { node: 'n', item: 'i', obstacle: 'o' } as const;
export type Numbered = keyof typeof PREFIXES;
/** A number for each; `issue` counts it up. */
export type Numbers = Record<Numbered, number>;
export const NUMBERED: readonly [Numbered, ...Numbered[]] = ['node', 'item', 'obstacle'];

/** The highest number of an id; longer ones would not count exactly. */
export const MAX_NUMBER = 999_999_999_999_999;

/** The number of an id that an order issues; 0 for an id of another make, which none issues. */
function numberOf(what: Numbered, id: string): number {
  const digits = id.startsWith(PREFIXES[what]) ? id.slice(1) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0;
}

const all = (read: (what: Numbered) => number): Numbers => ({
  node: read('node'),
  item: read('item'),
  obstacle: read('obstacle'),
});

/** The highest numbers that stand in an order, 0 where none does. */
export function standingNumbers(order: Order): Numbers {
  const ids = {
    node: nodesOf(order).map(({ node }) => node.id),
    item: order.items.map(({ id }) => id),
    obstacle: order.obstacles.map(({ id }) => id),
  };
  return all((what) => ids[what].reduce((highest, id) => Math.max(highest, numberOf(what, id)), 0));
}

/** The highest numbers that an order has ever issued; those of no order are 0. */
export function issuedNumbers(order: Order | undefined): Numbers {
  const standing = order ? standingNumbers(order) : all(() => 0);
  return all((what) => Math.max(standing[what], order?.issued?.[what] ?? 0));
}

/** Issues the next id: `issued` counts on. */
export function issue(issued: Numbers, what: Numbered): string {
  issued[what] += 1;
  return `${PREFIXES[what]}${issued[what]}`;
}

/**
 * The order as the successor of `before`: it remembers the numbers that either has issued, so that the id of what is
 * gone is given to nothing else. `issued` is written only where what stands does not show the number.
 */
export function succeeding(order: Order, before: Order): Order {
  const [standing, own, former] = [standingNumbers(order), issuedNumbers(order), issuedNumbers(before)];
  const highest = all((what) => Math.max(own[what], former[what]));
  const hidden = NUMBERED.filter((what) => highest[what] > standing[what]);
  const { issued: _, ...rest } = order;
  if (hidden.length === 0) return rest;
  return { ...rest, issued: Object.fromEntries(hidden.map((what) => [what, highest[what]])) };
}

/** Whether two orders are one and the same kitchen, whatever ids were issued on the way. */
export function isSameKitchen(a: Order, b: Order): boolean {
  const shown = ({ issued: _, ...order }: Order): string => JSON.stringify(order);
  return shown(a) === shown(b);
}
