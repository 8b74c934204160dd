import type { Box } from '../../src/drawing/svg/canvas.js';

/** What a spec reads out of an SVG text: independent of the code that wrote it. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
}

const ENTITY = /&(?!(?:amp|lt|gt|quot|#39);)/;

/** Elements of a well-formed document in their order; throws with the place where it is not well-formed. */
export function parseXml(source: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const token = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g;
  for (const [, closing, name, attrs, empty, text, stray] of source.matchAll(token)) {
    if (stray) throw new Error(`stray <, ${elements.length} elements in`);
    if (text !== undefined) {
      if (ENTITY.test(text)) throw new Error(`unescaped & in "${text.slice(0, 60)}"`);
      const parent = open.at(-1);
      if (parent) parent.text += text;
      else if (text.trim() !== '') throw new Error(`text outside the root: "${text.slice(0, 60)}"`);
      continue;
    }
    if (!name) continue;
    if (closing) {
      const last = open.pop();
      if (last?.name !== name) throw new Error(`</${name}> closes <${last?.name}>`);
      continue;
    }
    const element: Element = { name, attributes: readAttributes(attrs ?? ''), text: '' };
    if (open.length === 0 && elements.length > 0) throw new Error(`second root <${name}>`);
    elements.push(element);
    if (!empty) open.push(element);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return elements;
}

function readAttributes(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key = '', value = ''] of source.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (key in found) throw new Error(`attribute ${key} twice`);
    if (ENTITY.test(value)) throw new Error(`unescaped & in ${key}`);
    found[key] = value;
  }
  return found;
}

const number = (e: Element, key: string): number => Number(e.attributes[key] ?? Number.NaN);

export function viewBox(elements: readonly Element[]): Box {
  const [x = Number.NaN, y = Number.NaN, w = Number.NaN, h = Number.NaN] = (elements[0]?.attributes.viewBox ?? '')
    .split(' ')
    .map(Number);
  return { x, y, w, h };
}

/** The box of a drawn element; undefined for groups and titles. */
export function boxOf(e: Element): Box | undefined {
  switch (e.name) {
    case 'rect':
      return { x: number(e, 'x'), y: number(e, 'y'), w: number(e, 'width'), h: number(e, 'height') };
    case 'circle':
      return around(number(e, 'cx'), number(e, 'cy'), number(e, 'r'), number(e, 'r'));
    case 'ellipse':
      return around(number(e, 'cx'), number(e, 'cy'), number(e, 'rx'), number(e, 'ry'));
    case 'path': {
      const at = [...(e.attributes.d ?? '').matchAll(/(-?\d+) (-?\d+)/g)].map(
        (m) => [Number(m[1]), Number(m[2])] as const,
      );
      const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
    }
    case 'text':
      return textBox(e);
    default:
      return undefined;
  }
}

const around = (cx: number, cy: number, rx: number, ry: number): Box => ({
  x: cx - rx,
  y: cy - ry,
  w: 2 * rx,
  h: 2 * ry,
});

/** An average sans serif: 0.58 em a character (0.68 for capitals), capitals 0.72 em high. */
function textBox(e: Element): Box {
  const size = number(e, 'font-size');
  const text = e.text.replace(/&[a-z#0-9]+;/g, '&');
  const w =
    [...text].reduce((sum, c) => sum + (/[А-ЯA-Z]/.test(c) ? 0.68 : /[\s.,·:–-]/.test(c) ? 0.35 : 0.58), 0) * size;
  const h = 0.72 * size;
  const anchor = e.attributes['text-anchor'] ?? 'start';
  const before = anchor === 'start' ? 0 : anchor === 'end' ? w : w / 2;
  const [x, y] = [number(e, 'x'), number(e, 'y')];
  if (!e.attributes.transform) return { x: x - before, y: y - h, w, h };
  return { x: x - h, y: y - (w - before), w: h, h: w };
}

/** Pairs of texts whose boxes overlap, as `"a" / "b"`. */
export function textOverlaps(elements: readonly Element[]): string[] {
  const texts = elements.filter((e) => e.name === 'text').map((e) => ({ text: e.text, box: textBox(e) }));
  const found: string[] = [];
  texts.forEach((a, i) => {
    for (const b of texts.slice(i + 1)) {
      const across = a.box.x < b.box.x + b.box.w && b.box.x < a.box.x + a.box.w;
      if (across && a.box.y < b.box.y + b.box.h && b.box.y < a.box.y + a.box.h) found.push(`"${a.text}" / "${b.text}"`);
    }
  });
  return found;
}

/** A chain of dimensions as it is written: what it measures, and its numbers in mm. */
export interface WrittenChain {
  of: string;
  numbers: readonly number[];
}

/** The chains of a drawing, in its order. */
export const chainsOf = (svg: string): WrittenChain[] =>
  [...svg.matchAll(/<g data-chain="([^"]*)">([\s\S]*?)<\/g>/g)].map(([, of = '', body = '']) => ({
    of,
    numbers: [...body.matchAll(/<text[^>]*>(\d+)<\/text>/g)].map(([, text]) => Number(text)),
  }));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
