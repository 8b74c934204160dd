/**
 * Checks of an order (furniture.ru.md 2). `rules/` is the table: severity, limits, source and texts of every rule;
 * the other files apply the rules, one family each; `context.ts` works out the geometry once for all of them.
 */

import type { Order } from '../order/order.js';
import { besideFridges, dishwasherBySink, dishwasherInCorner, hobLanding, housing, sinkLanding } from './appliances.js';
import { type Kitchen, kitchenOf } from './context.js';
import { corners } from './corners.js';
import { roomDoors, wallFillers } from './edges.js';
import { apron, ceilings, passages, tallBetween, triangle, walks } from './ergonomics.js';
import type { Finding } from './finding.js';
import { remainders } from './gaps.js';
import * as hob from './hob.js';
import * as niches from './niches.js';
import * as obs from './obstacles.js';
import { overlaps, rowSums, widths } from './placement.js';
import { fronts, runners, sheets, shelves, topJoints } from './production.js';

type Check = (kitchen: Kitchen) => Finding[];

/** GEO → COR → OBS → appliances → ERG, HGT → PRD (furniture.ru.md 2). */
const CHECKS: readonly Check[] = [
  ...[obs.beyondWall, rowSums, overlaps, widths, remainders, wallFillers, roomDoors],
  corners,
  ...[obs.windows, obs.risers, obs.radiators, obs.gasPipes, obs.gasDistances, obs.boilers],
  ...[obs.sockets, obs.socketsByGas, obs.waters, obs.swings],
  ...[hob.hoodClearance, hob.cabinetsAround, hob.besideTall, hob.worktopThickness, hob.machinesBelow],
  ...[hob.neighbours, hob.windowsByHob, hobLanding, hob.hoodWidth, hob.gasRoom],
  ...[niches.ovens, niches.microwaves, niches.fridges, besideFridges],
  ...[niches.dishwashers, dishwasherBySink, dishwasherInCorner, niches.bowls, sinkLanding, housing],
  ...[triangle, passages, walks, tallBetween, apron, ceilings],
  ...[shelves, fronts, sheets, topJoints, runners],
];

/**
 * The findings on an order (furniture.ru.md 2), family by family, deterministic. Absurd orders get findings too,
 * never an exception. `info` findings are for reports; callers leave them out of the API.
 */
export function check(order: Order): Finding[] {
  return checkKitchen(kitchenOf(order));
}

/** The same for a kitchen whose geometry is worked out already. */
export const checkKitchen = (kitchen: Kitchen): Finding[] => CHECKS.flatMap((rule) => rule(kitchen));
