import type { Lex } from '../lexicon/words.js';
import { distanceOf, unitWidth, wallLength } from '../text/lengths.js';
import { LENGTH_UNITS } from '../text/numbers.js';
import { has, is, sentences, type Token } from '../text/token.js';
import { type Chunk, chunksOf } from './chunks.js';
import type { Facts, Shape } from './facts.js';
import { fuelOf, readFixture } from './fixtures.js';
import { readLooks } from './looks.js';
import { readObstacle } from './obstacles.js';
import { offsetOf, placeOf } from './place.js';
import { readWallTier } from './wall-tier.js';
import { readEnds, readLengths, readWalls, speaksOfEnds, WALLS_OF, wallsAtBoth } from './walls.js';
import { MAX_UNIT_WIDTH_MM, widthOf } from './width.js';

/** Strips «слева направо», «справа налево», which would otherwise read as places. */
function sequence(tokens: readonly Token[], facts: Facts): Token[] {
  return tokens.filter((token, i) => {
    const pair = (a: Token | undefined, b: Token | undefined): boolean =>
      /^(слева|справа)$/.test(a?.text ?? '') && /^(направо|налево)$/.test(b?.text ?? '');
    if (pair(token, tokens[i + 1])) {
      facts.ordered = token.text === 'слева' ? 'left-to-right' : 'right-to-left';
      return false;
    }
    return !pair(tokens[i - 1], token);
  });
}

/**
 * Reads one message into `facts` (mutated); later words win. `about`: subject of the last question, which words without
 * a head then refer to.
 */
export function readFacts(tokens: readonly Token[], facts: Facts, about?: 'obstacle' | 'length'): void {
  const before = { lengths: facts.lengths, shape: facts.shape };
  const unclear = facts.unclear;
  facts.lengths = [];
  facts.unclear = [];
  if (has(tokens, 'next')) facts.sequential = true;
  const parts = sentences(sequence(tokens, facts));
  for (const sentence of parts) {
    sentence.forEach((clause, i) => {
      readLooks(clause, facts);
      readWallTier(wallUnits(clause, sentence[i - 1]), facts);
      if (wallsAtBoth(clause)) facts.ends = { left: 'wall', right: 'wall' };
      if (speaksOfDrawersBelow(clause)) facts.allDrawers = true;
    });
  }
  let topic: { obstacle: boolean; sentence: number } = { obstacle: false, sentence: -1 };
  let middle = -1;
  for (const chunk of chunksOf(parts)) {
    const obstacles = facts.obstacles.length;
    const asked = topic.sentence < 0 && about === 'obstacle';
    const edge = is(chunk.head ? { text: chunk.text, lex: chunk.head } : undefined, 'low', 'top');
    const measures =
      edge && topic.obstacle && topic.sentence === chunk.sentence && !chunk.after.some((word) => word.finish);
    if (measures && chunk.after.some((word) => word.quantity))
      readObstacle(
        { ...chunk, role: 'obstacle' },
        { text: chunk.text, ...(chunk.head ? { lex: chunk.head } : {}) },
        facts,
      );
    else if (
      chunk.role === 'none' &&
      topic.sentence < 0 &&
      about === 'length' &&
      chunk.after.some((word) => word.quantity)
    )
      readWallWords(chunk, facts);
    else if (chunk.role === 'none')
      readLoose(chunk, facts, asked || (topic.obstacle && topic.sentence === chunk.sentence));
    else {
      readChunk(chunk, facts);
      if (chunk.role !== 'look' && !measures) topic = { obstacle: chunk.role === 'obstacle', sentence: chunk.sentence };
    }
    // «посередине стены 3,6 окно»: the middle refers to the window.
    const found = facts.obstacles[obstacles];
    if (found && middle === chunk.clause && !found.at) found.centred = true;
    middle = chunk.role === 'wall' && has(chunk.before, 'centre') ? chunk.clause : -1;
    if (has([...chunk.before, ...chunk.after], 'all') && has([...chunk.before, ...chunk.after], 'builtIn'))
      facts.allBuiltIn = true;
  }
  if (facts.lengths.length === 0 && facts.unclear.length === 0) readUnit(unclear, tokens, facts);
  facts.lengths = joinLengths(before.lengths, facts.lengths, facts.shape);
}

/** «верхний ряд короче, только над мойкой»: the second clause continues the wall units. */
function wallUnits(clause: readonly Token[], before: readonly Token[] | undefined): readonly Token[] {
  const top = is(clause[0], 'only') && is(clause[1], 'above') ? before?.find((token) => is(token, 'top')) : undefined;
  return top ? [top, ...clause] : clause;
}

/** «низ с ящиками», «внизу всё ящики», «снизу только ящики». */
const speaksOfDrawersBelow = (clause: readonly Token[]): boolean =>
  clause.some((token, i) => is(token, 'drawers') && is(clause[i - 1], 'of') && is(clause[i - 2], 'low')) ||
  (has(clause, 'low', 'bottom') &&
    has(clause, 'all', 'only') &&
    has(clause, 'drawers') &&
    !clause.some(({ quantity }) => quantity));

/** «в сантиметрах»: the unit for the numbers that were asked about. */
function readUnit(unclear: Facts['unclear'], tokens: readonly Token[], facts: Facts): void {
  const unit = tokens.map(({ text }) => LENGTH_UNITS[text]).find(Boolean);
  if (!unit) {
    facts.unclear = unclear;
    return;
  }
  for (const { text, quantity } of unclear) {
    const length = wallLength({ ...quantity, unit });
    if (length === undefined) facts.unclear.push({ text, quantity });
    else facts.lengths.push(length);
  }
}

/** New lengths replace a complete set and extend an incomplete one. */
function joinLengths(old: readonly number[], added: readonly number[], shape: Shape | undefined): number[] {
  if (added.length === 0) return [...old];
  const wanted = shape ? WALLS_OF[shape] : 1;
  return old.length + added.length <= wanted ? [...old, ...added] : [...added];
}

function readChunk(chunk: Chunk, facts: Facts): void {
  const head: Token | undefined = chunk.head ? { text: chunk.text, lex: chunk.head } : undefined;
  if (chunk.role === 'fixture') {
    readFixture(chunk, facts);
    if (chunk.head !== 'fridge' && chunk.head !== 'tall') readLengths(longOnes(chunk.after), facts);
  } else if (chunk.role === 'obstacle') readObstacle(chunk, head, facts);
  else if (chunk.role === 'wall' && head) readWalls(chunk, [head], facts);
  else if (chunk.role === 'look') {
    const words = chunk.before.filter((token) => token.quantity);
    if (words.length > 0 && chunk.head === 'hood') readLengths(words, facts);
    if (chunk.head && !TALL_LOOKS.includes(chunk.head)) readLengths(longOnes(chunk.after), facts);
  }
}

/** Nouns whose following length is their own. */
const TALL_LOOKS: readonly Lex[] = ['ceiling', 'mezzanine', 'hood', 'apron', 'worktop', 'light'];

/** Lengths after a fixture that are too long for a unit belong to the wall («мойка плита 3 метра»). */
const longOnes = (words: readonly Token[]): Token[] =>
  offsetOf(words) || has(words, 'height', 'from', 'raise')
    ? []
    : words.filter(
        ({ quantity }, i) =>
          !is(words[i - 1], 'on') &&
          quantity &&
          unitWidth(quantity) > MAX_UNIT_WIDTH_MM &&
          wallLength(quantity) !== undefined,
      );

/** Lengths given in answer to the question about them, with ends and shape. */
function readWallWords(chunk: Chunk, facts: Facts): void {
  if (speaksOfEnds(chunk.after)) readEnds(chunk.after, facts);
  else readLengths(chunk.after, facts);
}

/** A clause without a head refers to the previous obstacle, wall or fixture. */
function readLoose(chunk: Chunk, facts: Facts, onObstacle: boolean): void {
  const words = chunk.after;
  const last = facts.fixtures.at(-1);
  if (speaksOfEnds(words)) readEnds(words, facts);
  else if (onObstacle) readObstacle(chunk, undefined, facts);
  else if (words.some((token) => token.quantity)) readNumbers(words, facts);
  else if (last) {
    const hob = facts.fixtures.find(({ kind }) => kind === 'hob' || kind === 'stove');
    const fuel = fuelOf(words);
    if (fuel && hob) hob.fuel = fuel;
    if (is(words[0], 'builtIn')) last.builtIn = true;
    if (is(words[0], 'separate')) last.builtIn = false;
    if (!has(words, 'free')) last.place = { ...last.place, ...placeOf(words, undefined) };
  }
  if (words.some((token, i) => is(token, 'row') && is(words[i - 1], 'inside'))) facts.shape ??= 'straight';
}

/** Numbers alone: a wall's where they are in range, else the last fixture's. */
function readNumbers(words: readonly Token[], facts: Facts): void {
  const quantity = words.find((token) => token.quantity)?.quantity;
  const last = facts.fixtures.at(-1);
  const small = quantity && quantity.unit !== 'm' && distanceOf(quantity) < 1300 && quantity.value > 12;
  if (last && small && last.width === undefined) {
    const width = widthOf(words);
    if (width !== undefined) last.width = width;
  } else readLengths(words, facts);
}
