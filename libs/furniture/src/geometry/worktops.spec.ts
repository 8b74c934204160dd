import fc from 'fast-check';
import { worktops } from '../bom/worktop.js';
import { goldenKitchen, kitchen } from '../checks/testing/kitchen.js';
import type { Order } from '../order/order.js';
import { worktopSegments } from './worktops.js';

const tops = (order: Order) => worktopSegments(order).map((s) => `${s.wall.id} ${s.x0}-${s.x1}`);
const base = (row: string, more = {}) => kitchen({ walls: [4000], runs: { 'A-base': row }, ...more });

describe('worktops', () => {
  it('of the golden kitchen: A 670 to 3000, B 600 to 2000', () => {
    expect(tops(goldenKitchen())).toEqual(['A 670-3000', 'B 600-2000']);
  });

  it('are parted by tall units, a stove and open gaps, not by a washer', () => {
    expect(tops(base('B/600 B/600@1200', { runs: { 'A-base': 'B/600 B/600@1200', 'A-tall': 'T/600@600' } }))).toEqual([
      'A 0-600',
      'A 1200-1800',
    ]);
    expect(tops(base('B/600 NB/600+stove B/600'))).toEqual(['A 0-600', 'A 1200-1800']);
    expect(tops(base('B/600 NB/600+washer B/600'))).toEqual(['A 0-1800']);
    expect(tops(base('B/600 B/600@616'))).toEqual(['A 0-600', 'A 616-1216']);
    expect(tops(base('B/600 B/600@615'))).toEqual(['A 0-1215']);
  });

  it('run on before the gap of a pipe', () => {
    const obstacles = [{ kind: 'gas_pipe' as const, wall: 'A', at: 615, width: 30 }];
    expect(tops(base('B/600 B/600@660', { obstacles }))).toEqual(['A 0-1260']);
  });

  it('take in strips and panels, and end at the wall when less than 16 is left', () => {
    expect(tops(base('FL/20 B/600 EP/16'))).toEqual(['A 0-636']);
    expect(tops(base('B/600@3385'))).toEqual(['A 3385-4000']);
    expect(tops(base('B/600@3384'))).toEqual(['A 3384-3984']);
  });

  it('have the corner on the wall before it, also when the corner unit stands on the next', () => {
    const order = kitchen({ walls: [3000, 2500], runs: { 'A-base': 'B/600@1770 FLC/50', 'B-base': 'BC/1130' } });
    expect(tops(order)).toEqual(['A 1770-3000', 'B 600-1130']);
  });

  it('begin at the neighbour’s front beside a tall unit in the corner', () => {
    const order = kitchen({ walls: [3000, 2500], runs: { 'A-tall': 'T/600@2400', 'B-base': 'FLC/50@580 B/600' } });
    expect(tops(order)).toEqual(['B 580-1230']);
  });
});

it('worktops are those of the bill of materials before they are cut', () => {
  const unit = fc.constantFrom('B/600', 'BS/600+sink', 'NB/600+stove', 'NB/600+washer', 'FL/50', 'EP/16', 'BD3/400');
  const gap = fc.constantFrom(0, 0, 0, 10, 16, 300);
  const row = fc.array(fc.tuple(unit, gap), { maxLength: 5 });
  const lay = (start: number, units: [string, number][]) => {
    let x = start;
    return units.map(([token, gap]) => {
      const at = x + gap;
      x = at + Number(/\/(\d+)/.exec(token)?.[1]);
      return token.replace(/(\/\d+)/, `$1@${at}`);
    });
  };
  const start = fc.constantFrom(0, 580, 630, 700);
  fc.assert(
    fc.property(start, row, start, row, (a, first, b, second) => {
      const order = kitchen({
        walls: [3000, 3000],
        runs: { 'A-base': lay(a, first).join(' '), 'B-base': lay(b, second).join(' ') },
      });
      const cut = worktops(order).map((part) => `${part.wall} ${part.x0}-${part.x1}`);
      const whole = tops(order).filter((top) => !cut.includes(top));
      const joined = worktops(order).map((part) => `${part.wall} ${part.x0}`);
      expect(
        tops(order)
          .map((top) => top.replace(/-.*/, ''))
          .filter((top) => !joined.includes(top)),
      ).toEqual([]);
      expect(
        whole.filter((top) => {
          const [x0 = 0, x1 = 0] = top.slice(2).split('-').map(Number);
          return x1 - x0 <= 3000;
        }),
      ).toEqual([]);
    }),
  );
});
