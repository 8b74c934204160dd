import type { Order } from '../../order/order.js';
import { type Scene, sceneOf } from '../../scene/scene.js';
import { type Finishes, plainStyle } from '../styles.js';
import { type Canvas, svgDocument } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { drawEntries, type Entry, stroke, swatch } from '../svg/legend.js';
import { drawAppliances } from './appliances.js';
import { drawDepths, drawWallChains } from './dimensions.js';
import { ownSheet, type PlanFrame } from './frame.js';
import { drawFittings, drawOpenings, nameObstacles } from './obstacles.js';
import { drawSwings } from './swings.js';
import { drawFloorUnits, drawHungUnits, numberUnits } from './units.js';
import { drawMarks, drawWalls } from './walls.js';

export interface PlanOptions extends Finishes {
  /** Leaves the colours to the page around the drawing (styles.ts, switchableStyle). */
  switchable?: boolean;
}

const MARGIN = 120;
const NOTE = 'Размеры в миллиметрах. Сторона и ход дверей показаны условно.';

/**
 * The kitchen from above as an SVG document: walls cut through, units with the numbers of the front view, appliances,
 * swings of doors, obstacles, marks of the views, chains of dimensions. 1 unit is 1 mm, whole coordinates, text in
 * Russian. Pure: the same order and options give the same bytes.
 */
export function drawPlan(order: Order, options: PlanOptions = {}): string {
  const { canvas, scene } = paintPlan(sceneOf(order));
  drawTitle(canvas);
  const area = canvas.bounds();
  drawEntries(canvas, area, area.x, legend(scene), NOTE);
  const title = `План: заказ ${order.id}`;
  const style = options.switchable ? {} : { style: plainStyle(options) };
  return svgDocument(canvas, { title, margin: MARGIN, ...style });
}

/** The plan itself, without title and legend, `scale` units for one mm: for whoever puts it on a sheet of their own. */
export function paintPlan(scene: Scene, scale = 1): PlanFrame {
  const plan = ownSheet(scene, scale);
  drawWalls(plan);
  drawOpenings(plan);
  drawFloorUnits(plan);
  drawFittings(plan);
  drawAppliances(plan);
  drawHungUnits(plan);
  drawSwings(plan);
  const numbers = numberUnits(plan);
  const reach = drawWallChains(plan, numbers);
  drawDepths(plan);
  nameObstacles(plan);
  drawMarks(plan, Math.max(0, ...reach));
  return plan;
}

function drawTitle(canvas: Canvas): void {
  const { x, y } = canvas.bounds();
  const style = { anchor: 'start', bold: true } as const;
  canvas.text({ cls: 't', x, y: y - 130, size: TEXT.title, text: 'План, вид сверху', style });
}

const circled = (text: string, cls: string): Entry => ({
  text,
  draw: (canvas: Canvas, x, y) => {
    canvas.circle(cls, x + 60, y, 40);
    canvas.text({ cls: 'tn', x: x + 60, y, size: 46, text: '№' });
  },
});

const line: readonly (readonly [number, number])[] = [
  [0, 0.5],
  [1, 0.5],
];

/** What the signs of this plan mean; only what occurs in it. */
function legend({ nodes, worktops }: Scene): Entry[] {
  const has = (...tiers: string[]) => nodes.some((n) => tiers.includes(n.tier));
  const entries: Entry[] = [];
  if (worktops.length > 0) entries.push(swatch('столешница', 'w'));
  if (has('tall')) entries.push(swatch('пенал, холодильник', 'k'));
  if (has('wall', 'upper')) entries.push(stroke('верхний ряд', 'hu', line));
  if (has('base', 'tall')) entries.push(circled('нижний ряд и пеналы', 'num'));
  if (has('wall', 'upper')) entries.push(circled(has('upper') ? 'верхний ряд и антресоль' : 'верхний ряд', 'numh'));
  entries.push(
    stroke('ход двери', 'sw', [
      [0, 1],
      [0.4, 0.9],
      [0.8, 0.55],
      [1, 0],
    ]),
  );
  return entries;
}
