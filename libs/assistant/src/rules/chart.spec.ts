import { type Edge, grammarOf, parse } from './chart.js';
import { EMPTY, type Frame } from './frame.js';
import { rulesOf } from './notation.js';

/** Arithmetic: the parser knows nothing of kitchens. */
const SUMS = `
expr = digit
expr !add @1 = expr plus expr
expr !mul @0.5 = expr times expr
expr !inner = open expr close
pair = expr>left comma expr>right
list = expr>>items ; list comma expr>>items
`;

const value = (frame: Frame | undefined): number =>
  typeof frame?.['value'] === 'number' ? frame['value'] : Number.NaN;
const grammar = grammarOf(
  rulesOf(SUMS, {
    add: ([a, , b]) => ({ value: value(a) + value(b) }),
    mul: ([a, , b]) => ({ value: value(a) * value(b) }),
    inner: ([, inner]) => inner,
  }),
);
const CATEGORIES: Readonly<Record<string, string>> = {
  '+': 'plus',
  '*': 'times',
  '(': 'open',
  ')': 'close',
  ',': 'comma',
};

const edgesOf = (text: string): readonly (readonly Edge[])[] => {
  const leaves = [...text].map((letter, from): Edge => {
    const category = CATEGORIES[letter] ?? 'digit';
    return { category, from, to: from + 1, cost: 0, frame: category === 'digit' ? { value: Number(letter) } : EMPTY };
  });
  return parse(leaves, text.length, grammar, (_, frame) => String(frame['value']));
};
const whole = (text: string, category: string): Edge[] =>
  (edgesOf(text)[0] ?? []).filter((edge) => edge.to === text.length && edge.category === category);

it('gives the cheapest edge of a category over the whole text first', () => {
  expect(whole('(2+3)*4', 'expr').map(({ frame }) => frame['value'])).toEqual([20]);
});

it('keeps ambiguous readings apart by their key, the cheaper one first', () => {
  const readings = whole('2+3*4', 'expr');
  expect(readings.map(({ frame }) => frame['value']).sort()).toEqual([14, 20]);
  expect(readings[0]?.cost).toBeLessThanOrEqual(readings[1]?.cost ?? 0);
});

it('puts children into features and lists, as the rule says', () => {
  expect(whole('1,2', 'pair')[0]?.frame).toEqual({ left: { value: 1 }, right: { value: 2 } });
  expect(whole('1,2,3', 'list')[0]?.frame).toEqual({ items: [{ value: 1 }, { value: 2 }, { value: 3 }] });
});

it('rejects a child in another case, and features that contradict each other', () => {
  const cased = grammarOf(rulesOf('place at=under = under noun/i>of\nboth = noun noun'));
  const leaf = (category: string, from: number, frame: Frame): Edge => ({
    category,
    from,
    to: from + 1,
    cost: 0,
    frame,
  });
  const parsed = (cases: string): readonly Edge[] =>
    parse([leaf('under', 0, EMPTY), leaf('noun', 1, { cases, it: 'sink' })], 2, cased, () => '')[0] ?? [];
  expect(parsed('i').map(({ category }) => category)).toContain('place');
  expect(parsed('n').map(({ category }) => category)).not.toContain('place');
  const two = parse([leaf('noun', 0, { it: 'sink' }), leaf('noun', 1, { it: 'hob' })], 2, cased, () => '');
  expect(two[0]?.some(({ category }) => category === 'both')).toBe(false);
});

it('reads a line that is no rule as an error', () => {
  expect(() => rulesOf('this is no rule')).toThrow('not a rule');
});

it('is linear in the length of the text, whatever it is', () => {
  const edges = edgesOf('1+'.repeat(2000)).reduce((sum, some) => sum + some.length, 0);
  expect(edges).toBeLessThan(4000 * 70);
});
