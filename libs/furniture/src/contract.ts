// What the service and its read models know of furniture: the document, its names and what it is made of, without layouts,
// checks, drawings and papers, which are computed in threads of their own.
export type { Bom } from './bom/bom.js';
export { orderBom } from './bom/order-bom.js';
export { findModule } from './catalogue/catalogue.js';
export { VIEWS, type ViewName } from './drawing/views.js';
export { viewAzimuth } from './model3d/view.js';
export * from './order/nodes.js';
export * from './order/order.js';
export { kitchenTitle, nodeName } from './reading/names.js';
