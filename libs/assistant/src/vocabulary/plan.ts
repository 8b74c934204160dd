import type { Brief, BriefObstacle, BriefWall, Fixture, Placement, WallTier } from '#libs/furniture';
import { countIn } from './measure.js';
import type { Problems } from './problems.js';
import { optional, type WireFixture, type WireOf, type WireWall } from './schema.js';

/** The brief of a `plan_kitchen`. */
export function briefOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): Brief {
  if (plan.walls.length === 0)
    problems.add('OP-FIELD', `${path}.walls`, 'Не названо ни одной стены.', 'длина стены нужна: спросите её (ask)');
  return {
    walls: plan.walls.map((wall, i) => wallOf(wall, problems, `${path}.walls[${i}]`)),
    fixtures: plan.fixtures.map((one, i) => fixtureOf(one, problems, `${path}.fixtures[${i}]`)),
    ordered: plan.ordered,
    ...optional('ceiling', problems.size(plan.ceiling, 'ceiling', `${path}.ceiling`)),
    obstacles: plan.obstacles.map((one, i) => obstacleOf(one, problems, `${path}.obstacles[${i}]`)),
    ...optional('wallTier', wallTierOf(plan, problems, path)),
  };
}

function wallOf({ length, turn, left_end, right_end }: WireWall, problems: Problems, path: string): BriefWall {
  const ends = { ...optional('left', left_end), ...optional('right', right_end) };
  return {
    length: problems.requiredSize(length, 'wall', `${path}.length`),
    ...optional('turn', turn),
    ...(Object.keys(ends).length > 0 ? { ends } : {}),
  };
}

function wallTierOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): WallTier | undefined {
  const { wall_units, wall_units_on, hood, to_ceiling } = plan;
  const height = problems.size(plan.wall_units_height, 'height', `${path}.wall_units_height`);
  const on = wall_units_on.map((wall, i) => problems.wall(wall, `${path}.wall_units_on[${i}]`));
  if (wall_units === null && height === undefined && hood === null && to_ceiling === null) return undefined;
  const walls = wall_units === 'named' ? on : (wall_units ?? 'all');
  return { walls, ...optional('height', height), ...optional('hood', hood), ...optional('toCeiling', to_ceiling) };
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
    ...optional('bottom', size('bottom')),
    ...optional('top', size('top')),
    ...optional('depth', size('depth')),
  };
}

/** An appliance or unit with its requested placement. */
export function fixtureOf(wire: WireFixture, problems: Problems, path: string): Fixture {
  const placement = placementOf(wire, problems, path);
  const width = 'width' in wire ? problems.size(wire.width, 'width', `${path}.width`) : undefined;
  switch (wire.kind) {
    case 'sink':
      return {
        kind: 'sink',
        ...optional('width', width),
        ...optional('bowl', bowlOf(wire.bowl, problems, path)),
        ...placement,
      };
    case 'dishwasher':
      if (width !== undefined && width !== 450 && width !== 600) {
        problems.add('OP-NUM', `${path}.width`, `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
      }
      return {
        kind: 'dishwasher',
        ...optional('width', width === 450 || width === 600 ? width : undefined),
        ...placement,
      };
    case 'hob':
      return {
        kind: 'hob',
        ...optional('fuel', wire.fuel),
        ...optional('width', width),
        ...optional('oven', wire.oven_below),
        ...placement,
      };
    case 'oven':
      return {
        kind: 'oven',
        ...optional('tall', wire.tall),
        ...optional('microwave', wire.microwave_above),
        ...placement,
      };
    case 'microwave':
      return { kind: 'microwave', ...placement };
    case 'fridge':
      return { kind: 'fridge', builtIn: wire.built_in, ...optional('width', width), ...placement };
    case 'stove':
      return { kind: 'stove', ...optional('fuel', wire.fuel), ...optional('width', width), ...placement };
    case 'washer':
      return { kind: 'washer', ...optional('width', width), ...placement };
    case 'unit':
      return {
        kind: 'unit',
        code: wire.code,
        ...optional('width', width),
        ...optional('height', problems.size(wire.height, 'height', `${path}.height`)),
        ...optional('count', countOf(wire.count, problems, path)),
        ...placement,
      };
  }
}

const bowlOf = (words: string | null, problems: Problems, path: string): number | undefined =>
  problems.size(words, 'width', `${path}.bowl`);

function countOf(words: string | null, problems: Problems, path: string): number | undefined {
  if (words === null) return undefined;
  return countIn(words) ?? problems.add('OP-NUM', `${path}.count`, 'Количество не читается.', 'от 1 до 20');
}

function placementOf(wire: WireFixture, problems: Problems, path: string): Placement {
  const hand = wire.left_of ? ('left' as const) : ('right' as const);
  const of = wire.left_of ?? wire.right_of;
  return {
    ...optional('wall', wire.wall === null ? undefined : problems.wall(wire.wall, `${path}.wall`)),
    ...optional('where', wire.where),
    ...optional('at', problems.size(wire.at, 'place', `${path}.at`)),
    ...optional('nextTo', wire.next_to),
    ...optional('side', of === null ? undefined : { of, hand }),
  };
}
