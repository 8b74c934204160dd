import { longOrder } from '../../test/drawing/orders.js';
import { textsOf } from '../../test/drawing/sheets.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { sheetsOf } from './index.js';

const scales = (order: Order): string[] =>
  sheetsOf(order, { company: 'ООО «Кухни»', date: '22.11.2026', revision: 1 })
    .filter(({ title }) => title === 'Столешница')
    .flatMap((sheet) => textsOf(sheet).flatMap(({ text }) => /^Столешница, вид сверху, М (.+)$/.exec(text)?.[1] ?? []));

describe('the sheets of the worktop', () => {
  it('hold the three parts of a U together, at a scale that is read easily', () => {
    const made = compose(REQUESTS.R16, { orderId: 'R16' });
    if (!made.ok) throw new Error('does not compose');
    expect(scales(made.order)).toEqual(['1:20']);
  });

  it('show a single part as large as the sheet takes it', () => {
    expect(scales(longOrder(4))[0]).toBe('1:10');
  });
});
