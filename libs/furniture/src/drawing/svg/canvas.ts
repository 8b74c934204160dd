import { escapeXml, textWidth } from './text.js';

const { abs, max, min, round } = Math;

export type Point = readonly [x: number, y: number];

/** A straight line. */
export const segment = (x1: number, y1: number, x2: number, y2: number): Point[] => [
  [x1, y1],
  [x2, y2],
];

/** The diagonals of a box. */
export const crossOf = ({ x, y, w, h }: Box): Point[][] => [segment(x, y, x + w, y + h), segment(x, y + h, x + w, y)];

export interface TextStyle {
  anchor?: 'start' | 'middle' | 'end';
  /** Reads from bottom to top. */
  vertical?: boolean;
  bold?: boolean;
}

/** One line of text, placed by the middle of its height: `y` is the line's axis, not its base line. */
export interface Line {
  cls: string;
  x: number;
  y: number;
  size: number;
  text: string;
  style?: TextStyle;
  /** The text stands in a circle of this radius. */
  circle?: number;
  /** Room kept around a text anchored in its middle, for a plate. */
  pad?: number;
}

const BOLD = 1.1;

/** The box that a line takes by estimate. */
export function lineBox({ x, y, size, text, style = {}, circle = 0, pad = 0 }: Line): Box {
  if (circle > 0) return { x: x - circle, y: y - circle, w: 2 * circle, h: 2 * circle };
  const w = round(textWidth(text, size) * (style.bold ? BOLD : 1)) + 2 * pad;
  const h = round(size * 0.96) + 2 * pad;
  const shift = style.anchor === 'start' ? 0 : style.anchor === 'end' ? -w : -round(w / 2);
  if (!style.vertical) return { x: x + shift, y: y - round(h / 2), w, h };
  const up = style.anchor === 'start' ? -w : style.anchor === 'end' ? 0 : -round(w / 2);
  return { x: x - round(h / 2), y: y + up, w: h, h: w };
}

/** Coordinates are whole: the same order gives the same bytes (furniture.ru.md 4.2). */
export function int(n: number): number {
  const whole = round(n);
  // Neither infinite nor NaN; −0 becomes 0.
  return whole - whole === 0 && whole !== 0 ? whole : 0;
}

/** What a drawing is made of, whole coordinates; `cls` are its classes (styles.ts). */
export type Shape =
  | { readonly kind: 'open'; readonly attributes: Readonly<Record<string, string>>; readonly title?: string }
  | { readonly kind: 'close' }
  | ({ readonly kind: 'rect'; readonly cls: string; readonly rx: number } & Readonly<Box>)
  | {
      readonly kind: 'ellipse';
      readonly cls: string;
      readonly x: number;
      readonly y: number;
      readonly rx: number;
      readonly ry: number;
    }
  | {
      readonly kind: 'path';
      readonly cls: string;
      readonly lines: readonly (readonly Point[])[];
      readonly closed: boolean;
    }
  | { readonly kind: 'text'; readonly line: Line };

/**
 * Collects shapes and the extent of what was drawn, so that the view box follows from the drawing and nothing can lie
 * outside it. Looks come from classes alone (styles.ts). Shapes become SVG here and marks of a sheet in sheets/paper/picture.ts.
 */
export class Canvas {
  readonly shapes: Shape[] = [];
  private x0 = Number.POSITIVE_INFINITY;
  private y0 = Number.POSITIVE_INFINITY;
  private x1 = Number.NEGATIVE_INFINITY;
  private y1 = Number.NEGATIVE_INFINITY;

  /** Marks a place as used without drawing there. */
  extend(b: Box): void {
    this.point(b.x, b.y);
    this.point(b.x + b.w, b.y + b.h);
  }

  open(attributes: Readonly<Record<string, string>> = {}, title?: string): void {
    this.shapes.push({ kind: 'open', attributes, ...(title === undefined ? {} : { title }) });
  }

  close(): void {
    this.shapes.push({ kind: 'close' });
  }

  rect(cls: string, x: number, y: number, w: number, h: number, rx = 0): void {
    const [l, t, r, b] = [int(x), int(y), int(x + max(0, w)), int(y + max(0, h))];
    this.point(l, t);
    this.point(r, b);
    this.shapes.push({ kind: 'rect', cls, x: l, y: t, w: r - l, h: b - t, rx: int(rx) });
  }

  /** One path of several open lines. */
  lines(cls: string, lines: readonly (readonly Point[])[]): void {
    this.path(cls, lines, false);
  }

  polygon(cls: string, points: readonly Point[]): void {
    this.path(cls, [points], true);
  }

  circle(cls: string, cx: number, cy: number, r: number): void {
    this.ellipse(cls, cx, cy, r, r);
  }

  ellipse(cls: string, cx: number, cy: number, rx: number, ry: number): void {
    const [x, y, a, b] = [int(cx), int(cy), int(abs(rx)), int(abs(ry))];
    this.point(x - a, y - b);
    this.point(x + a, y + b);
    this.shapes.push({ kind: 'ellipse', cls, x, y, rx: a, ry: b });
  }

  text(line: Line): void {
    this.extend(lineBox(line));
    this.shapes.push({ kind: 'text', line });
  }

  /** The extent of everything drawn so far, whole numbers. */
  bounds(): Box {
    if (this.x0 > this.x1) return { x: 0, y: 0, w: 0, h: 0 };
    return { x: this.x0, y: this.y0, w: this.x1 - this.x0, h: this.y1 - this.y0 };
  }

  toString(): string {
    return this.shapes.map(svgElement).join('\n');
  }

  private path(cls: string, given: readonly (readonly Point[])[], closed: boolean): void {
    const lines: Point[][] = [];
    for (const points of given) {
      if (points.length < 2) continue;
      const whole = points.map(([x, y]): Point => [int(x), int(y)]);
      for (const [x, y] of whole) this.point(x, y);
      lines.push(whole);
    }
    if (lines.length > 0) this.shapes.push({ kind: 'path', cls, lines, closed });
  }

  private point(x: number, y: number): void {
    const [a, b] = [int(x), int(y)];
    if (a < this.x0) this.x0 = a;
    if (a > this.x1) this.x1 = a;
    if (b < this.y0) this.y0 = b;
    if (b > this.y1) this.y1 = b;
  }
}

function svgElement(shape: Shape): string {
  switch (shape.kind) {
    case 'open': {
      const attributes = Object.entries(shape.attributes).map(([k, v]) => ` ${k}="${escapeXml(v)}"`);
      return `<g${attributes.join('')}>${shape.title === undefined ? '' : `<title>${escapeXml(shape.title)}</title>`}`;
    }
    case 'close':
      return '</g>';
    case 'rect': {
      const { cls, x, y, w, h, rx } = shape;
      return `<rect class="${cls}" x="${x}" y="${y}" width="${w}" height="${h}"${rx > 0 ? ` rx="${rx}"` : ''}/>`;
    }
    case 'ellipse': {
      const { cls, x, y, rx, ry } = shape;
      return rx === ry
        ? `<circle class="${cls}" cx="${x}" cy="${y}" r="${rx}"/>`
        : `<ellipse class="${cls}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;
    }
    case 'path':
      return pathElement(shape.cls, shape.lines, shape.closed ? 'z' : '');
    default:
      return textElement(shape.line);
  }
}

function pathElement(cls: string, lines: readonly (readonly Point[])[], end: string): string {
  let d = '';
  for (const points of lines) {
    let joint = 'M';
    for (const [x, y] of points) {
      d += `${joint}${x} ${y}`;
      joint = 'L';
    }
    d += end;
  }
  return `<path class="${cls}" d="${d}"/>`;
}

function textElement(line: Line): string {
  const { cls, size, text, style = {} } = line;
  const base = size * 0.36;
  const x = int(style.vertical ? line.x + base : line.x);
  const y = int(style.vertical ? line.y : line.y + base);
  const anchor = style.anchor === 'start' ? '' : ` text-anchor="${style.anchor ?? 'middle'}"`;
  const turn = style.vertical ? ` transform="rotate(-90 ${x} ${y})"` : '';
  const weight = style.bold ? ' font-weight="700"' : '';
  const body = escapeXml(text);
  return `<text class="${cls}" x="${x}" y="${y}" font-size="${int(size)}"${anchor}${weight}${turn}>${body}</text>`;
}

/** Lines at 45° that fill a box, `step` apart along its edge; at most some two hundred. */
export function hatch({ x, y, w, h }: Box, step: number): Point[][] {
  const reach = w + h;
  const pace = Math.max(step, Math.ceil(reach / 200), 1);
  const lines: Point[][] = [];
  for (let s = pace; s < reach; s += pace) {
    const from: Point = s <= h ? [x, y + s] : [x + s - h, y + h];
    const to: Point = s <= w ? [x + s, y] : [x + w, y + s - w];
    lines.push([from, to]);
  }
  return lines;
}

/** An upright rectangle in the drawing's own units; y grows downwards. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export function inside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

/** What two boxes have in common; nothing: a box without extent. */
export function common(a: Box, b: Box): Box {
  const [x, y] = [max(a.x, b.x), max(a.y, b.y)];
  return { x, y, w: max(0, min(a.x + a.w, b.x + b.w) - x), h: max(0, min(a.y + a.h, b.y + b.h) - y) };
}

export function grow(b: Box, by: number): Box {
  return { x: b.x - by, y: b.y - by, w: b.w + 2 * by, h: b.h + 2 * by };
}

export interface DocumentOptions {
  title: string;
  /** Without a sheet the page around the drawing gives the colours. */
  style?: string;
  /** Of all that is drawn, for a page that shows parts of it again. */
  id?: string;
  margin: number;
}

/** A finished SVG document: a view box around everything drawn, paper below it, 1 unit = 1 mm. */
export function svgDocument(canvas: Canvas, { title, style, id, margin }: DocumentOptions): string {
  const view: Box = grow(canvas.bounds(), margin);
  const label = escapeXml(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="dwg" viewBox="${view.x} ${view.y} ${view.w} ${view.h}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    style === undefined ? '' : `<style>${style}</style>`,
    `<rect class="paper" x="${view.x}" y="${view.y}" width="${view.w}" height="${view.h}"/>`,
    id === undefined ? canvas.toString() : `<g id="${id}" class="dwg">${canvas}</g>`,
    '</svg>',
    '',
  ]
    .filter((line, i, all) => line !== '' || i === all.length - 1)
    .join('\n');
}
