import {
  type Brief,
  type BriefObstacle,
  type BriefWall,
  type Fixture,
  given,
  type Placement,
  type WallTier,
} from '#libs/furniture';
import { countIn, type Measured } from './measure.js';
import type { Problems } from './problems.js';
import type { WireFixture, WireOf, WireWall } from './schema.js';

/** The brief of a `plan_kitchen`. */
export function briefOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): Brief {
  if (plan.walls.length === 0)
    problems.add('OP-FIELD', `${path}.walls`, 'Не названо ни одной стены.', 'длина стены нужна: спросите её (ask)');
  return {
    walls: plan.walls.map((wall, i) => wallOf(wall, problems, `${path}.walls[${i}]`)),
    fixtures: plan.fixtures.map((one, i) => fixtureOf(one, problems, `${path}.fixtures[${i}]`)),
    ordered: plan.ordered,
    ...given({ ceiling: problems.size(plan.ceiling, 'ceiling', `${path}.ceiling`) }),
    obstacles: plan.obstacles.map((one, i) => obstacleOf(one, problems, `${path}.obstacles[${i}]`)),
    ...given({ wallTier: wallTierOf(plan, problems, path) }),
  };
}

const wallOf = (wire: WireWall, problems: Problems, path: string): BriefWall => ({
  length: problems.requiredSize(wire.length, 'wall', `${path}.length`),
  ...given({ turn: wire.turn, ends: endsOf(wire) }),
});

/** The ends of a wall that were named; undefined where none was. */
export function endsOf({ left_end, right_end }: Pick<WireWall, 'left_end' | 'right_end'>): BriefWall['ends'] {
  return left_end || right_end ? given({ left: left_end, right: right_end }) : undefined;
}

function wallTierOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): WallTier | undefined {
  const { wall_units, wall_units_on, hood, to_ceiling } = plan;
  const height = problems.size(plan.wall_units_height, 'height', `${path}.wall_units_height`);
  const on = wall_units_on.map((wall, i) => problems.wall(wall, `${path}.wall_units_on[${i}]`));
  if (wall_units === null && height === undefined && hood === null && to_ceiling === null) return undefined;
  const walls = wall_units === 'named' ? on : (wall_units ?? 'all');
  return { walls, ...given({ height, hood, toCeiling: to_ceiling }) };
}

/** An obstacle; missing sizes are left to the engine. */
export function obstacleOf(
  wire: Omit<WireOf<'set_obstacle'>, 'op' | 'id'>,
  problems: Problems,
  path: string,
): BriefObstacle {
  const size = (key: 'width' | 'bottom' | 'top' | 'depth') => problems.size(wire[key], 'place', `${path}.${key}`);
  return {
    kind: wire.kind,
    wall: problems.wall(wire.wall, `${path}.wall`),
    at: problems.requiredSize(wire.at, 'place', `${path}.at`),
    width: size('width') ?? 0,
    ...given({ bottom: size('bottom'), top: size('top'), depth: size('depth') }),
  };
}

/** An appliance or unit with its requested placement. */
export function fixtureOf(wire: WireFixture, problems: Problems, path: string): Fixture {
  const placement = placementOf(wire, problems, path);
  const size = (words: string | null, field: string, what: Measured = 'width') =>
    problems.size(words, what, `${path}.${field}`);
  const width = 'width' in wire ? size(wire.width, 'width') : undefined;
  switch (wire.kind) {
    case 'sink':
      return { kind: 'sink', ...given({ width, bowl: size(wire.bowl, 'bowl') }), ...placement };
    case 'dishwasher':
      if (width !== undefined && width !== 450 && width !== 600) {
        problems.add('OP-NUM', `${path}.width`, `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
      }
      return {
        kind: 'dishwasher',
        ...given({ width: width === 450 || width === 600 ? width : undefined }),
        ...placement,
      };
    case 'hob':
      return { kind: 'hob', ...given({ fuel: wire.fuel, width, oven: wire.oven_below }), ...placement };
    case 'oven':
      return { kind: 'oven', ...given({ tall: wire.tall, microwave: wire.microwave_above }), ...placement };
    case 'microwave':
      return { kind: 'microwave', ...placement };
    case 'fridge':
      return { kind: 'fridge', builtIn: wire.built_in, ...given({ width }), ...placement };
    case 'stove':
      return { kind: 'stove', ...given({ fuel: wire.fuel, width }), ...placement };
    case 'washer':
      return { kind: 'washer', ...given({ width }), ...placement };
    case 'unit': {
      const [height, count] = [size(wire.height, 'height', 'height'), countOf(wire.count, problems, path)];
      return { kind: 'unit', code: wire.code, ...given({ width, height, count }), ...placement };
    }
  }
}

function countOf(words: string | null, problems: Problems, path: string): number | undefined {
  if (words === null) return undefined;
  return countIn(words) ?? problems.add('OP-NUM', `${path}.count`, 'Количество не читается.', 'от 1 до 20');
}

function placementOf(wire: WireFixture, problems: Problems, path: string): Placement {
  const hand = wire.left_of ? 'left' : 'right';
  const of = wire.left_of ?? wire.right_of;
  return given({
    wall: problems.wall(wire.wall, `${path}.wall`),
    where: wire.where,
    at: problems.size(wire.at, 'place', `${path}.at`),
    nextTo: wire.next_to,
    side: of === null ? null : { of, hand },
  });
}
