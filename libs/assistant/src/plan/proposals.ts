import { given, madeWidths } from '#libs/furniture';
import { codeOf } from '../concepts/index.js';
import { byKindOr } from '../meaning/cases.js';
import {
  type Mention,
  NOWHERE,
  type ObstacleSaid,
  type Place,
  type Said,
  type Statement,
  unsaid,
} from '../meaning/meaning.js';
import { isWallLength, WALLS_OF, wallNames } from './brief/room.js';
import { unitWidthOf } from './brief/room-wishes.js';
import { HOB_WITH_OVEN, type Shape, USUAL, type Wish } from './brief/wishes.js';
import type { Ask, Way } from './decision.js';
import { isSameThing, kindOf, namedBy } from './things.js';

/** An answer that a customer may give to a question, with what it says as a choice. */
export interface Proposal {
  readonly ways: readonly Way[];
  readonly said: readonly Statement[];
}

/** What the answers depend on: the room, and the wishes for a kitchen that is planned. */
interface Known {
  readonly walls: number;
  readonly things: readonly Wish[];
  readonly refused: readonly Mention[];
}

const say = (said: Said): Statement => ({ ...said, source: NOWHERE });
const want = (thing: Mention, places: readonly Place[] = []): Statement =>
  say({ say: 'thing', act: 'want', thing, places });

/** Answers proposed to one question, at most; which of them lead to a kitchen is found out by trying them. */
const MAX_PROPOSALS = 4;

/** Things to choose one of; more are only listed. */
const MAX_NODES = 3;

/** Answers to the questions of a turn: the first one's, each with the first answer to the other. */
export function proposalsTo([ask, other]: readonly Ask[], known: Known): readonly Proposal[] {
  const also = other ? answersTo(other, known).slice(0, 1) : [];
  if (!ask || (other && also.length === 0)) return [];
  return answersTo(ask, known)
    .slice(0, MAX_PROPOSALS)
    .map((one) => ({
      ways: [one, ...also].flatMap(({ ways }) => ways),
      said: [one, ...also].flatMap(({ said }) => said),
    }));
}

/** None where only the customer can know: how long a wall is, where a window is. */
const answersTo = byKindOr<Ask, 'ask', readonly Proposal[], [known: Known]>(
  'ask',
  {
    shape: ({ known }) => shapes(known, [known.length === 3 ? 'u' : 'corner', 'straight']),
    room: ({ known }) => shapes(known, ['straight', 'corner']),
    contradiction: ({ shape = 'straight', known }) =>
      shape === 'straight'
        ? [
            ...[...new Set(known)].reverse().flatMap((mm) => shapes([mm], ['straight'], [...new Set(known)])),
            ...shapes(known, ['corner']),
          ]
        : shapes([...new Set(known)], [shape, 'u', 'corner']),
    units: ({ value }) =>
      [...new Set([1000, 100, 10, 1].map((factor) => Math.round(value * factor)))]
        .filter(isWallLength)
        .map((mm) => ({ ways: [{ way: 'length', mm }], said: [say({ say: 'walls', lengths: [{ mm }] })] })),
    number: ({ value, unit }, { things }) => [
      ...things.flatMap(({ thing }) => {
        const width = unitWidthOf({ value, ...given({ unit }) });
        const isOpen = kindOf(thing) !== undefined && thing.width === undefined;
        return isOpen && madeWidths(codeOf(thing) ?? '').includes(width) ? [wanted([{ ...thing, width }])] : [];
      }),
      { ways: [{ way: 'pass_over', value, ...given({ unit }) }], said: [say({ say: 'answer', answer: 'any' })] },
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
      placesOfObstacle(lacks, walls).map((place) => ({
        ways: [{ way: 'obstacle', obstacle: obstacle.kind, place, ...given({ mm: distanceOf(obstacle) }) }],
        said: [say({ say: 'place', places: [place] })],
      })),
    width: ({ thing, wanted: width, made }) =>
      made.map((to) => ({
        ways: [{ way: 'narrow', thing: namedBy(thing, width), to }],
        said: [say({ say: 'number', value: to, unit: 'mm' })],
      })),
    which: ({ thing, nodes }) =>
      (nodes.length > MAX_NODES ? [] : nodes).map((node, i) => ({
        ways: [{ way: 'this', thing, node }],
        said: [say({ say: 'answer', answer: { choice: i + 1 } })],
      })),
    where: ({ thing }) =>
      PLACES.flatMap((place) => {
        const beside = 'of' in place && 'concept' in place.of ? place.of : undefined;
        if (beside && isSameThing(beside, thing)) return [];
        return [{ ways: [{ way: 'place', thing, place }], said: [want(thing, [place])] }];
      }),
  },
  () => [],
);

const wanted = (things: readonly Mention[]): Proposal => ({
  ways: [{ way: 'with', things }],
  said: things.map((thing) => want(thing)),
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
    return [
      {
        ways: [{ way: 'shape', shape, along, without }],
        said: [say({ say: 'walls', lengths: along.map((mm) => ({ mm })) }), say({ say: 'shape', shape })],
      },
    ];
  });
}

const distanceOf = ({ places }: ObstacleSaid): number | undefined =>
  places.flatMap((place) => (place.at === 'offset' ? [place.mm] : []))[0];

/** Where an obstacle may be of which only the side or the wall is not known. */
function placesOfObstacle([lack, more]: Extract<Ask, { ask: 'obstacle' }>['lacks'], walls: number): readonly Place[] {
  if (more) return [];
  if (lack === 'side') return (['left', 'right'] as const).map((hand) => ({ at: 'side', hand }));
  if (lack !== 'wall') return [];
  return wallNames(walls).map((wall) => ({ at: 'wall', wall }));
}
