import { COLOURS, NEAREST_COLOURS } from '../concepts/colours.js';
import type { ConceptTable } from '../concepts/concepts.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import { OTHER_FURNITURE, OUTSIDE } from '../concepts/outside.js';
import { CONTEXTS, TOPICS } from '../concepts/topics.js';
import { type Grammar, grammarOf } from './chart.js';
import { computationsOf } from './computations.js';
import type { Frame } from './frame.js';
import { GRAMMAR } from './grammar.js';
import { type Entry, FILLER, Lexicon } from './lexicon.js';
import { featuresOf, linesOf, rulesOf } from './notation.js';
import { FILLERS, WORDS } from './words.js';

/** Words and rules of customers' language. */
export interface Language {
  readonly lexicon: Lexicon;
  readonly grammar: Grammar;
  /** Expressions of several words that change nothing, by their first word. */
  readonly concepts: ConceptTable;
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

const table = (
  rows: Readonly<Record<string, string>>,
  category: string,
  feature: string,
  more: { readonly cost?: number; readonly exact?: true; readonly frame?: Frame } = {},
): Entry[] =>
  Object.entries(rows).map(([key, words]) => ({
    words,
    category,
    frame: { [feature]: key, ...more.frame },
    ...(more.cost ? { cost: more.cost } : {}),
    ...(more.exact ? { exact: true } : {}),
  }));

const swapped = (rows: Readonly<Record<string, string>>): Record<string, string> => {
  const out: Record<string, string> = {};
  for (const [words, key] of Object.entries(rows)) out[key] = `${out[key] ?? ''} ${words}`;
  return out;
};

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
    ...table(swapped(NEAREST_COLOURS), 'colour_word', 'finish', { exact: true, frame: { nearest: true } }),
    ...table(OUTSIDE, 'outside_noun', 'name', { exact: true, cost: 0.1 }),
    ...table(TOPICS, 'topic', 'topic', { exact: true, cost: 0.2 }),
    { words: OTHER_FURNITURE, category: 'topic', frame: { topic: 'other_furniture' }, exact: true },
    ...table(CONTEXTS, 'context_word', 'of', { exact: true, cost: 0.3 }),
    ...entriesOf(WORDS),
    { words: FILLERS, category: FILLER },
  ]);
  const rules = [...rulesOf(GRAMMAR, computationsOf(concepts)), ...lexicon.rules];
  return { lexicon, grammar: grammarOf(rules), concepts };
}
