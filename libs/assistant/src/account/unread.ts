import type { Meaning, Statement } from '../meaning/meaning.js';
import { isOfKitchen } from '../plan/mentions.js';
import { isCorrection, lostAt, saidAt } from './numbers.js';

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

/** Letters of a preposition. */
const MAX_LEAD = 3;

interface Run {
  readonly from: number;
  to: number;
}

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
  const ofKitchen = (at: number): readonly Statement[] => {
    const one = said(at);
    return one && isOfKitchen(one) ? [one] : [];
  };
  const runs: Run[] = [];
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
    if (explained !== undefined && explained !== 'name' && lostAt(meaning, at) === undefined) return;
    if (isNegation(text)) while (isFiller(to)) to += 1;
    add(at, to);
  });
  return runs.flatMap(({ from, to }) => {
    const own = words.slice(from, to).filter((_, i) => isWord(from + i) || lostAt(meaning, from + i) !== undefined);
    const text = own.map((word) => word.text).join(' ');
    const negates = own.some((word) => isNegation(word.text) || isCorrection(word.text));
    // «холодильник на мансарде»: over the preposition, not over a mark.
    const isLead = (i: number): boolean => isFiller(i) && (words[i]?.text.length ?? 0) <= MAX_LEAD;
    const last = words.findLastIndex((_, i) => i < from && !(negates ? isIdle(i) : isLead(i)));
    const beside = [...ofKitchen(last), ...ofKitchen(to)];
    const isOpen =
      own.some(({ explained }) => explained === 'name') ||
      words.slice(from, to).some((_, i) => lostAt(meaning, from + i) !== undefined);
    const mayMatter =
      isOpen ||
      (statements.some(isOfKitchen) && own.some((word) => refuses(word.text))) ||
      (beside.length > 0 && (negates || /\p{L}{3}/u.test(text)));
    return mayMatter ? [{ text, beside }] : [];
  });
}
