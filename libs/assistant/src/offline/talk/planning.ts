import type { Order } from '#libs/furniture';
import type { Exchange } from '../../port.js';
import { type Facts, noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { shapeIn } from '../edits/wishes.js';
import { normalise } from '../text/normalise.js';
import { has, type Token } from '../text/token.js';
import { chosenWay } from './choices.js';
import { learn } from './fresh.js';
import { isBareYes } from './questions.js';

const EDITS = [
  'wider',
  'narrower',
  'move',
  'replace',
  'remove',
  'add',
  'restore',
  'places',
  'mirror',
  'raise',
] as const;

/** «начнём заново», «давай сначала», «всё с нуля»: the standing order is left behind. */
export const startsOver = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => /^(заново|занова)$/.test(text)) ||
  tokens.some(({ text }, i) => (text === 'нуля' || text === 'начала') && tokens[i - 1]?.text === 'с') ||
  (tokens.some(({ text }) => text === 'сначала') &&
    tokens.some(({ text }) => /^(давай|начн|начать|все|начин)/.test(text)));

const read = (tokens: readonly Token[]): Facts => {
  const facts = noFacts();
  readFacts(tokens, facts);
  return facts;
};

/** A whole new brief: a wall with its length and two or more things to stand on it. */
function isNewBrief(tokens: readonly Token[]): boolean {
  const facts = read(tokens);
  const walls = facts.lengths.length + Object.keys(facts.named).length;
  return walls > 0 && facts.fixtures.length >= 2 && !has(tokens, ...EDITS);
}

/** «нет, давай угловую 3 на 2»: another shape than the one that stands. */
function isOtherShape(order: Order, tokens: readonly Token[]): boolean {
  const { shape } = read(tokens);
  return shape !== undefined && shape !== shapeIn(order);
}

/** «всё по-другому: холодильник слева, потом мойка, потом плита»: the same walls, laid out in another way. */
function isOtherLayout(tokens: readonly Token[]): boolean {
  const { sequential, ordered, fixtures } = read(tokens);
  const anew = tokens.some(
    ({ text }, i) =>
      /^(по-?другому|по-?новому|иначе|переставь|перестановк)/.test(text) ||
      (text === 'другому' && tokens[i - 1]?.text === 'по'),
  );
  return fixtures.length >= 3 && (anew || ordered !== undefined || (sequential === true && !has(tokens, ...EDITS)));
}

type Begins = 'over' | 'brief' | 'shape' | 'layout';

const begins = (order: Order, tokens: readonly Token[]): Begins | undefined =>
  startsOver(tokens)
    ? 'over'
    : isNewBrief(tokens)
      ? 'brief'
      : isOtherShape(order, tokens)
        ? 'shape'
        : isOtherLayout(tokens)
          ? 'layout'
          : undefined;

/** What was known before a planning began: nothing, or for another shape all that the first order was made from. */
function baseOf(kind: Begins, history: readonly Exchange[]): Facts {
  const facts = noFacts();
  if (kind !== 'shape' && kind !== 'layout') return facts;
  const first = history.findIndex((exchange) => exchange.order);
  learn(history.slice(0, first + 1), facts);
  delete facts.unsupported;
  facts.unclear = [];
  if (kind === 'shape') delete facts.shape;
  else {
    // What is told anew comes in the new sequence; what is not stays in the kitchen, wherever it fits.
    delete facts.ordered;
    delete facts.sequential;
    facts.fixtures = facts.fixtures
      .filter(({ kind: one }) => one !== 'unit')
      .map((fact) => ({ ...fact, place: {}, rest: true as const }));
  }
  return facts;
}

/** Speaks of a kitchen yet to be planned, or accepts what was asked of it, and orders no edit. */
function goesOn(tokens: readonly Token[]): boolean {
  if (has(tokens, ...EDITS)) return isBareYes(tokens);
  const { lengths, named, unclear, shape, fixtures, obstacles, absent } = read(tokens);
  const said =
    lengths.length + unclear.length + fixtures.length + obstacles.length + absent.length + Object.keys(named).length;
  return said > 0 || shape !== undefined || isBareYes(tokens) || chosenWay(tokens) !== undefined;
}

/**
 * The facts that this message adds to, where it plans a kitchen anew: it begins one, or goes on with one that was asked
 * about since the last order was built. Nothing where it speaks of the order that stands.
 */
export function planningOf(
  history: readonly Exchange[],
  order: Order,
  tokens: readonly Token[],
): { facts: Facts; asked: boolean } | undefined {
  const kind = begins(order, tokens);
  if (kind) return { facts: baseOf(kind, history), asked: false };
  const open = history.slice(history.findLastIndex(({ status }) => status === 'built') + 1);
  if (open.at(-1)?.status !== 'question' || !goesOn(tokens)) return undefined;
  const said = open.map(({ words }) => begins(order, normalise(words)));
  const from = said.findLastIndex(Boolean);
  const began = said[from];
  if (!began) return undefined;
  const facts = baseOf(began, history);
  learn(open.slice(from), facts);
  return { facts, asked: true };
}
