export { drawFront, type FrontOptions } from './front/index.js';
export { drawHtml, type HtmlOptions, type ViewName } from './html/index.js';
export { drawIso, type IsoOptions } from './iso/index.js';
export { PALETTE, parseFinish, type Swatch } from './palette.js';
export { numbered } from './scene/scene.js';
export type { Finishes } from './styles.js';
