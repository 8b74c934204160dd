import spoken from '../../data/spoken.json' with { type: 'json' };
import { paintIso } from '../drawing/iso/index.js';
import { MARKED } from '../drawing/iso/views.js';
import { paintPlan } from '../drawing/plan/index.js';
import type { Finishes } from '../drawing/styles.js';
import type { Canvas } from '../drawing/svg/canvas.js';
import type { Order } from '../order/order.js';
import { applianceName, obstacleName } from '../reading/names.js';
import { readOrder } from '../reading/reading.js';
import type { Scene } from '../scene/scene.js';
import { DRAWING_AREA, type Draft, drawing, STRIP_AREA } from './paper/frame.js';
import { type Area, MIN_TEXT, type Paper } from './paper/paper.js';
import { MIN_BADGE, placePicture, scaleIn } from './paper/picture.js';
import { NO_BREAK, wrap } from './paper/text.js';
import { SCALES } from './wall-sheet.js';

const VIEWS_HEIGHT = 165;
const GAP = 8;

/** Isometric view and plan side by side; below them what stands in words, left to right. */
export function coverSheet(scene: Scene, finishes: Finishes): Draft {
  const { x, y, w, h } = DRAWING_AREA;
  const draft = drawing('Общий вид и план', '');
  const { paper } = draft;
  const said = saidIn(scene.order);
  // The plan goes down to the title block where the words leave that side free.
  const down = (said.rest.length > 0 ? VIEWS_HEIGHT : h) - 9;
  const plan = planOf(scene, { w: (w - GAP) / 2, h: down });
  const { scale } = plan;
  const half = w - GAP - Math.max((w - GAP) / 2, Math.min(plan.w, w * WIDE));
  const right = x + half + GAP;
  const view = { x, y: y + 9, w: half, h: VIEWS_HEIGHT - 17 };
  placePicture(paper, isometric(scene.order, finishes, view), view, finishes);
  placePicture(paper, plan.canvas, { x: right, y: y + 9, w: w - GAP - half, h: down }, {}, PLAN_UNIT);
  heading(paper, x, y + 5, 'Общий вид', 'без масштаба');
  heading(paper, right, y + 5, 'План', `М 1:${scale}`);
  legend(paper, scene, x, y + VIEWS_HEIGHT - 4, half);
  paper.text(LEFT.x, TOP, 'Состав слева направо', { size: 3.5, bold: true });
  write(paper, LEFT, said.lines, said.size);
  write(paper, RIGHT, said.rest, said.size);
  return { ...draft, scale: `1:${scale}` };
}

/** With numbers as large as the sheet needs them, so that they are set apart at that size. */
function isometric(order: Order, finishes: Finishes, area: Area): Canvas {
  const usual = paintIso(order, { ...finishes, legend: false });
  return paintIso(order, { ...finishes, legend: false, badge: Math.ceil(MIN_BADGE / scaleIn(usual, area)) });
}

/** mm of the sheet for a unit of the plan: its smallest text is as high as text on a sheet has to be. */
const PLAN_UNIT = 0.055;
/** The largest scale denominator at which the plan is still read easily. */
const READABLE = 25;
/** What a long kitchen's plan may take of the sheet to stay readable: the isometric view gives way. */
const WIDE = 0.57;

interface Plan {
  readonly canvas: Canvas;
  readonly scale: number;
  /** mm of the sheet */
  readonly w: number;
  readonly h: number;
}

/** The plan in lines at the largest standard scale at which it fits with its chains: `w` wide, or a little more. */
function planOf(scene: Scene, { w, h }: Pick<Area, 'w' | 'h'>): Plan {
  const at = (scale: number): Plan => {
    const { canvas } = paintPlan(scene, 1 / (scale * PLAN_UNIT));
    const bounds = canvas.bounds();
    return { canvas, scale, w: bounds.w * PLAN_UNIT, h: bounds.h * PLAN_UNIT };
  };
  const longest = Math.max(0, ...scene.order.room.walls.map(({ length }) => length));
  const [large, small] = [SCALES.filter((scale) => scale <= READABLE), SCALES.filter((scale) => scale > READABLE)];
  const within = (room: number) => (scale: number) => [scale, room] as const;
  const wide = DRAWING_AREA.w * WIDE;
  for (const [scale, room] of [...large.map(within(w)), [READABLE, wide] as const, ...small.map(within(w))]) {
    if (longest / scale > room) continue;
    const plan = at(scale);
    if (plan.w <= room && plan.h <= h) return plan;
  }
  return at(SCALES[SCALES.length - 1] ?? 100);
}

const TOP = DRAWING_AREA.y + VIEWS_HEIGHT + 8;
/** The columns of the words: down to the frame, and down to the title block. */
const LEFT = { x: STRIP_AREA.x, w: STRIP_AREA.w - 6, h: STRIP_AREA.y + STRIP_AREA.h - TOP - 8 };
const RIGHT = { x: STRIP_AREA.x + STRIP_AREA.w + 5 };

/** The order in words as lines of the left column, larger where they fit, and what has to go to the right one. */
function saidIn(order: Order): { size: number; lines: string[]; rest: string[] } {
  const text = readOrder(order);
  const linesAt = (size: number) => wrap(text, { size }, LEFT.w);
  const size = linesAt(LARGE).length * leading(LARGE) <= LEFT.h ? LARGE : MIN_TEXT;
  const lines = linesAt(size);
  const rows = Math.floor(LEFT.h / leading(size));
  return { size, lines: lines.slice(0, rows), rest: lines.slice(rows) };
}

const LARGE = 3;
const leading = (size: number): number => size * 1.8;

function write(paper: Paper, { x }: { x: number }, lines: readonly string[], size: number): void {
  for (const [i, line] of lines.entries()) paper.text(x, TOP + 6 + i * leading(size), line, { size });
}

function heading(paper: Paper, x: number, y: number, title: string, scale: string): void {
  paper.text(x, y, `${title}, ${scale}`, { size: 3.5, bold: true });
}

/** The letters of the isometric view. */
function legend(paper: Paper, { nodes, order }: Scene, x: number, y: number, room: number): void {
  const kinds = new Set(nodes.flatMap((n) => [...n.appliances]));
  const said = (mark: string, name: string) => `${mark} – ${name}`.replaceAll(' ', NO_BREAK);
  const appliances = [...kinds].map((kind) => said(spoken.marks[kind], applianceName({ kind })));
  const equipment = MARKED.filter((kind) => order.obstacles.some((obstacle) => obstacle.kind === kind)).map((kind) =>
    said(spoken.marks[kind], obstacleName(kind)),
  );
  wrap([...appliances, ...equipment].join(', '), { size: MIN_TEXT }, room).forEach((line, i) => {
    paper.text(x, y + i * leading(MIN_TEXT), line);
  });
}
