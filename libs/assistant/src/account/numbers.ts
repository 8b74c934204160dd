import type { Meaning, Statement } from '../meaning/meaning.js';
import { number } from '../rules/frame.js';
import { featuresOf, linesOf } from '../rules/notation.js';
import { WORDS } from '../rules/words.js';

/** Numerals in words, by their values. */
const SPOKEN: ReadonlyMap<string, number> = new Map(
  linesOf(WORDS)
    .filter(({ name }) => name.startsWith('spoken'))
    .flatMap(({ entries }) => entries)
    .flatMap(({ features, words }) =>
      words.split(' ').map((word): [string, number] => [word, number(featuresOf(features), 'value') ?? 0]),
    ),
);

const numberOf = (text: string): number => SPOKEN.get(text.toLowerCase()) ?? Number(text.replace(',', '.'));

/** Smaller ones count things, and «one» is no more than an article. */
export const MIN_SIZE = 10;
/** Digits of a number as they come back in millimetres: «2,4», «240» and «2400» are alike. */
const digitsOf = (value: number): string =>
  String(value)
    .replace('.', '')
    .replace(/^0+|0+$/g, '');

const isUsed = (value: number, said: Statement): boolean =>
  said.say === 'talk' ||
  // The words of a choice that was offered.
  said.say === 'answer' ||
  said.say === 'context' ||
  said.say === 'outside' ||
  (JSON.stringify(said, (key, one) => (key === 'source' ? undefined : one)).match(/\d+/g) ?? []).some((digits) =>
    digits.includes(digitsOf(value)),
  );

const CORRECTIONS: ReadonlySet<string> = new Set(
  linesOf(WORDS)
    .filter(({ name }) => name === 'correction!')
    .flatMap(({ entries }) => entries.flatMap(({ words }) => words.split(' ')))
    .flatMap((word) => word.split('_')),
);

export const isCorrection = (word: string): boolean => CORRECTIONS.has(word.toLowerCase().replaceAll('ё', 'е'));

/** The statement that a word became part of. */
export const saidAt = ({ words, statements }: Meaning, at: number): Statement | undefined =>
  statements[Number(words[at]?.explained ?? Number.NaN)];

/** «плита 50, ой, 60»: the number that a correction leads to stands for the one before it. */
function isCorrected(meaning: Meaning, at: number): boolean {
  const { words } = meaning;
  const next = words.findIndex(({ text }, i) => i > at && Number.isFinite(numberOf(text)));
  const { text = '', explained } = words[next] ?? {};
  const own = words[at]?.explained;
  const said = saidAt(meaning, next);
  const isSame = own === explained || own === 'filler';
  const between = words.slice(at + 1, next);
  return (
    said !== undefined &&
    isSame &&
    isUsed(numberOf(text), said) &&
    between.some((word) => isCorrection(word.text) || /^нет?$/i.test(word.text))
  );
}

/** The number at a word that nothing was made of, though something may explain the word. */
export function lostAt(meaning: Meaning, at: number): number | undefined {
  const { words } = meaning;
  const value = numberOf(words[at]?.text ?? '');
  const said = saidAt(meaning, at);
  // «не 60, а 40», «а не на 60», «50 вместо 60»
  const isDenied = /(^| )(не|вместо)( на)? $/i.test(`${words[at - 2]?.text} ${words[at - 1]?.text} `);
  const isSize = (value >= MIN_SIZE || !Number.isInteger(value)) && !isDenied;
  return Number.isFinite(value) && isSize && !(said && isUsed(value, said)) && !isCorrected(meaning, at)
    ? value
    : undefined;
}
