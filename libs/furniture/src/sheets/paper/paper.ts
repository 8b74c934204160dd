import { NO_BREAK, type TextLook, widthOf } from './text.js';

/** A place on a sheet, mm from its upper left corner; y grows downwards. */
export type Point = readonly [x: number, y: number];

/** A rectangle of a sheet, mm. */
export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How lines and areas look; mm. Without `stroke` nothing is lined, without `fill` nothing is filled. */
export interface Pen {
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly fill?: string;
  /** Of lines and areas alike, 0 to 1. */
  readonly opacity?: number;
}

const INK = '#1A1A1A';
const GREY = '#6B6E70';

/** Lines after ГОСТ 2.303 at s = 0.5: outlines s, thin ones s/2 to s/3; what is dashed is hidden or opens (furniture.ru.md 4.2). */
export const PENS = {
  frame: { stroke: INK, width: 0.6 },
  outline: { stroke: INK, width: 0.5 },
  part: { stroke: INK, width: 0.25 },
  thin: { stroke: INK, width: 0.18 },
  opening: { stroke: INK, width: 0.15, dash: [3, 1.5] },
  hidden: { stroke: INK, width: 0.18, dash: [2, 1] },
  axis: { stroke: INK, width: 0.15, dash: [6, 1.5] },
  side: { stroke: GREY, width: 0.18 },
  body: { stroke: INK, width: 0.5, fill: '#FFFFFF' },
  front: { stroke: INK, width: 0.25, fill: '#FFFFFF' },
  worktop: { stroke: INK, width: 0.5, fill: '#E9E8E4' },
  plinth: { stroke: INK, width: 0.25, fill: '#E2E2DF' },
  panel: { stroke: INK, width: 0.25, fill: '#EFEFEC' },
  wall: { stroke: INK, width: 0.7 },
  plate: { fill: '#FFFFFF' },
  badge: { stroke: INK, width: 0.25, fill: '#FFFFFF' },
  dot: { fill: INK },
  head: { fill: '#EFEFEC' },
} as const satisfies Record<string, Pen>;

/** What a sheet is made of, mm. A text's `size` is the height of its capital letters (ГОСТ 2.304), `y` its base line. */
export type Mark =
  | {
      readonly kind: 'path';
      readonly lines: readonly (readonly Point[])[];
      readonly closed: boolean;
      readonly pen: Pen;
    }
  | { readonly kind: 'ellipse'; readonly at: Point; readonly rx: number; readonly ry: number; readonly pen: Pen }
  | ({ readonly kind: 'text' } & Written);

interface Written extends TextLook {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: Anchor;
  readonly color: string;
  /** Reads from bottom to top. */
  readonly upright: boolean;
  /** Letters are narrowed to this share of their width. */
  readonly narrow: number;
}

export type Anchor = 'start' | 'middle' | 'end';

/** The least height of text on a sheet, mm. */
export const MIN_TEXT = 2.5;
/** Text is narrowed no further than that before it is cut. */
const MIN_NARROW = 0.6;

export interface TextOptions {
  /** Height of the capital letters, mm; never below MIN_TEXT. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly anchor?: Anchor;
  readonly upright?: boolean;
  readonly color?: string;
  /** The room that there is, mm: longer text is narrowed, then cut with «…». */
  readonly within?: number;
}

/** A chain of dimensions as it stands on a sheet: its members sum to the whole. */
export interface DrawnChain {
  readonly of: string;
  readonly members: readonly number[];
  readonly whole: number;
  /** Where the numbers of a level chain stand along it, in the order of the members. */
  readonly middles?: readonly number[];
}

/** Collects the marks of one sheet. */
export class Paper {
  readonly marks: Mark[] = [];
  readonly chains: DrawnChain[] = [];
  private readonly labels: Area[] = [];
  private readonly bodies: Area[] = [];

  line(pen: Pen, ...points: readonly Point[]): void {
    this.lines(pen, [points]);
  }

  /** Several open lines as one path. */
  lines(pen: Pen, lines: readonly (readonly Point[])[]): void {
    this.marks.push({ kind: 'path', lines, closed: false, pen });
  }

  polygon(pen: Pen, points: readonly Point[]): void {
    this.marks.push({ kind: 'path', lines: [points], closed: true, pen });
  }

  rect(pen: Pen, { x, y, w, h }: Area): void {
    this.polygon(pen, [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ]);
  }

  circle(pen: Pen, at: Point, r: number): void {
    this.marks.push({ kind: 'ellipse', at, rx: r, ry: r, pen });
  }

  /** One line of text; `y` is its base line, for an upright one `x` is. */
  text(x: number, y: number, text: string, options: TextOptions = {}): void {
    const { size = MIN_TEXT, bold = false, anchor = 'start', upright = false, color = INK, within } = options;
    const look = { size, bold };
    const fitted = within === undefined ? { text, narrow: 1 } : shortened(text, look, within);
    const shown = fitted.text.replaceAll(NO_BREAK, ' ');
    if (shown !== '') this.marks.push({ kind: 'text', x, y, anchor, color, upright, ...look, ...fitted, text: shown });
  }

  /** Keeps later labels away from a text or a sign. */
  take(area: Area): void {
    this.labels.push(area);
  }

  /** Keeps later labels away from a body, unless they have no other place. */
  takeBody(area: Area): void {
    this.bodies.push(area);
  }

  /** @param over whether it may stand on a body */
  isFree(area: Area, over = false): boolean {
    const free = (others: readonly Area[]) => !others.some((other) => meet(area, other));
    return free(this.labels) && (over || free(this.bodies));
  }
}

export const meet = (a: Area, b: Area): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export const within = (inner: Area, outer: Area, slack = 0): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.w <= outer.x + outer.w + slack &&
  inner.y + inner.h <= outer.y + outer.h + slack;

function shortened(text: string, look: TextLook, room: number): { text: string; narrow: number } {
  const natural = widthOf(text, look);
  if (natural <= room) return { text, narrow: 1 };
  if (natural * MIN_NARROW <= room) return { text, narrow: room / natural };
  let cut = text;
  while (cut !== '' && widthOf(`${cut}…`, look) * MIN_NARROW > room) cut = cut.slice(0, -1);
  return { text: cut === '' ? '' : `${cut}…`, narrow: MIN_NARROW };
}

/** The rectangle that a mark takes, without the width of its lines. */
export function areaOf(mark: Mark): Area {
  if (mark.kind === 'text') return textArea(mark);
  if (mark.kind === 'ellipse') {
    const [x, y] = mark.at;
    return { x: x - mark.rx, y: y - mark.ry, w: 2 * mark.rx, h: 2 * mark.ry };
  }
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of mark.lines) {
    for (const [x, y] of points) {
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    }
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

function textArea({ x, y, text, anchor, upright, narrow, size, bold }: Written): Area {
  const w = widthOf(text, { size, bold }) * narrow;
  const before = anchor === 'start' ? 0 : anchor === 'middle' ? w / 2 : w;
  return upright ? { x: x - size, y: y - (w - before), w: size, h: w } : { x: x - before, y: y - size, w, h: size };
}
