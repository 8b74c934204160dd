import { madeWidths } from '#libs/furniture';
import type { Offer, Way } from '../decision.js';
import { MAX_OFFERS } from '../edits/room-making.js';
import { codeOf, kindOf, namedBy, tierOf } from '../things.js';
import { best, type Refused } from './layout.js';
import type { Room } from './places.js';
import type { Wish, Wishes } from './wishes.js';

/** A change of wishes or room under which a kitchen may be laid out. */
interface Change {
  readonly subject?: Wish;
  readonly ways: readonly Way[];
  /** mm */
  readonly frees: number;
  readonly wishes?: (wishes: Wishes) => Wishes;
  readonly room?: Room;
}

/** Layouts tried for the offers of one refusal. */
const MAX_TRIALS = 14;

/** Appliances and units in the order in which a kitchen can do without them. */
const DROPPED: readonly string[] = ['unit', 'tall', 'dishwasher', 'washer', 'fridge'];
const rankOf = ({ thing }: Wish): number =>
  DROPPED.indexOf(kindOf(thing) ?? (tierOf(codeOf(thing)) === 'tall' ? 'tall' : 'unit'));

/** Ways out of a refused layout, a single change before two; all are tried. */
export function waysOut(wishes: Wishes, room: Room, refused: Refused): Offer[] {
  const { missing = 0, findings } = refused;
  const crowded = findings.some(({ code }) => code === 'GEO-SUM');
  const changes = crowded ? makingRoom(wishes, room, missing) : elsewhere(wishes, room);
  const pairs = crowded
    ? changes.flatMap((a, i) =>
        changes.slice(i + 1).flatMap((b) => (a.subject && b.subject && a.subject !== b.subject ? [both(a, b)] : [])),
      )
    : [];
  const enough = ({ frees }: Change): boolean => !crowded || frees >= missing;
  const offers: Offer[] = [];
  const tried = [...changes.filter(enough), ...pairs.filter(enough).sort((a, b) => a.frees - b.frees)].slice(
    0,
    MAX_TRIALS,
  );
  for (const change of [...tried, ...(crowded ? dropping(wishes) : [])]) {
    if (offers.length >= MAX_OFFERS || (change.ways.length > 2 && offers.length > 0)) break;
    const made = best(change.wishes?.(wishes) ?? wishes, change.room ?? room, 2);
    if (made.ok) offers.push({ ways: change.ways, operations: made.operations });
  }
  return offers;
}

const both = (a: Change, b: Change): Change => ({
  ways: [...a.ways, ...b.ways],
  frees: a.frees + b.frees,
  wishes: (wishes) => b.wishes?.(a.wishes?.(wishes) ?? wishes) ?? wishes,
});

const changed =
  (wish: Wish, more: Partial<Wish>) =>
  (wishes: Wishes): Wishes => ({
    ...wishes,
    things: wishes.things.map((one) => (one === wish ? { ...one, ...more } : one)),
  });
const without =
  (wish: Wish) =>
  (wishes: Wishes): Wishes => ({ ...wishes, things: wishes.things.filter((one) => one !== wish) });

/** mm, of a unit whose width nobody named. */
function widthOf({ thing }: Wish): number {
  const made = madeWidths(codeOf(thing) ?? '');
  return thing.width ?? (made.includes(600) ? 600 : (made.at(-1) ?? 600));
}

/** Narrower units, units left out, places given up, a longer wall. */
function makingRoom({ things }: Wishes, room: Room, missing: number): Change[] {
  const narrower = things.flatMap((wish): Change[] => {
    const { thing } = wish;
    const now = widthOf(wish);
    const made = thing.corner
      ? []
      : madeWidths(codeOf(thing) ?? '')
          .filter((w) => w < now)
          .toReversed();
    const to = made.find((w) => now - w >= missing) ?? made[0];
    return to === undefined
      ? []
      : [
          {
            subject: wish,
            frees: now - to,
            ways: [{ way: 'narrow', thing: namedBy(thing, now), to }],
            wishes: changed(wish, { thing: { ...thing, width: to } }),
          },
        ];
  });
  const dropped = things
    .filter((wish) => rankOf(wish) >= 0 && kindOf(wish.thing) !== 'hood')
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(
      (wish): Change => ({
        subject: wish,
        frees: widthOf(wish) * (wish.thing.count ?? 1),
        ways: [{ way: 'drop', thing: namedBy(wish.thing) }],
        wishes: without(wish),
      }),
    );
  const [wall, second] = room.walls;
  const to = (wall?.length ?? 0) + missing;
  const longer: Change[] =
    wall && !second
      ? [
          {
            frees: missing,
            ways: [{ way: 'lengthen', wall: 'A', to }],
            room: { ...room, walls: [{ ...wall, length: to }] },
          },
        ]
      : [];
  return [...narrower, ...dropped, ...placeless(things), ...longer];
}

const placeless = (things: readonly Wish[]): Change[] =>
  things.flatMap((wish) =>
    wish.places.length > 0
      ? [
          {
            subject: wish,
            frees: 0,
            ways: [{ way: 'without_place', thing: namedBy(wish.thing) }],
            wishes: changed(wish, { places: [] }),
          },
        ]
      : [],
  );

/** As many as must go, one after another, where two do not do. */
function dropping(wishes: Wishes): Change[] {
  const droppable = wishes.things
    .filter((wish) => rankOf(wish) >= 0 && kindOf(wish.thing) !== 'hood')
    .sort((a, b) => rankOf(a) - rankOf(b));
  return droppable.slice(2).map((_, i): Change => {
    const gone = droppable.slice(0, i + 3);
    return {
      frees: 0,
      ways: gone.map(({ thing }) => ({ way: 'drop', thing: namedBy(thing) })),
      wishes: (all) => gone.reduce((rest, wish) => without(wish)(rest), all),
    };
  });
}

/** What is refused for another reason than room: another shape, another sequence, other places, or without it. */
function elsewhere(wishes: Wishes, room: Room): Change[] {
  const { things, sequences } = wishes;
  const unsided = (wish: Wish): Wish => ({
    ...wish,
    places: wish.places.filter(({ at }) => at !== 'side' && at !== 'wall'),
  });
  const corner: Room = {
    shape: 'corner',
    walls: room.walls.slice(0, 2),
    obstacles: room.obstacles.filter(({ wall }) => wall !== 'C'),
  };
  const straight = things
    .filter(({ thing }) => thing.corner)
    .map(
      (wish): Change => ({
        frees: 0,
        ways: [{ way: 'straight', thing: namedBy(wish.thing) }],
        wishes: changed(wish, {
          thing: { ...wish.thing, corner: false },
          places: wish.places.filter(({ at }) => at !== 'corner'),
        }),
      }),
    );
  return [
    ...(room.shape === 'u'
      ? [
          {
            frees: 0,
            ways: [{ way: 'shape', shape: 'corner' }],
            wishes: (all: Wishes) => ({ ...all, things: all.things.map(unsided) }),
            room: corner,
          } as const,
        ]
      : []),
    ...straight,
    ...(sequences.length > 0
      ? [{ frees: 0, ways: [{ way: 'other_sequence' }], wishes: (all: Wishes) => ({ ...all, sequences: [] }) } as const]
      : []),
    ...placeless(things),
    ...makingRoom({ ...wishes }, room, 0).filter(({ ways: [way] }) => way?.way === 'drop'),
  ];
}
