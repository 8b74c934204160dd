import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { compact } from '../../test/compact.js';
import { CONCEPTS, conceptsOf } from '../concepts/index.js';
import { GRAMMAR } from '../rules/grammar/index.js';
import { languageOf } from '../rules/language.js';
import { rulesOf } from '../rules/notation.js';
import { meaningOf, readerOf } from './read.js';

const EXAMPLES = readFileSync(new URL('../../test/meanings.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [string, string] => {
    const [text = '', meaning = ''] = line.split(' | ');
    return [text, meaning];
  });

it.each(EXAMPLES)('«%s»', (text, meaning) => {
  expect(compact(meaningOf(text))).toBe(meaning);
});

describe('answers get their sense from the question', () => {
  it.each([
    ['300', { about: 'length' as const }, 'walls 3000'],
    ['отдельный', { about: 'kind' as const, concept: 'fridge' }, 'fridge free'],
    ['метр, сто двадцать', { about: 'place' as const, concept: 'window' }, 'number 1 m; number 120'],
    ['справа', { about: 'place' as const, concept: 'door' }, 'door @right'],
    ['сантиметры', { about: 'length' as const, values: [300, 200] }, 'number 300 cm; number 200 cm'],
    ['в метрах', { about: 'length' as const, values: [14] }, 'number 14 m'],
  ])('«%s»', (text, asked, meaning) => {
    expect(compact(meaningOf(text, { asked }))).toBe(meaning);
  });
});

describe('laws', () => {
  const messages = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(...EXAMPLES.flatMap(([text]) => text.split(' '))), { maxLength: 40 })
      .map((words) => words.join(' ')),
  );

  it('any text has a meaning, the same each time, and every word of it is accounted for', () => {
    fc.assert(
      fc.property(messages, (text) => {
        const meaning = meaningOf(text);
        expect(meaningOf(`${text} `).statements.length).toBe(meaning.statements.length);
        for (const { explained } of meaning.words) {
          const known =
            explained === undefined || typeof explained === 'string' || explained < meaning.statements.length;
          expect(known).toBe(true);
        }
        for (const { source } of meaning.statements) expect(source.to).toBeGreaterThanOrEqual(source.from);
      }),
      { numRuns: 300 },
    );
  });

  it('the order of independent sentences changes nothing of what is read', () => {
    const sentences = [
      'Стена 3 метра',
      'Мойка 60 слева',
      'Плита газовая 50',
      'Без посудомойки',
      'Фасады белые',
      'Потолок 2,7',
    ];
    const sorted = (text: string): string[] => compact(meaningOf(text)).split('; ').sort();
    const expected = sorted(sentences.join('. '));
    fc.assert(
      fc.property(fc.shuffledSubarray(sentences, { minLength: sentences.length }), (shuffled) => {
        expect(sorted(shuffled.join('. '))).toEqual(expected);
      }),
    );
  });
});

it('every category of the grammar is a word or has a rule', () => {
  const { grammar, lexicon } = languageOf(CONCEPTS);
  const heads = new Set([...grammar.rules.values()].flatMap((rules) => rules.map(({ head }) => head)));
  const leaves = [
    'digits',
    'wall_letter',
    'unknown',
    'proper',
    'verb',
    'comma',
    'semicolon',
    'stop',
    'colon',
    'dash',
    'and',
    'by',
  ];
  const missing = rulesOf(GRAMMAR, new Proxy({}, { get: () => () => undefined }))
    .flatMap(({ body }) => body.map(({ category }) => category))
    .filter((category) => !heads.has(category) && !lexicon.categories.has(category) && !leaves.includes(category));
  expect([...new Set(missing)]).toEqual([]);
});

it('a new appliance is one row of the table', () => {
  const read = readerOf({
    ...CONCEPTS,
    ...conceptsOf('coffee kind=microwave codes=WM tier=wall widths=300-650 : кофемолк/f'),
  });
  expect(compact(read('кофемолка 60 слева от мойки, плита'))).toBe('coffee 600 @beside-left(sink); stove');
  expect(compact(read('убери кофемолку'))).toBe('remove coffee');
  expect(compact(read('без кофемолки'))).toBe('-coffee');
});
