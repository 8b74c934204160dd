import { findModule, makeUnit } from '../catalogue/catalogue.js';
import type { Unit } from '../catalogue/module.js';
import { isEndPanel, isGap, isOpenShelf, isOrdinary } from '../catalogue/traits.js';
import type { OrderNode, Run } from './order.js';

/** The height that most ordinary units of a run have, mm: that of its fillers and panels. */
function rowHeight(run: Run): number | undefined {
  const counts = new Map<number, number>();
  for (const node of run.nodes) {
    const module = findModule(node.code);
    if (!module || !isOrdinary(module) || isOpenShelf(module)) continue;
    const height = node.h ?? module.heights[0] ?? 0;
    counts.set(height, (counts.get(height) ?? 0) + 1);
  }
  return [...counts].sort(([h1, c1], [h2, c2]) => c2 - c1 || h2 - h1)[0]?.[0];
}

/** The unit that a node stands for; fillers and panels without a height take their row's. `undefined`: no such module. */
export function nodeUnit(node: OrderNode, run: Run): Unit | undefined {
  const module = findModule(node.code);
  if (!module) return undefined;
  const onFloor = run.tier === 'base' || run.tier === 'tall';
  const asRow = !isOrdinary(module) && !isGap(module) && !(isEndPanel(module) && onFloor);
  const h = node.h ?? (asRow ? rowHeight(run) : undefined);
  return makeUnit(module, { w: node.w, h, d: node.d, tier: run.tier });
}
