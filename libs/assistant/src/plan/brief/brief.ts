import { type Brief, type Fixture, findModule, given, type Placement, STANDARD, type Tier } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { handIn, type Mention, type Place } from '../../meaning/meaning.js';
import type { Assumed } from '../decision.js';
import { endsOf, isCooker, isPlain, isSameThing, kindOf, madeWidthFor, tierOf, wordOf } from '../things.js';
import { placementOf, type Room } from './places.js';
import { hoodIn, looksOf, wallTierOf } from './rows.js';
import { isOfStatement, NO_WISHES, type Wish, type Wishes } from './wishes.js';

/** A fixture of a brief with the wishes that it is for. */
export interface Planned {
  readonly wishes: readonly Wish[];
  readonly thing: Mention;
  readonly places: readonly Place[];
  readonly kind: Fixture['kind'];
  /** A hob with the oven in its unit; an oven with the microwave. */
  readonly shared?: true;
}

/** Whether a statement spoke of it. */
export const isSaidIn = ({ wishes }: Planned, message: number, statement: number): boolean =>
  wishes.some((wish) => isOfStatement(wish, message, statement));

const KINDS = ['sink', 'dishwasher', 'hob', 'oven', 'microwave', 'fridge', 'stove', 'washer'] as const;
const kindFor = (thing: Mention): Fixture['kind'] => KINDS.find((kind) => kind === kindOf(thing)) ?? 'unit';

/** Kinds of which a kitchen may have two; of the others it has one. */
const PAIRED: readonly Fixture['kind'][] = ['sink', 'dishwasher', 'fridge', 'washer'];
const isPair = ({ thing, kind }: Planned): boolean => thing.count === 2 && PAIRED.includes(kind);

/** What stands on the floor or hangs for these wishes, appliances that share a unit as one. */
export function plannedOf(wishes: Wishes): { readonly planned: Planned[]; readonly assumed: Assumed[] } {
  const counted = wishes.rows.flatMap((row): Wish[] =>
    row.act === 'want' && row.units?.count ? [{ thing: row.units, places: [], ats: [] }] : [],
  );
  const builtIn = given({ builtIn: wishes.builtIn });
  const things = wishes.things.map((wish) => ({ ...wish, thing: { ...builtIn, ...wish.thing } }));
  const filled = wishes.rows.some(({ act, tier }) => act === 'want' && tier === 'wall');
  const wanted = [...things, ...counted].filter(
    (wish) => kindOf(wish.thing) !== 'hood' && !(filled && isFill(wishes, wish)),
  );
  const parts = wanted.flatMap(atBothEnds).flatMap(partsOf).reduce(withOne, []);
  const single = parts.filter((one) => kindOf(one.thing) && (one.thing.count ?? 1) > 1 && !isPair(one));
  const cooked = withCooker(parts.flatMap((one) => (isPair(one) ? [one, one] : [one])));
  const fridge = cooked.planned.find(({ kind }) => kind === 'fridge');
  return {
    planned: withShared(cooked.planned),
    assumed: [
      ...cooked.assumed,
      ...single.map(({ thing }): Assumed => ({ assume: 'single', thing })),
      ...(fridge && fridge.thing.builtIn === undefined ? [{ assume: 'free_standing_fridge' } as const] : []),
      ...[...cooked.planned.map(({ thing }) => thing), ...wishes.refused].flatMap(noFreeStanding),
      ...(wishes.usual ? [{ assume: 'usual' } as const] : []),
    ],
  };
}

function noFreeStanding({ builtIn, concept }: Mention): Assumed[] {
  const kind = builtIn === false && (concept === 'dishwasher' || concept === 'microwave') && concept;
  return kind ? [{ assume: 'no_free_standing', kind }] : [];
}

/** «и шкаф»: a unit of which nothing is said; where there is a row of wall units it is in it. */
export const isFill = ({ sequences }: Wishes, wish: Wish): boolean =>
  Object.keys(given(wish.thing)).every((key) => key === 'concept' || key === 'source') &&
  wish.thing.concept === 'cabinet' &&
  wish.places.length === 0 &&
  !sequences.some(({ message, of }) => of.some((statement) => isOfStatement(wish, message, statement)));

/** An appliance that was said twice, alone and as part of another thing, is one. */
function withOne(parts: readonly Planned[], part: Planned): Planned[] {
  const index = part.kind === 'unit' ? -1 : parts.findIndex(({ kind }) => kind === part.kind);
  const known = parts[index];
  if (!known) return [...parts, part];
  const places = part.places.length > 0 ? part.places : known.places;
  const thing = { ...known.thing, ...given(part.thing) };
  return parts.with(index, { ...known, thing, places, wishes: [...new Set([...known.wishes, ...part.wishes])] });
}

/** «пеналы по краям»: one at each end. */
const atBothEnds = (wish: Wish): Wish[] => endsOf(wish).map(({ thing, places }) => ({ ...wish, thing, places }));

/** «варочная с духовкой» is two appliances, «пенал под духовку» the oven in a tall unit. */
function partsOf(wish: Wish): Planned[] {
  const { thing, places } = wish;
  const own: Planned = { wishes: [wish], thing, places, kind: kindFor(thing) };
  const inTall = tierOf(codeOf(thing)) === 'tall' && !kindOf(thing);
  const others = (thing.with ?? []).filter((one) => kindOf(one) && kindOf(one) !== 'hood');
  const parts = others.map((one): Planned => {
    const part = inTall ? { ...one, ...(kindOf(one) === 'fridge' ? { builtIn: true } : { tall: true }) } : one;
    return { wishes: [wish], thing: part, places, kind: kindFor(part) };
  });
  // «духовка со встроенной микроволновкой»: above each other they stand in a tall unit.
  const isHigh = own.kind === 'oven' && parts.some(({ kind }) => kind === 'microwave') && own.thing.tall === undefined;
  const first = isHigh ? { ...own, thing: { ...thing, tall: true } } : own;
  return inTall && parts.length > 0 ? parts : [first, ...parts];
}

/** One cooker: «плита» is a stove of its own, unless an oven was said apart from it or it is built in. */
function withCooker(parts: readonly Planned[]): { planned: Planned[]; assumed: Assumed[] } {
  const oven = parts.find(({ kind }) => kind === 'oven');
  const hob = parts.find(({ kind }) => kind === 'hob');
  const open = parts.find(({ thing }) => kindOf(thing) === 'cooker');
  const stove = parts.find(({ kind }) => kind === 'stove') ?? (hob ? undefined : open);
  if (!stove) return { planned: parts.filter((part) => part !== open), assumed: [] };
  const apart = oven && stove.thing.builtIn !== false && !stove.thing.with?.some((one) => isSameThing(one, oven.thing));
  const builtIn = stove.thing.builtIn || apart || hob;
  const thing: Mention = { ...stove.thing, ...given({ fuel: stove.thing.fuel ?? open?.thing.fuel }) };
  if (!builtIn) {
    const assumed: Assumed[] = stove === open ? [{ assume: 'cooker', kind: 'stove' }] : [];
    const whole = replaced(parts, stove, { ...stove, thing, kind: 'stove' });
    return { planned: whole.filter(({ kind }) => kind !== 'oven'), assumed };
  }
  const ofHob: Planned[] = hob ? [] : [{ ...stove, thing: { ...thing, concept: 'hob' }, kind: 'hob' }];
  const ofOven: Planned[] = oven ? [] : [{ ...stove, thing: { concept: 'oven', source: thing.source }, kind: 'oven' }];
  const others = parts.flatMap((part) => (part === stove ? ofHob : part === open ? [] : [part]));
  return { planned: [...others, ...ofOven], assumed: [{ assume: 'cooker', kind: 'hob' }] };
}

const replaced = (parts: readonly Planned[], old: Planned, by: Planned): Planned[] =>
  parts.map((part) => (part === old ? by : part));

/** The unit in which a hob and an oven stand together is this wide, mm (furniture.ru.md, 1.2, ШНД). */
const SHARED_MM = 600;

/** An oven below the hob where nothing keeps them apart; the microwave above an oven in a tall unit. */
function withShared(parts: readonly Planned[]): Planned[] {
  const hob = parts.find(({ kind }) => kind === 'hob');
  const oven = parts.find(({ kind }) => kind === 'oven');
  const microwave = parts.find(({ kind }) => kind === 'microwave');
  const isBy = (place: Place, other: Planned | undefined, at: readonly Place['at'][]): boolean =>
    at.includes(place.at) && 'of' in place && other !== undefined && isOf(other, place.of);
  // «духовка и над ней микроволновка»
  const isStacked = microwave?.places.some((place) => isBy(place, oven, ['over'])) ?? false;
  const tall = oven?.thing.tall || microwave?.thing.tall || isStacked;
  const isApart = (one?: Planned, other?: Planned) => one?.places.some((place) => isBy(place, other, ['apart']));
  const isParted = isApart(hob, oven) || isApart(oven, hob);
  // «варочная, а под ней духовка» says that they are one.
  const own = (one?: Planned, other?: Planned): readonly Place[] =>
    (one?.places ?? []).filter((place) => !isBy(place, other, ['under', 'over']));
  const [ofHob, ofOven] = [own(hob, oven), own(oven, hob)];
  const apart = isParted || (JSON.stringify(ofHob) !== JSON.stringify(ofOven) && ofHob.length > 0 && ofOven.length > 0);
  const joined = (one: Planned, other: Planned, thing: Mention): Planned[] => {
    const places = [own(one, other), own(other, one)].find(({ length }) => length > 0) ?? [];
    const wishes = [...new Set([...one.wishes, ...other.wishes])];
    const first = parts.indexOf(one) < parts.indexOf(other) ? one : other;
    return replaced(parts, first, { ...one, thing, places, wishes, shared: true }).filter(
      (part) => part !== one && part !== other,
    );
  };
  if (oven && microwave && tall) return joined(oven, microwave, { ...oven.thing, tall: true });
  const fits = hob && oven && !tall && !apart && (hob.thing.width ?? SHARED_MM) === SHARED_MM;
  return fits ? joined(hob, oven, hob.thing) : [...parts];
}

/** A fixture without its place. */
function fixtureOf({ kind, thing, shared }: Planned): Fixture {
  const { width, fuel, count, height } = thing;
  const made = (code: string): number | undefined => (width === undefined ? undefined : madeWidthFor(code, width));
  switch (kind) {
    case 'sink':
      return { kind, ...given({ width: thing.corner ? undefined : width }) };
    case 'dishwasher': {
      const w = made(STANDARD.dishwasher);
      return { kind, ...given({ width: w === 450 || w === 600 ? w : undefined }) };
    }
    case 'hob':
      return { kind, oven: shared === true, ...given({ fuel, width }) };
    case 'oven':
      return { kind, ...given({ tall: thing.tall, microwave: shared }) };
    case 'fridge': {
      const builtIn = thing.builtIn ?? false;
      return { kind, builtIn, ...given({ width: made(builtIn ? STANDARD.builtInFridge : STANDARD.fridge) }) };
    }
    case 'stove':
      return { kind, ...given({ fuel, width: made(STANDARD.stove) }) };
    case 'washer':
      return { kind, ...given({ width: made(STANDARD.washer) }) };
    case 'microwave':
      return { kind };
    case 'unit': {
      const code = codeOf(thing) ?? STANDARD.base;
      const isMade = height !== undefined && findModule(code)?.heights.includes(height);
      return { kind, code, ...given({ width, count, height: isMade ? height : undefined }) };
    }
  }
}

/** The fixture for a thing that is added where a kitchen stands. */
export function fixtureFor(thing: Mention): Fixture | undefined {
  const [one] = plannedOf({ ...NO_WISHES, things: [{ thing, places: [], ats: [] }] }).planned;
  return one && (one.kind !== 'unit' || codeOf(thing) !== undefined) ? fixtureOf(one) : undefined;
}

/** mm, of a thing whose width nobody named. */
const USUAL_MM = 600;

export interface Draft {
  readonly brief: Brief;
  readonly planned: readonly Planned[];
  readonly room: Room;
  /** A sequence that the engine keeps, but was not said to be the whole row: what it leaves free is filled. */
  readonly loose: boolean;
  /** Tried only where the others are refused, and taken only where it keeps all that was said. */
  readonly last?: true;
  /** Wall units that are hung one by one where the floor stands. */
  readonly hung: readonly Hung[];
}

/** A wall unit that hangs by itself; without a `width` (mm) as wide as there is room. */
export interface Hung {
  readonly code: string;
  readonly width?: number;
  readonly count: number;
  readonly wish?: Wish;
}

/** Whether wall units of a plain kind were counted, or shelves are wanted where there is no row. */
function isCounted({ rows }: Wishes, { kind, thing }: Planned): boolean {
  const code = codeOf(thing);
  if (kind !== 'unit' || tierOf(code) !== 'wall') return false;
  const none = rows.some(({ act, tier }) => act === 'refuse' && tier === 'wall');
  return none || (code === STANDARD.wall && thing.count !== undefined);
}

/**
 * Ways to tell the engine what was wanted, the plainest first; further ones are for places that it did not keep: things
 * in one row from left to right, and the walls the other way round where nobody said which is left.
 */
export function draftsOf(wishes: Wishes, all: readonly Planned[], room: Room): Draft[] {
  const counted = all.filter((one) => isCounted(wishes, one));
  const planned = all.filter((one) => !counted.includes(one));
  const hung = counted.map(({ thing, wishes: [wish] }): Hung => {
    const { count = 1, width } = thing;
    return { code: codeOf(thing) ?? STANDARD.wall, count, ...given({ width, wish }) };
  });
  const mirrored =
    wishes.lengths.every(({ wall }) => wall === undefined) && room.walls.length === 2 && room.obstacles.length === 0;
  const rooms = mirrored ? [room, { ...room, walls: room.walls.toReversed() }] : [room];
  const single = room.walls.length === 1;
  const row = inRow(wishes, planned, single ? room.walls[0]?.length : undefined);
  const explicit = row.explicit && row.complete && !wishes.things.some((wish) => isFill(wishes, wish));
  const distinct = new Set(row.things.map(wordFor)).size === row.things.length;
  const listed = wishes.sequences.some(({ direction }) => direction === 'listed');
  return rooms.flatMap((of): Draft[] => {
    // `hooded`: the cooker stands on the side that was said, where a hood can hang: past the window, not right at it.
    const draft = (
      list: readonly Planned[],
      chained: boolean,
      ordered: boolean,
      { pinned = false, hooded = false } = {},
    ): Draft => {
      const fixtures = list.map((one, i): Fixture => {
        const before = list[i - 1];
        const { nextTo, ...place } = placementOf(placesIn(one, of), of, one.thing.width ?? USUAL_MM, pinned);
        const own = hooded && isCooker(one.thing) ? place : { ...place, ...given({ nextTo }) };
        const placement: Placement =
          chained && before ? { ...sided(one, own), side: { of: wordFor(before), hand: 'right' } } : own;
        return { ...placement, ...fixtureOf(one) };
      });
      const brief = { walls: [...of.walls], fixtures, ...(ordered ? { ordered } : {}), ...restOf(wishes, of) };
      return { brief, planned: list, loose: ordered && !explicit && single, hung, room: of };
    };
    const whole = draft(row.things, false, true);
    // With plain units between what the norms keep apart.
    const chain = draft(row.things, distinct, !distinct);
    if (explicit && single) return distinct ? [whole, { ...chain, last: true }] : [whole];
    const chains = [chain, ...(listed ? [draft(row.things.toReversed(), distinct, !distinct)] : []), whole];
    const plain = draft(planned, false, false);
    const past = hoodIn(wishes) && of.obstacles.length > 0 ? [draft(planned, false, false, { hooded: true })] : [];
    return row.sequenced && single
      ? [...chains, plain]
      : [plain, ...past, ...chains, ...(single ? [] : [draft(planned, false, false, { pinned: true })])];
  });
}

/** In a chain the neighbours say where a thing stands; only the ends of the row are kept. */
function sided({ places }: Planned, { where, wall, at, nextTo }: ReturnType<typeof placementOf>): Partial<Fixture> {
  const between = places.some((place) => place.at === 'between');
  return given({ wall, at, nextTo: between ? undefined : nextTo, where: where === 'start' ? undefined : where });
}

const wordFor = ({ kind, thing }: Planned): string =>
  kind === 'unit' ? (codeOf(thing) ?? STANDARD.base) : kind === 'stove' ? 'hob' : kind;

/** A corner unit is wanted in the corner. */
const placesIn = ({ thing, places }: Planned, room: Room): readonly Place[] =>
  thing.corner && room.walls.length > 1 && !places.some(({ at }) => at === 'corner')
    ? [...places, { at: 'corner' }]
    : places;

/** All but walls and fixtures. */
function restOf(wishes: Wishes, room: Room): Omit<Brief, 'walls' | 'fixtures' | 'ordered'> {
  const { ceiling, looks } = wishes;
  const obstacles = room.obstacles.length > 0 ? [...room.obstacles] : undefined;
  // Without plain cabinets a row would be closed with bottle racks.
  const refused = wishes.refused.flatMap((thing) => codeOf(thing) ?? []).filter((code) => code !== STANDARD.base);
  const without = refused.length > 0 ? refused : undefined;
  return given({ ceiling, obstacles, without, wallTier: wallTierOf(wishes, room), ...looksOf(looks) });
}

/** Floor things from left to right, as far as words say so. */
function inRow(
  wishes: Wishes,
  planned: readonly Planned[],
  length: number | undefined,
): { things: Planned[]; sequenced: boolean; explicit: boolean; complete: boolean } {
  const floor = planned.filter((one) => one.kind !== 'microwave' && tierIn(one) !== 'wall' && tierIn(one) !== 'upper');
  const rest = planned.filter((one) => !floor.includes(one));
  const after = new Map<Planned, Set<Planned>>();
  const put = (left: Planned | undefined, right: Planned | undefined): void => {
    if (left && right && left !== right) after.set(right, (after.get(right) ?? new Set()).add(left));
  };
  // A list with plain units that is as long as the wall is the row as it was said.
  const total = floor.reduce((sum, { thing, shared }) => sum + (thing.width ?? (shared ? SHARED_MM : Number.NaN)), 0);
  const isRow = wishes.sequences.length === 0 && length === total && floor.some(isFiller);
  if (isRow) for (const [i, one] of floor.entries()) put(floor[i - 1], one);
  let [sequenced, explicit, complete] = [isRow, false, false];
  for (const { message, of, direction } of wishes.sequences) {
    const listed = of.flatMap((statement) => floor.find((one) => isSaidIn(one, message, statement)) ?? []);
    const things = [...new Set(listed)];
    const backwards =
      direction === 'right_to_left' ||
      (direction === 'listed' && handOf(things[0]) === 'right' && handOf(things.at(-1)) !== 'right');
    const row = backwards ? things.toReversed() : things;
    for (const [i, one] of row.entries()) put(row[i - 1], one);
    sequenced ||= things.length > 1;
    // A list that names plain units too is the whole row: nothing is filled in.
    explicit ||= direction !== 'listed' && things.some(isFiller);
    complete ||= things.length === floor.length;
  }
  const find = (of: Parameters<typeof isOf>[1]): Planned | undefined => floor.find((one) => isOf(one, of));
  for (const one of floor)
    for (const place of one.places) {
      if (place.at === 'beside' && place.hand === 'right') put(find(place.of), one);
      if (place.at === 'beside' && place.hand === 'left') put(one, find(place.of));
      if (place.at === 'between') {
        const [a, b] = [find(place.a), floor.findLast((other) => isOf(other, place.b))];
        const [left, right] = handOf(a) === 'right' || handOf(b) === 'left' ? [b, a] : [a, b];
        put(left, one);
        put(one, right);
      }
    }
  return { things: [...sorted(floor, after), ...rest], sequenced, explicit, complete };
}

const isFiller = ({ kind, thing }: Planned): boolean => kind === 'unit' && isPlain(codeOf(thing) ?? '');

const tierIn = ({ kind, thing }: Planned): Tier | undefined => (kind === 'unit' ? tierOf(codeOf(thing)) : undefined);

const isOf = (one: Planned, of: Extract<Place, { at: 'beside' }>['of']): boolean =>
  !('obstacle' in of) &&
  (isSameThing(one.thing, of) ||
    one.wishes.some(({ thing }) =>
      [thing, ...(one.shared ? (thing.with ?? []) : [])].some((it) => isSameThing(it, of)),
    ) ||
    wordFor(one) === wordOf(of));

const handOf = (one: Pick<Planned, 'places'> | undefined): 'left' | 'right' | undefined => handIn(one?.places ?? []);

/** Those without anything before them first; among them the ones at the left, then as they were said. */
function sorted(things: readonly Planned[], after: ReadonlyMap<Planned, ReadonlySet<Planned>>): Planned[] {
  // «слева ящики, ещё левее пенал»: what stands before them stands at that side too.
  const leads = (one: Planned): boolean =>
    things.some((other) => handOf(other) === 'left' && after.get(other)?.has(one));
  const rank = (one: Planned, hand = handOf(one)): number =>
    hand === 'left' || one.places.some(({ at }) => at === 'start') || leads(one)
      ? -1
      : hand === 'right' || one.places.some(({ at }) => at === 'end')
        ? 1
        : 0;
  const out: Planned[] = [];
  let open = [...things];
  while (open.length > 0) {
    const free = open.filter((one) => [...(after.get(one) ?? [])].every((before) => out.includes(before)));
    // Words that contradict each other leave a circle: it is cut where it was first said.
    const [next] = (free.length > 0 ? free : open).toSorted((a, b) => rank(a) - rank(b));
    if (!next) break;
    out.push(next);
    open = open.filter((one) => one !== next);
  }
  return out;
}
