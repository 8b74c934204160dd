import { accountFor, answerTo, applyChange } from '#libs/assistant';
import { drawFront, drawHtml, drawIso, type Finish, type Order, orderBom } from '#libs/furniture';

/** A picture of an order. */
export interface Drawing {
  readonly order: Order;
  readonly format: 'svg' | 'html';
  readonly view: 'front' | 'iso';
  readonly carcass: Finish;
  readonly facade: Finish;
}

/** What worker threads compute. They import this module and nothing else of the service: no framework, no store. */
export const tasks = {
  understand: answerTo,
  apply: applyChange,
  account: accountFor,
  bom: orderBom,
  draw({ order, format, view, carcass, facade }: Drawing): string {
    if (format === 'html') return drawHtml(order, { view, carcass, facade, title: order.id });
    return view === 'iso' ? drawIso(order, { carcass, facade }) : drawFront(order, { carcass, facade });
  },
};

export type Tasks = typeof tasks;
