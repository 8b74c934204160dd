import type { Module, Unit } from '../catalogue/module.js';
import type { OrderNode, Run, Tier, Wall } from '../order/order.js';

/**
 * A node with its occupied volume in its wall's own coordinates (furniture.ru.md 3.1): x along the wall to the right,
 * y from the wall into the room, z up from the floor; mm. The volume is that of the applied parts (front plane 580 or
 * 320), not of the carcass.
 */
export interface PlacedNode {
  node: OrderNode;
  run: Run;
  wall: Wall;
  /** Index of the wall in the chain. */
  wallIndex: number;
  tier: Tier;
  module: Module;
  /** The node as it is made (`nodeUnit`): strips and panels without a height of their own have their row's. */
  unit: Unit;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  z0: number;
  z1: number;
}
