import { type Finishes, plainStyle } from '../../drawing/styles.js';
import type { Canvas, Line, Shape } from '../../drawing/svg/canvas.js';
import { type Area, MIN_TEXT, type Paper, type Pen, type Point } from './paper.js';
import { CAPITALS } from './text.js';

/** Lines thinner than that are lost in print, mm. */
const MIN_LINE = 0.13;
/** Radius of a circle that holds a number of two digits, mm. */
export const MIN_BADGE = 2.6;
/** Classes of the circles that numbers and letters stand in. */
const BADGES: ReadonlySet<string> = new Set(['num', 'mark', 'markh']);

/** How a drawing comes onto the sheet. */
interface Placing {
  readonly paper: Paper;
  readonly style: StyleSheet;
  /** mm of the sheet for one unit of the drawing, and for one of the width of its lines. */
  readonly k: number;
  readonly weight: number;
  put(p: Point): Point;
}

/** mm of the sheet for one unit of a drawing that is as large as fits into `area`. */
export function scaleIn(canvas: Canvas, area: Area): number {
  const { w, h } = canvas.bounds();
  return Math.min(area.w / w, area.h / h);
}

/** A drawing of the screen in the middle of `area`, as large as fits there, or `k` mm of the sheet for a unit. */
export function placePicture(
  paper: Paper,
  canvas: Canvas,
  area: Area,
  finishes: Finishes,
  k = scaleIn(canvas, area),
): void {
  const { x, y, w, h } = canvas.bounds();
  if (w <= 0 || h <= 0) return;
  const at: Point = [area.x + (area.w - w * k) / 2 - x * k, area.y + (area.h - h * k) / 2 - y * k];
  placeAt(paper, canvas, { at, k, weight: k, style: plainStyle(finishes) });
}

/** Where a drawing's origin comes to lie, and its style sheet. */
interface Place extends Pick<Placing, 'k' | 'weight'> {
  readonly at: Point;
  readonly style: string;
}

/**
 * A drawing of the screen as marks of a sheet. Its classes are looked up in a style sheet of the pictures, so that both
 * look alike; text keeps the least height of a sheet.
 */
export function placeAt(paper: Paper, canvas: Canvas, { at: [left, top], k, weight, style }: Place): void {
  const put = ([x, y]: Point): Point => [left + x * k, top + y * k];
  const placing: Placing = { paper, style: new StyleSheet(style), k, weight, put };
  const groups: number[] = [];
  for (const shape of canvas.shapes) {
    if (shape.kind === 'open') groups.push(placing.style.lookOf(shape.attributes.class ?? '').opacity);
    else if (shape.kind === 'close') groups.pop();
    else
      draw(
        placing,
        shape,
        groups.reduce((product, share) => product * share, 1),
      );
  }
}

type Drawn = Exclude<Shape, { kind: 'open' | 'close' }>;

function draw(placing: Placing, shape: Drawn, opacity: number): void {
  const { paper, k, put } = placing;
  switch (shape.kind) {
    case 'path': {
      const lines = shape.lines.map((line) => line.map(put));
      paper.marks.push({ kind: 'path', lines, closed: shape.closed, pen: penOf(placing, shape.cls, opacity) });
      return;
    }
    case 'rect': {
      const [x, y] = put([shape.x, shape.y]);
      paper.rect(penOf(placing, shape.cls, opacity), { x, y, w: shape.w * k, h: shape.h * k });
      return;
    }
    case 'ellipse': {
      const s = BADGES.has(shape.cls) ? Math.max(k, MIN_BADGE / Math.max(1, shape.rx)) : k;
      const radii = { rx: shape.rx * s, ry: shape.ry * s };
      const at = put([shape.x, shape.y]);
      paper.marks.push({ kind: 'ellipse', at, ...radii, pen: penOf(placing, shape.cls, opacity) });
      return;
    }
    default:
      write(placing, shape.line);
  }
}

function write({ paper, style, k, put }: Placing, { cls, x, y, size, text, style: look = {} }: Line): void {
  const [px, py] = put([x, y]);
  const { fill, bold } = style.lookOf(cls);
  const capitals = Math.max(MIN_TEXT, size * k * CAPITALS);
  const options = {
    ...{ size: capitals, bold: look.bold === true || bold, anchor: look.anchor ?? 'middle' },
    ...(fill === undefined ? {} : { color: fill }),
  };
  if (look.vertical) paper.text(px + capitals / 2, py, text, { ...options, upright: true });
  else paper.text(px, py + capitals / 2, text, options);
}

function penOf({ style, weight }: Placing, classes: string, opacity: number): Pen {
  const { fill, stroke, width, dash, fillOpacity, opacity: own } = style.lookOf(classes);
  const shown = opacity * own * (stroke === undefined ? fillOpacity : 1);
  return {
    ...(fill === undefined ? {} : { fill }),
    ...(stroke === undefined ? {} : { stroke, width: Math.max(MIN_LINE, width * weight) }),
    ...(dash === undefined ? {} : { dash: dash.map((v) => v * weight) }),
    ...(shown === 1 ? {} : { opacity: shown }),
  };
}

interface Look {
  readonly fill: string | undefined;
  readonly stroke: string | undefined;
  readonly width: number;
  readonly dash: readonly number[] | undefined;
  readonly opacity: number;
  readonly fillOpacity: number;
  readonly bold: boolean;
}

const RULE = /^\.dwg \.([\w-]+)\{([^}]*)\}$/gm;

/** The rules of `plainStyle` as data: one class each, its declarations by name. Made for that text, not for CSS at large. */
class StyleSheet {
  private readonly rules: (readonly [cls: string, declarations: readonly (readonly string[])[]])[];
  private readonly looks = new Map<string, Look>();

  constructor(style: string) {
    this.rules = [...style.matchAll(RULE)].map(([, cls = '', body = '']) => [
      cls,
      body.split(';').map((declaration) => declaration.split(':')),
    ]);
  }

  /** What an element's classes come to: later rules win, as in CSS. */
  lookOf(classes: string): Look {
    const known = this.looks.get(classes);
    if (known) return known;
    const own = new Set(classes.split(' '));
    const found = new Map<string, string>();
    for (const [cls, declarations] of this.rules) {
      if (own.has(cls)) for (const [property = '', value = ''] of declarations) found.set(property, value);
    }
    const colour = (property: string) => (found.get(property) === 'none' ? undefined : found.get(property));
    const number = (property: string, otherwise: number) => Number(found.get(property) ?? otherwise);
    const look = {
      fill: colour('fill'),
      stroke: colour('stroke'),
      width: number('stroke-width', 1),
      dash: found.get('stroke-dasharray')?.split(' ').map(Number),
      opacity: number('opacity', 1),
      fillOpacity: number('fill-opacity', 1),
      bold: found.get('font-weight') === '700',
    };
    this.looks.set(classes, look);
    return look;
  }
}
