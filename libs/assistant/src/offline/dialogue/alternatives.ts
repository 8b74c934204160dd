import type { Alternative, Edit, Order } from '#libs/furniture';
import type { Ask } from '../edits/interpretation.js';
import { candidates, NAMES } from '../edits/refer.js';
import { has, type Token } from '../text/token.js';

/** An answer to «выберите» is short: in tokens. */
const SHORT = 7;
const ORDINALS = ['first', 'second', 'third'] as const;

const deeds = (tokens: readonly Token[]): boolean =>
  has(tokens, 'remove', 'add', 'put', 'replace', 'move', 'wider', 'narrower', 'restore', 'raise');

/** «первый вариант», «второе», «3», «последнее»: which of the ways that were offered, from 0; −1 is the last. */
export function chosenWay(tokens: readonly Token[]): number | undefined {
  if (tokens.length === 0 || tokens.length > SHORT || has(tokens, ...NAMES) || deeds(tokens)) return undefined;
  const ordinal = ORDINALS.findIndex((lex) => has(tokens, lex));
  if (ordinal >= 0) return ordinal;
  if (tokens.some(({ text }) => /^четверт/.test(text))) return 3;
  if (has(tokens, 'last')) return -1;
  const number = tokens.length <= 3 ? tokens.find(({ quantity }) => quantity)?.quantity : undefined;
  return number && !number.unit && number.value >= 1 && number.value <= 4 ? number.value - 1 : undefined;
}

/** A way out as the edit that it means; nothing for those that only words can carry out. */
export function editOfWay({ kind, subject, text }: Alternative): Edit | undefined {
  if (subject === '') return undefined;
  if (kind === 'drop') return { op: 'remove', node: subject };
  const width = kind === 'narrow' ? /(\d+) вместо \d+/.exec(text)?.[1] : undefined;
  return width === undefined ? undefined : { op: 'resize', node: subject, w: Number(width) };
}

/** The words that were unclear, with the thing that the customer now points at: «правую», «вторую», «которая 400», «обе». */
export function pointed(
  order: Order,
  words: readonly Token[],
  { about, found }: Ask,
  answer: readonly Token[],
): Token[] | undefined {
  if (!about || !found || answer.length > SHORT || deeds(answer)) return undefined;
  if (has(answer, 'all', 'both')) return [...words, { text: 'все', lex: 'all' }];
  const width = answer.find(({ quantity }) => quantity)?.quantity;
  const mm = width && (width.value < 130 ? width.value * 10 : width.value);
  const wide = mm === undefined ? [] : found.filter(({ node }) => node.w === mm);
  const ordinal = ORDINALS.findIndex((lex) => has(answer, lex));
  const index =
    ordinal >= 0 ? ordinal : has(answer, 'left', 'start') ? 0 : has(answer, 'right', 'last', 'end') ? -1 : undefined;
  const middle = has(answer, 'middle', 'centre') && found.length === 3 ? found[1] : undefined;
  const kinds = answer.flatMap(({ lex }) => (lex && NAMES.includes(lex) ? candidates(order, lex) : []));
  const alike = found.filter(({ node }) => kinds.some((kind) => kind.node.id === node.id));
  const one =
    wide.length === 1
      ? wide[0]
      : alike.length === 1
        ? alike[0]
        : (middle ?? (index === undefined ? undefined : found.at(index)));
  return one && words.map((token) => (token === about ? { ...token, node: one.node.id } : token));
}

/** Each way out once: two cabinets of one kind are one to the customer. */
export const distinct = (ways: readonly Alternative[]): Alternative[] =>
  ways.filter(({ text }, i) => ways.findIndex((other) => other.text === text) === i);
