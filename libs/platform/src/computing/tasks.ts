import { accountFor, answerTo, applyChange } from '#libs/assistant';
import {
  drawFront,
  drawHtml,
  drawIso,
  type Finish,
  type Order,
  orderBom,
  orderParts,
  partsTable,
} from '#libs/furniture';

/** A picture of an order. */
export interface Drawing {
  readonly order: Order;
  readonly format: 'svg' | 'html';
  readonly view: 'front' | 'iso';
  readonly carcass: Finish;
  readonly facade: Finish;
}

/**
 * What worker threads compute. They import this module and nothing else of the service: no framework, no store; the
 * libraries of files for other programs only when one is asked for.
 */
export const tasks = {
  understand: answerTo,
  apply: applyChange,
  account: accountFor,
  bom: orderBom,
  parts: orderParts,
  async partsCsv(order: Order): Promise<string> {
    const { csvTable } = await import('#libs/formats');
    return csvTable(partsTable(orderParts(order)));
  },
  draw({ order, format, view, carcass, facade }: Drawing): string {
    if (format === 'html') return drawHtml(order, { view, carcass, facade, title: order.id });
    return view === 'iso' ? drawIso(order, { carcass, facade }) : drawFront(order, { carcass, facade });
  },
};

export type Tasks = typeof tasks;
