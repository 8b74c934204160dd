import fc from 'fast-check';
import { costOf, PRICES, priceOf } from './prices.js';

const MINI = PRICES['gpt-4o-mini'];

describe('what a call costs', () => {
  it('counts cached input at its own price, exactly', () => {
    expect(costOf({ prompt: 1200, cached: 1000, completion: 80 }, MINI)).toBe(0.000153);
    expect(costOf({ prompt: 1_000_000, cached: 0, completion: 1_000_000 }, MINI)).toBe(0.75);
    expect(costOf({ prompt: 3, cached: 0, completion: 0 }, { input: 0.1, cached: 0, output: 0 })).toBe(0.0000003);
  });
  it('is nothing where the model has no price', () =>
    expect(costOf({ prompt: 9, cached: 0, completion: 9 }, undefined)).toBe(0));
  it('never counts more cached tokens than there were', () => {
    expect(costOf({ prompt: 10, cached: 99, completion: 0 }, MINI)).toBe(
      costOf({ prompt: 10, cached: 10, completion: 0 }, MINI),
    );
  });
  it('is the nearest number to the exact sum', () => {
    const tokens = fc.integer({ min: 0, max: 400_000 });
    fc.assert(
      fc.property(
        tokens,
        tokens,
        tokens,
        fc.constantFrom(...Object.values(PRICES)),
        (fresh, cached, completion, price) => {
          const parts = [fresh * price.input, cached * price.cached, completion * price.output].map((usd) =>
            Math.round(usd * 1e6),
          );
          const exact = parts.reduce((sum, part) => sum + BigInt(part), 0n);
          expect(costOf({ prompt: fresh + cached, cached, completion }, price)).toBe(Number(exact) / 1e12);
        },
      ),
    );
  });
});

it('a dated model has the price of its family, unless it has its own', () => {
  expect(priceOf('gpt-4o-mini-2024-07-18')).toBe(MINI);
  expect(priceOf('gpt-4o')).toBe(PRICES['gpt-4o']);
  const own = { input: 1, cached: 1, output: 1 };
  expect(priceOf('gpt-4o-2030-01-01', { ...PRICES, 'gpt-4o-2030-01-01': own })).toBe(own);
  expect(priceOf('llama-3')).toBeUndefined();
  expect(priceOf('constructor')).toBeUndefined();
});
