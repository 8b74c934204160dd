import { FINISH_PAIRS } from '../lexicon/finishes.js';
import { meaningOf } from '../lexicon/lookup.js';
import { joinNumbers, LENGTH_UNITS } from './numbers.js';
import { is, type Token } from './token.js';
import { toCyrillic } from './translit.js';

/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /(^|[^а-яА-ЯёЁa-zA-Z])((?:[Вв]стр|[Дд]ух|[Хх]ол|[Пп]осуд|шт|стир|[Ээ]л|[Ээ]лектр|[Гг]аз|[Вв]ерх|[Нн]иж|[Нн]из|индукц|микр|отд|см|мм|м|пог|мин|макс|прим|г|кв))\.(?=\s*[\dа-яa-z])/g;

/** Rewrites that need more than one word: «буквой П», «Г-образная», «п образная». */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/(буквой|букву|буквы|форме|в форме|виде)\s+["«']?[пp]["»']?(?![а-яa-z])/g, ' п-образная '],
  [/(буквой|букву|буквы|форме|в форме|виде)\s+["«']?[гlл]["»']?(?![а-яa-z])/g, ' угловая '],
  [/(^|[^а-яa-z])[пpu][\s-]*образн[а-я]*/g, '$1п-образная'],
  [/(^|[^а-яa-z])[гl][\s-]*образн[а-я]*/g, '$1угловая'],
  [/дух\.?\s*шкаф[а-я]*/g, 'духовка'],
  [/духов[а-я]+\s+шкаф[а-я]*/g, 'духовка'],
  [/(стиральн|посудомоечн)([а-я]+)\s+машин[а-я]*/g, '$1$2'],
  [/(^|[^а-я])(ral|рал)\s*\d{4}/g, '$1ral'],
  [/ручк[а-я]*-скоб[а-я]*/g, 'скобы'],
  [/шкаф[а-я]*[\s-]+пенал/g, 'пенал'],
  [/(^|[^а-я])(стол|шкаф|тумб)[а-я]*-мойк/g, '$1мойк'],
  [/(^|[^а-я])рабоч[а-я]+\s+стол(?=[а\s,.])/g, '$1тумба '],
  [/(^|[^а-я])стол[а-я]{0,2}(?=\s+(с\s+(\S+\s+)?ящик|с\s+двер|под\s+мойк|\d{2,3}(?!\d)))/g, '$1тумба'],
  [/в\s+углов(ом|ой|ую|ый)\s+(шкаф|тумб|секци|модул)[а-я]*/g, 'в углу'],
  [/свч[\s-]*печ[а-я]*/g, 'свч'],
  [/микроволнов[а-я]+\s+печ[а-я]*/g, 'микроволновка'],
  [/варочн[а-я]+\s+(поверхност|панел|плит)[а-я]*/g, 'варочная'],
  [/(индукц[а-я]+)\s+(поверхност|панел)[а-я]*/g, '$1 варочная'],
  [/плитк[а-я]*\s+(двух|трех|четырех)\s?конфорочн[а-я]*/g, 'варочная'],
  [/электро\s?плит[а-я]*/g, 'плита электрическая'],
  [/газ(ов)?\.?\s?плит[а-я]*/g, 'плита газовая'],
  [
    /(варочн|плит|индукц|газ)([а-я ]*?)\s(на\s+)?(\d|две|три|четыре|двух|трех|четырех)[\s-]*(х\s+)?конфор[а-я]*/g,
    '$1$2',
  ],
  [/(\d)\s*(кв\.?\s*м(етр[а-я]*)?|м\s?2(?!\d)|метр[а-я]* квадратн[а-я]*|квадратн[а-я]* метр[а-я]*)/g, '$1 квадратов'],
  [/угол\s+(\d+(?:\.\d+)?\s*(?:м|метр[а-я]*)?\s*(?:на|х|x|\*)\s*\d)/g, 'угловая $1'],
  [/(^|[^а-я])мест[оа]\s+(под|для)\s+/g, '$1'],
  [/(^|[^а-я])(на|по|вдоль|начал[еао]|конце)\s+длиной(?!\s+\d)/g, '$1$2 длинной'],
  [/(с\s+)?(двер[а-я]*|фасад[а-я]*|открыва[а-я]*)\s+(которые\s+)?(открыва[а-я]*\s+)?вверх(?!у)/g, 'с подъемниками'],
  [/друг\s+напротив\s+друга/g, 'параллельно'],
  [/(^|[^а-я])(в\s+)?(два|2)\s+ряда(?!\s+(ящик|пол))/g, '$1двухрядная'],
  [/слева\s+на\s*право/g, 'слева направо'],
  [/справа\s+на\s*лево/g, 'справа налево'],
  [/посудо[\s-]+мо/g, 'посудомо'],
  [/отдельно[\s-]*стоящ/g, 'отдельно стоящ'],
];

/** Lower case, one kind of dash and space, ё as е, no control characters, decimal points. */
export function plain(text: string): string {
  let out = text
    .normalize('NFKC')
    .replace(ABBREVIATION, '$1$2 ')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/[\t\u00a0\u2000-\u200a ]+/g, ' ')
    .replace(/(\d)[ ](\d{3})(?=\s*(?:мм|mm|[^\d\sа-яa-z]|$))/g, '$1$2')
    .replace(/(?<![\d.,])(\d{1,2}),(\d{1,3})(?!\d|,\d|\.\d)/g, '$1.$2');
  for (const [pattern, word] of SHAPES) out = out.replace(pattern, word);
  return out;
}

const PIECE = /\d+(?:\.\d+)?|[a-zа-я]+(?:[-'][a-zа-я]+)*|[,.;:!?\n()/+*×]|-(?=\s)/g;
const MARKS: Readonly<Record<string, ',' | '.' | ':' | 'x'>> = {
  ',': ',',
  '(': ',',
  ')': ',',
  '.': '.',
  ';': '.',
  '!': '.',
  '?': '.',
  '\n': '.',
  ':': ':',
  '-': ',',
  '×': 'x',
  '*': 'x',
};

/** A word token; «х» between numbers is a multiplication sign: «3х2», «3 x 2». */
function word(piece: string, before: Token | undefined, next: string | undefined): Token {
  const between = before?.quantity !== undefined && /^\d/.test(next ?? '');
  if (/^[xх]$/.test(piece) && between) return { text: piece, mark: 'x' };
  if (LENGTH_UNITS[piece]) return { text: piece };
  const cyrillic = toCyrillic(piece);
  return { text: cyrillic, ...meaningOf(cyrillic) };
}

/**
 * A message as tokens with meanings. Resolves typos, transliteration, abbreviations, spoken numbers and corrections
 * within a sentence.
 */
export function normalise(text: string): Token[] {
  const pieces = plain(text).match(PIECE) ?? [];
  const tokens: Token[] = [];
  pieces.forEach((piece, i) => {
    if (piece === '/') return;
    const mark = MARKS[piece];
    if (mark) tokens.push({ text: piece, mark });
    else if (/^\d/.test(piece)) tokens.push({ text: piece, quantity: { value: Number(piece) } });
    else tokens.push(word(piece, tokens.at(-1), pieces[i + 1]));
  });
  return corrected(joinNumbers(pairs(tokens)));
}

/** «Слоновая кость», «тёмный дуб»: two words for one colour. */
function pairs(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const [token, next] = [tokens[i], tokens[i + 1]];
    if (!token) continue;
    const pair = next && FINISH_PAIRS.find(([first, second]) => first.test(token.text) && second.test(next.text));
    if (pair) {
      out.push({ text: `${token.text} ${next.text}`, finish: pair[2] });
      i += 1;
    } else out.push(token);
  }
  return out;
}

/** Maximum distance from «не» to its «а», in tokens. */
const MAX_DISTANCE = 6;

const VERBS = ['want', 'remove', 'add', 'put', 'make', 'replace', 'move', 'restore'] as const;

const means = (token: Token): boolean =>
  token.quantity !== undefined || token.finish !== undefined || token.lex !== undefined;

/** «не 60, а 80»: index of the «а» for the «не» at `i`; undefined if a verb is between. */
function replacementAfter(tokens: readonly Token[], i: number): number | undefined {
  for (let at = i + 2; at <= i + MAX_DISTANCE && at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.mark === '.' || (token && is(token, ...VERBS))) return undefined;
    if (token?.text === 'а' || token?.text === 'но') return tokens.slice(i + 1, at).some(means) ? at : undefined;
  }
  return undefined;
}

/** «80, а не 60»: index after the negated part. */
function endOfDenial(tokens: readonly Token[], i: number): number | undefined {
  const end = tokens.findIndex((token, at) => at > i && token.mark !== undefined && token.mark !== 'x');
  const stop = end < 0 ? tokens.length : end;
  const denied = tokens.slice(i + 1, stop);
  return denied.length > 0 && !denied.some((token) => is(token, ...VERBS)) && denied.some(means) ? stop : undefined;
}

/** Drops what the customer corrects in the same sentence: «не 60, а 80», «справа, а не слева». */
export function corrected(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token) continue;
    const turn = token.text === 'не' ? replacementAfter(tokens, i) : undefined;
    const denial = token.text === 'а' && tokens[i + 1]?.text === 'не' ? endOfDenial(tokens, i + 1) : undefined;
    if (turn !== undefined) i = turn;
    else if (denial !== undefined) {
      if (out.at(-1)?.mark === ',') out.pop();
      i = denial - 1;
    } else out.push(token);
  }
  return out;
}
