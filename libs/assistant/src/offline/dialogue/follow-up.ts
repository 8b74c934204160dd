import type { Exchange } from '../../port.js';
import { NAMES } from '../edits/refer.js';
import { type Lex, lexes } from '../lexicon/words.js';
import { normalise } from '../text/normalise.js';
import { has, is, type Token } from '../text/token.js';

const PARTS: readonly Lex[] = ['top', 'low', 'facade', 'worktop', 'carcass'];
/** Words without content of their own: «ой нет, лучше сделай 50». */
const EMPTY = lexes('no yes make want wrong to on same width put and how all');
/** A follow-up has at most this many tokens. */
const MAX_FOLLOW_UP_TOKENS = 6;

const names = (token: Token): boolean => is(token, ...NAMES, ...PARTS);

/**
 * A message that only corrects or repeats the previous request, expanded to a whole one: «ой нет, лучше 50» after
 * «мойку 80», «нет, серый» after «низ белый», «и ящики тоже» after «сделай мойку шире». Undefined for a message that
 * stands alone.
 */
export function asFollowUp(history: readonly Exchange[], tokens: readonly Token[]): Token[] | undefined {
  const last = history.at(-1);
  if (!last || tokens.length === 0 || tokens.length > MAX_FOLLOW_UP_TOKENS) return undefined;
  if (last.status === 'question')
    return tokens.some(({ text }) => CORRECTS.test(text)) ? anotherNumber(normalise(last.words), tokens) : undefined;
  if (last.status !== 'built') return undefined;
  if (tokens.some(({ text }) => MORE.test(text))) return onceMore(normalise(last.words), tokens);
  const strange = tokens.some((token) => token.lex && !EMPTY.includes(token.lex) && !names(token));
  if (strange) return undefined;
  const words = normalise(last.words);
  return anotherNumber(words, tokens) ?? anotherColour(words, tokens) ?? anotherThing(words, tokens);
}

const CORRECTS = /^(деле|лучше|точнее|вернее|нет|тогда|ошибся|ошиблась)$/;
const MORE = /^(еще|чуть|немного)$/;

/** «ещё меньше», «ещё на 10»: repeats the last change of width. */
function onceMore(words: readonly Token[], tokens: readonly Token[]): Token[] | undefined {
  const way = only(tokens, (token) => is(token, 'wider', 'narrower'));
  const old = only(words, (token) => is(token, 'wider', 'narrower'));
  const number = only(tokens, ({ quantity }) => quantity !== undefined);
  if (!old || (!way && !number) || tokens.some(names)) return undefined;
  const reversed = words.map((token) => (token === old && way ? way : token));
  const before = only(words, ({ quantity }) => quantity !== undefined);
  return number && before ? reversed.map((token) => (token === before ? number : token)) : reversed;
}

function only(words: readonly Token[], test: (token: Token) => boolean): Token | undefined {
  const [one, two] = words.filter(test);
  return two ? undefined : one;
}

function anotherNumber(words: readonly Token[], tokens: readonly Token[]): Token[] | undefined {
  const number = only(tokens, ({ quantity }) => quantity !== undefined);
  const old = only(words, ({ quantity }) => quantity !== undefined);
  if (!number || !old || tokens.some((token) => names(token) || token.finish)) return undefined;
  // «шире на 20», then «лучше 70»: an absolute width instead of a difference.
  const plain = has(words, 'wider', 'narrower') && !has(tokens, 'on');
  const kept = plain ? words.filter((token) => !is(token, 'wider', 'narrower', 'on')) : words;
  return kept.map((token) => (token === old ? number : token));
}

function anotherColour(words: readonly Token[], tokens: readonly Token[]): Token[] | undefined {
  const colour = only(tokens, ({ finish }) => finish !== undefined);
  const old = only(words, ({ finish }) => finish !== undefined);
  const corrects = has(tokens, 'no', 'wrong') || tokens.some(({ text }) => text === 'лучше');
  if (!colour || !old || !corrects || tokens.some(names)) return undefined;
  return words.map((token) => (token === old ? colour : token));
}

function anotherThing(words: readonly Token[], tokens: readonly Token[]): Token[] | undefined {
  const thing = only(tokens, names);
  const old = only(words, names);
  const too =
    tokens.some(({ text }) => /^(тоже|также)$/.test(text)) ||
    (has(tokens, 'same') && !tokens.some(({ finish }) => finish));
  if (!thing || !old || !too || tokens.some(({ quantity }) => quantity)) return undefined;
  return words.map((token) => (token === old ? thing : token));
}

const PAIRS: readonly (readonly [Lex, Lex])[] = [
  ['wider', 'narrower'],
  ['left', 'right'],
  ['lefter', 'righter'],
  ['top', 'low'],
  ['start', 'end'],
  ['remove', 'add'],
];
const OPPOSITE = new Map<Lex, Lex>([...PAIRS, ...PAIRS.map(([a, b]): [Lex, Lex] => [b, a])]);
const WORDS: Readonly<Record<string, string>> = {
  влево: 'вправо',
  вправо: 'влево',
  левее: 'правее',
  правее: 'левее',
  слева: 'справа',
  справа: 'слева',
};

/** «нет, наоборот» alone: the last request in reverse. */
export const isBareOpposite = (tokens: readonly Token[]): boolean =>
  has(tokens, 'opposite') &&
  tokens.every(({ lex, quantity, finish }) => !quantity && !finish && (!lex || AROUND_OPPOSITE.includes(lex)));

const AROUND_OPPOSITE = lexes('opposite no make all wrong want and wider narrower left right lefter righter');

/** The same tokens with every direction reversed. */
export const turned = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) => {
    const lex = token.lex && OPPOSITE.get(token.lex);
    return lex ? { ...token, lex, text: WORDS[token.text] ?? token.text } : token;
  });
