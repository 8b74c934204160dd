import type { Order } from '#libs/furniture';
import type { Exchange } from '../../port.js';
import { COOKERS, type Facts, type FixtureFact, noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { chosenAlternative } from '../dialogue/alternatives.js';
import { shapeIn } from '../edits/spots.js';
import { lexes } from '../lexicon/words.js';
import { isBareYes } from '../questions/recognise.js';
import { normalise } from '../text/normalise.js';
import { has, type Token } from '../text/token.js';
import { draftOf } from './drafts.js';
import { type Plan, planOf, readHistory } from './plan.js';

const EDITS = lexes('wider narrower move replace remove add restore places mirror raise');

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

/** A complete new brief: a wall length and at least two fixtures. */
function isNewBrief(tokens: readonly Token[]): boolean {
  const facts = read(tokens);
  const walls = facts.lengths.length + Object.keys(facts.named).length;
  return walls > 0 && facts.fixtures.length >= 2 && !has(tokens, ...EDITS);
}

/** «нет, давай угловую 3 на 2»: another shape than the order's. */
function isOtherShape(order: Order, tokens: readonly Token[]): boolean {
  const { shape } = read(tokens);
  return shape !== undefined && shape !== shapeIn(order);
}

/** «всё по-другому: холодильник слева, потом мойка, потом плита»: same walls, new layout. */
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

/** Facts to start from: empty, or for another shape or layout those of the first order. */
function baseOf(kind: Begins, history: readonly Exchange[]): Facts {
  const facts = noFacts();
  if (kind !== 'shape' && kind !== 'layout') return facts;
  const first = history.findIndex((exchange) => exchange.order);
  readHistory(history.slice(0, first + 1), facts);
  delete facts.unsupported;
  facts.unclear = [];
  if (kind === 'shape') delete facts.shape;
  else {
    // Fixtures named now form the new sequence; the others stay, wherever they fit.
    delete facts.ordered;
    delete facts.sequential;
    facts.fixtures = facts.fixtures
      .filter(({ kind: one }) => one !== 'unit')
      .map((fact) => ({ ...fact, place: {}, rest: true as const }));
  }
  return facts;
}

/** Continues a brief or accepts its question, and requests no edit. */
function continuesPlanning(tokens: readonly Token[]): boolean {
  if (has(tokens, ...EDITS)) return isBareYes(tokens);
  const { lengths, named, unclear, shape, fixtures, obstacles, absent } = read(tokens);
  const count =
    lengths.length + unclear.length + fixtures.length + obstacles.length + absent.length + Object.keys(named).length;
  return count > 0 || shape !== undefined || isBareYes(tokens) || chosenAlternative(tokens) !== undefined;
}

/**
 * The facts that this message adds to if it plans a kitchen anew: it starts one, or continues one that was asked about
 * since the last build. Undefined if it is about the current order.
 */
export function planningOf(
  history: readonly Exchange[],
  order: Order,
  tokens: readonly Token[],
): { facts: Facts; asked: boolean } | undefined {
  const kind = begins(order, tokens);
  if (kind) return { facts: baseOf(kind, history), asked: false };
  const open = history.slice(history.findLastIndex(({ status }) => status === 'built') + 1);
  if (open.at(-1)?.status !== 'question' || !continuesPlanning(tokens)) return undefined;
  const starts = open.map(({ words }) => begins(order, normalise(words)));
  const from = starts.findLastIndex(Boolean);
  const began = starts[from];
  if (!began) return undefined;
  const facts = baseOf(began, history);
  readHistory(open.slice(from), facts);
  return { facts, asked: true };
}

const alike = (a: FixtureFact, b: FixtureFact): boolean =>
  a.kind === b.kind && a.code === b.code ? true : COOKERS.includes(a.kind) && COOKERS.includes(b.kind);

/** Replaces the fixture's placement; in a sequence it moves to that end. */
function replacePlace(facts: Facts, stated: FixtureFact): void {
  const all = facts.fixtures.filter((fact) => alike(fact, stated) && !fact.tall);
  const known = all[0];
  if (!known) {
    facts.fixtures.push(stated);
    return;
  }
  if (stated.width !== undefined) known.width = stated.width;
  for (const one of all) one.place = { ...stated.place };
  if (!facts.ordered && !facts.sequential) return;
  const { hand, where } = stated.place;
  const rest = facts.fixtures.filter((fact) => fact !== known);
  const last = hand === 'right' || where === 'end';
  if (!last && hand !== 'left' && where !== 'start') {
    delete facts.ordered;
    delete facts.sequential;
    return;
  }
  known.place = {};
  facts.fixtures = last ? [...rest, known] : [known, ...rest];
}

/** Replaces the length of a straight kitchen's only wall. */
function measured(facts: Facts, { lengths }: Facts): boolean {
  if (facts.lengths.length !== 1 || Object.keys(facts.named).length > 0) return false;
  facts.lengths = [...lengths];
  return true;
}

/**
 * «Мойку на короткую стену» where the edit does not fit: the kitchen is laid out anew with that placement, as long as
 * it is still the first plan; likewise for a shorter wall or a new obstacle. Undefined if that does not fit either, or
 * the edit `fits`.
 */
export function replanFor(
  history: readonly Exchange[],
  tokens: readonly Token[],
  fits: () => boolean,
): Plan | undefined {
  const built = history.filter(({ status }) => status === 'built');
  if (built.length !== 1 || has(tokens, 'remove', 'replace', 'places', 'no', 'lefter', 'righter')) return undefined;
  const stated = noFacts();
  readFacts(tokens, stated);
  const placed = stated.fixtures.filter(({ place }) => Object.keys(place).length > 0);
  const shorter =
    stated.fixtures.length === 0 && stated.lengths.length === 1 && has(tokens, 'wall', 'kitchen', 'length');
  const room = shorter || (stated.fixtures.length === 0 && stated.obstacles.length > 0);
  if (!room && (placed.length === 0 || placed.length !== stated.fixtures.length)) return undefined;
  if (fits()) return undefined;
  const facts = noFacts();
  readHistory(history.slice(0, history.findIndex(({ status }) => status === 'built') + 1), facts);
  if (shorter && !measured(facts, stated)) return undefined;
  if (stated.obstacles.length > 0) readFacts(tokens, facts);
  for (const fixture of placed) replacePlace(facts, fixture);
  const decided = planOf(facts);
  if (!('plan' in decided) || !draftOf(decided.plan.brief).ok) return undefined;
  return { ...decided.plan, reply: `Кухня расставлена заново. ${decided.plan.reply}` };
}
