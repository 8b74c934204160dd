/**
 * Drawing: an order as SVG and HTML. `front`, `iso` and `plan` draw the order's scene, `html` puts the drawings on a page,
 * `svg` writes elements and finds room for text. Every shape comes from the same geometry and parts as the bill of
 * materials (spec.md, render, rule 5).
 */
import type { Order } from '../order/order.js';
import { drawFront } from './front/index.js';
import { drawIso } from './iso/index.js';
import { drawPlan } from './plan/index.js';
import type { Finishes } from './styles.js';
import type { ViewName } from './views.js';

export { drawHtml, type PageLinks } from './html/index.js';
export { PALETTE } from './palette.js';
export { VIEWS, type ViewName } from './views.js';
export { drawFront, drawIso, drawPlan };

const DRAWERS: Readonly<Record<ViewName, (order: Order, finishes: Finishes) => string>> = {
  front: drawFront,
  iso: drawIso,
  plan: drawPlan,
};

/** One view of an order as an SVG document. */
export const draw = (order: Order, view: ViewName, finishes: Finishes = {}): string => DRAWERS[view](order, finishes);
