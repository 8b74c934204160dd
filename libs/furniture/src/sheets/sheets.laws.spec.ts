import fc from 'fast-check';
import { longOrder, straightOrder } from '../../test/drawing/orders.js';
import { onEachOther, outside, struck, type Text, textsOf } from '../../test/drawing/sheets.js';
import { goldenOrder } from '../../test/golden-order.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { type Sheet, sheetsOf } from './index.js';
import { MIN_TEXT } from './paper/paper.js';

const TITLE = { company: 'ООО «Кухни»', date: '22.11.2026', revision: 3 };
const sheets = (order: Order): Sheet[] => sheetsOf(order, TITLE);

/** What every set holds, whatever the kitchen. */
function expectLaws(order: Order): void {
  const set = sheets(order);
  expect(set.flatMap(outside)).toEqual([]);
  set.forEach((sheet, i) => {
    const texts = textsOf(sheet);
    expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(MIN_TEXT);
    expect(texts.every(({ text }) => !/undefined|NaN|null/.test(text))).toBe(true);
    const words = texts.map(({ text }) => text);
    expect(words.includes(`Лист ${i + 1}`) || words.includes(`${i + 1} из ${set.length}`)).toBe(true);
    for (const { members, whole, middles = [] } of sheet.paper.chains) {
      expect(middles).toEqual(middles.toSorted((a, b) => a - b));
      expect(members.reduce((sum, member) => sum + member, 0)).toBe(whole);
      for (const member of members) expect(words).toContain(String(member));
    }
  });
  for (const [i, wall] of order.room.walls.entries()) {
    const chains = set[i + 1]?.paper.chains.filter(({ of }) => of === `${wall.id}: низ` || of === `${wall.id}: верх`);
    for (const { whole } of chains ?? []) expect(whole).toBe(wall.length);
  }
}

describe('the sheets of a kitchen', () => {
  it.each([
    ['the golden one', goldenOrder()],
    ['one with every kind of front and obstacle', straightOrder()],
    ['one along twelve metres', longOrder(20)],
  ])('of %s stay within their frames, with chains that sum and text that can be read', (_, order) => {
    expectLaws(order);
  });

  it('of any that can be composed, likewise', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (made.ok) expectLaws(made.order);
      }),
      { numRuns: 40 },
    );
  });

  it('show every unit by its number on its wall, and in the list of units', () => {
    const order = goldenOrder();
    const set = sheets(order);
    const on = (title: string) => set.filter((sheet) => sheet.title === title).flatMap((sheet) => textsOf(sheet));
    const numbers = (texts: readonly Text[]) => new Set(texts.map(({ text }) => Number(/^\d+/.exec(text)?.[0])));
    const walls = numbers([...on('Стена A. Вид спереди'), ...on('Стена B. Вид спереди')]);
    const listed = numbers(on('Ведомость модулей'));
    for (let number = 1; number <= 21; number += 1)
      expect([walls.has(number), listed.has(number)]).toEqual([true, true]);
  });

  it.each(Object.entries(REQUESTS))('have no text upon another, nor under a line: request %s', (name, brief) => {
    const made = compose(brief, { orderId: name });
    if (!made.ok) return;
    expect(sheets(made.order).flatMap(onEachOther)).toEqual([]);
    expect(sheets(made.order).flatMap(struck)).toEqual([]);
  });

  it('are the same for the same order', () => {
    expect(JSON.stringify(sheets(goldenOrder()))).toBe(JSON.stringify(sheets(goldenOrder())));
  });
});
