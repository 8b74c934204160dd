import type { Alternative, Edit, Order } from '#libs/furniture';
import type { Clarification } from '../edits/interpretation.js';
import { NAMES, nodesNamed, ordinalIn } from '../edits/refer.js';
import { has, type Token } from '../text/token.js';

/** Answers to «выберите» have at most this many tokens. */
const MAX_ANSWER_TOKENS = 7;

const hasVerb = (tokens: readonly Token[]): boolean =>
  has(tokens, 'remove', 'add', 'put', 'replace', 'move', 'wider', 'narrower', 'restore', 'raise');

/** «первый вариант», «второе», «3», «последнее»: index of the chosen alternative, −1 for the last. */
export function chosenAlternative(tokens: readonly Token[]): number | undefined {
  if (tokens.length === 0 || tokens.length > MAX_ANSWER_TOKENS || has(tokens, ...NAMES) || hasVerb(tokens))
    return undefined;
  const ordinal = ordinalIn(tokens);
  if (ordinal !== undefined) return ordinal;
  if (tokens.some(({ text }) => /^четверт/.test(text))) return 3;
  if (has(tokens, 'last')) return -1;
  const number = tokens.length <= 3 ? tokens.find(({ quantity }) => quantity)?.quantity : undefined;
  return number && !number.unit && number.value >= 1 && number.value <= 4 ? number.value - 1 : undefined;
}

/** The alternative as an edit; undefined if it has to be read from its text. */
export function editOf({ kind, subject, text }: Alternative): Edit | undefined {
  if (subject === '') return undefined;
  if (kind === 'drop') return { op: 'remove', node: subject };
  const width = kind === 'narrow' ? /(\d+) вместо \d+/.exec(text)?.[1] : undefined;
  return width === undefined ? undefined : { op: 'resize', node: subject, w: Number(width) };
}

/** The original tokens with the candidate that the customer chose: «правую», «вторую», «которая 400», «обе». */
export function withChosenCandidate(
  order: Order,
  words: readonly Token[],
  { about, candidates }: Clarification,
  answer: readonly Token[],
): Token[] | undefined {
  if (!about || !candidates || answer.length > MAX_ANSWER_TOKENS || hasVerb(answer)) return undefined;
  if (has(answer, 'all', 'both')) return [...words, { text: 'все', lex: 'all' }];
  const width = answer.find(({ quantity }) => quantity)?.quantity;
  const mm = width && (width.value < 130 ? width.value * 10 : width.value);
  const wide = mm === undefined ? [] : candidates.filter(({ node }) => node.w === mm);
  const side = has(answer, 'left', 'start') ? 0 : has(answer, 'right', 'last', 'end') ? -1 : undefined;
  const index = ordinalIn(answer) ?? side;
  const middle = has(answer, 'middle', 'centre') && candidates.length === 3 ? candidates[1] : undefined;
  const kinds = answer.flatMap(({ lex }) => (lex && NAMES.includes(lex) ? nodesNamed(order, lex) : []));
  const alike = candidates.filter(({ node }) => kinds.some((kind) => kind.node.id === node.id));
  const one =
    wide.length === 1
      ? wide[0]
      : alike.length === 1
        ? alike[0]
        : (middle ?? (index === undefined ? undefined : candidates.at(index)));
  return one && words.map((token) => (token === about ? { ...token, node: one.node.id } : token));
}

/** Alternatives without duplicates in wording: equal cabinets look the same to the customer. */
export const distinct = (alternatives: readonly Alternative[]): Alternative[] =>
  alternatives.filter(({ text }, i) => alternatives.findIndex((other) => other.text === text) === i);
