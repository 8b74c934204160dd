import fc from 'fast-check';
import cutting from '../../data/cutting.json' with { type: 'json' };
import { anyOrder } from '../../test/any-order.js';
import { goldenOrder } from '../../test/golden-order.js';
import { kitchen, run } from '../../test/kitchen-of-rows.js';
import { CATALOGUE } from '../catalogue/catalogue.js';
import { orderParts } from './order-parts.js';
import { cutFromStock, jointsOf } from './stock.js';

const lengths = (of: readonly number[]) => of.map((length_mm) => ({ length_mm }));

describe('linear goods cut from stock', () => {
  it('have a stock length each', () => {
    expect(Object.keys(cutting.stock).sort()).toEqual(Object.keys(CATALOGUE.linear).sort());
  });

  it('take the longest first, each from the first bar that has it left, a kerf between two', () => {
    expect(cutFromStock(lengths([596, 2470, 1450, 996]), 3000)).toEqual([
      { stock_mm: 3000, pieces: lengths([2470]), rest_mm: 526 },
      { stock_mm: 3000, pieces: lengths([1450, 996]), rest_mm: 546 },
      { stock_mm: 3000, pieces: lengths([596]), rest_mm: 2400 },
    ]);
    expect(cutFromStock(lengths([1500, 1496]), 3000)).toHaveLength(1);
    expect(cutFromStock(lengths([1500, 1497]), 3000)).toHaveLength(2);
  });

  it('take at most 11/9 of the bars that are needed, and one', () => {
    const few = fc.array(fc.integer({ min: 100, max: 2996 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(few, (mm) => {
        const bars = cutFromStock(lengths(mm), 3000).length;
        expect(bars).toBeLessThanOrEqual(Math.floor((11 * fewest(mm, 3000)) / 9 + 6 / 9));
      }),
    );
  });

  it('lose nothing: bars hold what the rows say, and no bar more than its length', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const { linear, bars } = orderParts(order);
        const total = (key: string) =>
          linear.reduce((sum, row) => sum + (row.key === key ? row.qty * row.length_mm : 0), 0);
        for (const key of new Set(linear.map((row) => row.key))) {
          const pieces = bars.filter((bar) => bar.key === key).flatMap((bar) => bar.pieces);
          expect(pieces.reduce((sum, { length_mm }) => sum + length_mm, 0)).toBe(total(key));
        }
        for (const { pieces, stock_mm, rest_mm } of bars) {
          const used = pieces.reduce((sum, { length_mm }) => sum + length_mm, cutting.kerf * (pieces.length - 1));
          expect(used).toBeLessThanOrEqual(stock_mm);
          expect(rest_mm).toBe(Math.max(0, stock_mm - used - cutting.kerf));
        }
      }),
    );
  });

  it('of the golden kitchen: two lengths of plinth from two bars', () => {
    const plinth = orderParts(goldenOrder()).bars.filter(({ key }) => key === 'plinth');
    expect(plinth).toEqual([
      {
        ...{ key: 'plinth', name: 'Цоколь 100', stock_mm: 4000, rest_mm: 72 },
        pieces: [
          { length_mm: 2470, unit: null, wall: 'A' },
          { length_mm: 1450, unit: null, wall: 'B' },
        ],
      },
    ]);
  });
});

describe('joints of what is longer than its stock', () => {
  it('lie where units meet', () => {
    const row = Array.from({ length: 9 }, (_, i): [string, number, number] => ['B', i * 600, 600]);
    const { linear } = orderParts(kitchen([5400], [run('A', 'base', row)]));
    const plinth = linear.find(({ key }) => key === 'plinth');
    expect(plinth).toMatchObject({ wall: 'A', length_mm: 5400, joints_mm: [3600] });
  });

  it('lie at the end of the bar where no units meet within it', () => {
    expect(jointsOf(9000, [], 4000)).toEqual([4000, 8000]);
    expect(jointsOf(4000, [2000], 4000)).toEqual([]);
  });
});

/** The fewest bars, by trying every way. */
function fewest(mm: readonly number[], stock: number): number {
  const rests: number[] = [];
  let best = mm.length;
  const place = (i: number): void => {
    if (rests.length >= best) return;
    const next = mm[i];
    if (next === undefined) {
      best = rests.length;
      return;
    }
    for (const [k, rest] of rests.entries()) {
      if (rest < next) continue;
      rests[k] = rest - next - cutting.kerf;
      place(i + 1);
      rests[k] = rest;
    }
    rests.push(stock - next - cutting.kerf);
    place(i + 1);
    rests.pop();
  };
  place(0);
  return best;
}
