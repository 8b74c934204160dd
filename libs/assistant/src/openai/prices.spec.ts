import fc from 'fast-check';
import { costOf, PRICES, priceOf } from './prices.js';

const MINI = PRICES['gpt-4o-mini'];

const TERRA = PRICES['gpt-6.1-terra'];
const tokens = (prompt: number, cached: number, completion: number, written = 0) => ({
  ...{ prompt, cached, written, completion },
});

describe('what a call costs', () => {
  it('counts cached input at its own price, exactly', () => {
    expect(costOf(tokens(1200, 1000, 80), MINI)).toBe(0.000153);
    expect(costOf(tokens(1_000_000, 0, 1_000_000), MINI)).toBe(0.75);
    expect(costOf(tokens(3, 0, 0), { input: 0.1, cached: 0, output: 0 })).toBe(0.0000003);
  });
  it('counts cache writes at their own price, where there is one', () => {
    expect(costOf(tokens(5000, 0, 300, 4800), TERRA)).toBe(0.0077);
    expect(costOf(tokens(5000, 4800, 300), TERRA)).toBe(0.00194);
    expect(costOf(tokens(1200, 0, 80, 1000), MINI)).toBe(costOf(tokens(1200, 0, 80), MINI));
  });
  it('is 0 without a price', () => expect(costOf(tokens(9, 0, 9), undefined)).toBe(0));
  it('never counts more tokens than there were', () => {
    expect(costOf(tokens(10, 99, 0, 99), TERRA)).toBe(costOf(tokens(10, 10, 0), TERRA));
    expect(costOf(tokens(10, 4, 0, 99), TERRA)).toBe(costOf(tokens(10, 4, 0, 6), TERRA));
  });
  it('is the nearest number to the exact sum', () => {
    const count = fc.integer({ min: 0, max: 400_000 });
    fc.assert(
      fc.property(
        fc.record({ fresh: count, cached: count, written: count, completion: count }),
        fc.constantFrom(...Object.values(PRICES)),
        ({ fresh, cached, written, completion }, price) => {
          const parts: [number, number][] = [
            [fresh, price.input],
            [cached, price.cached],
            [written, price.written ?? price.input],
            [completion, price.output],
          ];
          const exact = parts.reduce((sum, [n, usd]) => sum + BigInt(n) * BigInt(Math.round(usd * 1e6)), 0n);
          const cost = costOf(tokens(fresh + cached + written, cached, completion, written), price);
          expect(cost).toBe(Number(exact) / 1e12);
        },
      ),
    );
  });
});

it('a price list in which nothing is free, caching saves, and no price is finer than a millionth of a dollar', () => {
  for (const { input, cached, written = input, output } of Object.values(PRICES)) {
    expect([cached > 0, cached < input, written >= input, output > input]).toEqual([true, true, true, true]);
    for (const usd of [input, cached, written, output])
      expect(Math.abs(usd * 1e6 - Math.round(usd * 1e6))).toBeLessThan(1e-6);
  }
});

it('a dated model has the price of its family, unless it has its own', () => {
  expect(priceOf('gpt-4o-mini-2024-07-18')).toBe(MINI);
  expect(priceOf('gpt-4o')).toBe(PRICES['gpt-4o']);
  const own = { input: 1, cached: 1, output: 1 };
  expect(priceOf('gpt-4o-2030-01-01', { ...PRICES, 'gpt-4o-2030-01-01': own })).toBe(own);
  expect(priceOf('llama-3')).toBeUndefined();
  expect(priceOf('constructor')).toBeUndefined();
});
