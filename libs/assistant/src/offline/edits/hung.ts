import { atOf, type Edit, endOf, findModule, isMadeWidth, itemsIn, type Order } from '#libs/furniture';
import { allOf, nodeOfReference, type Standing } from './refer.js';

const HUNG = /^(W|WL|WL2|WD|WG|WO|WC|WCD|WH|WM)$/;
const STRIP = /^(FL|FLC|EP|GAP)$/;

const inTier = (order: Order): Standing[] => allOf(order).filter(({ run }) => run.tier === 'wall');
const covers = (one: Standing, target: Standing): boolean =>
  one.run.wall === target.run.wall && atOf(one.node) < endOf(target.node) && endOf(one.node) > atOf(target.node);

/** «верхние только над мойкой и плитой»: everything that hangs elsewhere goes, with the strips beside it. */
export function onlyOver(order: Order, over: readonly string[]): Edit[] {
  const targets = over.flatMap((of) => nodeOfReference(order, of) ?? []);
  if (targets.length === 0) return [];
  const hung = inTier(order);
  const kept = hung.filter((one) => HUNG.test(one.node.code) && targets.some((target) => covers(one, target)));
  const beside = (one: Standing): boolean =>
    kept.some(
      ({ node, run }) =>
        run.wall === one.run.wall && (endOf(node) === atOf(one.node) || atOf(node) === endOf(one.node)),
    );
  return hung
    .filter((one) => !kept.includes(one) && !(STRIP.test(one.node.code) && beside(one)))
    .map(({ node }) => ({ op: 'remove', node: node.id }));
}

/** «верхние только слева»: what hangs in the other half of a straight wall goes. */
export function onlyHand(order: Order, hand: 'left' | 'right'): Edit[] {
  const middle = (order.room.walls[0]?.length ?? 0) / 2;
  return inTier(order)
    .filter(({ node }) => (hand === 'left' ? atOf(node) >= middle : endOf(node) <= middle))
    .map(({ node }) => ({ op: 'remove', node: node.id }));
}

/** What hangs, without the dryer's cabinet where it was asked for by name. */
export const hangingIn = (order: Order, dryer: boolean): Standing[] =>
  inTier(order).filter(({ node }) => !dryer || node.code !== 'WD');

/** Wall units of another kind: every plain one that is made so in its width and height; `only` where some are meant. */
export function hungAs(order: Order, code: string, only: readonly Standing[] = inTier(order)): Edit[] {
  const module = findModule(code);
  return only.flatMap(({ node }): Edit[] =>
    module &&
    node.code !== code &&
    /^(W|WL|WL2|WG|WO|WD)$/.test(node.code) &&
    itemsIn(order, node.id).length === 0 &&
    isMadeWidth(module, node.w)
      ? [{ op: 'replace', node: node.id, code }]
      : [],
  );
}

/** Every plain base unit with drawers in place of its door. */
export const withDrawers = (order: Order, code = 'BD3'): Edit[] => {
  const module = findModule(code);
  return allOf(order).flatMap(({ node }): Edit[] =>
    node.code === 'B' && module && isMadeWidth(module, node.w) ? [{ op: 'replace', node: node.id, code }] : [],
  );
};
