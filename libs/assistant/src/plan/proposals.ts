import { given, madeWidths } from '#libs/furniture';
import { codeOf } from '../concepts/index.js';
import { byKindOr } from '../meaning/cases.js';
import {
  type Mention,
  NOWHERE,
  type Place,
  referredTo,
  type Said,
  type Statement,
  unsaid,
} from '../meaning/meaning.js';
import { isWallLength, type ObstacleAsk, WALLS_OF, wallNames } from './brief/room.js';
import { unitWidthOf } from './brief/room-wishes.js';
import { HOB_WITH_OVEN, USUAL, type Wishes } from './brief/wishes.js';
import type { Ask, Shape, Way } from './decision.js';
import { isSameThing, kindOf, namedBy } from './things.js';

/** An answer that a customer may give to a question, with what it says as a choice. */
interface Proposal {
  readonly ways: readonly Way[];
  readonly said: readonly Statement[];
}

/** What the answers depend on: the number of walls, and the wishes for a kitchen that is planned. */
type Known = Pick<Wishes, 'things' | 'refused'> & { readonly walls: number };

const proposal = (way: Way, ...said: readonly Said[]): Proposal => ({
  ways: [way],
  said: said.map((one) => ({ ...one, source: NOWHERE })),
});
const want = (thing: Mention, places: readonly Place[] = []): Said => ({ say: 'thing', act: 'want', thing, places });
const wanted = (things: readonly Mention[]): Proposal =>
  proposal({ way: 'with', things }, ...things.map((thing) => want(thing)));

/** Answers proposed to one question, at most; which of them lead to a kitchen is found out by trying them. */
const MAX_PROPOSALS = 4;

/** Things to choose one of; more are only listed. */
const MAX_NODES = 3;

/** Answers to the questions of a turn: the first one's, each with the first answer to the other. */
export function proposalsTo([ask, other]: readonly Ask[], known: Known): readonly Proposal[] {
  const firsts = (ask && answersTo(ask, known)?.slice(0, MAX_PROPOSALS)) ?? [];
  if (!other) return firsts;
  const also = answersTo(other, known)?.slice(0, 1) ?? [];
  return firsts.flatMap((one) =>
    also.map(({ ways, said }) => ({ ways: [...one.ways, ...ways], said: [...one.said, ...said] })),
  );
}

/** None where only the customer can know: how long a wall is, where a window is. */
const answersTo = byKindOr<Ask, 'ask', readonly Proposal[], [known: Known]>('ask', {
  shape: ({ known }) => shapes(known, [known.length === 3 ? 'u' : 'corner', 'straight']),
  room: ({ known }) => shapes(known, ['straight', 'corner']),
  contradiction({ shape = 'straight', known }) {
    const lengths = [...new Set(known)];
    if (shape !== 'straight') return shapes(lengths, [shape, 'u', 'corner']);
    return [...lengths.toReversed().flatMap((mm) => shapes([mm], ['straight'], lengths)), ...shapes(known, ['corner'])];
  },
  units: ({ value }) =>
    [...new Set([1000, 100, 10, 1].map((factor) => Math.round(value * factor)))]
      .filter(isWallLength)
      .map((mm) => proposal({ way: 'length', mm }, { say: 'walls', lengths: [{ mm }] })),
  number: ({ value, unit }, { things }) => [
    ...things.flatMap(({ thing }) => {
      const width = unitWidthOf({ value, ...given({ unit }) });
      const isOpen = kindOf(thing) !== undefined && thing.width === undefined;
      return isOpen && madeWidths(codeOf(thing) ?? '').includes(width) ? [wanted([{ ...thing, width }])] : [];
    }),
    proposal({ way: 'pass_over', value, ...given({ unit }) }, { say: 'answer', answer: 'any' }),
  ],
  appliances: (_, { things, refused }) => {
    const known = [...things.map(({ thing }) => thing), ...refused];
    const isOpen = (one: Mention): boolean => !known.some((thing) => isSameThing(thing, one));
    const usual = USUAL.appliances ?? [];
    return [usual, [...usual, unsaid('dishwasher', { width: 450 })]].map((set) => wanted(set.filter(isOpen)));
  },
  cooker: ({ oven }) =>
    oven
      ? (['electric', 'gas'] as const).map((fuel) => wanted([unsaid('hob', { fuel })]))
      : [wanted([{ ...HOB_WITH_OVEN, fuel: 'electric' }]), wanted([unsaid('stove', { fuel: 'gas' })])],
  sink: () => [600, 500].map((width) => wanted([unsaid('sink', { width })])),
  obstacle: ({ obstacle, lacks }, { walls }) =>
    placesOfObstacle(lacks, walls).map((place) => {
      const [mm] = obstacle.places.flatMap((one) => (one.at === 'offset' ? [one.mm] : []));
      const way: Way = { way: 'obstacle', obstacle: obstacle.kind, place, ...given({ mm }) };
      return proposal(way, { say: 'place', places: [place] });
    }),
  width: ({ thing, wanted: width, made }) =>
    made.map((to) =>
      proposal({ way: 'narrow', thing: namedBy(thing, width), to }, { say: 'number', value: to, unit: 'mm' }),
    ),
  which: ({ thing, nodes }) =>
    (nodes.length > MAX_NODES ? [] : nodes).map((node, i) =>
      proposal({ way: 'this', thing, node }, { say: 'answer', answer: { choice: i + 1 } }),
    ),
  where: ({ thing }) =>
    PLACES.filter((place) => !referredTo(place).some((of) => isSameThing(of, thing))).map((place) =>
      proposal({ way: 'place', thing, place }, want(thing, [place])),
    ),
});

/** Where a thing may go that was to stand where it must not. */
const PLACES: readonly Place[] = [
  { at: 'beside', of: unsaid('sink') },
  { at: 'side', hand: 'right', end: true },
  { at: 'side', hand: 'left', end: true },
];

/** Kitchens of these shapes along walls that were named: a straight one along the longest. */
function shapes(known: readonly number[], list: readonly Shape[], others: readonly number[] = []): readonly Proposal[] {
  return [...new Set(list)].flatMap((shape) => {
    const needed = WALLS_OF[shape];
    const along = needed === 1 ? [Math.max(...known)] : known;
    if (along.length !== needed) return [];
    const without = [...others, ...known].filter((mm) => !along.includes(mm));
    const walls: Said = { say: 'walls', lengths: along.map((mm) => ({ mm })) };
    return [proposal({ way: 'shape', shape, along, without }, walls, { say: 'shape', shape })];
  });
}

/** Where an obstacle may be of which only the side or the wall is not known. */
function placesOfObstacle([lack, more]: ObstacleAsk['lacks'], walls: number): readonly Place[] {
  if (more) return [];
  if (lack === 'side') return (['left', 'right'] as const).map((hand) => ({ at: 'side', hand }));
  return lack === 'wall' ? wallNames(walls).map((wall) => ({ at: 'wall', wall })) : [];
}
