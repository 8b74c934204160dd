import type { Order } from '../order/order.js';
import { takeoff } from '../parts/takeoff.js';
import { finishName } from '../reading/names.js';
import { type Bom, Tally } from './bom.js';

/**
 * The bom of an order: the sum of what it takes, units and what follows from their places (worktops, plinths, lighting,
 * grips, gola). Areas and lengths net, without allowances. Nodes of unknown modules are left out.
 */
export function orderBom(order: Order): Bom {
  const tally = new Tally();
  const { parts, cuts, pieces } = takeoff(order);
  for (const { part, area_mm2, finish } of parts) tally.part(part, area_mm2, finish && finishName(finish));
  for (const { key, length } of cuts) tally.cut(key, length);
  for (const { article, qty } of pieces) tally.piece(article, qty);
  return tally.bom();
}
