import { DONE_CLAIM, FORBIDDEN, FORBIDDEN_ACROSS, STATE_CLAIM } from './forbidden.js';
import { cleanReply } from './note.js';

export interface GuardContext {
  /** Id of this conversation's order, the only one that may be named. */
  readonly orderId: string;
  /** Texts that must not be quoted: the instructions, the API key. */
  readonly confidential?: readonly string[] | undefined;
  /**
   * Which claims are true: all of them in a `built` turn; claims about the state where an order is `standing` and
   * nothing was refused; none where there is `nothing`.
   */
  readonly mayClaim: 'built' | 'standing' | 'nothing';
}

/** This many consecutive words of a confidential text are a quotation. */
const MIN_QUOTED_WORDS = 5;
/**
 * Of these, at least this many Latin: Russian words in the instructions are names of cabinets and finishes that replies
 * need.
 */
const MIN_QUOTED_LATIN_WORDS = 3;
/** Confidential texts without spaces (keys) are matched literally from this length on. */
const MIN_KEY_LENGTH = 6;

/** Only this much of a reply is examined, as matching takes time; a note has 1,000 characters. */
const MAX_REPLY_LENGTH = 2_000;
/** Longer words are codes. */
const OVERLONG_WORD = /\S{50}/;

/**
 * Sentences with their punctuation. A dot inside a number or an address, or before a lower-case letter («5000 руб. в
 * месяц»), ends none, so that a forbidden sentence goes as a whole.
 */
const sentences = (text: string): string[] =>
  text.match(/[^\n]+?(?:[.!?…。！？]+(?=\s+[^\sа-яёa-z]|\s*$)|(?=\n)|$)/gm) ?? [];

/** Without the markup that `cleanReply` removes later: it must not hide a match. */
const withoutMarkup = (sentence: string): string => sentence.replace(/[*_`#|~[\]]+/g, '');

const FOREIGN_LETTER = /(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u;

/** Russian with codes and units: no third alphabet and at least as many Cyrillic letters as Latin. */
function isRussian(sentence: string): boolean {
  if (FOREIGN_LETTER.test(sentence)) return false;
  const latin = sentence.match(/\p{Script=Latin}/gu) ?? [];
  return (sentence.match(/[а-яё]/gi) ?? []).length >= latin.length;
}

/** Tests whether a sentence quotes a confidential text. */
function quotationTest(texts: readonly string[]): (sentence: string) => boolean {
  const runsIn = (text: string): string[][] => {
    const words: readonly string[] = text.match(/[a-zа-я0-9_]+/g) ?? [];
    return words.slice(MIN_QUOTED_WORDS - 1).map((_, i) => words.slice(i, i + MIN_QUOTED_WORDS));
  };
  const isLatin = (run: readonly string[]): boolean =>
    run.filter((word) => /[a-z]/.test(word)).length >= MIN_QUOTED_LATIN_WORDS;
  const quotable = texts.flatMap((text) => runsIn(matchForms(text)[0] ?? '')).filter(isLatin);
  const runs = new Set(quotable.map((run) => run.join(' ')));
  const keys = texts.filter((text) => text.length >= MIN_KEY_LENGTH && !/\s/.test(text));
  return (sentence) =>
    runsIn(sentence).some((run) => runs.has(run.join(' '))) || keys.some((key) => sentence.includes(key.toLowerCase()));
}

/** Whether it names another lead than the conversation's own. */
const namesOthers = (sentence: string, orderId: string): boolean =>
  (sentence.match(/(?<![a-z0-9])lead-[^\s,;«»"')]+/g) ?? []).some(
    (name) => name.replace(/[.:!?…]+$/, '') !== orderId.toLowerCase(),
  );

function claims(sentence: string, mayClaim: GuardContext['mayClaim']): boolean {
  if (mayClaim === 'built' || sentence.includes('?')) return false;
  return DONE_CLAIM.test(sentence) || (mayClaim === 'nothing' && STATE_CLAIM.test(sentence));
}

/**
 * The part of a model's reply that may reach the customer. Sentences are dropped that contain a link, contact, price,
 * status, secret, the instructions, another customer's order, markup, another language, or a false claim that something
 * was done. Judges only the output, whatever the input was. Pure; empty if nothing is left.
 */
export function guard(reply: string, { orderId, confidential = [], mayClaim }: GuardContext): string {
  const quotes = quotationTest(confidential);
  const isForbidden = (sentence: string): boolean =>
    OVERLONG_WORD.test(sentence) ||
    !isRussian(sentence) ||
    [...new Set([sentence, withoutMarkup(sentence)])]
      .flatMap(matchForms)
      .some(
        (text) =>
          FORBIDDEN.some((pattern) => pattern.test(text)) ||
          claims(text, mayClaim) ||
          namesOthers(text, orderId) ||
          quotes(text),
      );
  const kept = sentences(reply.slice(0, MAX_REPLY_LENGTH).replace(INVISIBLE, '')).filter(
    (sentence) => !isForbidden(sentence),
  );
  const clean = cleanReply(kept.join(' '));
  return matchForms(clean).some((whole) => FORBIDDEN_ACROSS.some((pattern) => pattern.test(whole))) ? '' : clean;
}

/** Cyrillic and Latin homoglyphs. */
const [CYRILLIC, LATIN] = ['авсеніјкморѕтух', 'abcehijkmopstyx'];
const TO_LATIN = new Map([...CYRILLIC].map((letter, i) => [letter, LATIN.charAt(i)]));
const TO_CYRILLIC = new Map([...LATIN].map((letter, i) => [letter, CYRILLIC.charAt(i)]));

/** Of both alphabets: a word, or a text that may have such words. */
const mixed = (text: string): boolean => /[a-z]/.test(text) && /[а-яіјѕ]/.test(text);
const swap = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replace(/[a-zа-яіјѕ]+/g, (word) => (mixed(word) ? [...word].map((c) => letters.get(c) ?? c).join('') : word));

/** Invisible, control and direction characters except line breaks. */
const INVISIBLE = /(?!\n)(?:\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point})/gu;

/**
 * Normalised forms to match patterns on: NFKC, lower case, ё as е, no invisible characters; words of mixed alphabets
 * once all Latin and once all Cyrillic, so that «httрs» and «цeнa» are found.
 */
function matchForms(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replaceAll('ё', 'е');
  return mixed(plain) ? [...new Set([plain, swap(plain, TO_LATIN), swap(plain, TO_CYRILLIC)])] : [plain];
}
