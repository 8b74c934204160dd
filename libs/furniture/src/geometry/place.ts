/**
 * Geometry: where everything is, in whole millimetres (furniture.ru.md 3). Nodes as volumes along their walls, walls in
 * the plan, what corners and obstacles take, and the one derivation of worktops and plinths that bom, checks and
 * drawing share.
 */
import { nodeUnit } from '../order/node-unit.js';
import { readAt } from '../order/nodes.js';
import { type Order, TIERS } from '../order/order.js';
import type { PlacedNode } from './placed.js';
import { depthRange, heightRange } from './volume.js';

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
  return placed.sort(
    (a, b) => a.wallIndex - b.wallIndex || TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || a.x0 - b.x0,
  );
}
