import type { Rule } from './chart.js';
import { EMPTY, type Frame, formOf, meaningOf, text, unify } from './frame.js';
import { formsOf, GENDER } from './morphology.js';
import { toCyrillic } from './spelling/translit.js';
import { Spelling } from './spelling/typos.js';

/** A sense of a word: a terminal category of the grammar with its features. */
export interface Sense {
  readonly category: string;
  readonly frame: Frame;
  readonly cost: number;
}

/** Words of one sense, in the notation of morphology.ts; `_` joins an expression, `.` ends an abbreviation. */
export interface Entry {
  readonly words: string;
  readonly category: string;
  readonly frame?: Frame;
  readonly cost?: number;
  /** Whether a misspelt word may be taken for one of these; never for colours and places. */
  readonly exact?: true;
}

/** Words that change nothing and are not looked at. */
export const FILLER = 'filler';

/** Genders that the ending of an adjective of a class shows; `p` is the plural. */
const adjectiveGender = (form: string, kind: string): string =>
  /(ая|яя|ую|юю)$/.test(form)
    ? 'f'
    : /(ые|ие|ых|их|ыми|ими)$/.test(form)
      ? 'p'
      : /(ое|ее)$/.test(form)
        ? 'n'
        : /(ый|ий)$/.test(form)
          ? 'm'
          : /(ой|ей)$/.test(form)
            ? kind === 'o'
              ? 'mf'
              : 'f'
            : 'mn';

const COST_OF_SOUND = 0.8;
const COST_OF_EDIT = 1.4;
const COST_OF_SCRIPT = 0.2;
const COST_OF_ABBREVIATION = 0.3;
/** Maximum letters after an open stem; a longer word is another word. */
const MAX_ENDING = 7;
const MIN_STEM = 3;
const MIN_MISSPELT = 4;
const MIN_ABBREVIATION = 3;
/** Letters of the shorter part, and of both, of words that a space divides: «мой ка», «посуда мойка». */
const MIN_DIVIDED = [2, 5] as const;
const MIN_DIVIDED_KNOWN = [4, 10] as const;
const MIN_GLUED = 5;
const MIN_GLUED_PART = 4;
/** Longer words are no sentence without its spaces, and take long to divide. */
const MAX_GLUED = 40;
/** Shorter ones behind another word: «плитагаз». */
const GLUED_END = /^(газ|пмм|низ)$/;
const GLUED_PREPOSITION = /^(с|в|на|под|над|у|и)$/;
const MAX_REMEMBERED = 5000;

/** All words that the grammar knows, by form. */
export class Lexicon {
  /** Rules for expressions of several words. */
  readonly rules: Rule[] = [];
  /** Terminal categories. */
  readonly categories = new Set<string>();
  readonly #forms = new Map<string, Sense[]>();
  readonly #stems = new Map<string, Sense[]>();
  readonly #abbreviations = new Set<string>();
  /** Forms by their first letters. */
  readonly #beginnings = new Map<string, Set<string>>();
  readonly #spelling = new Spelling();
  readonly #terminals = new Set<string>();
  /** Corrections that were found, cleared when full. It affects nothing but speed. */
  readonly #remembered = new Map<string, readonly Sense[]>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      for (const expression of entry.words.split(/\s+/).filter(Boolean)) {
        const words = expression.split('_');
        if (words.length === 1) this.#addWord(expression, entry);
        else this.#addExpression(words, entry);
      }
    }
  }

  /** Whether this form is in the lexicon as it is. */
  has(word: string): boolean {
    return this.#forms.has(word) || this.#stem(word) !== undefined;
  }

  /** Whether a full stop after this word may be an abbreviation's: written so in the tables, or the beginning of one word. */
  abbreviates(word: string): boolean {
    return this.#abbreviations.has(word) || (!this.has(word) && this.abbreviated(word).length > 0);
  }

  /** Senses of the shortest word of the tables that begins so: «столешн.». */
  abbreviated(stem: string): readonly Sense[] {
    // «длинна» is misspelt, not cut.
    if (this.#spelling.sounds(stem)) return [];
    let best: readonly Sense[] = [];
    let shortest = Number.POSITIVE_INFINITY;
    for (const form of this.#beginnings.get(stem.slice(0, MIN_ABBREVIATION)) ?? []) {
      if (form.length >= shortest || form.length === stem.length || !form.startsWith(stem)) continue;
      const whole = (this.#forms.get(form) ?? []).filter(({ category }) => !NEVER_ABBREVIATED.test(category));
      if (whole.length > 0) [best, shortest] = [whole, form.length];
    }
    return dearer(best.map(uninflected), COST_OF_ABBREVIATION);
  }

  /** Whether two words are one that was divided. */
  isDivided(a: string, b: string): boolean {
    const known = this.has(a) && this.has(b);
    const [shorter, whole] = known ? MIN_DIVIDED_KNOWN : MIN_DIVIDED;
    if (Math.min(a.length, b.length) < shorter || a.length + b.length < whole) return false;
    return this.#spelling.sounds(a + b);
  }

  /** How far to the right (or left) the space between two words belongs: «мойк апо центру», «холодильникс лева»; 0 where it is right. */
  misplaced(a: string, b: string): -1 | 0 | 1 {
    if (b.length < 2 || (this.has(a) && this.has(b))) return 0;
    const areKnown = (...words: string[]): boolean => words.every((word) => this.#forms.has(word));
    if (areKnown(a + b.charAt(0), b.slice(1))) return 1;
    return a.length > 1 && areKnown(a.slice(0, -1), a.slice(-1) + b) ? -1 : 0;
  }

  /** Where the second of two words begins that are written as one («сдуховкой», «вуглу», «газоваяплита»); 0 where it is one word. */
  dividedAt(word: string): number {
    if (word.length < MIN_GLUED || word.length > MAX_GLUED || this.has(word) || this.#spelling.sounds(word)) return 0;
    for (let at = 1; at < word.length; at += 1) {
      const [a, b] = [word.slice(0, at), word.slice(at)];
      if (b.length < MIN_GLUED_PART && !GLUED_END.test(b)) continue;
      // «узнаю» is no «у знаю».
      const leads =
        at >= MIN_GLUED_PART ? this.has(a) : GLUED_PREPOSITION.test(a) && (word.length > MIN_GLUED || a === 'в');
      if (!leads) continue;
      if (this.has(b) || (word.length > MIN_GLUED && this.#spelling.sounds(b))) return at;
      // «холодильниксвойотдельный»
      if (b.length >= 2 * MIN_GLUED_PART && this.dividedAt(b) > 0) return at;
    }
    return 0;
  }

  /**
   * Senses of a word: by its form, else by an open stem, else (`mayCorrect`) by the nearest form within the
   * tolerance for typos. Latin letters are read as transliterated Russian where that is a word.
   */
  senses(word: string, mayCorrect: boolean): readonly Sense[] {
    const found = this.#own(word) ?? this.#stem(word);
    if (found) return found;
    const cyrillic = toCyrillic(word);
    const script = cyrillic === word ? 0 : COST_OF_SCRIPT;
    const written = script > 0 ? (this.#forms.get(cyrillic) ?? this.#stem(cyrillic)) : undefined;
    if (written) return dearer(written, script);
    if (!mayCorrect || cyrillic.length < MIN_MISSPELT) return [];
    const before = this.#remembered.get(cyrillic);
    if (before) return before;
    const near = this.#spelling.nearest(cyrillic);
    const senses = near
      ? dearer(
          (this.#forms.get(near.form) ?? []).filter(({ category }) => category !== FILLER).map(uninflected),
          script + (near.edits === 0 ? COST_OF_SOUND : COST_OF_EDIT * near.edits),
        )
      : [];
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(cyrillic, senses);
    return senses;
  }

  /** Of its form; a word of which only an expression is made («перенести перегородку») has the sense of its stem too. */
  #own(word: string): readonly Sense[] | undefined {
    const own = this.#forms.get(word);
    return own?.every(({ category }) => category.startsWith('~')) ? [...own, ...(this.#stem(word) ?? [])] : own;
  }

  #stem(word: string): readonly Sense[] | undefined {
    for (let length = word.length; length >= MIN_STEM && length >= word.length - MAX_ENDING; length -= 1) {
      const senses = this.#stems.get(word.slice(0, length));
      if (senses) return senses;
    }
    return undefined;
  }

  #addWord(written: string, { category, frame = EMPTY, cost = 0, exact }: Entry): void {
    const word = written.replace(/\.$/, '');
    if (word !== written) this.#abbreviations.add(word);
    this.categories.add(category);
    if (word.endsWith('*')) {
      push(this.#stems, word.slice(0, -1), { category, frame, cost });
      return;
    }
    const kind = word.split('/')[1] ?? '';
    for (const { form, cases } of formsOf(word)) {
      const gender = /^[aso]$/.test(kind) ? adjectiveGender(form, kind) : GENDER[kind];
      const shown: Frame = { ...(cases ? { cases } : {}), ...(gender ? { gender } : {}) };
      const start = form.slice(0, MIN_ABBREVIATION);
      this.#beginnings.set(start, (this.#beginnings.get(start) ?? new Set()).add(form));
      push(this.#forms, form, { category, frame: unify(shown, frame) ?? frame, cost });
      if (!exact && category !== FILLER) this.#spelling.add(form);
    }
  }

  #addExpression(words: readonly string[], { category, frame = EMPTY, cost = 0, exact }: Entry): void {
    for (const word of words) {
      if (this.#terminals.has(word)) continue;
      this.#terminals.add(word);
      this.#addWord(word, { words: word, category: `~${word}`, ...(exact ? { exact } : {}) });
    }
    const noun = words.findIndex((word) => GENDER[word.split('/')[1] ?? ''] !== undefined);
    const body = words.map((word) => ({ category: `~${word}` }));
    const form = (at: number) => (children: readonly Frame[]) => formOf(children[at] ?? EMPTY);
    // Several words together are seldom said in another sense.
    const rule = { head: category, cost: cost / 4, features: frame };
    this.rules.push({ ...rule, body, compute: form(noun < 0 ? words.length - 1 : noun) });
    // «машинка посудомоечная»
    if (words.length === 2 && noun === 1 && /\/[aso]$/.test(words[0] ?? ''))
      this.rules.push({ ...rule, body: body.toReversed(), compute: agreed });
  }
}

/** The form of a noun and the adjective behind it; «ящиками навесных» are two things. */
function agreed([noun = EMPTY, adjective = EMPTY]: readonly Frame[]): Frame | undefined {
  const [a, b] = [text(noun, 'cases') ?? '', text(adjective, 'cases') ?? ''];
  return a === '' || b === '' || [...a].some((letter) => b.includes(letter)) ? formOf(noun) : undefined;
}

/** Fillers, parts of expressions, and what changes nothing. */
const NEVER_ABBREVIATED = /^(~|filler$|context_word$|topic$)/;

/** Of a misspelt word nobody knows the ending. */
const uninflected = (sense: Sense): Sense => ({ ...sense, frame: meaningOf(sense.frame) });

const dearer = (senses: readonly Sense[], by: number): readonly Sense[] =>
  senses.map((sense) => ({ ...sense, cost: sense.cost + by }));

function push(index: Map<string, Sense[]>, form: string, sense: Sense): void {
  const senses = index.get(form);
  if (!senses) index.set(form, [sense]);
  else if (!senses.some((one) => one.category === sense.category && same(one.frame, sense.frame))) senses.push(sense);
}

const same = (a: Frame, b: Frame): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
};
