/**
 * Sheets: the papers that a workshop cuts and hangs by (ЕСКД habits: ГОСТ 2.104, 2.301–2.304, 2.307), as marks in
 * millimetres of paper. Pure: no font file, no PDF; libs/formats writes them. Everything is drawn from the scene, the
 * worktops and the bill of materials that pictures and bills are made of.
 */
import { orderBom } from '../bom/order-bom.js';
import type { Finishes } from '../drawing/styles.js';
import type { Order } from '../order/order.js';
import { orderParts } from '../parts/order-parts.js';
import { kitchenTitle } from '../reading/names.js';
import { sceneOf } from '../scene/scene.js';
import { connectionsSheets } from './connections-sheet.js';
import { coverSheet } from './cover.js';
import { linearSheets, materialSheets, partSheets, unitSheets } from './lists.js';
import { finished, type SetTitle, type Sheet } from './paper/frame.js';
import { NO_BREAK } from './paper/text.js';
import { wallSheet } from './wall-sheet.js';
import { worktopSheets } from './worktop-sheet.js';

export type { Sheet } from './paper/frame.js';
export type { Mark, Pen } from './paper/paper.js';
export { CAPITALS } from './paper/text.js';

/** What the sheets say that the order does not. */
export interface SheetsOptions extends Finishes, Omit<SetTitle, 'orderId' | 'product'> {}

/** The set of an order: cover, walls, connections, worktop, lists. The same order and options give the same sheets. */
export function sheetsOf(order: Order, options: SheetsOptions): Sheet[] {
  const scene = sceneOf(order);
  const { parts, worktops, linear, bars } = orderParts(order);
  const drafts = [
    coverSheet(scene, options),
    ...order.room.walls.flatMap((_, i) => wallSheet(scene, i) ?? []),
    ...connectionsSheets(scene),
    ...worktopSheets(worktops, scene),
    ...unitSheets(scene),
    ...materialSheets(orderBom(order), scene),
    ...linearSheets({ linear, bars }),
    ...partSheets(parts, scene),
  ];
  const { company, date, revision } = options;
  const set: SetTitle = {
    orderId: order.id,
    product: kitchenTitle(order).replaceAll(' × ', `${NO_BREAK}×${NO_BREAK}`),
    company,
    date,
    revision,
  };
  return drafts.map((draft, i) => finished(draft, set, i + 1, drafts.length));
}
