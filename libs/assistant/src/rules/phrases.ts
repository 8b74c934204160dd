import { type Edge, parse } from './chart.js';
import { clean } from './cleaning.js';
import { EMPTY, type Frame } from './frame.js';
import type { Language } from './language.js';
import { FILLER } from './lexicon.js';
import { type Token, tokenise } from './tokens.js';

/** The phrases of a message, and the words that they are made of. */
export interface Phrases {
  readonly text: string;
  readonly words: readonly Token[];
  /** Indices of the words that are read; the others are fillers. Edges count in these. */
  readonly read: readonly number[];
  /** Edges by start, of all categories. */
  readonly edges: readonly (readonly Edge[])[];
  /** Whether a read word has a sense at all, by position. */
  readonly known: readonly boolean[];
  /** Whether it says something by itself, and may not be passed over as a particle. */
  readonly says: readonly boolean[];
}

/** Categories of words that say nothing by themselves. */
const PARTICLES = new Set(
  'so recess begins call home agreed and but or with from of to in on along near by_side at every one both this it all only than by point want put make what how where how_many fits wall banned stands exists as_before back approximate approximately starts then direction outset side_noun edge end start piece every_one old ours any_kind rest place_noun money_word address_word room_noun size_noun length_noun colour_noun variant_noun change_noun places_word any_way rather correction also advice many gap comma stop colon dash extreme round double width height depth stays'.split(
    ' ',
  ),
);

/** Marks by their categories. */
const MARKS: ReadonlyMap<string, string> = new Map(
  ['comma , ... .. )', 'stop . ! ?', 'semicolon ;', 'colon :', 'dash - (', 'and + &', 'by / *', 'percent %', 'degree °']
    .map((row) => row.split(' '))
    .flatMap(([category = '', ...marks]) => marks.map((mark) => [mark, category] as const)),
);
/** Unknown words that tell somebody to do something. */
const IMPERATIVE = /(йте|ьте|ите|ать|ять|ить|еть|аем|яем|ем|им)$/;
/** Endings of verbs, adverbs and adjectives. */
const NO_NOUN =
  /(ть|тся|ться|лся|лась|лись|лось|ют|ят|ешь|йте|ьте|ите|ли|ил|ал|ял|ила|ала|яла|ела|ую|ыми|ых|ого|ому|ый|ий|ая|ые|енно|ично|аем|яем|уем|ет|ит)$/;
const NO_NOUN_COST = 0.6;
const COST_OF_FILLER = 0.15;
/** Words that are read; 4,000 characters of speech are some 700. */
const MAX_WORDS = 1000;
/** Corrections that are looked for in one message; a longer text is not a letter with typos. */
const MAX_CORRECTIONS = 60;

/** Features by which edges of one category in one cell are kept apart. */
function keyOf(category: string, frame: Frame): string {
  if (category === 'colour_word' || category === 'context_word' || category === 'topic') return '';
  let key = '';
  for (const value of Object.values(frame)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') key += `${value} `;
    else key += Array.isArray(value) ? `${value.length} ` : '+ ';
  }
  return key;
}

export function phrasesOf(text: string, language: Language): Phrases {
  const cleaned = clean(text);
  const { lexicon } = language;
  const words = respaced(tokenise(cleaned, lexicon).slice(0, MAX_WORDS), lexicon);
  const isLatin = (cleaned.match(/[a-z]/gi) ?? []).length > (cleaned.match(/[а-яё]/gi) ?? []).length;
  let corrections = 0;
  const senses = words.map((word, i) => {
    if (word.kind !== 'word') return [];
    const exact = lexicon.senses(word.text, false);
    const isUnknown = exact.length === 0;
    const after = cleaned.slice(word.end);
    // «мой60» is no possessive.
    const isCut = isUnknown
      ? /^[./\d]/.test(after) || /\d/.test(cleaned[word.start - 1] ?? '') || words[i + 1]?.kind === 'number'
      : /^\.?\d/.test(after) && exact.every(({ category }) => category === FILLER || PARTICLES.has(category));
    const short = isCut ? lexicon.abbreviated(word.text) : [];
    if (short.length > 0) return short;
    // A Latin word among Russian ones is a name.
    if (!isUnknown || corrections >= MAX_CORRECTIONS || (!isLatin && LATIN.test(word.text))) return exact;
    corrections += 1;
    return lexicon.senses(word.text, true);
  });
  const isFiller = (i: number): boolean =>
    (senses[i]?.length ?? 0) > 0 && (senses[i] ?? []).every(({ category }) => category === FILLER);
  /** «у нас», «для нас»: the preposition of a filler. */
  const leadsFiller = (i: number): boolean =>
    /^(у|для|к|с)$/.test(words[i]?.text ?? '') && isPerson(words[i + 1]?.text ?? '');
  /** «стена у них три метра»: whose kitchen it is. */
  const isOwner = (i: number): boolean => words[i]?.text === 'них' && words[i - 1]?.text === 'у';
  const read = words.flatMap((_, i) => (isFiller(i) || leadsFiller(i) || isOwner(i) ? [] : [i]));
  const leaves: Edge[] = [];
  const known: boolean[] = [];
  const says: boolean[] = [];
  const skippable = (at: number): boolean => (senses[read[at] ?? -1] ?? []).some(({ category }) => category === FILLER);
  for (const [at, index] of read.entries()) {
    const word = words[index];
    if (!word) continue;
    const own: Edge[] = [];
    const add = (category: string, frame: Frame, cost: number): void => {
      own.push({ category, frame, cost, from: at, to: at + 1 });
    };
    const ordinal = word.kind === 'number' && /\d-?[йяогуым]+[ейяу]?$/.test(word.raw);
    if (ordinal) add('ordinal', { ordinal: Number.parseFloat(word.text) }, 0);
    else if (word.kind === 'number')
      add('digits', { value: Number.parseFloat(word.text), digits: word.text.replace(/[^\d.].*/, '').length }, 0);
    const letter = WALL_LETTERS.findIndex((letters) => letters.includes(word.raw));
    if (letter >= 0) add('wall_letter', { ordinal: letter + 1 }, 0);
    for (const sense of senses[index] ?? []) add(sense.category, sense.frame, sense.cost);
    const mark = word.kind === 'mark' ? MARKS.get(word.text) : undefined;
    if (mark) add(mark, word.text === '?' ? { asks: true } : EMPTY, 0);
    says.push(
      own.length > 0 &&
        (own.some(({ category }) => category === 'topic') ||
          own.every(({ category }) => category !== FILLER && !PARTICLES.has(category))),
    );
    known.push(own.length > 0 || word.kind === 'mark');
    if (own.length === 0 && word.kind === 'word') {
      const starts = at === 0 || (words[index - 1]?.kind === 'mark' && words[index - 1]?.text !== ',');
      const named = LATIN.test(word.text) && !/[<>/]/.test(cleaned[word.start - 1] ?? '');
      // «СМА» is the short name of some thing, «Бирюса» one that goes with it.
      const isShort = /^[А-ЯЁ]{2,5}$/.test(word.raw);
      add(
        (word.capital && !starts && !isShort) || named ? 'proper' : 'unknown',
        { name: word.text },
        NO_NOUN.test(word.text) ? NO_NOUN_COST : 0,
      );
      if (IMPERATIVE.test(word.text)) add('verb', EMPTY, 0);
      // A verb or an adjective names no thing: it changes nothing.
      if (NO_NOUN.test(word.text)) add(FILLER, EMPTY, NO_NOUN_COST);
    }
    leaves.push(...own);
    // A word that may be a filler is passed over inside a phrase.
    for (let to = at + 1; skippable(to) && to <= at + 2; to += 1) {
      for (const edge of own.filter(({ category }) => category !== 'not'))
        leaves.push({ ...edge, to: to + 1, cost: edge.cost + COST_OF_FILLER * (to - at) });
    }
  }
  return { text: cleaned, words, read, known, says, edges: parse(leaves, read.length, language.grammar, keyOf) };
}

/** Whether spaces divide one word: «холод ильник», «по суда мойка». */
function isOneWord(pieces: readonly Token[], lexicon: Language['lexicon']): boolean {
  const [last, ...before] = pieces.toReversed();
  const isApart = pieces.some(
    ({ kind, end }, i) => kind !== 'word' || (pieces[i + 1] !== undefined && pieces[i + 1]?.start !== end + 1),
  );
  const lead = before.toReversed().map(({ text }) => text);
  return last !== undefined && lead.length > 0 && !isApart && lexicon.isDivided(lead.join(''), last.text);
}

/** Words with those joined that a space divides («холод ильник»), and those divided that are written as one («сдуховкой»). */
function respaced(words: readonly Token[], lexicon: Language['lexicon']): Token[] {
  const out: Token[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word; word = rest.shift()) {
    const { raw, text, start, end } = word;
    const at = word.kind === 'word' ? lexicon.dividedAt(text) : 0;
    if (at > 0) {
      out.push({ ...word, raw: raw.slice(0, at), text: text.slice(0, at), end: start + at });
      rest.unshift({ ...word, raw: raw.slice(at), text: text.slice(at), start: start + at, capital: false });
    } else {
      const whole = [out.slice(-1), out.slice(-2)].find((pieces) => isOneWord([...pieces, word], lexicon));
      const [first] = whole ?? [];
      if (!whole || !first) out.push(...shifted(out, word, lexicon));
      else {
        out.length -= whole.length;
        const joined = [...whole, word];
        out.push({
          ...first,
          raw: joined.map((piece) => piece.raw).join(' '),
          text: joined.map((piece) => piece.text).join(''),
          end,
        });
      }
    }
  }
  return out;
}

/** A word, and the one before it, with the space between them where it belongs: «мойк апо центру». */
function shifted(out: Token[], word: Token, lexicon: Language['lexicon']): Token[] {
  const before = out.at(-1);
  const isBeside = before?.kind === 'word' && word.kind === 'word' && before.end + 1 === word.start;
  const by = isBeside ? lexicon.misplaced(before.text, word.text) : 0;
  if (!before || by === 0) return [word];
  out.pop();
  const divided = (all: string): [string, string] => [
    all.slice(0, before.text.length + by),
    all.slice(before.text.length + by),
  ];
  const [[a, b], [rawA, rawB]] = [divided(before.text + word.text), divided(before.raw + word.raw)];
  return [
    { ...before, text: a, raw: rawA, end: before.end + by },
    { ...word, text: b, raw: rawB, start: word.start + by },
  ];
}

const LATIN = /[a-z]/;
/** «стена А», in Russian and in Latin letters. */
const WALL_LETTERS = [
  ['А', 'A'],
  ['Б', 'B'],
];

const isPerson = (word: string): boolean =>
  /^(нас|меня|вас|тебя|нам|мне|вам|нами|вами|себя|них|людей|клиент[а-я]*|заказчи[а-я]*)$/.test(word);
