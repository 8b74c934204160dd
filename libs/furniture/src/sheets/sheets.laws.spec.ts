import fc from 'fast-check';
import { longOrder, straightOrder } from '../../test/drawing/orders.js';
import { goldenOrder } from '../../test/golden-order.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { type Sheet, sheetsOf } from './index.js';
import { frameOf } from './paper/frame.js';
import { type Area, areaOf, type Mark, MIN_TEXT, meet, within } from './paper/paper.js';

const TITLE = { company: 'ООО «Кухни»', date: '22.11.2026', revision: 3 };
const sheets = (order: Order): Sheet[] => sheetsOf(order, TITLE);

type Text = Extract<Mark, { kind: 'text' }>;
const textsOf = ({ paper }: Sheet): Text[] => paper.marks.filter((mark) => mark.kind === 'text');

/** Half of the frame's line. */
const SLACK = 0.31;
const outside = (sheet: Sheet): string[] => {
  const frame = frameOf(sheet);
  return sheet.paper.marks
    .filter((mark) => !within(areaOf(mark), frame, SLACK) && !(mark.kind === 'text' && mark.text.startsWith('Формат')))
    .map((mark) => `${sheet.title}: ${mark.kind === 'text' ? mark.text : JSON.stringify(areaOf(mark))}`);
};

/** Letters that touch are told apart; those that lie on each other are not. */
const shrunk = ({ x, y, w, h }: Area): Area => ({ x: x + w * 0.08, y: y + h * 0.15, w: w * 0.84, h: h * 0.7 });
const onEachOther = (sheet: Sheet): string[] => {
  const texts = textsOf(sheet).map((text) => ({ text: text.text, area: shrunk(areaOf(text)) }));
  return texts.flatMap((a, i) =>
    texts.slice(i + 1).flatMap((b) => (meet(a.area, b.area) ? [`${sheet.title}: ${a.text} | ${b.text}`] : [])),
  );
};

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
    for (const { members, whole } of sheet.paper.chains) {
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
  }, 90_000);

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

  it.each(Object.entries(REQUESTS))('have no text upon another where they are drawn: request %s', (name, brief) => {
    const made = compose(brief, { orderId: name });
    if (made.ok) expect(sheets(made.order).flatMap(onEachOther)).toEqual([]);
  });

  it('are the same for the same order', () => {
    expect(JSON.stringify(sheets(goldenOrder()))).toBe(JSON.stringify(sheets(goldenOrder())));
  });
});
