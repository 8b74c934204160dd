import { longOrder } from '../../test/drawing/orders.js';
import { textsOf } from '../../test/drawing/sheets.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { orderParts } from '../parts/order-parts.js';
import { type Sheet, sheetsOf } from './index.js';
import { areaOf, PENS } from './paper/paper.js';

const worktopsOf = (order: Order): Sheet[] =>
  sheetsOf(order, { company: 'ООО «Кухни»', date: '22.11.2026', revision: 1 }).filter(
    ({ title }) => title === 'Столешница',
  );

const scales = (order: Order): string[] =>
  worktopsOf(order).flatMap((sheet) =>
    textsOf(sheet).flatMap(({ text }) => /^Столешница, вид сверху, М (.+)$/.exec(text)?.[1] ?? []),
  );

describe('the sheets of the worktop', () => {
  it('hold the three parts of a U together, at a scale that is read easily', () => {
    const made = compose(REQUESTS.R16, { orderId: 'R16' });
    if (!made.ok) throw new Error('does not compose');
    expect(scales(made.order)).toEqual(['1:20']);
  });

  it('show a single part as large as the sheet takes it', () => {
    expect(scales(longOrder(4))[0]).toBe('1:10');
  });

  it('join a part that runs into a corner by its front edge there, and the next one by its end', () => {
    const made = compose(REQUESTS.R16, { orderId: 'R16' });
    if (!made.ok) throw new Error('does not compose');
    const [sheet] = worktopsOf(made.order);
    if (!sheet) throw new Error('no worktop');
    const joints = sheet.paper.marks.flatMap((mark) =>
      mark.kind === 'path' && mark.pen === PENS.wall && !mark.closed ? [areaOf(mark)] : [],
    );
    const [front, end] = [joints.filter(({ h }) => h < 5), joints.filter(({ w }) => w === 0)];
    expect([front.length, end.length]).toEqual([2, 2]);
    // 600 mm at 1:20, and 2 mm beyond the end.
    for (const { w } of front) expect(w).toBeCloseTo(32);
    expect(textsOf(sheet).map(({ text }) => text)).toContain('спереди справа с С2');
  });

  it('show the triangle before a diagonal unit under its mark in the list of parts, its right angle at the joint', () => {
    const made = compose(
      {
        walls: [{ length: 2600 }, { length: 2400 }],
        fixtures: [
          { kind: 'unit', code: 'BCD', width: 900 },
          { kind: 'sink', wall: 'A' },
        ],
      },
      { orderId: 'BCD' },
    );
    if (!made.ok) throw new Error('does not compose');
    const [sheet] = worktopsOf(made.order);
    if (!sheet) throw new Error('no worktop');
    const mark = orderParts(made.order).parts.find(({ name }) => name.startsWith('Вставка'))?.mark;
    const words = textsOf(sheet).map(({ text }) => text);
    expect(words.filter((text) => text === mark || text.startsWith(`${mark},`))).toHaveLength(2);
    const triangle = sheet.paper.marks.find(
      (m) => m.kind === 'path' && m.pen === PENS.worktop && m.lines[0]?.length === 3,
    );
    if (triangle?.kind !== 'path') throw new Error('no triangle');
    const { x, y, w } = areaOf(triangle);
    // The part along the first wall lies above it, the next wall's part at its right.
    expect(triangle.lines[0]).toContainEqual([x + w, y]);
  });
});
