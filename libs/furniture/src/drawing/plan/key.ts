import type { Scene } from '../../scene/scene.js';
import { type Canvas, lineBox } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import type { Labels } from '../svg/labels.js';
import { textWidth } from '../svg/text.js';
import { planFrame, WALL } from './frame.js';
import { drawOpenings } from './obstacles.js';
import { drawFloorUnits } from './units.js';
import { drawMarks, drawWalls } from './walls.js';

/** Of the key plan beside the elevations. */
const SCALE = 1 / 2.5;

/** The plan as a key to the elevations: walls, floor units with their numbers, marks of the views (furniture.ru.md 4.3). */
export function drawKeyPlan(
  scene: Scene,
  { canvas, labels, left, top }: { canvas: Canvas; labels: Labels; left: number; top: number },
): void {
  const plan = planFrame(scene, { canvas, labels, scale: SCALE, left, top });
  drawWalls(plan);
  drawOpenings(plan);
  drawFloorUnits(plan);
  for (const n of scene.nodes) {
    const text = String(n.number);
    if ((n.tier !== 'base' && n.tier !== 'tall') || textWidth(text, TEXT.code) > (n.x1 - n.x0) * SCALE) continue;
    const { x0, x1 } = n.front;
    const [x, y] = plan.at(n.wallIndex, (x0 + x1) / 2, n.y1 / 2);
    const line = { cls: 't', x: Math.round(x), y: Math.round(y), size: TEXT.code, text };
    for (const placed of labels.place([[line]], { over: true }) ?? []) {
      const b = lineBox(placed);
      canvas.rect('bp', b.x - 2, b.y, b.w + 4, b.h, 8);
      canvas.text(placed);
    }
  }
  drawMarks(plan, WALL);
}
