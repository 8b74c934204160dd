import type { Lex } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';
import type { Chunk } from './chunks.js';
import type { Facts, FixtureFact, Place } from './facts.js';
import { widthOf } from './width.js';

/** Catalogue codes of what customers call by name (furniture.ru.md, 1.2). */
const CODES: Partial<Record<Lex, string>> = {
  cabinet: 'B',
  baseUnit: 'B',
  drawers: 'BD3',
  bottle: 'BB',
  cargo: 'TC',
  tall: 'T',
  rack: 'BOS',
};

/** Drawers in a unit → its code; another number is made as three. */
const DRAWER_CODES: Readonly<Record<number, string>> = { 1: 'BD1', 2: 'BD2', 3: 'BD3', 4: 'BD4' };

export const drawerCode = (count: number | undefined): string => DRAWER_CODES[count ?? 3] ?? 'BD3';

/** How many drawers: «три ящика», «ящики три штуки», «с двумя ящиками». */
export function drawersOf(tokens: readonly Token[]): number | undefined {
  const found = tokens.find(
    (token, i) =>
      token.quantity && !token.quantity.unit && token.quantity.value <= 6 && is(tokens[i + 1], 'drawers', 'piece'),
  );
  return found?.quantity?.value;
}

const small = (token: Token | undefined): number | undefined => {
  const quantity = token?.quantity;
  return quantity && !quantity.unit && quantity.value <= 6 && Number.isInteger(quantity.value)
    ? quantity.value
    : undefined;
};

/**
 * A unit of the catalogue from its chunk, or an addition to the unit before it («тумба с ящиками», «пенал с духовкой»).
 * Nothing for «остальное тумбы»: the engine fills what is left.
 */
export function unitOf(chunk: Chunk, facts: Facts, place: Place): FixtureFact | undefined {
  const { head, before, after } = chunk;
  const words = [...before, ...after];
  if (!head || has(words, 'rest') || has(before, 'open')) return undefined;
  const width = widthOf(words);
  const previous = facts.fixtures.at(-1);
  const below = is(before.at(-1), 'of') || has(before, 'low', 'bottom', 'all', 'only');
  if (head === 'drawers' && facts.allDrawers && below && previous?.kind !== 'unit' && width === undefined)
    return undefined;
  const partOfUnit = is(before.at(-1), 'of') || (is(before.at(-2), 'of') && small(before.at(-1)) !== undefined);
  if (head === 'drawers' && partOfUnit && previous?.kind === 'unit') {
    previous.code = drawerCode(small(before.at(-1)));
    if (width !== undefined) previous.width = width;
    return undefined;
  }
  const appliance = applianceUnit(chunk, facts, width);
  if (appliance) return appliance === 'done' ? undefined : appliance;
  const code = CODES[head];
  if (!code) return undefined;
  const larder = (code === 'T' || head === 'cabinet') && has(words, 'larder', 'rod') ? 'TR' : code;
  const count = small(before.findLast((token) => token.quantity));
  const plural = /(ы|и|ов|ек|ами|ями)$/.test(chunk.text);
  if (
    code === 'B' &&
    larder !== 'TR' &&
    plural &&
    width === undefined &&
    count === undefined &&
    !after.some((token) => is(token, 'of'))
  )
    return undefined;
  if (head === 'drawers')
    return {
      kind: 'unit',
      code: drawerCode(drawersOf(after) ?? count),
      place,
      ...(width === undefined ? {} : { width }),
    };
  return {
    kind: 'unit',
    code: larder,
    place,
    ...(width === undefined ? {} : { width }),
    ...(count && count > 1 ? { count } : {}),
  };
}

/** «Тумба под мойку 80», «пенал под духовку и СВЧ»: the appliance that the unit is for. */
function applianceUnit(chunk: Chunk, facts: Facts, width: number | undefined): FixtureFact | 'done' | undefined {
  const { head, after } = chunk;
  const at = after.findIndex((token) => is(token, 'under') || /^для$/.test(token.text));
  const target = at < 0 ? [] : after.slice(at + 1);
  if (head === 'baseUnit' || head === 'cabinet') {
    if (has(target, 'sink')) return { kind: 'sink', place: {}, ...(width === undefined ? {} : { width }) };
    if (has(target, 'oven')) return { kind: 'oven', place: {} };
    return undefined;
  }
  if (head !== 'tall') return undefined;
  const oven = facts.fixtures.find(({ kind }) => kind === 'oven');
  if (has(target, 'oven') && !oven) return { kind: 'oven', place: {}, tall: true };
  if (has(target, 'oven') && oven) {
    oven.tall = true;
    return 'done';
  }
  return has(target, 'fridge') ? { kind: 'fridge', place: {}, builtIn: true } : undefined;
}
