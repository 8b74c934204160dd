import { node, orderOf, run, wall } from '../../test/drawing/orders.js';
import { struck, textsOf } from '../../test/drawing/sheets.js';
import { sheetsOf } from './index.js';

describe("names of narrow units on a wall's sheet", () => {
  it('have leaders that run through no other name: beside a door, over two panels of one narrow unit', () => {
    const rows = [
      run('A', 'base', [node('n1', 0, 'EP', 16, 820), node('n2', 16, 'BB', 200), node('n3', 216, 'EP', 16, 820)]),
      run('A', 'wall', [node('n4', 0, 'EP', 16, 720), node('n5', 16, 'W', 300)]),
    ];
    const obstacles = [{ id: 'o1', kind: 'door', wall: 'A', at: 400, width: 1300 }] as const;
    const order = orderOf([wall('A', 5195)], rows, { obstacles: [...obstacles] });
    const sheets = sheetsOf(order, { company: 'ООО «Кухни»', date: '23.11.2026', revision: 1 });
    const [sheet] = sheets.filter(({ title }) => title === 'Стена A. Вид спереди');
    if (!sheet) throw new Error('no sheet of the wall');
    const names = textsOf(sheet).flatMap(({ text }) => (/^\d · /.test(text) ? [text] : []));
    expect(names.sort()).toEqual(['1 · БП 16', '3 · БП 16', '4 · БП 16']);
    expect(struck(sheet)).toEqual([]);
  });
});
