import type { Lex } from '../lexicon/words.js';
import { distanceOf } from '../text/lengths.js';
import { is, type Token } from '../text/token.js';
import type { Place, WallName } from './facts.js';

/** Things that others are placed by, and what the layout engine calls them. */
export const REFERENCES: Partial<Record<Lex, string>> = {
  sink: 'sink',
  dishwasher: 'dishwasher',
  hob: 'hob',
  oven: 'oven',
  stove: 'stove',
  washer: 'washer',
  fridge: 'fridge',
  microwave: 'microwave',
  hood: 'hob',
  tall: 'T',
  drawers: 'BD3',
  induction: 'hob',
  bottle: 'BB',
};

const WALL_NAMES: Partial<Record<Lex, WallName>> = {
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

/** The reference that follows position `i`, over prepositions and adjectives: «справа от газовой плиты». */
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

/** A wall name («короткой», «левой») that means a wall, not a side: an adjective after «на», «по», «в начале». */
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

/** «в 100 см от левого угла», «1 м от правой стены», «от левого угла 1 м»: a fixed place. */
export function offsetOf(tokens: readonly Token[]): { mm: number; from: 'left' | 'right'; used: Token } | undefined {
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token?.quantity) continue;
    const after = upToQuantity(tokens.slice(i + 1, i + 4));
    const before = upToQuantity(tokens.slice(Math.max(0, i - 4), i).toReversed());
    const ahead =
      is(after[0], 'from') && after.slice(1).some((next) => is(next, 'corner', 'wall', 'end', 'left', 'right', 'start'))
        ? after
        : undefined;
    const behind =
      before.some((next) => is(next, 'from')) && before.some((next) => is(next, 'corner', 'wall', 'end'))
        ? before
        : undefined;
    const found = ahead ?? behind;
    if (found) {
      const from = found.some((next) => is(next, 'right')) ? 'right' : 'left';
      return { mm: distanceOf(token.quantity), from, used: token };
    }
  }
  return undefined;
}

/** Where the words want a thing; `previous` is the fixture named before it, which «рядом» and «правее» speak of. */
export function placeOf(tokens: readonly Token[], previous: string | undefined): Place {
  const place: Place = {};
  const offset = offsetOf(tokens);
  if (offset) place.at = { mm: offset.mm, from: offset.from };
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const reference = referenceAfter(tokens, i + 1);
    if (namesWall(tokens, i) && token?.lex) place.wall = WALL_NAMES[token.lex];
    else if (is(token, 'left', 'right', 'lefter', 'righter')) {
      const hand = handOf(token);
      if (!hand || offset) continue;
      if (reference && reference.of !== 'window' && is(tokens[i + 1], 'from')) {
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
