export type { Bom } from './bom/bom.js';
export { orderBom } from './bom/order.js';
export { golaJoints, golaParts, gripsOf, lights, plinths } from './bom/profiles.js';
export { tapesOf, unitBom } from './bom/unit.js';
export { type WorktopPart, worktops } from './bom/worktop.js';
export {
  CATALOGUE,
  CONSTANTS,
  findModule,
  isMadeHeight,
  isMadeWidth,
  loadCatalogue,
  makeUnit,
  modules,
  nearestWidths,
  validateCatalogue,
} from './catalogue/catalogue.js';
export * from './catalogue/module.js';
export type { UnitSize } from './catalogue/unit.js';
export { check } from './checks/check.js';
export type { Finding } from './checks/finding.js';
export { drawFront, type FrontOptions } from './drawing/front/index.js';
export { drawHtml, type HtmlOptions } from './drawing/html/index.js';
export { drawIso, type IsoOptions } from './drawing/iso/index.js';
export { place } from './geometry/place.js';
export type { PlacedNode } from './geometry/placed.js';
export type * from './layout/brief.js';
export { compose } from './layout/compose.js';
export { edit } from './layout/edit.js';
export { nodeUnit } from './order/node-unit.js';
export * from './order/nodes.js';
export * from './order/order.js';
export { type ParsedOrder, parseOrder } from './order/parse.js';
export type { Problem } from './order/reader.js';
export { applianceName, finishName, nodeName, obstacleName } from './reading/names.js';
export { readOrder, readWall } from './reading/reading.js';
export * from './reading/words.js';
