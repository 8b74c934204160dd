import { type Fuel, type Handle, TIERS, type Tier, type WallEnd } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import { byKind, byKindOr } from '../meaning/cases.js';
import {
  type Colour,
  type EditSaid,
  handIn,
  type Meaning,
  type Mention,
  type ObstacleSaid,
  type Place,
  referredTo,
  type Source,
  type Statement,
} from '../meaning/meaning.js';
import { isOfOther, wantedIn } from '../plan/mentions.js';
import { isCooker } from '../plan/things.js';
import { inflect } from '../rules/morphology.js';
import { MM } from '../rules/quantities.js';
import type { Painted } from '../units/changes.js';
import { lostAt, MIN_SIZE } from './unread.js';

type Said<S extends Statement['say']> = Extract<Statement, { say: S }>;
type Edited<Act extends EditSaid['act']> = Extract<EditSaid, { act: Act }>;

/** What words fix of an order. */
export type Element =
  /** `some`: of those that the shape has. */
  | {
      readonly is: 'walls';
      readonly lengths: Said<'walls'>['lengths'];
      readonly some: boolean;
      readonly approximate: boolean;
    }
  | { readonly is: 'shape'; readonly walls: number; readonly not: boolean }
  /** Walls are as long as what was named needs; `apart`: two lengths that nobody called a corner. */
  | { readonly is: 'proportion'; readonly apart: boolean }
  /** A number of unsaid sense: some size is of it. */
  | { readonly is: 'number'; readonly mm: readonly number[] }
  | { readonly is: 'ceiling'; readonly mm: number }
  | { readonly is: 'end'; readonly hand: 'left' | 'right'; readonly end: WallEnd }
  | { readonly is: 'obstacle'; readonly obstacle: ObstacleSaid; readonly gone: boolean }
  | { readonly is: 'thing'; readonly thing: Mention; readonly count: number }
  /** `fewer`: one of several was to go. */
  | { readonly is: 'none'; readonly thing: Mention; readonly fewer: boolean }
  | { readonly is: 'measure'; readonly thing: Mention; readonly of: 'width' | 'height' | 'depth'; readonly mm: number }
  | { readonly is: 'fuel'; readonly fuel: Fuel }
  | { readonly is: 'place'; readonly thing: Mention; readonly place: Place }
  | { readonly is: 'sequence'; readonly things: readonly Mention[]; readonly direction: Said<'sequence'>['direction'] }
  | { readonly is: 'row'; readonly row: Said<'row'> }
  | { readonly is: 'colour'; readonly part: Painted; readonly colour: Colour; readonly not: boolean }
  | { readonly is: 'thing_colour'; readonly thing: Mention; readonly colour: Colour }
  | { readonly is: 'handles'; readonly tier: Tier; readonly handle: Handle; readonly not: boolean }
  | { readonly is: 'lighting'; readonly on: boolean }
  | { readonly is: 'told'; readonly name: string }
  | { readonly is: 'resized'; readonly things: readonly Mention[]; readonly by: Edited<'resize'>['by'] }
  | { readonly is: 'swapped'; readonly a: Mention; readonly b: Mention }
  | { readonly is: 'mirrored' };

/** An element with the words it came from. */
export interface Claim {
  /** A later claim of the same key takes its place. */
  readonly key: string;
  readonly element: Element;
  readonly source: Source;
  /** Of a request that a question stands between: it may have been given up. */
  readonly pending: boolean;
}

/** Appliances are one each, units are told apart by what was said of them. */
function keyOf({ concept, width, drawers, corner, tall, tier, with: housed = [] }: Mention): string {
  if (conceptOf(concept)?.kind || concept === 'cooker') return concept;
  const own = housed.map((one) => one.concept);
  return [concept, width, drawers, corner && 'corner', tall && 'tall', tier, ...own].filter(Boolean).join(' ');
}

/** Whether words about one of them are about the other. */
export const isAbout = (one: Mention, other: Mention): boolean =>
  one.concept === other.concept || (isCooker(one) && isCooker(other));

/** Things and obstacles that an element speaks of. */
export const thingsOf = byKindOr<Element, 'is', readonly Mention[], []>(
  'is',
  {
    sequence: ({ things }) => things,
    resized: ({ things }) => things,
    swapped: ({ a, b }) => [a, b],
    place: ({ thing, place }) => [thing, ...referredTo(place)],
  },
  (element) => ('thing' in element ? [element.thing] : []),
);

/**
 * What the messages fix together, oldest first: later words take the place of earlier ones, «всё сначала» voids them.
 * @param pending whether the claims of all but the last message are.
 */
export function claimsOf(messages: readonly Meaning[], pending = false): readonly Claim[] {
  let book: readonly Claim[] = [];
  for (const [at, meaning] of messages.entries()) {
    const isLast = at === messages.length - 1;
    // A number of unsaid sense was asked about, or corrected: the next message says what became of it.
    const earlier = book.filter(({ element }) => element.is !== 'number');
    book = earlier;
    if (!isLast && isOfOther(meaning)) continue;
    for (const said of meaning.statements) {
      const page = new Page(book, earlier, said.source, pending && !isLast);
      read(said, page, meaning);
      if (said.say === 'thing') lost(page, meaning, said);
      book = page.claims;
    }
  }
  return book;
}

/** A size that was said with a thing, and not read as one of its own, is some size of the kitchen. */
function lost(page: Page, meaning: Meaning, said: Said<'thing'>): void {
  const { width, height, depth } = said.thing;
  if ((width ?? height ?? depth) !== undefined) return;
  meaning.words.forEach(({ explained }, at) => {
    const value = explained === meaning.statements.indexOf(said) ? lostAt(meaning, at) : undefined;
    if (value !== undefined) page.claim(`number ${value}`, { is: 'number', mm: inAnyUnit(value) });
  });
}
const inAnyUnit = (value: number): number[] => [MM.mm, MM.cm, MM.m].map((unit) => value * unit);

/** The claims that one statement makes and voids. */
class Page {
  constructor(
    public claims: readonly Claim[],
    /** Claims of earlier messages. */
    readonly earlier: readonly Claim[],
    readonly source: Source,
    readonly pending: boolean,
  ) {}

  /** Claims of this message. */
  get own(): readonly Claim[] {
    return this.claims.filter((claim) => !this.earlier.includes(claim));
  }

  claim(key: string, element: Element): void {
    const rest = this.claims.filter((known) => known.key !== key);
    this.claims = [...rest, { key, element, source: this.source, pending: this.pending }];
  }

  void(test: (element: Element) => boolean, of: readonly Claim[] = this.claims): void {
    this.claims = this.claims.filter((known) => !(of.includes(known) && test(known.element)));
  }

  /** Nothing that was said of the thing binds any more. */
  forget(thing: Mention): void {
    const isIt = (one: Mention): boolean => isAbout(one, thing) && isSameUnit(one, thing);
    // The others of a sequence still follow each other.
    this.claims = this.claims.map((claim) => {
      if (claim.element.is !== 'sequence') return claim;
      const things = claim.element.things.filter((one) => !isIt(one));
      return things.length > 1 ? { ...claim, element: { ...claim.element, things } } : claim;
    });
    this.void((element) => thingsOf(element).some(isIt));
    if (isCooker(thing)) this.void(({ is }) => is === 'fuel');
  }

  /** Whether this message says where the thing goes. */
  isMoved(thing: Mention): boolean {
    return this.own.some(({ element }) => element.is === 'place' && isAbout(element.thing, thing));
  }

  /** Where the thing was said to stand. */
  forgetPlaces(thing: Mention, of = this.claims): void {
    const isPlace = ({ is }: Element): boolean => is === 'place' || is === 'sequence';
    this.void((element) => isPlace(element) && thingsOf(element).some((one) => isAbout(one, thing)), of);
  }
}

/** A unit of another width is another unit. */
const isSameUnit = (one: Mention, other: Mention): boolean =>
  conceptOf(one.concept)?.kind !== undefined ||
  one.width === undefined ||
  other.width === undefined ||
  one.width === other.width;

const nothing = (): void => {};

/** Walls of a shape; those that are not made have a name that the note has to tell. */
const SHAPES = {
  ...{ straight: 1, corner: 2, g: 2, u: 3 },
  ...{ island: 'остров', peninsula: 'полуостров', parallel: 'параллельная' },
} as const;

/** What each kind of statement fixes and voids. */
const read = byKind<Statement, 'say', void, [page: Page, meaning: Meaning]>('say', {
  anew: (_, page) => page.void(() => true),
  undo: (_, page) => page.void(() => true),
  walls({ lengths, approximate, product, room }, page, { statements }) {
    // Bare numbers beside lengths are further lengths, or none.
    if (room || statements.some(({ say }) => say === 'number')) return;
    const named = lengths.every(({ wall }) => wall !== undefined);
    const known = page.claims.find(({ key }) => key === 'walls')?.element;
    const apart = lengths.length > 1 && !product && !page.claims.some(({ key }) => key === 'shape');
    page.claim('proportion', { is: 'proportion', apart });
    const before = named && known?.is === 'walls' ? known.lengths : [];
    const kept = before.filter(({ wall }) => wall && !lengths.some((one) => one.wall === wall));
    // «2 метра» to «какой длины вторая стена?» is one of those of the shape.
    const shape = page.earlier.find(({ key }) => key === 'shape')?.element;
    const some = shape?.is === 'shape' && !shape.not && lengths.length < shape.walls;
    page.claim('walls', { is: 'walls', lengths: [...kept, ...lengths], some, approximate: approximate === true });
  },
  shape({ shape, not = false }, page) {
    const walls = SHAPES[shape];
    if (typeof walls === 'string') {
      if (!not) page.claim('shape', { is: 'told', name: walls });
      return;
    }
    // The shape that was asked for settles which of the lengths counts.
    page.void((element) => element.is === 'walls' && !not && element.lengths.length > walls, page.earlier);
    page.claim('proportion', { is: 'proportion', apart: false });
    page.claim('shape', { is: 'shape', walls, not });
  },
  number({ value, unit }, page, { statements }) {
    // A bare number answers for a width that was not to be had.
    page.void(({ is }) => is === 'measure', page.earlier);
    if ((unit || value >= MIN_SIZE) && statements.some(({ say }) => say === 'thing' || say === 'row'))
      page.claim(`number ${value}`, { is: 'number', mm: unit ? [value * MM[unit]] : inAnyUnit(value) });
  },
  ceiling: ({ mm }, page) => page.claim('ceiling', { is: 'ceiling', mm }),
  ends(said, page) {
    for (const hand of ['left', 'right'] as const) {
      const end = said[hand];
      if (end) page.claim(`end ${hand}`, { is: 'end', hand, end });
    }
  },
  obstacle({ obstacle, act }, page) {
    const { kind, width } = obstacle;
    page.claim(`obstacle ${kind} ${width ?? ''}`, { is: 'obstacle', obstacle, gone: act === 'gone' });
    // Whoever measures it may have said that it stays: the note speaks of it.
    if (act === 'gone' && width !== undefined)
      page.claim(`told ${kind}`, { is: 'told', name: inflect(OBSTACLE_CONCEPTS[kind].name) });
  },
  thing(said, page, { statements }) {
    if (said.act !== 'want') refuse(page, said.thing, said.thing.count === 1 && isOne(said.thing));
    else if (conceptOf(said.thing.concept)) want(page, said.thing, said.places);
    else if (said.thing.which?.all) {
      for (const { element } of page.claims)
        if (element.is === 'thing' && conceptOf(element.thing.concept)?.kind) placed(page, element.thing, said.places);
    } else ofLast(page, said, statements);
  },
  place: (said, page, { statements }) => ofLast(page, said, statements),
  question({ things, places, source }, page, { words }) {
    // Without its mark it is a wish: «посудомойку какая влезет».
    if (!words.slice(source.from, source.to + 1).some(({ text }) => text === '?'))
      for (const thing of things) want(page, thing, places);
  },
  sequence({ of, direction }, page, { statements }) {
    const things = of
      .flatMap((i) => statements[i] ?? [])
      .flatMap((one) => (one.say === 'thing' && one.act === 'want' ? [one.thing] : []));
    if (things.length > 1) page.claim('sequence', { is: 'sequence', things, direction });
  },
  row(row, page) {
    // «один шкаф над мойкой, больше навесных не надо»
    const isRest =
      row.act === 'refuse' && page.own.some(({ element }) => element.is === 'thing' && hangs(element.thing));
    if (row.tier !== 'wall' || !isRest) page.claim(`row ${row.tier} ${row.walls?.join() ?? ''}`, { is: 'row', row });
  },
  colour({ parts, colour, not = false }, page) {
    for (const part of parts.flatMap((one) => (one === 'facade' ? TIERS : [one])))
      page.claim(`colour ${part}`, { is: 'colour', part, colour, not });
  },
  handles({ tiers, handle, not = false }, page) {
    for (const tier of tiers === 'all' ? TIERS : tiers)
      page.claim(`handles ${tier}`, { is: 'handles', tier, handle, not });
  },
  lighting: ({ on }, page) => page.claim('lighting', { is: 'lighting', on }),
  outside: ({ name }, page) => page.claim(`told ${name}`, { is: 'told', name }),
  edit: ({ edit }, page) => edited(edit, page),
  ...{ usual: nothing, answer: nothing, talk: nothing, context: nothing },
});

/** «её слева», «в её конце»: places of the thing that was named last. */
function ofLast(page: Page, said: Said<'thing' | 'place'>, statements: readonly Statement[]): void {
  const named = statements.slice(0, statements.indexOf(said)).flatMap((one) => wantedIn(one).slice(0, 1));
  const last = named.findLast(({ concept }) => conceptOf(concept));
  if (last) placed(page, last, said.places);
  // «с другой стороны»: where it was before binds no more.
  const before = page.earlier.findLast(({ element }) => element.is === 'thing')?.element;
  if (!last && before?.is === 'thing' && said.places.length > 0) page.forgetPlaces(before.thing, [...page.earlier]);
}

const hangs = ({ concept, tier = conceptOf(concept)?.tier }: Mention): boolean => tier === 'wall' && concept !== 'hood';

function want(page: Page, thing: Mention, places: readonly Place[]): void {
  // «её» is what was spoken of before: nothing can be told of it by these words alone.
  if (!conceptOf(thing.concept)) return;
  const { count = 1, fuel, colour } = thing;
  if (isCooker(thing))
    page.void(
      (element) => 'thing' in element && isCooker(element.thing) && element.thing.concept !== thing.concept,
      page.earlier,
    );
  page.void((element) => element.is === 'none' && isAbout(element.thing, thing));
  // «верх не нужен, только шкаф с сушкой над мойкой»
  if (hangs(thing))
    page.void(
      (element) => element.is === 'row' && element.row.act === 'refuse' && element.row.tier === 'wall',
      page.own,
    );
  const key = keyOf(thing);
  const same = page.own.find((known) => known.key === key)?.element;
  const more = !conceptOf(thing.concept)?.kind && same?.is === 'thing' ? same.count : 0;
  page.claim(key, { is: 'thing', thing, count: count + more });
  for (const side of ['width', 'height', 'depth'] as const) measured(page, thing, side, thing[side]);
  if (colour) page.claim(`colour ${key}`, { is: 'thing_colour', thing, colour });
  if (fuel && thing.concept !== 'oven') page.claim('fuel', { is: 'fuel', fuel });
  placed(page, thing, places);
  for (const own of thing.with ?? []) want(page, own, []);
}

function measured(page: Page, thing: Mention, side: 'width' | 'height' | 'depth', mm: number | undefined): void {
  if (mm !== undefined) page.claim(`${side} ${keyOf(thing)}`, { is: 'measure', thing, of: side, mm });
}

/** Whether a place is the end of the row on this hand; «последним» by itself may be either. */
const isEnd = (place: Place, hand?: string): boolean =>
  place.at === 'end' || (place.at === 'side' && place.end === true && (hand === undefined || place.hand === hand));

/** Places that were said together narrow each other; those of earlier messages bind no more. */
function placed(page: Page, thing: Mention, places: readonly Place[]): void {
  if (places.length > 0) page.forgetPlaces(thing, page.earlier);
  // Whoever puts another thing at an end has decided about the one that was to stand there.
  if (places.some((place) => isEnd(place)))
    page.void((element) => element.is === 'place' && isEnd(element.place, handIn(places)), page.earlier);
  places.forEach((place, i) => {
    page.claim(`place ${keyOf(thing)} ${i}`, { is: 'place', thing, place });
    if (place.at === 'instead' && 'concept' in place.of && !page.isMoved(place.of)) refuse(page, place.of, true);
  });
}

function refuse(page: Page, thing: Mention, fewer: boolean): void {
  if (!conceptOf(thing.concept)) return;
  page.forget(thing);
  page.claim(keyOf(thing), { is: 'none', thing, fewer });
}

/** One of several goes unless it was said that all do. */
const isOne = (thing: Mention): boolean => !thing.which?.all && !thing.corner && !conceptOf(thing.concept)?.kind;

const wanting = ({ things, places }: Edited<'add' | 'keep'>, page: Page): void => {
  for (const thing of things) want(page, thing, places);
};

const edited = byKindOr<EditSaid, 'act', void, [page: Page]>(
  'act',
  {
    add: wanting,
    keep: wanting,
    remove({ things }, page) {
      for (const thing of things) refuse(page, thing, isOne(thing));
    },
    move({ things, places }, page) {
      for (const thing of things) {
        page.forgetPlaces(thing);
        placed(page, thing, places);
      }
    },
    swap({ a, b }, page) {
      for (const thing of [a, b]) page.forgetPlaces(thing);
      page.claim('swapped', { is: 'swapped', a, b });
    },
    replace({ old, by, among = [] }, page) {
      if (!isAbout(old, by)) refuse(page, old, isOne(old));
      want(page, by, among);
    },
    resize({ things, to, by }, page) {
      for (const thing of things)
        page.void((element) => element.is === 'measure' && element.of === 'width' && isAbout(element.thing, thing));
      const side = by === 'higher' || by === 'lower' ? 'height' : 'width';
      if (to !== undefined) for (const thing of things) measured(page, thing, side, to);
      else if (by && things.length > 0) page.claim('resized', { is: 'resized', things, by });
    },
    split({ thing, into }, page) {
      page.forget(thing);
      // Others of their width may stand elsewhere.
      for (const { count = 1, ...part } of into) for (let i = 0; i < count; i += 1) want(page, part, []);
    },
    reverse: (_, page) => page.void(({ is }) => is === 'place' || is === 'sequence'),
    mirror(_, page) {
      page.void(({ is }) => is === 'place' || is === 'sequence');
      page.claim('mirrored', { is: 'mirrored' });
    },
  },
  nothing,
);
