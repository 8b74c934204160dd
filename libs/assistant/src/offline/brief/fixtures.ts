import { type Fuel, given, STANDARD } from '#libs/furniture';
import type { Lex } from '../lexicon/words.js';
import { unitWidth } from '../text/lengths.js';
import { has, is, type Token } from '../text/token.js';
import { type Chunk, isDenied } from './chunks.js';
import type { Facts, FixtureFact, FixtureKind, Place } from './facts.js';
import { placeOf } from './place.js';
import { MAX_UNIT_WIDTH_MM, widthOf } from './width.js';

const KINDS: readonly FixtureKind[] = ['sink', 'dishwasher', 'hob', 'oven', 'stove', 'washer', 'fridge', 'microwave'];

/** Widths of a «narrow» and a «full-size» dishwasher, mm (furniture.ru.md, 1.2, ФПМ). */
const NARROW_DISHWASHER = 450;
const WIDE_DISHWASHER = 600;
/** Narrowest sink unit, mm (furniture.ru.md, 1.2, ШНМ). */
const NARROWEST_SINK = 500;

export const fuelOf = (tokens: readonly Token[]): Fuel | undefined =>
  (['induction', 'gas', 'electric'] as const).find((fuel) => has(tokens, fuel));

const builtInOf = (tokens: readonly Token[]): boolean | undefined => {
  const at = tokens.findIndex((token) => is(token, 'builtIn'));
  if (at >= 0) return !is(tokens[at - 1], 'no');
  return has(tokens, 'separate', 'standing') ? false : undefined;
};

/** The layout engine's name of the previous fixture, which «рядом» refers to. */
const nameOf = (fact: FixtureFact | undefined): string | undefined => (fact?.kind === 'unit' ? fact.code : fact?.kind);

/** Reads one fixture chunk into the facts. */
export function readFixture(chunk: Chunk, facts: Facts): void {
  const head = chunk.head;
  if (!head) return;
  const words = [...chunk.before, ...chunk.after];
  const fuel = fuelOf(words);
  const kind = KINDS.find((one) => one === head);
  if (isDenied(chunk)) {
    if (kind) removeFixture(facts, kind);
    return;
  }
  const previous = facts.fixtures.at(chunk.joined ? -2 : -1);
  if (!kind) {
    const unit = unitOf(chunk, facts, placeOf(words, nameOf(previous)));
    if (unit) facts.fixtures.push(chunk.joined === 'and' ? { ...unit, joined: 'and' } : unit);
    return;
  }
  const fact: FixtureFact = { kind, place: placeOf(words, nameOf(previous)) };
  const width = widthOf(words);
  if (width !== undefined) fact.width = width;
  if (kind === 'dishwasher' && fact.width === undefined) {
    if (has(words, 'small')) fact.width = NARROW_DISHWASHER;
    else if (has(words, 'fullSize')) fact.width = WIDE_DISHWASHER;
  }
  const bowl = bowlOf(words);
  if (bowl !== undefined) {
    fact.bowl = bowl;
    if (fact.width === bowl) delete fact.width;
  }
  // No sink unit is that narrow: the number is the bowl's width.
  if (kind === 'sink' && fact.width !== undefined && fact.width < NARROWEST_SINK) {
    fact.bowl = fact.width;
    delete fact.width;
  }
  if (kind === 'hob' || kind === 'stove') fact.fuel = fuel ?? chunk.fuel;
  const builtIn = builtInOf(words);
  if (builtIn !== undefined) fact.builtIn = builtIn;
  if (chunk.joined) fact.joined = chunk.joined;
  if (words.some((token, i) => is(token, 'tall') && is(words[i - 1], 'inside')) || isRaised(words)) fact.tall = true;
  const counted = chunk.before.at(-1)?.quantity;
  const behind = chunk.after.find((token, i) => token.quantity && is(chunk.after[i + 1], 'piece'))?.quantity;
  for (const count of [counted, behind])
    if (count && !count.unit && count.value >= 2 && count.value <= 6) facts.single = kind;
  const wall = words.find(
    (token, i) => token.quantity && is(words[i - 1], 'on') && unitWidth(token.quantity) > MAX_UNIT_WIDTH_MM,
  );
  if (wall?.quantity) fact.place.wallLength = unitWidth(wall.quantity);
  if (chunk.joined === 'and') shareSide(facts.fixtures.at(-1), fact.place);
  intoTall(chunk, facts, fact);
  if (
    kind === 'oven' &&
    has(words, 'separate') &&
    words.some((token, i) => is(token, 'hob') && is(words[i - 1], 'from'))
  )
    addFixture(facts, { kind: 'hob', place: {} });
  addFixture(facts, fact);
}

/** «пенал с духовкой и микроволновкой»: one tall unit that houses the appliances. */
function intoTall(chunk: Chunk, facts: Facts, fact: FixtureFact): void {
  const previous = facts.fixtures.at(-1);
  if (!['oven', 'microwave', 'fridge'].includes(fact.kind) || !previous) return;
  const named = previous.kind === 'unit' && previous.code === 'T' && fact.kind === 'fridge' && chunk.bare === true;
  if ((chunk.joined === 'with' || named) && previous.kind === 'unit' && previous.code === 'T') {
    facts.fixtures.pop();
    if (previous.joined === 'and') shareSide(facts.fixtures.at(-1), fact.place);
    fact.place = { ...previous.place, ...fact.place };
    if (fact.kind === 'fridge') fact.builtIn = true;
    else fact.tall = true;
  } else if (chunk.joined && previous.tall && fact.kind !== 'fridge') fact.tall = true;
}

/** «холодильник и пенал справа»: one side given for both. */
function shareSide(one: FixtureFact | undefined, { hand }: FixtureFact['place']): void {
  if (one && hand && Object.keys(one.place).length === 0) one.place = { hand };
}

const isRaised = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => /^глаз/.test(text)) || (has(tokens, 'raise') && has(tokens, 'tall'));

function bowlOf(tokens: readonly Token[]): number | undefined {
  const at = tokens.findIndex(({ text }) => /^чаш/.test(text));
  const quantity = at < 0 ? undefined : tokens[at + 1]?.quantity;
  return quantity && unitWidth(quantity);
}

function removeFixture(facts: Facts, kind: string): void {
  facts.absent.push(kind);
  facts.fixtures = facts.fixtures.filter((fixture) => fixture.kind !== kind);
}

/** One appliance of each kind: a second mention fills in what the first left open. */
function addFixture(facts: Facts, stated: FixtureFact): void {
  const fact = asHob(facts, stated);
  facts.absent = facts.absent.filter((kind) => kind !== fact.kind);
  const known = facts.fixtures.find((fixture) => fixture.kind === fact.kind);
  if (!known) {
    facts.fixtures.push(fact);
    return;
  }
  const place = { ...known.place, ...fact.place };
  Object.assign(known, fact, { place, fuel: fact.fuel ?? known.fuel, joined: known.joined });
  if (known.fuel === undefined) delete known.fuel;
  if (!known.rest) return;
  delete known.rest;
  facts.fixtures = [...facts.fixtures.filter((one) => one !== known), known];
}

/** «Плита» in a kitchen with a hob means the hob; a free-standing one replaces the hob. */
function asHob(facts: Facts, fact: FixtureFact): FixtureFact {
  if (fact.kind !== 'stove' || !facts.fixtures.some(({ kind }) => kind === 'hob')) return fact;
  if (fact.builtIn !== false) return { ...fact, kind: 'hob' };
  facts.fixtures = facts.fixtures.filter(({ kind }) => kind !== 'hob' && kind !== 'oven');
  return fact;
}

/** Catalogue codes by customers' names (furniture.ru.md, 1.2). */
const CODES: Partial<Record<Lex, string>> = {
  cabinet: STANDARD.base,
  baseUnit: STANDARD.base,
  drawers: STANDARD.drawers,
  bottle: STANDARD.narrowBase,
  cargo: 'TC',
  tall: 'T',
  rack: 'BOS',
};

/** Unit code by number of drawers; any other number gets three. */
const DRAWER_CODES: Readonly<Record<number, string>> = { 1: 'BD1', 2: 'BD2', 3: 'BD3', 4: 'BD4' };

export const drawerCode = (count: number | undefined): string => DRAWER_CODES[count ?? 3] ?? STANDARD.drawers;

/** Number of drawers: «три ящика», «ящики три штуки», «с двумя ящиками». */
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
 * Reads a catalogue unit, or an addition to the previous one («тумба с ящиками», «пенал с духовкой»). Undefined for
 * «остальное тумбы»: the engine fills the rest of the row.
 */
function unitOf(chunk: Chunk, facts: Facts, place: Place): FixtureFact | undefined {
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
    code === STANDARD.base &&
    larder !== 'TR' &&
    plural &&
    width === undefined &&
    count === undefined &&
    !after.some((token) => is(token, 'of'))
  )
    return undefined;
  if (head === 'drawers')
    return { kind: 'unit', code: drawerCode(drawersOf(after) ?? count), place, ...given({ width }) };
  return { kind: 'unit', code: larder, place, ...given({ width, count: count && count > 1 ? count : undefined }) };
}

/** «Тумба под мойку 80», «пенал под духовку и СВЧ»: the appliance that the unit houses. */
function applianceUnit(chunk: Chunk, facts: Facts, width: number | undefined): FixtureFact | 'done' | undefined {
  const { head, after } = chunk;
  const at = after.findIndex((token) => is(token, 'under') || /^для$/.test(token.text));
  const target = at < 0 ? [] : after.slice(at + 1);
  if (head === 'baseUnit' || head === 'cabinet') {
    if (has(target, 'sink')) return { kind: 'sink', place: {}, ...given({ width }) };
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
