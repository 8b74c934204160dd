import type { Fuel } from '#libs/furniture';
import type { Lex } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';
import { FUELS, type Role, roleOf } from './roles.js';

/** A head word with the words that speak of it. `none`: a clause of attributes alone. */
export interface Chunk {
  readonly role: Role;
  readonly head?: Lex;
  /** The head as the customer wrote it, lower case; empty without one. */
  readonly text: string;
  /** Where the head itself names a fuel: «с индукцией». */
  readonly fuel: Fuel | undefined;
  /** Words of the clause before the head, back to the head before it. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** The clause that it stands in, from 0, over the whole text. */
  readonly clause: number;
  readonly sentence: number;
  /** A word «с» or «и», «плюс» joins it to the head before it, in one clause. */
  readonly joined: 'with' | 'and' | undefined;
  /** It follows the head before it with no word between: «пенал холодильник». */
  readonly bare?: true;
}

const isCountable = (token: Token | undefined): boolean =>
  is(token, 'cabinet', 'baseUnit', 'drawers', 'tall', 'bottle', 'rack', 'shelf', 'cargo');

/** Words right before a head that are its own adjectives or place, not the tail of the head before it. */
function leadOf(clause: readonly Token[], from: number, head: number, placesLead: boolean): number {
  let start = head;
  // «холодильник встроенный духовка»: a fridge that has not said yet which kind it is takes the word behind it.
  const openFridge =
    is(clause[from - 1], 'fridge') &&
    !clause.slice(0, from - 1).some((token) => is(token, 'builtIn', 'separate', 'standing'));
  while (start > from) {
    const token = clause[start - 1];
    // «ручек нет мойка …»: a «нет» behind a thing is that thing's.
    if (/^нету?$/.test(token?.text ?? '') && start - 1 === from) break;
    const fuel =
      !is(clause[from - 1], 'hob', 'stove') &&
      is(token, ...FUELS) &&
      is(clause[head], 'hob', 'stove', 'oven', 'boiler', 'pipe');
    const kind = !openFridge && is(token, 'builtIn', 'separate', 'standing');
    const own =
      fuel ||
      kind ||
      is(token, 'no', 'and', 'of', 'top', 'low', 'cornerShape', 'open', 'glass', 'all', 'remove', 'larder');
    const colour = token?.finish !== undefined && start - 1 > from;
    // «и в конце холодильник»: the place leads its thing.
    const led =
      is(token, 'start', 'end', 'centre', 'corner') &&
      is(clause[start - 2], 'inside') &&
      is(clause[start - 3], 'and', 'next');
    if (led) return start - 3;
    const place = placesLead && is(token, 'left', 'right', 'start', 'end', 'centre', 'corner', 'inside', 'on');
    const wallName =
      is(clause[head], 'wall', 'side') &&
      is(token, 'left', 'right', 'long', 'short', 'middle', 'first', 'second', 'third');
    const wallCount =
      is(clause[head], 'wall', 'row', 'side') &&
      token?.quantity?.spoken &&
      !token.quantity.unit &&
      token.quantity.value <= 3;
    const count =
      isCountable(clause[head]) &&
      token?.quantity !== undefined &&
      !token.quantity.unit &&
      token.quantity.value <= 6 &&
      start === head;
    if (!own && !colour && !place && !count && !wallName && !wallCount) break;
    start -= 1;
    // What stands before an «и» is the tail of the head before.
    if (is(token, 'and')) break;
  }
  return start;
}

/** The text as chunks, in order. */
export function chunksOf(sentences: readonly (readonly Token[][])[]): Chunk[] {
  const out: Chunk[] = [];
  let number = 0;
  sentences.forEach((sentence, at) => {
    for (const clause of sentence) {
      out.push(...chunksOfClause(clause, number, at));
      number += 1;
    }
  });
  return out;
}

function chunksOfClause(clause: readonly Token[], number: number, sentence: number): Chunk[] {
  const heads = clause.flatMap((_, i) => {
    const found = roleOf(clause, i);
    return found ? [{ i, ...found }] : [];
  });
  const first = heads[0];
  if (!first)
    return [
      {
        role: 'none',
        text: '',
        fuel: undefined,
        before: [],
        after: clause,
        clause: number,
        sentence,
        joined: undefined,
      },
    ];
  const placesLead = has(clause.slice(0, first.i), 'left', 'right', 'start', 'end', 'centre', 'corner');
  const starts = heads.map(({ i, role }, k) => {
    if (k === 0) return 0;
    const start = leadOf(clause, (heads[k - 1]?.i ?? 0) + 1, i, placesLead);
    // «стена 3 м слева вентшахта»: the side is the obstacle's where it names no other and a wall has none.
    const own = clause.slice(i + 1, heads[k + 1]?.i ?? clause.length);
    const sided =
      role === 'obstacle' &&
      heads[k - 1]?.role === 'wall' &&
      is(clause[start - 1], 'left', 'right') &&
      !has(own, 'left', 'right');
    return sided && start - 1 > (heads[k - 1]?.i ?? 0) ? start - 1 : start;
  });
  return heads.map(({ i, role, head }, k) => {
    const before = clause.slice(starts[k] ?? 0, i);
    const end = starts[k + 1] ?? clause.length;
    const token = clause[i];
    const fuel: Fuel | undefined = is(token, 'gas')
      ? 'gas'
      : is(token, 'electric')
        ? 'electric'
        : is(token, 'induction')
          ? 'induction'
          : undefined;
    const joined = k === 0 ? undefined : has(before, 'of') ? 'with' : has(before, 'and') ? 'and' : undefined;
    return {
      role,
      head,
      text: token?.text ?? '',
      fuel,
      before,
      after: clause.slice(i + 1, end),
      clause: number,
      sentence,
      joined,
      ...(k > 0 && heads[k - 1]?.i === i - 1 ? { bare: true as const } : {}),
    };
  });
}
