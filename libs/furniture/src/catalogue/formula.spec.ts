import fc from 'fast-check';
import { FormulaError, formula } from './formula.js';

const size = { W: 600, H: 720, D: 560, B: 568, t: 16, n: 1, b: 0, NL: 500 };
const value = (text: string, change: Partial<typeof size> = {}) => formula(text).evaluate({ ...size, ...change });

describe('a formula', () => {
  it.each([
    ['H-4', 716],
    ['W//n-4', 596],
    ['2*4', 8],
    ['(W-D)*1414//1000-36', 20],
    ['1 if W<=600 else 2', 1],
    ['4 if W<=500 else 5 if W<=600 else 6', 5],
    ['{360:0,600:1,720:2,900:3}[H]', 2],
    ['7%4', 3],
    ['-7//2', -4],
    ['1-2-3', -4],
    ['2+3*4', 14],
    ['H >= 720', 1],
  ])('%s is %i', (text, expected) => expect(value(text)).toBe(expected));

  it('takes the lower key of a table for a size between two, and the first below all', () => {
    expect(value('{360:0,600:1,720:2}[H]', { H: 719 })).toBe(1);
    expect(value('{360:7,600:1}[H]', { H: 100 })).toBe(7);
  });

  it.each([
    ['X-4', 'unknown variable X in "X-4"'],
    ['constructor', 'unknown variable constructor'],
    ['W-', '"W-" ends too early'],
    ['', '"" ends too early'],
    ['W W', 'unexpected "W" in "W W"'],
    ['W;H', 'unexpected ";" in "W;H"'],
    ['(W', '")" is missing in "(W"'],
    ['1 if W', '"else" is missing'],
    ['{a:1}[H]', 'a table key is not a number'],
    ['W.constructor', 'unexpected "." in "W.constructor"'],
    ['process()', 'unknown variable process'],
    ['W constructor H', 'unexpected "constructor"'],
    ['('.repeat(100_000), 'a formula has at most 200 characters'],
  ])('%s is refused with its reason', (text, message) => {
    expect(() => formula(text)).toThrow(FormulaError);
    expect(() => formula(text)).toThrow(message);
  });

  it('computes sums, products and floors as arithmetic does', () => {
    const term = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(term, term, term, (a, b, c) => {
        expect(value(`${a}+${b}*${c}`)).toBe(a + b * c);
        expect(value(`(${a}-${b})//${c}`)).toBe(Math.floor((a - b) / c));
        expect(value(`(${a}-${b})%${c}`)).toBe((((a - b) % c) + c) % c);
      }),
    );
  });

  it('never does anything but parse: any text gives a formula or a FormulaError', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'WHDn(){}[]:,+-*/<=12 ife ls') })),
        (text) => {
          try {
            formula(text);
          } catch (error) {
            expect(error).toBeInstanceOf(FormulaError);
          }
        },
      ),
    );
  });
});
