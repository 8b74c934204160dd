import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isEndPanel, isNiche } from '../../geometry/kinds.js';
import { SLACK } from '../../geometry/worktops.js';
import { innerCornerAfter } from '../../geometry/rows.js';
import type { Scene } from './scene.js';

/** A stretch along a wall, mm. */
export interface Span {
  x0: number;
  x1: number;
}

/**
 * Stretches of plinth as they are seen on a wall (furniture.ru.md 1.1): below floor units, parted by niches, meeting the
 * neighbour's plinth at its plane (530) in an inner corner.
 */
export function plinthSpans(scene: Scene, wallIndex: number): Span[] {
  const wall = scene.order.room.walls[wallIndex];
  if (!wall) return [];
  const plane = CONSTANTS.plinthPlane;
  const near = CONSTANTS.deadBase;
  const left = innerCornerAfter(scene.order, wallIndex - 1);
  const right = innerCornerAfter(scene.order, wallIndex);
  return standing(scene, wallIndex)
    .map(({ x0, x1 }) => ({
      x0: left && x0 <= near ? plane : x0,
      x1: right && wall.length - x1 <= near ? wall.length - plane : x1,
    }))
    .filter(({ x0, x1 }) => x1 > x0);
}

function standing(scene: Scene, wallIndex: number): Span[] {
  const spans: Span[] = [];
  const nodes = scene.nodes
    .filter((n) => n.wallIndex === wallIndex && (n.tier === 'base' || n.tier === 'tall') && n.run.plinth)
    .filter((n) => !isNiche(n.module) && !isEndPanel(n.module))
    .sort((a, b) => a.x0 - b.x0);
  for (const { x0, x1 } of nodes) {
    const last = spans.at(-1);
    if (last && x0 - last.x1 < SLACK) last.x1 = Math.max(last.x1, x1);
    else spans.push({ x0, x1 });
  }
  return spans;
}
