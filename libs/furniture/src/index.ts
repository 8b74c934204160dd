/**
 * Furniture: kitchens as pure functions over data, without I/O, clock or framework (design: furniture).
 *
 * `order` the document and how it is read; `catalogue` modules and the units made of them; `geometry` where an order's
 * nodes, worktops and plinths are; `layout` kitchens from requests, and changes to them; `checks` what stands against
 * an order; `parts` what is cut for it, piece by piece; `bom` the sum of that; `drawing` how it looks, `model3d` in three
 * dimensions; `sheets` the papers that it is made by; `reading` how it is said in Russian.
 */
export type { Bom } from './bom/bom.js';
export { unitBom } from './bom/bom.js';
export { orderBom } from './bom/order-bom.js';
export {
  CONSTANTS,
  findModule,
  isMadeHeight,
  isMadeWidth,
  madeWidths,
  makeUnit,
  modules,
  nearestWidths,
} from './catalogue/catalogue.js';
export type { Module } from './catalogue/module.js';
export {
  hasTrait,
  isBlindCorner,
  isBuiltInFridge,
  isCornerFiller,
  isCornerUnit,
  isDiagonalCorner,
  isEndPanel,
  isGap,
  isHoodCabinet,
  isMachineFront,
  isNiche,
  isOpenShelf,
  isOrdinary,
  STANDARD,
} from './catalogue/traits.js';
export { check } from './checks/check.js';
export { type Finding, wordedFinding } from './checks/finding.js';
export type { RuleCode } from './checks/rules/index.js';
export {
  draw,
  drawFront,
  drawHtml,
  drawIso,
  drawPlan,
  PALETTE,
  type PageLinks,
  VIEWS,
  type ViewName,
} from './drawing/index.js';
export {
  type DiagonalHalf,
  type DiagonalPlinth,
  diagonalHalves,
  diagonalPlinths,
  footprint,
  frontSpan,
  inPlan,
  type WorktopInsert,
  worktopInserts,
} from './geometry/footprint.js';
export { isKeptFree } from './geometry/obstacles.js';
export { place } from './geometry/place.js';
export { worktops } from './geometry/worktops.js';
export type * from './layout/brief.js';
export { compose } from './layout/compose.js';
export { edit } from './layout/edit.js';
export { inPlaceOf } from './layout/in-place-of.js';
export { blockFor } from './layout/input/fixtures.js';
export { type Model, modelOf } from './model3d/model.js';
export { viewAzimuth } from './model3d/view.js';
export { isSameKitchen, succeeding } from './order/ids.js';
export { nodeUnit } from './order/node-unit.js';
export * from './order/nodes.js';
export * from './order/order.js';
export { parseOrder } from './order/parse.js';
export { type OrderParts, orderParts } from './parts/order-parts.js';
export { partsTable } from './parts/table.js';
export { applianceName, finishName, kitchenTitle, nodeName, obstacleName } from './reading/names.js';
export { readOrder } from './reading/reading.js';
export * from './reading/words.js';
export { CAPITALS, type Mark, type Pen, type Sheet, type SheetsOptions, sheetsOf } from './sheets/index.js';
