import {
  type Brief,
  type BriefObstacle,
  type Fixture,
  given,
  type Placement,
  type Spot,
  type WallTier,
} from '#libs/furniture';
import { byKind } from '../meaning/cases.js';
import { countIn } from './measure.js';
import type { Problems } from './problems.js';
import type { WireFixture, WireOf } from './schema.js';

type WirePlan = WireOf<'plan_kitchen'>;
type WirePlace = WireFixture['at'][number] | WireOf<'move'>['at'][number];

/** The brief of a `plan_kitchen`. */
export function briefOf(plan: WirePlan, problems: Problems): Brief {
  if (plan.walls.length === 0)
    problems.add('OP-FIELD', 'walls', 'Не названо ни одной стены.', 'длина стены нужна: спросите её (ask)');
  return {
    walls: plan.walls.map(({ length, turn, ends }, i) => ({
      length: problems.at('walls', i).size('length', length, 'wall') ?? 0,
      ...given({ turn, ends }),
    })),
    fixtures: plan.fixtures.map((one, i) => fixtureOf(one, problems.at('fixtures', i))),
    ordered: plan.ordered,
    ...given({ ceiling: problems.size('ceiling', plan.ceiling, 'ceiling') }),
    obstacles: plan.obstacles.map((one, i) => obstacleOf(one, problems.at('obstacles', i))),
    ...given({ wallTier: plan.upper && wallTierOf(plan.upper, problems.at('upper')) }),
  };
}

function wallTierOf({ units, on, hood, ...wire }: NonNullable<WirePlan['upper']>, problems: Problems): WallTier {
  const height = problems.size('height', wire.height, 'height');
  return { walls: units === 'named' ? on : units, ...given({ height, hood, toCeiling: wire.to_ceiling }) };
}

/** An obstacle; missing sizes are left to the engine. */
export function obstacleOf(wire: Omit<WireOf<'set_obstacle'>, 'op' | 'id'>, problems: Problems): BriefObstacle {
  const size = (key: 'width' | 'bottom' | 'top' | 'depth') => problems.size(key, wire[key], 'place');
  return {
    kind: wire.kind,
    wall: wire.wall,
    at: problems.size('at', wire.at, 'place') ?? 0,
    width: size('width') ?? 0,
    ...given({ bottom: size('bottom'), top: size('top'), depth: size('depth') }),
  };
}

const UNCOUNTED = ['OP-NUM', 'count', 'Количество не читается.', 'от 1 до 20'] as const;

/** An appliance or unit with its requested placement. */
export function fixtureOf(wire: WireFixture, problems: Problems): Fixture {
  const width = 'width' in wire ? problems.size('width', wire.width, 'width') : undefined;
  return { ...applianceOf(wire, problems, given({ width })), ...placeOf(wire.at, problems) };
}

const applianceOf = byKind<WireFixture, 'kind', Fixture, [problems: Problems, sized: { width?: number }]>('kind', {
  sink: ({ kind, bowl }, problems, sized) => ({
    kind,
    ...sized,
    ...given({ bowl: problems.size('bowl', bowl, 'width') }),
  }),
  dishwasher({ kind }, problems, { width }) {
    if (width === undefined || width === 450 || width === 600) return { kind, ...given({ width }) };
    problems.add('OP-NUM', 'width', `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
    return { kind };
  },
  hob: ({ kind, fuel, oven_below: oven }, _, sized) => ({ kind, ...sized, ...given({ fuel, oven }) }),
  oven: ({ kind, tall, microwave_above: microwave }) => ({ kind, ...given({ tall, microwave }) }),
  microwave: ({ kind }) => ({ kind }),
  fridge: ({ kind, built_in: builtIn }, _, sized) => ({ kind, builtIn, ...sized }),
  stove: ({ kind, fuel }, _, sized) => ({ kind, ...sized, ...given({ fuel }) }),
  washer: ({ kind }, _, sized) => ({ kind, ...sized }),
  unit({ kind, code, count: said, ...wire }, problems, sized) {
    const height = problems.size('height', wire.height, 'height');
    const count = said === undefined ? undefined : (countIn(said) ?? problems.add(...UNCOUNTED));
    return { kind, code, ...sized, ...given({ height, count }) };
  },
});

/** Merges places, each of which says one thing; what is said twice is refused rather than lost. */
export function placeOf(places: readonly WirePlace[], problems: Problems): Placement & Spot {
  const parts = places.map((place, i) => partOf(place, problems.at('at', i)));
  const keys = parts.flatMap((part) => Object.keys(part));
  if (new Set(keys).size < keys.length)
    problems.add('OP-FIELD', 'at', 'Место названо дважды.', 'каждое by не больше одного раза');
  return parts.reduce<Placement & Spot>((sum, part) => Object.assign(sum, part), {});
}

const partOf = byKind<WirePlace, 'by', Placement & Spot, [problems: Problems]>('by', {
  wall: ({ wall }) => ({ wall }),
  where: ({ where }) => ({ where }),
  offset: ({ offset }, problems) => ({ at: problems.size('offset', offset, 'place') ?? 0 }),
  beside: ({ of, hand }) => (hand ? { side: { of, hand } } : { nextTo: of }),
  after: ({ node }) => ({ after: node }),
  before: ({ node }) => ({ before: node }),
});
