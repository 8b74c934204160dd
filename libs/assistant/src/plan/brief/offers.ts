import { madeWidths } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import type { Offer, Way } from '../decision.js';
import { MAX_OFFERS } from '../edits/room-making.js';
import { kindOf, namedBy, tierOf } from '../things.js';
import { best, laidOut, type Made, type Refused } from './layout.js';
import type { Room } from './places.js';
import type { Wish, Wishes } from './wishes.js';

interface Kitchen {
  readonly wishes: Wishes;
  readonly room: Room;
}

/** A change of a kitchen under which it may be laid out; `frees` mm of a wall. */
interface Change {
  readonly subject?: Wish;
  readonly ways: readonly Way[];
  readonly frees: number;
  readonly made: (kitchen: Kitchen) => Kitchen;
}

/** Layouts tried for the offers of one refusal. */
const MAX_TRIALS = 14;

/** Lays the wishes out; refused, with ways out. */
export function layOut(wishes: Wishes, room: Room): Made | (Refused & { readonly offers: readonly Offer[] }) {
  const made = laidOut(wishes, room);
  return made.ok ? made : { ...made, offers: waysOut(wishes, room, made) };
}

/** Ways out of a refused layout, a single change before two; all are tried. */
function waysOut(wishes: Wishes, room: Room, { missing = 0, findings }: Refused): Offer[] {
  const crowded = findings.some(({ code }) => code === 'GEO-SUM');
  const drops = dropping(wishes.things);
  const offers: Offer[] = [];
  for (const change of crowded ? makingRoom(wishes.things, drops, room, missing) : elsewhere(wishes, room, drops)) {
    if (offers.length >= MAX_OFFERS || (change.ways.length > 2 && offers.length > 0)) break;
    const kitchen = change.made({ wishes, room });
    const made = best(kitchen.wishes, kitchen.room, 2);
    if (made.ok) offers.push({ ways: change.ways, operations: made.operations });
  }
  return offers;
}

const together = (changes: readonly Change[]): Change => ({
  ways: changes.flatMap(({ ways }) => ways),
  frees: changes.reduce((sum, { frees }) => sum + frees, 0),
  made: (kitchen) => changes.reduce((now, { made }) => made(now), kitchen),
});

/** A change of one thing; without `to` it is left out. */
const ofThing = (subject: Wish, way: Way, frees: number, to?: Partial<Wish>): Change => ({
  subject,
  ways: [way],
  frees,
  made: ({ wishes, room }) => ({
    room,
    wishes: {
      ...wishes,
      things: wishes.things.flatMap((one) => (one !== subject ? [one] : to ? [{ ...one, ...to }] : [])),
    },
  }),
});

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
  const [wall, second] = room.walls;
  const to = (wall?.length ?? 0) + missing;
  const longer: Change[] =
    wall && !second
      ? [
          {
            frees: missing,
            ways: [{ way: 'lengthen', wall: 'A', to }],
            made: (kitchen) => ({ ...kitchen, room: { ...room, walls: [{ ...wall, length: to }] } }),
          },
        ]
      : [];
  const changes = [...narrower, ...drops, ...placeless(things), ...longer];
  const pairs = changes.flatMap((a, i) =>
    changes.slice(i + 1).flatMap((b) => (a.subject && b.subject && a.subject !== b.subject ? [together([a, b])] : [])),
  );
  const enough = ({ frees }: Change): boolean => frees >= missing;
  return [
    ...[...changes.filter(enough), ...pairs.filter(enough).sort((a, b) => a.frees - b.frees)].slice(0, MAX_TRIALS),
    ...drops.slice(2).map((_, i) => together(drops.slice(0, i + 3))),
  ];
}

/** What is refused for another reason than room: another shape, another sequence, other places, or without it. */
function elsewhere({ things, sequences }: Wishes, room: Room, drops: readonly Change[]): Change[] {
  const unsided = (wish: Wish): Wish => ({
    ...wish,
    places: wish.places.filter(({ at }) => at !== 'side' && at !== 'wall'),
  });
  const corner: Change = {
    frees: 0,
    ways: [{ way: 'shape', shape: 'corner' }],
    made: ({ wishes }) => ({
      wishes: { ...wishes, things: wishes.things.map(unsided) },
      room: {
        shape: 'corner',
        walls: room.walls.slice(0, 2),
        obstacles: room.obstacles.filter(({ wall }) => wall !== 'C'),
      },
    }),
  };
  const unsequenced: Change = {
    frees: 0,
    ways: [{ way: 'other_sequence' }],
    made: (kitchen) => ({ ...kitchen, wishes: { ...kitchen.wishes, sequences: [] } }),
  };
  const straight = things.flatMap((wish) => {
    const places = wish.places.filter(({ at }) => at !== 'corner');
    const way: Way = { way: 'straight', thing: namedBy(wish.thing) };
    return wish.thing.corner ? [ofThing(wish, way, 0, { thing: { ...wish.thing, corner: false }, places })] : [];
  });
  return [
    ...(room.shape === 'u' ? [corner] : []),
    ...straight,
    ...(sequences.length > 0 ? [unsequenced] : []),
    ...placeless(things),
    ...drops,
  ].slice(0, MAX_TRIALS);
}
