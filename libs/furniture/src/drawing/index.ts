/**
 * Drawing: an order as SVG and HTML. `scene` says what is to be seen (numbers, fronts, what stands where), `front` and
 * `iso` draw it, `html` puts a drawing on a page, `svg` writes elements and finds room for text. Every shape comes from
 * the same geometry and parts as the bill of materials (spec.md, render, rule 5).
 */
export { drawFront } from './front/index.js';
export { drawHtml } from './html/index.js';
export { drawIso } from './iso/index.js';
export { PALETTE } from './palette.js';
