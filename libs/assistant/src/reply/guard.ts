import { BANS, DONE, STATE } from './forbidden.js';
import { cleanReply } from './note.js';

export interface Guarded {
  /** The name of this conversation's order: the only one that may be named. */
  readonly orderId: string;
  /** Texts of which no part may be repeated: the instructions, the key. */
  readonly confidential?: readonly string[];
  /**
   * What a sentence may claim: all of a `built` turn; how things stand where an order is `standing` and nothing was
   * refused; of `nothing` neither.
   */
  readonly truth: 'built' | 'standing' | 'nothing';
}

/** So many words in a row that also stand in a confidential text are a quotation of it. */
const QUOTED_WORDS = 5;
/** So many of them are Latin: Russian words that stand in the instructions are the customer's, names of cabinets and looks. */
const QUOTED_LATIN = 3;
/** A short confidential text (a key) is looked for as it is, from so many characters on. */
const KEY_LEAST = 6;

/** Characters of a reply that are looked at; a note has a thousand, and patterns take their time. */
const REPLY_MOST = 2_000;
/** No word of a note is longer; longer ones are codes. */
const WORD_MOST = /\S{50}/;

/**
 * Sentences with their marks. A dot inside a number or an address ends none, nor one before a small letter («5000 руб. в
 * месяц»): what hangs together falls together.
 */
const sentences = (text: string): string[] =>
  text.match(/[^\n]+?(?:[.!?…。！？]+(?=\s+[^\sа-яёa-z]|\s*$)|(?=\n)|$)/gm) ?? [];

/** Without the signs of markup that are taken out later: nothing may hide behind them. */
const bare = (sentence: string): string => sentence.replace(/[*_`#|~[\]]+/g, '');

const words = (text: string): string[] => text.match(/[a-zа-я0-9_]+/g) ?? [];

/** Russian, but for codes and units: no third alphabet, and at least as many Cyrillic letters as Latin ones. */
function isRussian(sentence: string): boolean {
  const cyrillic = sentence.match(/[а-яё]/gi)?.length ?? 0;
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const isForeign = /(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u.test(
    sentence,
  );
  return !isForeign && (latin === 0 || cyrillic >= latin);
}

/** Every run of words of the confidential texts, for one conversation's turn. */
function quotations(texts: readonly string[]): (sentence: string) => boolean {
  const runs = new Set<string>();
  const keys = texts.filter((text) => text.length >= KEY_LEAST && !/\s/.test(text)).map((text) => text.toLowerCase());
  for (const text of texts) {
    const all = words(folded(text)[0] ?? '');
    for (let i = 0; i + QUOTED_WORDS <= all.length; i += 1) {
      const run = all.slice(i, i + QUOTED_WORDS);
      if (run.filter((word) => /[a-z]/.test(word)).length >= QUOTED_LATIN) runs.add(run.join(' '));
    }
  }
  return (sentence) => {
    const said = words(sentence);
    const quoted = said.some((_, i) => runs.has(said.slice(i, i + QUOTED_WORDS).join(' ')));
    return quoted || keys.some((key) => sentence.includes(key));
  };
}

/** Names of leads other than the conversation's own. */
const namesOthers = (sentence: string, orderId: string): boolean =>
  (sentence.match(/(?<![a-z0-9])lead-[^\s,;«»"')]+/g) ?? []).some(
    (name) => name.replace(/[.:!?…]+$/, '') !== orderId.toLowerCase(),
  );

function claims(sentence: string, truth: Guarded['truth']): boolean {
  if (truth === 'built' || sentence.includes('?')) return false;
  return DONE.test(sentence) || (truth === 'nothing' && STATE.test(sentence));
}

/**
 * A model's reply as a customer may get it: whole sentences go that carry a link, a contact, a price, a status, a secret,
 * the instructions, another customer's order, markup, another language, or a claim that something was done when nothing
 * was. Pure; the empty string where nothing is left. What the model was told to say does not matter: only what it said.
 */
export function guard(reply: string, { orderId, confidential = [], truth }: Guarded): string {
  const quotes = quotations(confidential);
  const isHeld = (sentence: string): boolean =>
    WORD_MOST.test(sentence) ||
    !isRussian(sentence) ||
    [sentence, bare(sentence)]
      .flatMap(folded)
      .some(
        (text) =>
          BANS.some(({ pattern }) => pattern.test(text)) ||
          claims(text, truth) ||
          namesOthers(text, orderId) ||
          quotes(text),
      );
  const kept = sentences(reply.slice(0, REPLY_MOST).replace(INVISIBLE, '')).filter((sentence) => !isHeld(sentence));
  const clean = cleanReply(kept.join(' '));
  // What stood in two sentences may only together say what none may.
  return clean !== '' && isHeldWhole(clean) ? '' : clean;
}

const WHOLE = BANS.filter(
  ({ name }) => name === 'link' || name === 'contact' || name === 'secret' || name === 'markup',
);

function isHeldWhole(text: string): boolean {
  return folded(text).some((whole) => WHOLE.some(({ pattern }) => pattern.test(whole)));
}

/** Letters that look alike, Cyrillic beside Latin. */
const PAIRS: readonly (readonly [cyrillic: string, latin: string])[] = [
  ['а', 'a'],
  ['в', 'b'],
  ['с', 'c'],
  ['е', 'e'],
  ['н', 'h'],
  ['і', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['м', 'm'],
  ['о', 'o'],
  ['р', 'p'],
  ['ѕ', 's'],
  ['т', 't'],
  ['у', 'y'],
  ['х', 'x'],
];
const TO_LATIN = new Map(PAIRS);
const TO_CYRILLIC = new Map(PAIRS.map(([cyrillic, latin]) => [latin, cyrillic]));

const mixed = (word: string): boolean => /[a-z]/.test(word) && /[а-яіјѕ]/.test(word);
const swap = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replace(/[a-zа-яіјѕ]+/g, (word) => (mixed(word) ? [...word].map((c) => letters.get(c) ?? c).join('') : word));

/** Invisible, control and direction characters but for line breaks; none of them belongs in a note. */
export const INVISIBLE = /(?!\n)(?:\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point})/gu;

/**
 * Text as it is looked at for what is forbidden: one width, one case, ё as е, nothing invisible; a word of two alphabets
 * once as Latin and once as Cyrillic, so that «httрs» and «цeнa» hide nothing.
 */
export function folded(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replaceAll('ё', 'е');
  return [...new Set([plain, swap(plain, TO_LATIN), swap(plain, TO_CYRILLIC)])];
}
