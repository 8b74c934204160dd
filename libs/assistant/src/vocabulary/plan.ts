import {
  type Brief,
  type BriefObstacle,
  type Fixture,
  given,
  type Placement,
  type Spot,
  type WallTier,
} from '#libs/furniture';
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
  const at = placeOf(wire.at, problems);
  switch (wire.kind) {
    case 'sink':
      return { kind: 'sink', ...given({ width, bowl: problems.size('bowl', wire.bowl, 'width') }), ...at };
    case 'dishwasher': {
      if (width === undefined || width === 450 || width === 600)
        return { kind: 'dishwasher', ...given({ width }), ...at };
      problems.add('OP-NUM', 'width', `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
      return { kind: 'dishwasher', ...at };
    }
    case 'hob':
      return { kind: 'hob', ...given({ fuel: wire.fuel, width, oven: wire.oven_below }), ...at };
    case 'oven':
      return { kind: 'oven', ...given({ tall: wire.tall, microwave: wire.microwave_above }), ...at };
    case 'microwave':
      return { kind: 'microwave', ...at };
    case 'fridge':
      return { kind: 'fridge', builtIn: wire.built_in, ...given({ width }), ...at };
    case 'stove':
      return { kind: 'stove', ...given({ fuel: wire.fuel, width }), ...at };
    case 'washer':
      return { kind: 'washer', ...given({ width }), ...at };
    case 'unit': {
      const height = problems.size('height', wire.height, 'height');
      const count = wire.count === undefined ? undefined : (countIn(wire.count) ?? problems.add(...UNCOUNTED));
      return { kind: 'unit', code: wire.code, ...given({ width, height, count }), ...at };
    }
  }
}

/** Merges places, each of which says one thing; what is said twice is refused rather than lost. */
export function placeOf(places: readonly WirePlace[], problems: Problems): Placement & Spot {
  const parts = places.map((place, i) => partOf(place, problems.at('at', i)));
  const keys = parts.flatMap((part) => Object.keys(part));
  if (new Set(keys).size < keys.length)
    problems.add('OP-FIELD', 'at', 'Место названо дважды.', 'каждое by не больше одного раза');
  return parts.reduce<Placement & Spot>((sum, part) => Object.assign(sum, part), {});
}

function partOf(place: WirePlace, problems: Problems): Placement & Spot {
  switch (place.by) {
    case 'wall':
      return { wall: place.wall };
    case 'where':
      return { where: place.where };
    case 'offset':
      return { at: problems.size('offset', place.offset, 'place') ?? 0 };
    case 'beside':
      return place.hand ? { side: { of: place.of, hand: place.hand } } : { nextTo: place.of };
    case 'after':
      return { after: place.node };
    case 'before':
      return { before: place.node };
  }
}
