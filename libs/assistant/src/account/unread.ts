import type { Meaning, Statement } from '../meaning/meaning.js';
import { isOfKitchen } from '../plan/mentions.js';
import { number } from '../rules/frame.js';
import { featuresOf, linesOf } from '../rules/notation.js';
import { WORDS } from '../rules/words.js';

/** The words of a kind, with the values of those that are numerals. */
const wordsOf = (kind: string) =>
  linesOf(WORDS)
    .filter(({ name }) => name === kind)
    .flatMap(({ entries }) => entries)
    .flatMap(({ features, words }) =>
      words.split(' ').map((word) => [word, number(featuresOf(features), 'value') ?? 0] as const),
    );
const SPOKEN = new Map(wordsOf('spoken!'));
const CORRECTIONS = new Set(wordsOf('correction!').flatMap(([word]) => word.split('_')));

const numberOf = (text: string): number => SPOKEN.get(text.toLowerCase()) ?? Number(text.replace(',', '.'));

/** Smaller ones count things, and «one» is no more than an article. */
export const MIN_SIZE = 10;
/** Digits of a number as they come back in millimetres: «2,4», «240» and «2400» are alike. */
const digitsOf = (value: number): string =>
  String(value)
    .replace('.', '')
    .replace(/^0+|0+$/g, '');

/** Statements that keep no numbers of their words; those of an answer are a choice's that was offered. */
const NUMBERLESS: readonly Statement['say'][] = ['talk', 'answer', 'context', 'outside'];

const isUsed = (value: number, said: Statement): boolean =>
  NUMBERLESS.includes(said.say) ||
  (JSON.stringify(said, (key, one) => (key === 'source' ? undefined : one)).match(/\d+/g) ?? []).some((digits) =>
    digits.includes(digitsOf(value)),
  );

const isCorrection = (word: string): boolean => CORRECTIONS.has(word.toLowerCase().replaceAll('ё', 'е'));

/** The statement that a word became part of. */
const saidAt = ({ words, statements }: Meaning, at: number): Statement | undefined =>
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

/** Words of which nothing was made, as typed, with the statements on both sides. */
export interface Unread {
  readonly text: string;
  readonly beside: readonly Statement[];
}

const isNegation = (word: string): boolean => /^(?:не|ни|нет|без|кроме|никак\p{L}*|ничего)$/iu.test(word);

/** «без выдвижных систем»: something is refused, whatever it is. */
const refuses = (word: string): boolean => /^(?:без|кроме|вместо|взамен|никак\p{L}*)$/iu.test(word);

const isRefusal = (said: Statement | undefined): boolean =>
  (said?.say === 'thing' || said?.say === 'row') && said.act === 'refuse';

/** What a part is to be like, whatever it is: «фасады пудровые». */
const isAdjective = (word: string): boolean => /(?:[ыи]й|ой|[ая]я|[ыи]е|ую|юю)$/iu.test(word);

/** Letters of a preposition. */
const MAX_LEAD = 3;

/**
 * Runs of words of which nothing was made, where they may matter: beside what was said of the kitchen, every number, what
 * is refused, and what takes back a refusal. A negation goes with the words that it is said of.
 */
export function unreadIn(meaning: Meaning): readonly Unread[] {
  const { words, statements } = meaning;
  const said = (at: number): Statement | undefined => saidAt(meaning, at);
  const isWord = (at: number): boolean => /\p{L}/u.test(words[at]?.text ?? '');
  // An answer in the middle of other words answers nothing.
  const isIdle = (at: number): boolean => words[at]?.explained === 'filler' || said(at)?.say === 'answer';
  const isFiller = (at: number): boolean => isIdle(at) && isWord(at);
  const isLost = (at: number): boolean => lostAt(meaning, at) !== undefined;
  const runs: { readonly from: number; to: number }[] = [];
  const add = (from: number, to: number): void => {
    const last = runs.at(-1);
    if (last && last.to >= from) last.to = Math.max(last.to, to);
    else runs.push({ from, to });
  };
  words.forEach(({ text, explained }, at) => {
    let to = at + 1;
    // «не закладываем, хотя нет, закладываем»: a correction behind a refusal that corrected nothing.
    if (isCorrection(text) && isIdle(at)) {
      const before = words.findLastIndex((_, i) => i < at && !isIdle(i));
      while (isIdle(to)) to += 1;
      const more = words.slice(at + 1, to).some((_, i) => isFiller(at + 1 + i));
      if (isRefusal(said(before)) && more) add(at, to);
      return;
    }
    if (explained !== undefined && explained !== 'name' && !isLost(at)) return;
    const isPart = explained === 'name';
    while (isFiller(to) && (isNegation(text) || (isPart && isAdjective(words[to]?.text ?? '')))) to += 1;
    add(at, to);
  });
  return runs.flatMap(({ from, to }) => {
    const own = words.slice(from, to).filter((_, i) => isWord(from + i) || isLost(from + i));
    const text = own.map((word) => word.text).join(' ');
    const negates = own.some((word) => isNegation(word.text) || isCorrection(word.text));
    // «холодильник на мансарде», «дховка в пенале»: over the preposition, not over a mark.
    const isLead = (i: number): boolean => isFiller(i) && (words[i]?.text.length ?? 0) <= MAX_LEAD;
    const last = words.findLastIndex((_, i) => i < from && !(negates ? isIdle(i) : isLead(i)));
    const next = words.findIndex((_, i) => i >= to && !isLead(i));
    const beside = [last, next].flatMap((at) => said(at) ?? []).filter(isOfKitchen);
    const mayMatter =
      own.some(({ explained }) => explained === 'name') ||
      words.slice(from, to).some((_, i) => isLost(from + i)) ||
      (statements.some(isOfKitchen) && own.some((word) => refuses(word.text))) ||
      (beside.length > 0 && (negates || /\p{L}{3}/u.test(text)));
    return mayMatter ? [{ text, beside }] : [];
  });
}
