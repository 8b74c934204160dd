import spoken from '../../data/spoken.json' with { type: 'json' };
import { paintIso } from '../drawing/iso/index.js';
import type { Scene } from '../drawing/scene/scene.js';
import type { Finishes } from '../drawing/styles.js';
import { applianceName } from '../reading/names.js';
import { readOrder } from '../reading/reading.js';
import { DRAWING_AREA, type Draft, drawing, STRIP_AREA } from './frame.js';
import { MIN_TEXT, type Paper } from './paper.js';
import { placePicture } from './picture.js';
import { drawPlan } from './plan.js';
import { wrap } from './text.js';

const VIEWS_HEIGHT = 165;
const GAP = 8;
const LEADING = 4.6;

/** Isometric view and plan side by side; below them what stands in words, left to right. */
export function coverSheet(scene: Scene, finishes: Finishes): Draft {
  const { x, y, w } = DRAWING_AREA;
  const half = (w - GAP) / 2;
  const draft = drawing('Общий вид и план', '');
  const { paper } = draft;
  const top = y + 9;
  placePicture(
    paper,
    paintIso(scene.order, { ...finishes, legend: false }),
    { x, y: top, w: half, h: VIEWS_HEIGHT - 17 },
    finishes,
  );
  const scale = drawPlan(paper, scene, { x: x + half + GAP, y: top, w: half, h: VIEWS_HEIGHT - 9 });
  heading(paper, x, y + 5, 'Общий вид', 'без масштаба');
  heading(paper, x + half + GAP, y + 5, 'План', `М 1:${scale}`);
  legend(paper, scene, x, y + VIEWS_HEIGHT - 4, half);
  words(paper, scene);
  return { ...draft, scale: `1:${scale}` };
}

function heading(paper: Paper, x: number, y: number, title: string, scale: string): void {
  paper.text(x, y, `${title}, ${scale}`, { size: 3.5, bold: true });
}

/** The letters of the isometric view. */
function legend(paper: Paper, { nodes }: Scene, x: number, y: number, room: number): void {
  const kinds = new Set(nodes.flatMap((n) => [...n.appliances]));
  const words = [...kinds].map((kind) => `${spoken.marks[kind]} – ${applianceName({ kind })}`).join(', ');
  wrap(words, { size: MIN_TEXT }, room).forEach((line, i) => {
    paper.text(x, y + i * LEADING, line);
  });
}

/** Two columns: the left down to the frame, the right down to the title block; larger letters where they fit. */
function words(paper: Paper, { order }: Scene): void {
  const top = DRAWING_AREA.y + VIEWS_HEIGHT + 8;
  const [left, right] = [
    { x: STRIP_AREA.x, w: STRIP_AREA.w - 6, h: STRIP_AREA.y + STRIP_AREA.h - top - 8 },
    { x: STRIP_AREA.x + STRIP_AREA.w + 5, w: 178, h: DRAWING_AREA.y + DRAWING_AREA.h - top - 4 },
  ];
  const room = Math.min(left.w, right.w);
  paper.text(left.x, top, 'Состав слева направо', { size: 3.5, bold: true });
  const text = readOrder(order).replaceAll('\u00a0', ' ');
  const set = [3, MIN_TEXT].map((size) => ({ size, leading: size * 1.85, lines: wrap(text, { size }, room) }));
  const [large, small] = set;
  const shown = large && large.lines.length * large.leading <= left.h ? large : small;
  if (!shown) return;
  const rows = Math.floor(left.h / shown.leading);
  shown.lines.forEach((line, i) => {
    const [column, row] = i < rows ? [left, i] : [right, i - rows];
    paper.text(column.x, top + 6 + row * shown.leading, line, { size: shown.size });
  });
}
