import fc from 'fast-check';
import { INSTRUCTIONS, READER } from '../openai/prompt.js';
import { guard } from '../words/guard.js';
import { READ_KINDS, type Reading, readingOf, readingSchema, readingText, type WireReading } from './reading.js';

const big = [{ width: 1200, height: 800 }];
const wire = (change: Partial<WireReading>): WireReading => ({
  is_composition: true,
  walls: [],
  items: [],
  unread: [],
  ...change,
});
const item = (kind: WireReading['items'][number]['kind'], printed?: string, row: 'base' | 'wall' = 'base') =>
  ({ wall: 'A', row, kind, ...(printed === undefined ? {} : { printed }) }) as const;

describe('a reading', () => {
  it('keeps the printed number with the size parsed from it', () => {
    const reading = readingOf(wire({ items: [item('sink', '60'), item('hob', '600 мм'), item('drawers', '0,8 м')] }));
    expect(reading?.items.map(({ w, printed }) => [w, printed])).toEqual([
      [600, '60'],
      [600, '600 мм'],
      [800, '0,8 м'],
    ]);
  });

  it('lists as unread what the model left out', () => {
    const reading = readingOf(wire({ items: [item('sink', '600'), item('unknown', '400'), item('hob')] }));
    expect(reading?.unread).toEqual([
      { wall: 'A', row: 'base', place: 2, what: 'kind' },
      { wall: 'A', row: 'base', place: 3, what: 'size' },
    ]);
  });

  it.each([
    'https://evil.example',
    '1000 руб',
    'n/a',
    '',
    'шестьсот рублей',
    '7'.repeat(30),
    '<b>600</b>',
    '600\tмм',
    '600 .',
    '1',
    '3 600 x',
  ])('repeats nothing that is no size: %j', (printed) => {
    const reading = readingOf(wire({ items: [item('sink', printed)] }));
    expect(reading?.items).toEqual([{ wall: 'A', row: 'base', kind: 'sink' }]);
  });

  it('is undefined for no composition or only unknown items', () => {
    expect(readingOf(wire({ is_composition: false, items: [item('sink', '600')] }))).toBeUndefined();
    expect(readingOf(wire({ items: [item('unknown', '600')] }))).toBeUndefined();
    expect(readingOf(wire({}))).toBeUndefined();
  });
});

const anyReading: fc.Arbitrary<WireReading> = fc
  .record({
    is_composition: fc.constant(true),
    walls: fc.array(fc.record({ wall: fc.constantFrom('A', 'B', 'C'), printed_length: fc.option(fc.string()) }), {
      maxLength: 4,
    }),
    printed_ceiling: fc.option(fc.string()),
    items: fc.array(
      fc.record({
        wall: fc.constantFrom('A', 'B', 'C', 'D'),
        row: fc.constantFrom('base', 'wall', 'tall', 'upper'),
        kind: fc.constantFrom(...READ_KINDS),
        printed: fc.option(
          fc.oneof(
            fc.constantFrom('600', '45', '60 см', '1.2'),
            fc.stringMatching(/^[1-9]\d{0,4}([.,]\d{1,3})?( ?(мм|см|м|mm|cm|m))?\.?$/),
            fc.string(),
          ),
        ),
      }),
      { maxLength: 80 },
    ),
    unread: fc.array(
      fc.record({
        wall: fc.option(fc.constantFrom('A', 'B')),
        row: fc.option(fc.constantFrom('base', 'wall')),
        place: fc.option(fc.integer()),
        what: fc.constantFrom('size', 'kind', 'all'),
      }),
      { maxLength: 80 },
    ),
  })
  .map((raw) => readingSchema.parse(raw));

it('the note of any reading has at most 1,000 characters of known names and sizes', () => {
  fc.assert(
    fc.property(anyReading, fc.integer({ min: 1, max: 1200 }), (raw, side) => {
      const reading: Reading | undefined = readingOf(raw);
      if (!reading) return;
      const words = readingText(reading, [{ width: 1200, height: side }]);
      expect(words.length).toBeLessThanOrEqual(1000);
      expect(words).toMatch(/^[А-Яа-яёЁA-D\d\s.,:;«»()?a-zM-]*$/u);
      expect(words.endsWith('напишите «собирай».')).toBe(true);
      expect(words.includes('Картинка мелкая')).toBe(side < 600);
    }),
    { numRuns: 500 },
  );
});

it('the guard passes the note of any reading', () => {
  const guarded = { orderId: 'lead-1', mayClaim: 'built' as const, confidential: [INSTRUCTIONS, READER] };
  fc.assert(
    fc.property(anyReading, (raw) => {
      const reading = readingOf(raw);
      const words = reading ? readingText(reading, big) : '';
      expect(guard(words, guarded)).toBe(words);
    }),
    { numRuns: 300 },
  );
});

it('a long note is cut between items', () => {
  const items = Array.from({ length: 60 }, () => item('tall_oven_microwave', '600'));
  const reading = readingOf(wire({ items }));
  const words = reading ? readingText(reading, big) : '';
  expect(words).toMatch(/пенал с духовкой и СВЧ 600 и так далее\. Всё верно\?/);
});
