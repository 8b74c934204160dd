import { isDiagonalCorner, isOrdinary } from '../../catalogue/traits.js';
import type { Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import { diagonalSpot } from './diagonal.js';
import type { Solid } from './painter-order.js';
import { covers, cuboid, type Stage, silhouette } from './stage.js';

const RADIUS = 58;

/** The units' numbers on their fronts, where nothing nearer hides them. `painted`: bodies in the order of painting. */
export function drawNumbers(stage: Stage, painted: readonly Solid[]): void {
  const outlines = painted.map((s) => silhouette(stage.view, s.box));
  for (const node of stage.scene.nodes) {
    const frame = stage.walls[node.wallIndex];
    if (!frame) continue;
    const box = cuboid(frame, node);
    const own = painted.findIndex(
      ({ box: b }) => b.x0 === box.x0 && b.y0 === box.y0 && b.z0 === box.z0 && b.z1 === box.z1,
    );
    const hides = (i: number) => i > own && !isDiagonalCorner(node.module);
    const free = (p: Point) => !outlines.some((o, i) => hides(i) && covers(o, p));
    const places = stage.seen(node.wallIndex) ? spots(stage, node).filter(free) : ghostSpots(stage, node);
    const numbers = places.map((p) => numberAt(node, p));
    write(stage, stage.labels.place(numbers, { over: true }));
  }
}

function write({ canvas }: Stage, [line]: readonly Line[] = []): void {
  if (!line) return;
  canvas.circle('num', line.x, line.y, RADIUS);
  canvas.text(line);
}

/** On a unit that is drawn as an outline: its top, then the face that it turns to the viewer. Fillers go without. */
function ghostSpots(stage: Stage, node: SceneNode): Point[] {
  const at = stage.onto(node.wallIndex);
  if (!isOrdinary(node.module)) return [];
  const x = (node.x0 + node.x1) / 2;
  return [
    at(x, (node.y0 + node.y1) / 2, node.z1),
    ...[0.75, 0.5, 0.25].map((share) => at(x, 0, node.z0 + (node.z1 - node.z0) * share)),
  ];
}

const numberAt = (node: SceneNode, [x, y]: Point): readonly Line[] => [
  { cls: 'tn', x, y, size: 56, text: String(node.number), circle: RADIUS },
];

/** Middles of the fronts, the lowest first, then thirds; fillers have their middle only. */
function spots(stage: Stage, node: SceneNode): Point[] {
  const at = stage.onto(node.wallIndex);
  const middle = isDiagonalCorner(node.module) ? diagonalSpot(stage, node, (node.z0 + node.z1) / 2) : undefined;
  if (middle) return [middle];
  const shown = node.panels.filter((p) => p.kind !== 'blind');
  const point = (p: Panel, share: number) => at(p.x + p.w / 2, node.y1, p.z + p.h * share);
  return [0.5, 0.3, 0.7, 0.15, 0.85].flatMap((share) => shown.map((p) => point(p, share)));
}
