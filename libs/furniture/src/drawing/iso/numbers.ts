import { isDiagonalCorner } from '../../catalogue/kinds.js';
import type { Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import { covers, cuboid, silhouette } from './cuboid.js';
import { diagonalSpot } from './diagonal.js';
import type { Solid } from './order.js';
import type { Stage } from './stage.js';

const RADIUS = 58;

/** The units' numbers on their fronts, where nothing nearer hides them. `painted`: bodies in the order of painting. */
export function drawNumbers(stage: Stage, painted: readonly Solid[]): void {
  const outlines = painted.map((s) => silhouette(stage.view, s.box));
  for (const node of stage.scene.nodes) {
    const frame = stage.walls[node.wallIndex];
    if (!frame || !stage.seen(node.wallIndex)) continue;
    const box = cuboid(frame, node);
    const own = painted.findIndex(
      ({ box: b }) => b.x0 === box.x0 && b.y0 === box.y0 && b.z0 === box.z0 && b.z1 === box.z1,
    );
    const hides = (i: number) => i > own && !isDiagonalCorner(node.module);
    const free = (p: Point) => !outlines.some((o, i) => hides(i) && covers(o, p));
    const lines = spots(stage, node)
      .filter(free)
      .map((p) => numberAt(node, p));
    const [line] = stage.labels.place(lines, { over: true }) ?? [];
    if (!line) continue;
    stage.canvas.circle('num', line.x, line.y, RADIUS);
    stage.canvas.text(line);
  }
}

const numberAt = (node: SceneNode, [x, y]: Point): readonly Line[] => [
  { cls: 'tn', x, y, size: 56, text: String(node.number), circle: RADIUS },
];

/** Middles of the fronts, the lowest first, then thirds; strips have their middle only. */
function spots(stage: Stage, node: SceneNode): Point[] {
  const at = stage.onto(node.wallIndex);
  const middle = isDiagonalCorner(node.module) ? diagonalSpot(stage, node, (node.z0 + node.z1) / 2) : undefined;
  if (middle) return [middle];
  const shown = node.panels.filter((p) => p.kind !== 'blind');
  const point = (p: Panel, share: number) => at(p.x + p.w / 2, node.y1, p.z + p.h * share);
  return [0.5, 0.3, 0.7, 0.15, 0.85].flatMap((share) => shown.map((p) => point(p, share)));
}
