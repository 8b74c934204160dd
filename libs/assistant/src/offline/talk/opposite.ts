import type { Lex } from '../lexicon/words.js';
import { has, type Token } from '../text/token.js';

const PAIRS: readonly (readonly [Lex, Lex])[] = [
  ['wider', 'narrower'],
  ['left', 'right'],
  ['lefter', 'righter'],
  ['top', 'low'],
  ['start', 'end'],
  ['remove', 'add'],
];
const OPPOSITE = new Map<Lex, Lex>(
  PAIRS.flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as [Lex, Lex][],
  ),
);
const WORDS: Readonly<Record<string, string>> = {
  влево: 'вправо',
  вправо: 'влево',
  левее: 'правее',
  правее: 'левее',
  слева: 'справа',
  справа: 'слева',
};

/** «нет, наоборот», with nothing else said: the last request the other way round. */
export const isBareOpposite = (tokens: readonly Token[]): boolean =>
  has(tokens, 'opposite') &&
  tokens.filter(
    (token) =>
      token.lex &&
      ![
        'opposite',
        'no',
        'make',
        'all',
        'wrong',
        'want',
        'and',
        'wider',
        'narrower',
        'left',
        'right',
        'lefter',
        'righter',
      ].includes(token.lex),
  ).length === 0 &&
  !tokens.some((token) => token.quantity || token.finish);

/** The same words with every direction turned: wider for narrower, left for right, top for bottom. */
export const turned = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) => {
    const lex = token.lex && OPPOSITE.get(token.lex);
    return lex ? { ...token, lex, text: WORDS[token.text] ?? token.text } : token;
  });
