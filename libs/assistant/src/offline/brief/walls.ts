import { type BriefWall, given } from '#libs/furniture';
import { wallLength } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import type { Chunk } from './chunks.js';
import type { Facts, Shape, WallName } from './facts.js';
import { WALL_NAMES } from './place.js';

const SHAPE_HEADS = { straight: 'straight', cornerShape: 'corner', uShape: 'u' } as const;

/** Reads the shape; an unsupported one (an island) is recorded as such. */
function readShape(words: readonly Token[], facts: Facts): void {
  for (const [lex, shape] of Object.entries(SHAPE_HEADS)) {
    const at = words.findIndex((token) => token.lex === lex);
    const unit = is(words[at + 1], 'sink', 'cabinet', 'baseUnit') && !words[at - 1]?.quantity;
    if (at >= 0 && !is(words[at - 1], 'no') && !unit) facts.shape = shape;
  }
  for (const lex of ['island', 'peninsula', 'parallel'] as const) {
    const at = find(words, [lex]);
    if (at >= 0 && !is(words[at - 1], 'no')) facts.unsupported = lex;
  }
  const one = words.findIndex((token) => token.quantity?.value === 1 && !token.quantity.unit);
  if (one >= 0 && is(words[one + 1], 'wall', 'row', 'side')) facts.shape ??= 'straight';
  if (is(words[find(words, ['row'])], 'row') && has(words, 'inside') && facts.shape === undefined && !has(words, 'on'))
    facts.shape = 'straight';
}

/** «кухня 9 метров» is a floor area, not a wall: range of such numbers. */
const FLOOR_AREA_M = { min: 6, max: 12 };

/** A single length in that range without any word for a wall or length. */
function isFloorArea(words: readonly Token[]): boolean {
  const [one, two] = words.flatMap(({ quantity }) => quantity ?? []);
  const about = has(words, 'wall', 'length', 'straight', 'cornerShape', 'uShape', 'row', 'side', 'on');
  return (
    one !== undefined &&
    !two &&
    !about &&
    one.unit === 'm' &&
    Number.isInteger(one.value) &&
    one.value >= FLOOR_AREA_M.min &&
    one.value <= FLOOR_AREA_M.max
  );
}

/** Reads a clause about the room's walls: shape, lengths, ends. */
export function readWalls(chunk: Chunk, token: readonly Token[], facts: Facts): void {
  const words = [...chunk.before, ...token, ...chunk.after];
  readShape(words, facts);
  readEnds(words, facts);
  if (
    chunk.head === 'room' ||
    is(
      words.find((word) => is(word, 'room')),
      'room',
    )
  ) {
    if (words.some((word) => word.quantity)) facts.roomSize = true;
    return;
  }
  if (words.some((word, i) => word.quantity && is(words[i + 1], 'area'))) facts.roomSize = true;
  if (chunk.head === 'kitchen' && isFloorArea(words)) {
    facts.roomSize = true;
    return;
  }
  readLengths(words, facts);
}

/** «две стены по 2 метра»: number and length of each. */
function eachOf(words: readonly Token[]): { count: number; length: number } | undefined {
  const at = words.findIndex(({ quantity }, i) => quantity && words[i - 1]?.text === 'по');
  const quantity = words[at]?.quantity;
  const count = words
    .slice(0, at)
    .find((word, i) => word.quantity && !word.quantity.unit && is(words[i + 1], 'wall', 'side'))?.quantity?.value;
  const length = quantity && wallLength(quantity);
  return length !== undefined && (count === 2 || count === 3) ? { count, length } : undefined;
}

/** Reads quantities as wall lengths, with the name next to each («левая 2,4 м», «3 метра по длинной»). */
export function readLengths(words: readonly Token[], facts: Facts): void {
  const each = eachOf(words);
  if (each) {
    facts.lengths.push(...Array.from({ length: each.count }, () => each.length));
    facts.shape ??= each.count === 2 ? 'corner' : 'u';
    return;
  }
  for (let i = 0; i < words.length; i += 1) {
    const quantity = words[i]?.quantity;
    if (!quantity || isCount(words, i)) continue;
    const length = wallLength(quantity);
    if (length === undefined) {
      facts.unclear.push({ text: words[i]?.text ?? '', quantity });
      continue;
    }
    const name = nameAround(words, i);
    if (name) facts.named[name] = length;
    else facts.lengths.push(length);
  }
}

/** «одна стена», «две стены», «в 3 ряда»: a count. */
function isCount(words: readonly Token[], i: number): boolean {
  const quantity = words[i]?.quantity;
  if (is(words[i + 1], 'area')) return true;
  if (!quantity || quantity.unit || quantity.value > 4) return false;
  const alone = words.filter((word) => word.quantity).length === 1;
  if (/^(стены|стороны|ряда|линии|стенки)$/.test(words[i + 1]?.text ?? '') && Number.isInteger(quantity.value))
    return true;
  return is(words[i + 1], 'wall', 'row', 'side') && (alone || Boolean(quantity.spoken) || quantity.value < 2);
}

function nameAround(words: readonly Token[], i: number): WallName | undefined {
  const named = (token: Token | undefined): WallName | undefined => token?.lex && WALL_NAMES[token.lex];
  for (let at = i - 1; at >= Math.max(0, i - 3); at -= 1) {
    if (words[at]?.quantity) break;
    const name = named(words[at]);
    if (name) return name;
  }
  for (let at = i + 1; at <= i + 3 && at < words.length; at += 1) {
    if (words[at]?.quantity) break;
    const name = named(words[at]);
    if (name && is(words[at - 1], 'on')) return name;
  }
  return undefined;
}

const isFree = (token: Token): boolean => is(token, 'free') || /^(открыт|проход)/.test(token.text);
export const speaksOfEnds = (words: readonly Token[]): boolean => words.some(isFree) || has(words, 'between');

/** «с обеих сторон стены», «по бокам глухие стены». */
export function wallsAtBoth(words: readonly Token[]): boolean {
  const both = words.some(
    ({ text }, i) => /^(бокам|краям)$/.test(text) || (/^(обеих|двух)$/.test(text) && is(words[i + 1], 'side')),
  );
  return both && !words.some(isFree) && words.some((word) => /^стены?$/.test(word.text) && is(word, 'wall'));
}

/** «справа свободно», «слева стена», «от стены до стены», «в нише»: ends of the row. */
export function readEnds(words: readonly Token[], facts: Facts): void {
  const from = find(words, ['from']);
  const wallToWall =
    from >= 0 && is(words[from + 1], 'wall') && is(words[from + 2], 'to') && is(words[from + 3], 'wall');
  const inNiche = words.some((word, i) => is(word, 'niche') && is(words[i - 1], 'inside'));
  if (wallToWall || inNiche || (has(words, 'between') && has(words, 'wall')) || wallsAtBoth(words)) {
    facts.ends = { left: 'wall', right: 'wall' };
    return;
  }
  if (words.some(({ text }) => text === 'обеих' || text === 'сторон') && words.some(isFree))
    facts.ends = { left: 'free', right: 'free' };
  sidesOf(words, facts);
}

/** Sides are collected until a word tells what is there: «слева и справа свободно», «слева стена справа проход». */
function sidesOf(words: readonly Token[], facts: Facts): void {
  const measured = words.some(({ quantity }) => quantity);
  let sides: ('left' | 'right')[] = [];
  let held = false;
  for (const word of words) {
    const side = is(word, 'left') ? 'left' : is(word, 'right') ? 'right' : undefined;
    const end = isFree(word) ? 'free' : is(word, 'wall') && !measured ? 'wall' : undefined;
    if (side && held) facts.ends[side] = 'free';
    else if (side) sides.push(side);
    else if (end) {
      for (const one of sides) facts.ends[one] = end;
      held = end === 'free' && sides.length === 0;
      sides = [];
    }
  }
}

/** Walls ready to build, or the question to ask. */
type Walls =
  | { readonly ok: true; readonly shape: Shape; readonly walls: BriefWall[] }
  | { readonly ok: false; readonly ask: WallQuestion };

export type WallQuestion =
  | 'units'
  | 'length'
  | 'length_and_shape'
  | 'shape'
  | 'second_length'
  | 'u_lengths'
  | 'contradiction'
  | 'room';

const LEFTWARD: readonly WallName[] = ['left', 'first', 'long', 'centre'];
const RIGHTWARD: readonly WallName[] = ['second', 'short', 'right', 'third'];

export const WALLS_OF: Readonly<Record<Shape, number>> = { straight: 1, corner: 2, u: 3 };

/** Lengths from left to right: named ones at their side, the rest between. */
function lengthsOf(facts: Facts): number[] {
  const named = (names: readonly WallName[]): number[] => names.flatMap((name) => facts.named[name] ?? []);
  const all = [...named(LEFTWARD), ...named(RIGHTWARD)];
  // Once all walls are named, an earlier unnamed length is dropped.
  const complete = facts.shape !== undefined && facts.shape !== 'straight' && all.length === WALLS_OF[facts.shape];
  return complete ? all : [...named(LEFTWARD), ...facts.lengths, ...named(RIGHTWARD)];
}

/** Two lengths mean a corner if something is placed in it or both walls are named. */
const meansCorner = (facts: Facts): boolean =>
  facts.fixtures.some(({ place }) => place.where === 'corner' && !place.hand) ||
  Object.keys(facts.named).length === 2 ||
  (facts.named.second !== undefined && facts.lengths.length === 1);

function shapeOf(facts: Facts, count: number): Shape | undefined {
  if (facts.shape) return facts.shape;
  if (count === 1) return 'straight';
  if (count === 3) return 'u';
  return count === 2 && meansCorner(facts) ? 'corner' : undefined;
}

/** Resolves the walls (spec.md: the assistant asks which wall and its length, nothing more). */
export function wallsOf(facts: Facts): Walls {
  const lengths = lengthsOf(facts);
  const ask = (question: WallQuestion): Walls => ({ ok: false, ask: question });
  if (facts.unclear.length > 0 && lengths.length === 0) return ask('units');
  if (lengths.length === 0)
    return ask(
      facts.roomSize
        ? 'room'
        : facts.shape === undefined
          ? 'length_and_shape'
          : facts.shape === 'u'
            ? 'u_lengths'
            : 'length',
    );
  const shape = shapeOf(facts, lengths.length);
  if (!shape) return ask(lengths.length > WALLS_OF.u ? 'contradiction' : 'shape');
  const wanted = WALLS_OF[shape];
  if (lengths.length > wanted) return ask('contradiction');
  if (facts.unclear.length > 0 && lengths.length < wanted) return ask('units');
  if (lengths.length < wanted) return ask(shape === 'u' ? 'u_lengths' : 'second_length');
  const last = lengths.length - 1;
  const walls = lengths.map((length, i): BriefWall => {
    const left = i === 0 ? facts.ends.left : undefined;
    const right = i === last ? facts.ends.right : undefined;
    const ends = left || right ? given({ left, right }) : undefined;
    return { length, ...given({ turn: i > 0 ? 'right' : undefined, ends }) };
  });
  return { ok: true, shape, walls };
}

const ID = ['A', 'B', 'C'];

/** Id (`A`, `B`, `C`) of a named wall. */
export function wallId(name: WallName, walls: readonly BriefWall[]): string {
  const lengths = walls.map(({ length }) => length);
  const index: Record<WallName, number> = {
    left: 0,
    first: 0,
    centre: walls.length > 2 ? 1 : 0,
    second: Math.min(1, walls.length - 1),
    third: Math.min(2, walls.length - 1),
    right: walls.length - 1,
    long: lengths.indexOf(Math.max(...lengths)),
    short: lengths.indexOf(Math.min(...lengths)),
  };
  return ID[index[name]] ?? 'A';
}
