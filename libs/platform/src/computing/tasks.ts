import { accountFor, answerTo, applyChange } from '#libs/assistant';
import {
  dateWords,
  draw,
  drawHtml,
  type Finish,
  modelOf,
  type Order,
  orderBom,
  orderParts,
  type PageLinks,
  partsTable,
  sheetsOf,
  type ViewName,
} from '#libs/furniture';

/** A picture of an order, or its model. */
export interface Drawing {
  readonly order: Order;
  readonly format: 'svg' | 'html' | 'glb';
  readonly view: ViewName;
  readonly carcass: Finish;
  readonly facade: Finish;
  /** Where a page leads to the same order in other forms; none for a page that is kept as a file. */
  readonly links?: PageLinks;
}

/** The set of sheets of an order, as PDF. */
export interface Papers extends Pick<Drawing, 'order' | 'carcass' | 'facade'> {
  readonly format: 'pdf';
  /** What the title blocks name beside the order: the company's title, the turn that made the order and when it did. */
  readonly company: string;
  readonly turn: number;
  /** ISO 8601. */
  readonly made_at: string;
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
  async papers({ order, company, turn, made_at, carcass, facade }: Papers): Promise<Uint8Array> {
    const { pdfOf } = await import('#libs/formats');
    const made = new Date(made_at);
    const sheets = sheetsOf(order, { company, revision: turn, date: dateWords(made), carcass, facade });
    return pdfOf(sheets, { title: `Заказ ${order.id}`, author: company, made });
  },
  async draw({ order, format, view, carcass, facade, links = {} }: Drawing): Promise<string | Uint8Array> {
    if (format === 'glb') {
      const { glbOf } = await import('#libs/formats');
      return glbOf(modelOf(order, { carcass, facade }));
    }
    if (format === 'html') return drawHtml(order, { view, carcass, facade, links });
    return draw(order, view, { carcass, facade });
  },
};

export type Tasks = typeof tasks;
