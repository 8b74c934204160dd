import type { Order } from '../../order/order.js';
import { sceneOf } from '../../scene/scene.js';
import { PALETTE } from '../palette.js';
import { type Finishes, plainStyle } from '../styles.js';
import { Canvas, svgDocument } from '../svg/canvas.js';
import { Labels } from '../svg/labels.js';
import { textWidth } from '../svg/text.js';
import { hidingOf } from './hiding.js';
import { drawMarkers, type Legend, toneOf } from './markers.js';
import { drawNumbers, NUMBER_RADIUS } from './numbers.js';
import { drawRoom, drawWallLetters, obstacleSolids, roomBounds } from './room.js';
import { paintSolids } from './solids.js';
import { projection, type Stage, stageOf } from './stage.js';
import { furnitureSolids } from './units.js';
import { viewsOf } from './views.js';

export interface IsoOptions extends Finishes {
  /** Leaves the colours to the page around the drawing (styles.ts, switchableStyle). */
  switchable?: boolean;
  /** `false`: what the markers mean is said elsewhere. */
  legend?: boolean;
  /** The least radius of the circles that numbers stand in, mm of the room: for drawings that are shown small. */
  badge?: number;
}

const MARGIN = 140;
/** Between two views side by side, mm. */
const BETWEEN = 700;
/** Text beside two views, which together are twice as wide. */
const LARGER = 1.35;

/** Isometric view as an SVG document (furniture.ru.md 4.3; spec.md, render, rule 6). Pure: the same order gives the same bytes. */
export function drawIso(order: Order, options: IsoOptions = {}): string {
  const title = `Общий вид: заказ ${order.id}`;
  const style = options.switchable ? {} : { style: plainStyle(options) };
  return svgDocument(paintIso(order, options), { title, margin: MARGIN, ...style });
}

/**
 * The drawing itself, for whoever puts it on a sheet of their own: one view of a straight kitchen or an L, two from
 * neighbouring corners of a U, in each of which the row nearest to the viewer is cut away; with equipment markers.
 */
export function paintIso(order: Order, options: IsoOptions = {}): Canvas {
  const { legend = true } = options;
  const canvas = new Canvas();
  const stages = stagesOf(order, canvas, options);
  const words: Legend = new Map();
  for (const stage of stages) drawView(stage, words);
  if (legend) drawLegend(stages, words);
  return canvas;
}

/** The order's views, side by side with their tops in line. */
export function stagesOf(order: Order, canvas: Canvas, options: IsoOptions = {}): Stage[] {
  const { switchable = false, facade = 'clear', badge = 0 } = options;
  const scene = sceneOf(order);
  const views = viewsOf(scene);
  const scale = Math.max(views.length > 1 ? LARGER : 1, badge / NUMBER_RADIUS);
  const sheet = { scene, canvas, grain: switchable || PALETTE[facade].wood === true, labels: new Labels(), scale };
  const bounds = views.map((walls) => roomBounds(scene, walls, projection()));
  const [first] = bounds;
  let right = first?.x0 ?? 0;
  return views.map((walls, i) => {
    const { x0, x1, y0 } = bounds[i] ?? { x0: 0, x1: 0, y0: 0 };
    const project = projection([right - x0, (first?.y0 ?? y0) - y0]);
    right += x1 - x0 + BETWEEN;
    return stageOf(sheet, walls, project);
  });
}

function drawView(stage: Stage, legend: Legend): void {
  drawRoom(stage);
  const hiding = hidingOf(stage, paintSolids([...furnitureSolids(stage), ...obstacleSolids(stage)]));
  drawWallLetters(stage);
  drawMarkers(stage, legend, hiding);
  drawNumbers(stage, hiding);
}

/** The markers' meaning below the views, and which rows are cut away. */
function drawLegend(stages: readonly Stage[], legend: Legend): void {
  const [stage] = stages;
  if (!stage) return;
  const { canvas, scale, scene } = stage;
  const unit = (n: number): number => Math.round(n * scale);
  const area = canvas.bounds();
  const [size, radius] = [unit(80), unit(62)];
  let [x, y] = [area.x, area.y + area.h + unit(220)];
  for (const { mark, word, hidden } of legend.values()) {
    const tone = toneOf(hidden);
    const width = unit(150) + textWidth(word, size);
    if (x > area.x && x + width > area.x + Math.max(area.w, 3000)) [x, y] = [area.x, y + unit(190)];
    canvas.circle(tone.circle, x + radius, y, radius);
    canvas.text({ cls: tone.text, x: x + radius, y, size: unit(56), text: mark, style: { bold: true } });
    canvas.text({ cls: 't', x: x + unit(150), y, size, text: word, style: { anchor: 'start' } });
    x += width + unit(120);
  }
  const cut = stages.some(({ seen, walls }) =>
    walls.some(({ index }) => !seen(index) && scene.nodes.some((n) => n.wallIndex === index)),
  );
  if (!cut) return;
  if (legend.size > 0) y += unit(190);
  canvas.lines('foot', [
    [
      [area.x, y],
      [area.x + unit(120), y],
    ],
  ]);
  const text = 'на полу показано место ряда, который стоит ближе к зрителю и снят';
  canvas.text({ cls: 't', x: area.x + unit(150), y, size, text, style: { anchor: 'start' } });
}
