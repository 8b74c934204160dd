import { type Box, grow } from './box.js';
import type { Canvas } from './canvas.js';
import { escapeXml } from './text.js';

export interface DocumentOptions {
  title: string;
  /** Without a sheet the page around the drawing gives the colours. */
  style?: string;
  margin: number;
}

/** A finished SVG document: a view box around everything drawn, paper below it, 1 unit = 1 mm. */
export function svgDocument(canvas: Canvas, { title, style, margin }: DocumentOptions): string {
  const view: Box = grow(canvas.bounds(), margin);
  const label = escapeXml(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="dwg" viewBox="${view.x} ${view.y} ${view.w} ${view.h}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    style === undefined ? '' : `<style>${style}</style>`,
    `<rect class="paper" x="${view.x}" y="${view.y}" width="${view.w}" height="${view.h}"/>`,
    canvas.toString(),
    '</svg>',
    '',
  ]
    .filter((line, i, all) => line !== '' || i === all.length - 1)
    .join('\n');
}
