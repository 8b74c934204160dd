import { type Area, Paper, PENS } from './paper.js';
import { type TextLook, wrap } from './text.js';

/** What every title block of a set says. */
export interface SetTitle {
  readonly orderId: string;
  /** «Кухня угловая 3000 × 2000». */
  readonly product: string;
  readonly company: string;
  /** «22.11.2026». */
  readonly date: string;
  /** The turn that made the order: the revision of every sheet. */
  readonly revision: number;
}

/** One sheet of the set; mm. */
export interface Sheet {
  readonly size: 'A3' | 'A4';
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly paper: Paper;
}

/** A sheet before its number is known. */
export interface Draft extends Omit<Sheet, 'paper'> {
  readonly paper: Paper;
  /** «1:20»; «–» where nothing is drawn to scale. */
  readonly scale: string;
  /** A list's further sheets have the low title block (ГОСТ 2.104, form 2a). */
  readonly low?: boolean;
}

/** Margins of ГОСТ 2.301: 20 at the side that is bound, 5 elsewhere. */
const BOUND = 20;
const MARGIN = 5;
const BLOCK_WIDTH = 185;
const BLOCK_HEIGHT = 55;
const LOW_HEIGHT = 15;

/** Clear of the frame's line. */
const AIR = 5;

const A3 = { size: 'A3', width: 420, height: 297 } as const;
const A4 = { size: 'A4', width: 210, height: 297 } as const;

/** A3 across, for drawings. */
export const drawing = (title: string, scale: string): Draft => ({ ...A3, title, scale, paper: new Paper() });

/** A4 upright, for lists. */
export const list = (title: string, low: boolean): Draft => ({ ...A4, title, scale: '–', low, paper: new Paper() });

/** The frame of a sheet: nothing but the name of its format stands outside. */
export const frameOf = ({ width, height }: Pick<Sheet, 'width' | 'height'>): Area => ({
  x: BOUND,
  y: MARGIN,
  w: width - BOUND - MARGIN,
  h: height - 2 * MARGIN,
});

/** What a drawing may take beside the title block: the sheet above it, and the strip at its left. */
export const DRAWING_AREA: Area = ((f) => ({
  x: f.x + AIR,
  y: f.y + AIR,
  w: f.w - 2 * AIR,
  h: f.h - BLOCK_HEIGHT - 2 * AIR,
}))(frameOf(A3));
export const STRIP_AREA: Area = {
  x: DRAWING_AREA.x,
  y: DRAWING_AREA.y + DRAWING_AREA.h + AIR,
  w: frameOf(A3).w - BLOCK_WIDTH - 2 * AIR,
  h: BLOCK_HEIGHT,
};

/** What a list's table may take: within the frame, down to the title block. */
export function listArea(low: boolean): Area {
  const f = frameOf(A4);
  return { x: f.x, y: f.y, w: f.w, h: f.h - (low ? LOW_HEIGHT : BLOCK_HEIGHT) - AIR };
}

/** Frame and title block around a draft; what was drawn before stays. */
export function finished(draft: Draft, set: SetTitle, number: number, of: number): Sheet {
  const { paper, size, width, height, title } = draft;
  const f = frameOf(draft);
  paper.rect(PENS.frame, f);
  const h = draft.low ? LOW_HEIGHT : BLOCK_HEIGHT;
  const block = { x: f.x + f.w - BLOCK_WIDTH, y: f.y + f.h - h, w: BLOCK_WIDTH, h };
  if (draft.low) lowBlock(paper, block, set, number, of);
  else fullBlock(paper, block, draft, set, number, of);
  paper.text(f.x + f.w, height - 1.2, `Формат ${size}`, { anchor: 'end' });
  return { size, width, height, title, paper };
}

/** Columns of the part at the left: change, sheet, document, signature, date; ГОСТ 2.104 with a wider date. */
const SIGNED = [9, 9, 19, 11, 17] as const;
const SIGNED_WIDTH = 65;
const ROW = 5;
const ROLES = ['Разраб.', 'Пров.', 'Т. контр.', '', 'Н. контр.', 'Утв.'];
const HEADS = ['Изм.', 'Лист', '№ докум.', 'Подп.', 'Дата'];

/** ГОСТ 2.104, form 1, simplified: 185 × 55. */
function fullBlock(paper: Paper, b: Area, draft: Draft, set: SetTitle, number: number, of: number): void {
  paper.take(b);
  paper.rect({ ...PENS.frame, fill: '#FFFFFF' }, b);
  const x = b.x + SIGNED_WIDTH;
  signatures(paper, b, 4, set);
  ROLES.forEach((role, i) => {
    paper.text(b.x + 1, b.y + (5 + i) * ROW + 3.8, role, { within: SIGNED[0] + SIGNED[1] - 2 });
  });
  paper.text(b.x + SIGNED_WIDTH - SIGNED[4] / 2, b.y + 5 * ROW + 3.8, set.date, {
    anchor: 'middle',
    within: SIGNED[4] - 1,
  });
  const right = b.x + b.w - 50;
  const { y } = b;
  const end = b.x + b.w;
  const rules = [
    [x, y, x, y + b.h],
    [x, y + 15, end, y + 15],
    [x, y + 40, end, y + 40],
    [right, y + 15, right, y + b.h],
    [right, y + 20, end, y + 20],
    [right, y + 35, end, y + 35],
    [right + 15, y + 15, right + 15, y + 35],
    [right + 32, y + 15, right + 32, y + 35],
    [right + 20, y + 35, right + 20, y + 40],
  ] as const;
  for (const [x0, y0, x1, y1] of rules) paper.line(PENS.outline, [x0, y0], [x1, y1]);
  const centred = (cx: number, base: number, text: string, within: number, size?: number, bold = false) =>
    paper.text(cx, base, text, { anchor: 'middle', within, bold, ...(size ? { size } : {}) });
  centred(x + 60, b.y + 9.8, `Заказ ${set.orderId}`, 116, 4.5, true);
  lines(paper, set.product, { x: x + 35, y: b.y + 24.5, w: 67, size: 3, bold: true });
  centred(x + 35, b.y + 33.5, draft.title, 67, 3.5);
  centred(x + 35, b.y + 49, 'Размеры в миллиметрах', 67);
  centred(right + 7.5, b.y + 18.8, 'Лит.', 14);
  centred(right + 23.5, b.y + 18.8, 'Изменение', 16);
  centred(right + 41, b.y + 18.8, 'Масштаб', 17);
  centred(right + 7.5, b.y + 29.3, '–', 14, 3.5);
  centred(right + 23.5, b.y + 29.3, String(set.revision), 15, 3.5);
  centred(right + 41, b.y + 29.3, draft.scale, 16.5, 3.5);
  centred(right + 10, b.y + 38.8, `Лист ${number}`, 19);
  centred(right + 35, b.y + 38.8, `Листов ${of}`, 29);
  lines(paper, set.company, { x: right + 25, y: b.y + 49.5, w: 47, size: 3 });
}

/** Up to two lines, the last on the base line `y`; what is longer is narrowed. */
function lines(
  paper: Paper,
  text: string,
  { x, y, w, size, bold = false }: { x: number; y: number; w: number } & TextLook,
): void {
  const [first = '', ...rest] = wrap(text, { size, bold }, w);
  const shown = rest.length > 0 ? [first, rest.join(' ')] : [first];
  for (const [i, line] of shown.entries()) {
    paper.text(x, y - (shown.length - 1 - i) * size * 1.6 + (shown.length - 1) * 0.8, line, {
      anchor: 'middle',
      within: w,
      size,
      bold,
    });
  }
}

/** ГОСТ 2.104, form 2a, with the sheet's number out of all: 185 × 15. */
function lowBlock(paper: Paper, b: Area, set: SetTitle, number: number, of: number): void {
  paper.take(b);
  paper.rect({ ...PENS.frame, fill: '#FFFFFF' }, b);
  signatures(paper, b, 2, set);
  const [x, last] = [b.x + SIGNED_WIDTH, b.x + b.w - 20];
  for (const at of [x, last]) paper.line(PENS.outline, [at, b.y], [at, b.y + b.h]);
  paper.line(PENS.outline, [last, b.y + 7], [b.x + b.w, b.y + 7]);
  const middle = (x + last) / 2;
  paper.text(middle, b.y + 6.3, `Заказ ${set.orderId}`, { anchor: 'middle', within: 97, size: 3.5 });
  paper.text(middle, b.y + 12.3, set.product, { anchor: 'middle', within: 97, size: 3 });
  paper.text(last + 10, b.y + 5, 'Лист', { anchor: 'middle' });
  paper.text(last + 10, b.y + 12.6, `${number} из ${of}`, { anchor: 'middle', within: 18, size: 3.5 });
}

/** The table of changes: `head` is the row of its headings; the standing revision is entered above it. */
function signatures(paper: Paper, b: Area, head: number, set: SetTitle): void {
  let x = b.x;
  SIGNED.forEach((w, i) => {
    const headed = b.y + head * ROW + 3.8;
    paper.text(x + w / 2, headed, HEADS[i] ?? '', { anchor: 'middle', within: w - 1 });
    x += w;
    const split = i === 0 ? b.y + (head + 1) * ROW : b.y + b.h;
    if (i < SIGNED.length - 1) paper.line(PENS.outline, [x, b.y], [x, split]);
  });
  const rows = Math.round(b.h / ROW);
  for (let row = 1; row < rows; row += 1) {
    const pen = row === head || row === head + 1 ? PENS.outline : PENS.thin;
    paper.line(pen, [b.x, b.y + row * ROW], [b.x + SIGNED_WIDTH, b.y + row * ROW]);
  }
  const y = b.y + (head - 1) * ROW + 3.8;
  paper.text(b.x + SIGNED[0] / 2, y, String(set.revision), { anchor: 'middle', within: SIGNED[0] - 1 });
  paper.text(b.x + SIGNED[0] + SIGNED[1] / 2, y, 'все', { anchor: 'middle', within: SIGNED[1] - 1 });
  paper.text(b.x + SIGNED_WIDTH - SIGNED[4] / 2, y, set.date, { anchor: 'middle', within: SIGNED[4] - 1 });
}
