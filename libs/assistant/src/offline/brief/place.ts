import { APPLIANCES, STANDARD } from '#libs/furniture';
import type { Lex } from '../lexicon/words.js';
import { distanceOf } from '../text/lengths.js';
import { is, type Token } from '../text/token.js';
import type { Place, WallName } from './facts.js';

/** Nouns used as references, and the layout engine's names for them. */
export const REFERENCES: Partial<Record<Lex, string>> = {
  ...Object.fromEntries(APPLIANCES.map((kind) => [kind, kind])),
  hood: 'hob',
  tall: 'T',
  drawers: STANDARD.drawers,
  induction: 'hob',
  bottle: STANDARD.narrowBase,
};

/** Words that name a wall. */
export const WALL_NAMES: Partial<Record<Lex, WallName>> = {
  left: 'left',
  right: 'right',
  middle: 'centre',
  centre: 'centre',
  long: 'long',
  short: 'short',
  first: 'first',
  second: 'second',
  third: 'third',
};

const handOf = (token: Token | undefined): 'left' | 'right' | undefined =>
  is(token, 'left', 'lefter') ? 'left' : is(token, 'right', 'righter') ? 'right' : undefined;

/** The reference after position `i`, past prepositions and adjectives: «справа от газовой плиты». */
function referenceAfter(tokens: readonly Token[], i: number): { of: string | 'window'; used: number } | undefined {
  for (let at = i; at < Math.min(tokens.length, i + 4); at += 1) {
    const token = tokens[at];
    if (is(token, 'window', 'sill')) return { of: 'window', used: at - i + 1 };
    const of = token?.lex && REFERENCES[token.lex];
    if (of && !(is(token, 'induction') && is(tokens[at + 1], 'hob'))) return { of, used: at - i + 1 };
    if (!is(token, 'from', 'of', 'gas', 'electric', 'builtIn', 'separate', 'standing', 'induction')) return undefined;
  }
  return undefined;
}

/** «между мойкой и газовой плитой»: both neighbours. */
function pairAfter(tokens: readonly Token[], i: number): { of: readonly [string, string]; used: number } | undefined {
  const one = referenceAfter(tokens, i);
  const and = i + (one?.used ?? 0);
  const two = one && is(tokens[and], 'and', 'of') ? referenceAfter(tokens, and + 1) : undefined;
  if (!one || !two || one.of === 'window' || two.of === 'window') return undefined;
  return { of: [one.of, two.of], used: one.used + 1 + two.used };
}

/** An adjective that names a wall and not a side («короткой», «левой» after «на», «по», «в начале»). */
function namesWall(tokens: readonly Token[], i: number): boolean {
  const [token, before, after] = [tokens[i], tokens[i - 1], tokens[i + 1]];
  if (!token?.lex || !WALL_NAMES[token.lex]) return false;
  if (is(after, 'wall', 'side')) return true;
  if (is(token, 'long', 'short', 'middle')) return true;
  if (is(token, 'centre')) return false;
  return (
    is(before, 'on', 'start', 'end', 'inside') && !is(after, 'corner', 'from') && /(ой|ая|ую|ей|ом)$/.test(token.text)
  );
}

const upToQuantity = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex((token) => token.quantity);
  return end < 0 ? tokens : tokens.slice(0, end);
};

interface Offset {
  readonly mm: number;
  readonly from: 'left' | 'right';
  /** Whether a side is named at all; without one the offset is from the left. */
  readonly sided: boolean;
  readonly used: Token;
}

/** «80 см от угла 5 см»: the first number is the width, the second the offset. */
function offsetFollows(tokens: readonly Token[], i: number): boolean {
  const corner = tokens.findIndex((token, at) => at > i && at <= i + 4 && is(token, 'corner', 'wall', 'end'));
  if (corner < 0 || tokens.slice(i + 1, corner).some((token) => token.quantity)) return false;
  return tokens[corner + 1]?.quantity !== undefined && !is(tokens[corner + 2], 'width', 'height', 'depth', 'from');
}

/** The end that an offset is measured from: named next to it, or the side the thing is on. */
function endOf(beside: readonly Token[], all: readonly Token[]): 'left' | 'right' {
  if (beside.some((token) => is(token, 'right'))) return 'right';
  if (beside.some((token) => is(token, 'left', 'start'))) return 'left';
  const right = all.some((token, i) => is(token, 'right') && !is(all[i + 1], 'from', 'wall', 'side'));
  return right && !all.some((token) => is(token, 'left')) ? 'right' : 'left';
}

/** «в 100 см от левого угла», «1 м от правой стены», «от левого угла 1 м»: a fixed offset. */
export function offsetOf(tokens: readonly Token[]): Offset | undefined {
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token?.quantity) continue;
    const after = upToQuantity(tokens.slice(i + 1, i + 4));
    const before = upToQuantity(tokens.slice(Math.max(0, i - 4), i).toReversed());
    const ahead =
      is(after[0], 'from') &&
      !offsetFollows(tokens, i) &&
      after.slice(1).some((next) => is(next, 'corner', 'wall', 'end', 'left', 'right', 'start'))
        ? after
        : undefined;
    const from = before.findIndex((next) => is(next, 'from'));
    const behind = before.slice(0, Math.max(0, from)).some((next) => is(next, 'corner', 'wall', 'end'))
      ? before
      : undefined;
    const found = ahead ?? behind;
    if (found) {
      const sided = [...found, ...tokens].some((next) => is(next, 'left', 'right'));
      return { mm: distanceOf(token.quantity), from: endOf(found, tokens), sided, used: token };
    }
  }
  return undefined;
}

/** The requested place; `previous` is the fixture before it, which «рядом» and «правее» refer to. */
export function placeOf(tokens: readonly Token[], previous: string | undefined): Place {
  const place: Place = {};
  const offset = offsetOf(tokens);
  if (offset) place.at = { mm: offset.mm, from: offset.from };
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const reference = referenceAfter(tokens, i + 1);
    const pair = is(token, 'between') ? pairAfter(tokens, i + 1) : undefined;
    if (pair) {
      place.between = pair.of;
      i += pair.used;
    } else if (namesWall(tokens, i) && token?.lex) place.wall = WALL_NAMES[token.lex];
    else if (is(token, 'left', 'right', 'lefter', 'righter')) {
      const hand = handOf(token);
      if (!hand || offset) continue;
      if (is(tokens[i + 1], 'from') && is(tokens[i + 2], 'door', 'riser', 'pipe')) {
        // «слева от двери»: the end of the row next to the door.
        place.where = hand === 'left' ? 'end' : 'start';
        i += 2;
      } else if (reference && reference.of !== 'window' && is(tokens[i + 1], 'from')) {
        place.side = { of: reference.of, hand };
        i += reference.used;
      } else if (is(token, 'lefter', 'righter') && previous) place.side = { of: previous, hand };
      else place.hand = hand;
    } else if (is(token, 'near', 'at', 'between')) {
      if (reference?.of === 'window') place.where = 'window';
      else if (reference) place.nextTo = reference.of;
      else if (is(token, 'near') && previous && !is(tokens[i + 1], 'of')) place.nextTo = previous;
      if (reference) i += reference.used;
    } else if (is(token, 'under') && reference?.of === 'window') place.where = 'window';
    else if (is(token, 'start')) place.where = 'start';
    else if (is(token, 'end')) place.where = token?.text.startsWith('кра') ? 'edge' : 'end';
    else if (is(token, 'corner') && !offset) place.where = 'corner';
    else if (is(token, 'cornerShape')) place.where = 'corner';
    else if (is(token, 'centre') && !is(tokens[i + 1], 'window')) place.where ??= 'centre';
  }
  return place;
}
