/**
 * Drawing: an order as SVG and HTML. `scene` says what is to be seen (numbers, fronts, what stands where), `front` and
 * `iso` draw it, `html` puts a drawing on a page, `svg` writes elements and finds room for text. Every shape comes from
 * the same geometry and parts as the bill of materials (spec.md, render, rule 5).
 */
export { drawFront, type FrontOptions } from './front/index.js';
export { drawHtml, type HtmlOptions, type ViewName } from './html/index.js';
export { drawIso, type IsoOptions } from './iso/index.js';
export { PALETTE, parseFinish, type Swatch } from './palette.js';
export type { Finishes } from './styles.js';
