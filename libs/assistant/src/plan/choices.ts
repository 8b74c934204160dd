import type { Meaning } from '../meaning/meaning.js';

/** What begins the choices of a question; each is numbered where there are several. */
const BEGIN = 'Можно так: ';
/** Between what a choice is and what comes of it. */
const THEN = ': ';

/** A choice in a customer's words: what is done, and what comes of it. */
export interface Worded {
  readonly head: string;
  readonly tail: string;
}

/** «Можно так: 1) посудомойка 450 вместо 600: встанет рядом с мойкой 600; 2) без пенала 400.» */
export function choicesText(choices: readonly Worded[]): string {
  const texts = choices.map(({ head, tail }) => (tail ? head + THEN + tail : head));
  if (texts.length === 0) return '';
  return `${BEGIN}${texts.length === 1 ? texts[0] : texts.map((text, i) => `${i + 1}) ${text}`).join('; ')}.`;
}

/** The choices that a question offered, as `choicesText` wrote them; the reply is what a conversation keeps of it. */
export function choicesIn(reply: string): readonly Worded[] {
  const from = reply.lastIndexOf(BEGIN);
  if (from < 0) return [];
  const [list = ''] = reply.slice(from + BEGIN.length).split(/[.?!…](?=\s|$)/);
  return list
    .split(/(?:^|; )\d\) /)
    .filter(Boolean)
    .map((text) => {
      const [head = '', ...tail] = text.split(THEN);
      return { head, tail: tail.join(THEN) };
    });
}

/**
 * The number of the choice whose words a message repeats; undefined where they are no one's or several's. `loosely`: a part
 * of a choice's words names it too, where no other has them («без пенала», «45»).
 */
export function choiceNamed(meaning: Meaning, choices: readonly Worded[], loosely: boolean): number | undefined {
  const { words, statements } = meaning;
  const said = words.flatMap(({ text, explained }) => {
    const answers = typeof explained === 'number' && statements[explained]?.say === 'answer';
    return explained === 'filler' || answers ? [] : wordsOf(text);
  });
  const all = words.flatMap(({ text }) => wordsOf(text));
  if (said.length === 0) return undefined;
  const only = (test: (choice: Worded) => boolean): number | undefined => {
    const found = choices.flatMap((choice, i) => (test(choice) ? [i + 1] : []));
    return found.length === 1 ? found[0] : undefined;
  };
  const repeats = (text: string): boolean => {
    const other = wordsOf(text);
    return all.length === other.length && all.every((word, i) => isSameWord(word, other[i] ?? ''));
  };
  const isOf = (one: readonly string[], other: readonly string[]): boolean =>
    one.every((word) => other.some((it) => isSameWord(word, it)));
  return (
    only(({ head, tail }) => repeats(head) || repeats(`${head} ${tail}`)) ??
    only(({ head }) => isOf(said, wordsOf(head)) && isOf(wordsOf(head), all)) ??
    (loosely ? only(({ head }) => isOf(said, wordsOf(head))) : undefined)
  );
}

/** Words and numbers, without units of length. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('ё', 'е');
  const all = plain.match(/[а-яa-z]+|\d+(?:[.,]\d+)?/g) ?? [];
  return all.filter((word) => !/^(?:мм|см|м|метр[а-я]*|сантиметр[а-я]*)$/.test(word));
}

/** The same but for an ending, or the same length in another unit. */
function isSameWord(one: string, other: string): boolean {
  if (/\d/.test(one) || /\d/.test(other)) {
    const [a, b] = [one, other].map((word) => Number(word.replace(',', '.')));
    return [1, 10, 1000].some((factor) => (a ?? 0) * factor === b);
  }
  if (one.length <= MIN_STEM || other.length <= MIN_STEM) return one === other;
  const stem = Math.max(MIN_STEM, Math.min(one.length, other.length) - MAX_ENDING);
  return one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= MAX_ENDING;
}
const MIN_STEM = 3;
const MAX_ENDING = 2;
