import { isDiagonalCorner, isOrdinary } from '../../catalogue/traits.js';
import { inPlan } from '../../geometry/footprint.js';
import { isClosing, type Panel } from '../../scene/panels.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import type { Hiding } from './hiding.js';
import { turnsToViewer } from './solids.js';
import { isShown, type Stage } from './stage.js';

/** Of the circles that numbers stand in, mm of the room. */
export const NUMBER_RADIUS = 58;

/** The units' numbers on their fronts, where nothing nearer hides them. */
export function drawNumbers(stage: Stage, hiding: Hiding): void {
  const [size, circle] = [Math.round(56 * stage.scale), Math.round(NUMBER_RADIUS * stage.scale)];
  // Where there is little room, that of a filler may be missing, but not a unit's.
  const { nodes } = stage.scene;
  const isUnit = ({ module }: SceneNode) => isOrdinary(module);
  for (const node of [...nodes.filter(isUnit), ...nodes.filter((n) => !isUnit(n))]) {
    if (!isShown(stage, node)) continue;
    const numbers = hiding
      .shown(node, spots(stage, node), circle)
      .map(([x, y]): readonly Line[] => [{ cls: 'tn', x, y, size, text: String(node.number), circle }]);
    const [line] = stage.labels.place(numbers, { over: true }) ?? [];
    if (!line) continue;
    stage.canvas.circle('num', line.x, line.y, circle);
    stage.canvas.text(line);
  }
}

/** Middles of the fronts, the lowest first, then higher and lower, then aside. */
function spots(stage: Stage, node: SceneNode): Point[] {
  const at = stage.onto(node.wallIndex);
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85];
  if (isDiagonalCorner(node.module)) {
    const frame = stage.walls[node.wallIndex];
    const [a, b] = node.outline;
    const [from, to] = frame ? inPlan(frame, node.outline) : [];
    if (!frame || !a || !b || !from || !to || !turnsToViewer(inPlan(frame, node.outline), from, to)) return [];
    return shares.map((share) => at((a.x + b.x) / 2, (a.y + b.y) / 2, node.z0 + (node.z1 - node.z0) * share));
  }
  const isFace = ({ kind }: Panel) => kind === 'niche';
  const shown = node.panels.filter((p) => !isClosing(p));
  const point = (p: Panel, across: number, up: number) => at(p.x + p.w * across, node.y1, p.z + p.h * up);
  const fronts = (panels: readonly Panel[]) =>
    [0.5, 0.25, 0.75].flatMap((across) => shares.flatMap((up) => panels.map((p) => point(p, across, up))));
  // On an appliance's face only where there is no front: in its lower left corner, beside its window and its marker.
  const corners = shown.filter(isFace).map((p) => point(p, 0.22, 0.1));
  return [...fronts(shown.filter((p) => !isFace(p))), ...corners, ...fronts(shown.filter(isFace))];
}
