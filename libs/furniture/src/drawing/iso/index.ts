import type { Order } from '../../order/order.js';
import { PALETTE } from '../palette.js';
import { sceneOf } from '../scene/scene.js';
import { type Finishes, plainStyle } from '../styles.js';
import { type Canvas, svgDocument } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { drawMarkers } from './equipment.js';
import { drawNumbers } from './numbers.js';
import { painterOrder } from './painter-order.js';
import { drawRoom, obstacleSolids } from './room.js';
import { type Stage, stageOf } from './stage.js';
import { drawOutlines, furnitureSolids } from './units.js';

export interface IsoOptions extends Finishes {
  /** Leaves the colours to the page around the drawing (styles.ts, switchableStyle). */
  switchable?: boolean;
  /** `false`: what the markers mean is said elsewhere. */
  legend?: boolean;
}

const MARGIN = 140;

/**
 * Isometric view as an SVG document (furniture.ru.md 4.3; spec.md, render, rule 6): rooms with one or more walls, both
 * hands, equipment markers, runs that turn their back as outlines. Pure: the same order gives the same bytes.
 */
export function drawIso(order: Order, options: IsoOptions = {}): string {
  const title = `Общий вид: заказ ${order.id}`;
  const style = options.switchable ? {} : { style: plainStyle(options) };
  return svgDocument(paintIso(order, options), { title, margin: MARGIN, ...style });
}

/** The view itself, for whoever puts it on a sheet of their own. */
export function paintIso(order: Order, options: IsoOptions = {}): Canvas {
  const { switchable = false, facade = 'clear', legend = true } = options;
  const stage = stageOf(sceneOf(order), switchable || PALETTE[facade].wood === true);
  drawRoom(stage);
  const solids = painterOrder(stage.view, [...furnitureSolids(stage), ...obstacleSolids(stage)]);
  for (const solid of solids) solid.paint(stage.canvas);
  drawOutlines(stage);
  const words = drawMarkers(stage);
  drawNumbers(stage, solids);
  if (legend) drawWords(stage, words);
  return stage.canvas;
}

/** The markers' meaning below the view, and which rows are outlines only. */
function drawWords(
  { canvas, scene, seen, walls }: Stage,
  words: readonly (readonly [mark: string, word: string])[],
): void {
  const area = canvas.bounds();
  let [x, y] = [area.x, area.y + area.h + 220];
  for (const [mark, word] of words) {
    const width = 150 + textWidth(word, 80);
    if (x > area.x && x + width > area.x + Math.max(area.w, 3000)) [x, y] = [area.x, y + 190];
    canvas.circle('mark', x + 62, y, 62);
    canvas.text({ cls: 'tw', x: x + 62, y, size: 56, text: mark, style: { bold: true } });
    canvas.text({ cls: 't', x: x + 150, y, size: 80, text: word, style: { anchor: 'start' } });
    x += width + 120;
  }
  const turned = walls.filter((w) => !seen(w.index) && scene.nodes.some((n) => n.wallIndex === w.index));
  if (turned.length === 0) return;
  const names = turned.map(({ wall }) => wall.id).join(', ');
  const text = `Контуром показан ближний ряд: стена ${names}.`;
  canvas.text({ cls: 't', x: area.x, y: words.length > 0 ? y + 190 : y, size: 80, text, style: { anchor: 'start' } });
}
