import { type Interval } from './intervals.js';
import { type Volume } from './world.js';
/**
 * Geometry: where everything is, in whole millimetres (furniture.ru.md 3). Nodes as volumes along their walls, walls in
 * the plan, what corners and obstacles take, and the one derivation of worktops and plinths that bom, checks and
 * drawing share.
 */

import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Module, Unit } from '../catalogue/module.js';
import { isEndPanel, isFiller, isGap, isHoodCabinet, isNiche, isOpenShelf } from '../catalogue/traits.js';
import { nodeUnit } from '../order/node-unit.js';
import { readAt } from '../order/nodes.js';
import { type Order, type OrderNode, type Run, TIERS, type Tier, type Wall } from '../order/order.js';

/**
 * A node with its occupied volume in its wall's own coordinates (furniture.ru.md 3.1): x along the wall to the right,
 * y from the wall into the room, z up from the floor; mm. The volume is that of the applied parts (front plane 580 or
 * 320), not of the carcass.
 */
export interface PlacedNode extends Volume {
  node: OrderNode;
  run: Run;
  wall: Wall;
  /** Index of the wall in the chain. */
  wallIndex: number;
  tier: Tier;
  module: Module;
  /** The node as it is made (`nodeUnit`): fillers and panels without a height of their own have their row's. */
  unit: Unit;
}

/**
 * The order's nodes with their volumes in wall coordinates (mm), wall by wall, tier by tier, left to right. Nodes of
 * unknown modules, of runs on unknown walls and without a readable place are left out.
 */
export function place(order: Order): PlacedNode[] {
  const placed: PlacedNode[] = [];
  for (const run of order.runs) {
    const wallIndex = order.room.walls.findIndex((wall) => wall.id === run.wall);
    const wall = order.room.walls[wallIndex];
    if (!wall) continue;
    for (const node of run.nodes) {
      const unit = nodeUnit(node, run);
      const x0 = readAt(node.at);
      if (!unit || x0 === undefined) continue;
      const { tier } = run;
      const y = depthRange(unit, tier);
      const z = heightRange(unit, tier);
      const at = { x0, x1: x0 + node.w, y0: y.from, y1: y.to, z0: z.from, z1: z.to };
      placed.push({ node, run, wall, wallIndex, tier, module: unit.module, unit, ...at });
    }
  }
  return placed
    .map((p) => (isHoodCabinet(p.module) ? inLine(p, placed, order) : p))
    .sort((a, b) => a.wallIndex - b.wallIndex || TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || a.x0 - b.x0);
}

/** From the worktop to a hood, mm, by the hob's fuel (furniture.ru.md 2, HOB-HOOD). */
export const HOOD_CLEARANCE = { electric: 650, gas: 750 } as const;
/** The widest filler between a hood cabinet and its row, mm. */
const BESIDE = 150;

/**
 * A hood cabinet ends in line with the wall units beside it, whatever their height (furniture.ru.md 1.1), unless it would
 * hang lower than its hob allows or something stands above it.
 */
function inLine(hood: PlacedNode, placed: readonly PlacedNode[], { items }: Order): PlacedNode {
  const near = (p: PlacedNode) => Math.max(p.x0 - hood.x1, hood.x0 - p.x1);
  const onWall = placed.filter((p) => p.wallIndex === hood.wallIndex && p !== hood);
  const beside = onWall.filter(
    ({ tier, module }) => tier === 'wall' && !isFiller(module) && !isEndPanel(module) && !isOpenShelf(module),
  );
  const tops = beside.filter((p) => near(p) <= BESIDE && !isHoodCabinet(p.module)).map(({ z1 }) => z1);
  const top = tops.length > 0 ? Math.max(...tops) : hood.z1;
  const bottom = top - hood.unit.height;
  const below = onWall.filter((p) => p.tier === 'base' && near(p) < 0).map(({ node }) => node.id);
  const gas = items.some(({ fuel, node }) => fuel === 'gas' && below.includes(node));
  const clear = HOOD_CLEARANCE[gas ? 'gas' : 'electric'];
  const low = bottom < hood.z0 && bottom - CONSTANTS.worktopTop < clear;
  const under = top > hood.z1 && onWall.some((p) => p.tier === 'upper' && near(p) < 0);
  return low || under ? hood : { ...hood, z0: bottom, z1: top };
}

/** Front planes from the wall, mm: 580 for floor units, 320 for wall units (furniture.ru.md 1.1). */
export const frontPlane = (tier: Tier): number =>
  tier === 'base' || tier === 'tall' ? CONSTANTS.frontPlaneBase : CONSTANTS.frontPlaneWall;

/** What the applied parts add to the carcass's depth: back sheet, buffer, front (3 + 1 + 16). */
const APPLIED = CONSTANTS.back + CONSTANTS.gap + CONSTANTS.facade;

/**
 * Height above the floor that a node takes, mm. Floor units stand on legs once (100): a corner unit's blind panel
 * included. Wall units hang with their bottom at 1420, hood cabinets with their top at 2140, the mezzanine from 2140.
 */
export function heightRange({ module, height: h }: Unit, tier: Tier): Interval {
  if (tier === 'upper') return { from: CONSTANTS.wallTop, to: CONSTANTS.wallTop + h };
  if (tier === 'wall') {
    if (isHoodCabinet(module)) return { from: CONSTANTS.wallTop - h, to: CONSTANTS.wallTop };
    return { from: CONSTANTS.wallBottom, to: CONSTANTS.wallBottom + h };
  }
  if (isGap(module) || isEndPanel(module)) return { from: 0, to: h };
  return { from: isNiche(module) ? 0 : CONSTANTS.legs, to: CONSTANTS.legs + h };
}

/**
 * Depth from the wall that a node takes, mm, applied parts included. A floor unit shallower than its row keeps the
 * row's front plane and leaves the room behind it (for a riser or a radiator).
 */
export function depthRange({ module, depth }: Unit, tier: Tier): Interval {
  const front = frontPlane(tier);
  if (isGap(module)) return { from: 0, to: 0 };
  if (isFiller(module)) return { from: frontPlane(tier) - CONSTANTS.facade, to: frontPlane(tier) };
  if (isEndPanel(module)) return { from: 0, to: depth };
  if (isOpenShelf(module)) return { from: 0, to: depth };
  const total = depth + APPLIED;
  if (tier === 'base' || tier === 'tall') return { from: Math.max(0, front - total), to: Math.max(front, total) };
  return { from: 0, to: total };
}

/** A row of a wall: what stands in one row must not share a place. Tall units stand in the base and the wall row. */
export const ROWS = ['base', 'wall', 'upper'] as const;
export type Row = (typeof ROWS)[number];

export const rowsOf = (tier: Tier): readonly Row[] => (tier === 'tall' ? ['base', 'wall'] : [tier]);

/** The nodes that stand in a row of a wall, left to right; `placed` as `place` returns it. */
export function inRow(placed: readonly PlacedNode[], wallIndex: number, row: Row): PlacedNode[] {
  return placed.filter((p) => p.wallIndex === wallIndex && rowsOf(p.tier).includes(row)).sort((a, b) => a.x0 - b.x0);
}

/** Whether the walls `index` and `index + 1` meet in an inner corner. */
export const innerCornerAfter = (order: Order, index: number): boolean =>
  index >= 0 && order.room.walls[index + 1]?.turn === 'right';

/** Whether a wall stands at either end of a wall: the next one in an inner corner, or one without a row of its own. */
export function closedEnds(order: Order, index: number): { left: boolean; right: boolean } {
  const { walls } = order.room;
  const ends = walls[index]?.ends;
  return {
    left: index > 0 ? innerCornerAfter(order, index - 1) : ends?.left === 'wall',
    right: index < walls.length - 1 ? innerCornerAfter(order, index) : ends?.right === 'wall',
  };
}
