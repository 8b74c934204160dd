import type { Fuel } from '#libs/furniture';
import { unitWidth } from '../text/lengths.js';
import { has, is, type Token } from '../text/token.js';
import type { Chunk } from './chunks.js';
import { denied } from './denial.js';
import type { Facts, FixtureFact, FixtureKind } from './facts.js';
import { placeOf } from './place.js';
import { unitOf } from './units.js';
import { WIDER_THAN_UNITS, widthOf } from './width.js';

const KINDS: Readonly<Record<string, FixtureKind>> = {
  sink: 'sink',
  dishwasher: 'dishwasher',
  hob: 'hob',
  oven: 'oven',
  stove: 'stove',
  washer: 'washer',
  fridge: 'fridge',
  microwave: 'microwave',
};

/** A «narrow» and a «full-size» dishwasher, mm (furniture.ru.md, 1.2, ФПМ). */
const NARROW_DISHWASHER = 450;
const WIDE_DISHWASHER = 600;
/** Narrowest unit that is made for a sink, mm (furniture.ru.md, 1.2, ШНМ). */
const NARROWEST_SINK = 500;

export const fuelOf = (tokens: readonly Token[]): Fuel | undefined =>
  has(tokens, 'induction')
    ? 'induction'
    : has(tokens, 'gas')
      ? 'gas'
      : has(tokens, 'electric')
        ? 'electric'
        : undefined;

const builtInOf = (tokens: readonly Token[]): boolean | undefined => {
  const at = tokens.findIndex((token) => is(token, 'builtIn'));
  if (at >= 0) return !is(tokens[at - 1], 'no');
  return has(tokens, 'separate', 'standing') ? false : undefined;
};

/** What the fixture before this one is called by the layout engine: «рядом» speaks of it. */
const nameOf = (fact: FixtureFact | undefined): string | undefined => (fact?.kind === 'unit' ? fact.code : fact?.kind);

/** Reads one fixture chunk into the facts. */
export function readFixture(chunk: Chunk, facts: Facts): void {
  const head = chunk.head;
  if (!head) return;
  const words = [...chunk.before, ...chunk.after];
  const fuel = fuelOf(words);
  const kind = KINDS[head];
  if (denied(chunk)) {
    if (kind) deny(facts, kind);
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
  // No unit is so narrow: it is the bowl's own width.
  if (kind === 'sink' && fact.width !== undefined && fact.width < NARROWEST_SINK) {
    fact.bowl = fact.width;
    delete fact.width;
  }
  if (kind === 'hob' || kind === 'stove') fact.fuel = fuel ?? chunk.fuel;
  const builtIn = builtInOf(words);
  if (builtIn !== undefined) fact.builtIn = builtIn;
  if (chunk.joined) fact.joined = chunk.joined;
  if (words.some((token, i) => is(token, 'tall') && is(words[i - 1], 'inside')) || raised(words)) fact.tall = true;
  const counted = chunk.before.at(-1)?.quantity;
  const behind = chunk.after.find((token, i) => token.quantity && is(chunk.after[i + 1], 'piece'))?.quantity;
  for (const count of [counted, behind])
    if (count && !count.unit && count.value >= 2 && count.value <= 6) facts.single = kind;
  const wall = words.find(
    (token, i) => token.quantity && is(words[i - 1], 'on') && unitWidth(token.quantity) > WIDER_THAN_UNITS,
  );
  if (wall?.quantity) fact.place.wallLength = unitWidth(wall.quantity);
  if (chunk.joined === 'and') share(facts.fixtures.at(-1), fact.place);
  intoTall(chunk, facts, fact);
  if (
    kind === 'oven' &&
    has(words, 'separate') &&
    words.some((token, i) => is(token, 'hob') && is(words[i - 1], 'from'))
  )
    admit(facts, { kind: 'hob', place: {} });
  admit(facts, fact);
}

/** «пенал с духовкой и микроволновкой»: the tall unit is the appliances' own. */
function intoTall(chunk: Chunk, facts: Facts, fact: FixtureFact): void {
  const previous = facts.fixtures.at(-1);
  if (!['oven', 'microwave', 'fridge'].includes(fact.kind) || !previous) return;
  const named = previous.kind === 'unit' && previous.code === 'T' && fact.kind === 'fridge' && chunk.bare === true;
  if ((chunk.joined === 'with' || named) && previous.kind === 'unit' && previous.code === 'T') {
    facts.fixtures.pop();
    if (previous.joined === 'and') share(facts.fixtures.at(-1), fact.place);
    fact.place = { ...previous.place, ...fact.place };
    if (fact.kind === 'fridge') fact.builtIn = true;
    else fact.tall = true;
  } else if (chunk.joined && previous.tall && fact.kind !== 'fridge') fact.tall = true;
}

/** «холодильник и пенал справа»: a side said once of both. */
function share(one: FixtureFact | undefined, { hand }: FixtureFact['place']): void {
  if (one && hand && Object.keys(one.place).length === 0) one.place = { hand };
}

const raised = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => /^глаз/.test(text)) || (has(tokens, 'raise') && has(tokens, 'tall'));

function bowlOf(tokens: readonly Token[]): number | undefined {
  const at = tokens.findIndex(({ text }) => /^чаш/.test(text));
  const quantity = at < 0 ? undefined : tokens[at + 1]?.quantity;
  return quantity && unitWidth(quantity);
}

function deny(facts: Facts, kind: string): void {
  facts.absent.push(kind);
  facts.fixtures = facts.fixtures.filter((fixture) => fixture.kind !== kind);
}

/** A kitchen has one of each appliance: a second mention adds what the first one left open. */
function admit(facts: Facts, said: FixtureFact): void {
  const fact = asHob(facts, said);
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

/** «Плита» of a kitchen that has a hob is that hob, unless it is said to stand free: then it takes the hob's place. */
function asHob(facts: Facts, fact: FixtureFact): FixtureFact {
  if (fact.kind !== 'stove' || !facts.fixtures.some(({ kind }) => kind === 'hob')) return fact;
  if (fact.builtIn !== false) return { ...fact, kind: 'hob' };
  facts.fixtures = facts.fixtures.filter(({ kind }) => kind !== 'hob' && kind !== 'oven');
  return fact;
}
