import { findModule } from '../catalogue/catalogue.js';
import { type Order, TIERS } from '../order/order.js';
import type { PlacedNode } from './placed.js';
import { depthRange, heightRange, nodeUnit } from './volume.js';

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
      const module = findModule(node.code);
      const x0 = readAt(node.at);
      if (!module || x0 === undefined) continue;
      const { tier } = run;
      const unit = nodeUnit(node, module, tier);
      const y = depthRange(unit, tier);
      const z = heightRange(unit, tier);
      const at = { x0, x1: x0 + node.w, y0: y.from, y1: y.to, z0: z.from, z1: z.to };
      placed.push({ node, run, wall, wallIndex, tier, module, ...at });
    }
  }
  return placed.sort(
    (a, b) => a.wallIndex - b.wallIndex || TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || a.x0 - b.x0,
  );
}

/** `runs[].nodes[].at` as mm, or undefined where it is no decimal number. */
export function readAt(at: string): number | undefined {
  const x = at.trim() === '' ? Number.NaN : Number(at);
  return Number.isFinite(x) ? x : undefined;
}
