import { COLOURS, NEAREST_COLOURS } from '../concepts/colours.js';
import type { ConceptTable } from '../concepts/concepts.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import { OUTSIDE } from '../concepts/outside.js';
import { TOPICS } from '../concepts/topics.js';
import { type Grammar, grammarOf } from './chart.js';
import { computationsOf } from './computations.js';
import { GRAMMAR } from './grammar/index.js';
import { type Entry, Lexicon } from './lexicon.js';
import { featuresOf, linesOf, rulesOf } from './notation.js';
import { WORDS } from './words.js';

/** Words and rules of customers' language. */
export interface Language {
  readonly lexicon: Lexicon;
  readonly grammar: Grammar;
}

/** Entries of `category! feature=value @cost : words | feature=value words` lines. */
const entriesOf = (table: string): Entry[] =>
  linesOf(table).flatMap(({ name, features, entries }) =>
    entries.map((entry) => {
      const cost = Number(features.find((one) => one.startsWith('@'))?.slice(1) ?? 0);
      const frame = featuresOf([...features.filter((one) => !one.startsWith('@')), ...entry.features]);
      const exact = name.endsWith('!');
      return { words: entry.words, category: name.replace('!', ''), frame, cost, ...(exact ? { exact } : {}) };
    }),
  );

/** Entries of a table by key, which is the value of this feature. */
const table = (rows: Readonly<Record<string, string>>, category: string, feature: string, how?: Partial<Entry>) =>
  Object.entries(rows).map(([key, words]): Entry => ({ words, category, frame: { [feature]: key }, ...how }));

export function languageOf(concepts: ConceptTable): Language {
  const words = (rows: Readonly<Record<string, { readonly words: string }>>): Record<string, string> =>
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row.words]));
  const lexicon = new Lexicon([
    ...table(words(concepts), 'noun', 'concept'),
    ...Object.entries(concepts).flatMap(([concept, { saying }]) =>
      Object.entries(saying).map(([features, said]) => ({
        words: said,
        category: 'noun',
        frame: { concept, ...featuresOf(features.split(' ')) },
      })),
    ),
    ...table(words(OBSTACLE_CONCEPTS), 'obst', 'obstacle'),
    ...table(COLOURS, 'colour_word', 'finish', { exact: true }),
    ...table(OUTSIDE, 'outside_noun', 'name', { cost: 0.1 }),
    ...[NEAREST_COLOURS, TOPICS, WORDS].flatMap(entriesOf),
  ]);
  const rules = [...rulesOf(GRAMMAR, computationsOf(concepts)), ...lexicon.rules];
  return { lexicon, grammar: grammarOf(rules) };
}
