import { madeWidths, wallIdAt } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { isObstacle, type Place } from '../../meaning/meaning.js';
import type { Offer, Way } from '../decision.js';
import { keyOf, MAX_OFFERS } from '../edits/room-making.js';
import { kindOf, namedBy, tierOf } from '../things.js';
import { plannedOf } from './brief.js';
import { best, laidOut, type Made, type Refused } from './layout.js';
import type { Room } from './places.js';
import { wallIdOf, wallNames } from './room.js';
import { withPlaces } from './room-wishes.js';
import type { Wish, Wishes } from './wishes.js';

/** A change of a kitchen under which it may be laid out; `frees` mm of a wall, and in another `room` if there is one. */
interface Change {
  readonly subject?: Wish;
  readonly ways: readonly Way[];
  readonly frees: number;
  readonly wishes: (before: Wishes) => Wishes;
  readonly room?: Room;
}

/** Layouts tried for the offers of one refusal. */
const MAX_TRIALS = 14;
/** Among which those that keep more of the places are chosen. */
const MAX_FOUND = 6;

/** Lays the wishes out; refused, with ways out. */
export function layOut(wishes: Wishes, room: Room): Made | (Refused & { readonly offers: readonly Offer[] }) {
  const made = laidOut(wishes, room);
  return made.ok ? made : { ...made, offers: waysOut(wishes, room, made) };
}

/** Ways out of a refused layout, a single change before two, those that keep all places before others; all are tried. */
function waysOut(wishes: Wishes, room: Room, { missing = 0, findings }: Refused): Offer[] {
  const crowded = findings.some(({ code }) => code === 'GEO-SUM');
  const drops = dropping(wishes.things);
  const offers = new Map<string, Offer & Required<Pick<Offer, 'missed'>>>();
  for (const change of crowded ? makingRoom(wishes.things, drops, room, missing) : elsewhere(wishes, room, drops)) {
    const found = [...offers.values()];
    const isEnough = found.filter(({ missed }) => missed.length === 0).length >= MAX_OFFERS;
    if (isEnough || found.length >= MAX_FOUND || (change.ways.length > 2 && found.length > 0)) break;
    const wanted = change.wishes(wishes);
    const made = best(wanted, change.room ?? room, 2);
    const { ways } = change;
    if (!made.ok || offers.has(keyOf(ways))) continue;
    const { operations, order } = made;
    const missed = made.missed.map(({ why }) => why);
    const assumed = [...plannedOf(wanted).assumed, ...made.assumed];
    offers.set(keyOf(ways), { ways, operations, made: order, missed, assumed });
  }
  return [...offers.values()].sort((a, b) => a.missed.length - b.missed.length).slice(0, MAX_OFFERS);
}

const together = (changes: readonly Change[]): Change => ({
  ways: changes.flatMap(({ ways }) => ways),
  frees: changes.reduce((sum, { frees }) => sum + frees, 0),
  wishes: (before) => changes.reduce((now, { wishes }) => wishes(now), before),
});

/** A change of one thing; without `to` it is left out. */
const ofThing = (subject: Wish, way: Way, frees: number, to?: Partial<Wish>): Change => ({
  subject,
  ways: [way],
  frees,
  wishes: (before) => ({
    ...before,
    things: before.things.flatMap((one) => (one !== subject ? [one] : to ? [{ ...one, ...to }] : [])),
  }),
});

const toPlace = (wish: Wish, place: Place, frees: number): Change =>
  ofThing(wish, { way: 'place', thing: wish.thing, place }, frees, { places: [place] });

/** mm, of a unit whose width nobody named. */
function widthOf({ thing }: Wish): number {
  const made = madeWidths(codeOf(thing) ?? '');
  return thing.width ?? (made.includes(600) ? 600 : (made.at(-1) ?? 600));
}

/** Appliances and units in the order in which a kitchen can do without them. */
const DROPPED: readonly string[] = ['unit', 'tall', 'dishwasher', 'washer', 'fridge'];
const rankOf = ({ thing }: Wish): number =>
  DROPPED.indexOf(kindOf(thing) ?? (tierOf(codeOf(thing)) === 'tall' ? 'tall' : 'unit'));

const dropping = (things: readonly Wish[]): Change[] =>
  things
    .filter((wish) => rankOf(wish) >= 0)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((wish) => ofThing(wish, { way: 'drop', thing: namedBy(wish.thing) }, widthOf(wish) * (wish.thing.count ?? 1)));

const placeless = (things: readonly Wish[]): Change[] =>
  things
    .filter(({ places }) => places.length > 0)
    .map((wish) => ofThing(wish, { way: 'without_place', thing: namedBy(wish.thing) }, 0, { places: [] }));

/** Narrower units, units left out, places given up, a longer wall; then two of them; then as many units as must go. */
function makingRoom(things: readonly Wish[], drops: readonly Change[], room: Room, missing: number): Change[] {
  const narrower = things.flatMap((wish): Change[] => {
    const { thing } = wish;
    const now = widthOf(wish);
    const made = thing.corner ? [] : madeWidths(codeOf(thing) ?? '').filter((w) => w < now);
    const to = made.findLast((w) => now - w >= missing) ?? made.at(-1);
    if (to === undefined) return [];
    const way: Way = { way: 'narrow', thing: namedBy(thing, now), to };
    return [ofThing(wish, way, now - to, { thing: { ...thing, width: to } })];
  });
  const longer = (room.walls.length === 1 ? room.walls : []).map((wall): Change => {
    const [from, to] = [wall.length, wall.length + missing];
    const longRoom = { ...room, walls: [{ ...wall, length: to }] };
    return { frees: missing, ways: [{ way: 'lengthen', from, to }], wishes: (before) => before, room: longRoom };
  });
  const changes = [...narrower, ...onOtherWalls(things, room), ...drops, ...placeless(things), ...longer];
  const pairs = changes.flatMap((a, i) =>
    changes.slice(i + 1).flatMap((b) => (a.subject && b.subject && a.subject !== b.subject ? [together([a, b])] : [])),
  );
  const enough = ({ frees }: Change): boolean => frees >= missing;
  return [
    ...[...changes.filter(enough), ...pairs.filter(enough).sort((a, b) => a.frees - b.frees)].slice(0, MAX_TRIALS),
    ...drops.slice(2).map((_, i) => together(drops.slice(0, i + 3))),
  ];
}

/** Things that were to stand on one wall, on each of the others. */
function onOtherWalls(things: readonly Wish[], { walls }: Room): Change[] {
  const names = walls.length === 1 ? [] : wallNames(walls.length);
  const wallIn = (place: Place): string | undefined =>
    place.at === 'wall' ? wallIdOf(place.wall, walls) : place.at === 'side' && place.hand === 'left' ? 'A' : undefined;
  return things.flatMap((wish) => {
    const said = wish.places.find(({ at }) => at === 'wall' || at === 'side');
    if (!said || wish.thing.corner) return [];
    const others = names.filter((wall) => wallIdOf(wall, walls) !== wallIn(said));
    return others.map((wall) => toPlace(wish, { at: 'wall', wall }, widthOf(wish)));
  });
}

/** What is refused for another reason than room: another shape, another sequence, other places, or without it. */
function elsewhere({ things, sequences }: Wishes, room: Room, drops: readonly Change[]): Change[] {
  const straight = things.flatMap((wish) => {
    if (!wish.thing.corner) return [];
    const to = { thing: { ...wish.thing, corner: false }, places: wish.places.filter(({ at }) => at !== 'corner') };
    return [ofThing(wish, { way: 'straight', thing: namedBy(wish.thing) }, 0, to)];
  });
  return [
    ...(room.shape === 'u' ? [ofShape('corner', room), ofShape('straight', room)] : []),
    ...straight,
    ...(sequences.length > 0 ? [inAnyOrder(false)] : []),
    ...placeless(things),
    ...atEnds(things),
    ...(things.some(({ places }) => places.length > 0) ? [inAnyOrder(true)] : []),
    ...drops,
  ].slice(0, MAX_TRIALS);
}

/** Things that were to stand by an obstacle, at either end of the row. */
function atEnds(things: readonly Wish[]): Change[] {
  const beside = things.filter(({ places }) => places.some((place) => 'of' in place && isObstacle(place.of)));
  const ends = (['left', 'right'] as const).map((hand): Place => ({ at: 'side', hand, end: true }));
  return beside.flatMap((wish) => ends.map((end) => toPlace(wish, end, 0)));
}

/** The same things in another order than was said; `anywhere`: their places are given up too. */
const inAnyOrder = (anywhere: boolean): Change => ({
  frees: 0,
  ways: [{ way: 'other_sequence' }],
  wishes: (before) => ({ ...(anywhere ? withPlaces(before, () => []) : before), sequences: [] }),
});

/** Along fewer walls: the first two, or the longest. */
function ofShape(shape: 'corner' | 'straight', { walls, obstacles }: Room): Change {
  const lengths = walls.map(({ length }) => length);
  const longest = lengths.indexOf(Math.max(...lengths));
  const [from, to] = shape === 'corner' ? [0, 2] : [longest, longest + 1];
  const ids = new Map(lengths.slice(from, to).map((_, i) => [wallIdAt(from + i), wallIdAt(i)]));
  const isOfRoom = (place: Place): boolean => place.at === 'side' || place.at === 'wall' || place.at === 'corner';
  const kept = obstacles.flatMap((one) => {
    const wall = ids.get(one.wall);
    return wall === undefined ? [] : [{ ...one, wall }];
  });
  return {
    frees: 0,
    ways: [{ way: 'shape', shape, along: lengths.slice(from, to), without: lengths.toSpliced(from, to - from) }],
    wishes: (before) => withPlaces(before, (places) => places.filter((one) => !isOfRoom(one))),
    room: { shape, walls: walls.slice(from, to), obstacles: kept },
  };
}
