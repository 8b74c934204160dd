import type { Brief, BriefObstacle, BriefWall, Fixture, Placement, WallTier } from '#libs/furniture';
import type { WireOf } from './actions.js';
import { given } from './given.js';
import { countIn } from './measure.js';
import type { Problems } from './problems.js';
import type { WireFixture, WireWall } from './schemas.js';

/** The brief that a `plan_kitchen` says. */
export function briefOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): Brief {
  if (plan.walls.length === 0)
    problems.add('OP-FIELD', `${path}.walls`, 'Не названо ни одной стены.', 'длина стены нужна: спросите её (ask)');
  return {
    walls: plan.walls.map((wall, i) => wallOf(wall, problems, `${path}.walls[${i}]`)),
    fixtures: plan.fixtures.map((one, i) => fixtureOf(one, problems, `${path}.fixtures[${i}]`)),
    ordered: plan.ordered,
    ...given('ceiling', problems.size(plan.ceiling, 'ceiling', `${path}.ceiling`)),
    obstacles: plan.obstacles.map((one, i) => obstacleOf(one, problems, `${path}.obstacles[${i}]`)),
    ...given('wallTier', wallTierOf(plan, problems, path)),
  };
}

function wallOf({ length, turn, left_end, right_end }: WireWall, problems: Problems, path: string): BriefWall {
  const ends = { ...given('left', left_end), ...given('right', right_end) };
  return {
    length: problems.sized(length, 'wall', `${path}.length`),
    ...given('turn', turn),
    ...(Object.keys(ends).length > 0 ? { ends } : {}),
  };
}

function wallTierOf(plan: WireOf<'plan_kitchen'>, problems: Problems, path: string): WallTier | undefined {
  const { wall_units, wall_units_on, hood, to_ceiling } = plan;
  const height = problems.size(plan.wall_units_height, 'height', `${path}.wall_units_height`);
  const on = wall_units_on.map((wall, i) => problems.wall(wall, `${path}.wall_units_on[${i}]`));
  if (wall_units === null && height === undefined && hood === null && to_ceiling === null) return undefined;
  const walls = wall_units === 'named' ? on : (wall_units ?? 'all');
  return { walls, ...given('height', height), ...given('hood', hood), ...given('toCeiling', to_ceiling) };
}

/** Kind, wall, place and sizes of an obstacle; sizes that nobody named are the engine's. */
export function obstacleOf(
  wire: Omit<WireOf<'set_obstacle'>, 'op' | 'id'>,
  problems: Problems,
  path: string,
): BriefObstacle {
  const size = (key: 'width' | 'bottom' | 'top' | 'depth') => problems.size(wire[key], 'place', `${path}.${key}`);
  return {
    kind: wire.kind,
    wall: problems.wall(wire.wall, `${path}.wall`),
    at: problems.sized(wire.at, 'place', `${path}.at`),
    width: size('width') ?? 0,
    ...given('bottom', size('bottom')),
    ...given('top', size('top')),
    ...given('depth', size('depth')),
  };
}

/** An appliance or unit with the place that the customer named for it. */
export function fixtureOf(wire: WireFixture, problems: Problems, path: string): Fixture {
  const wish = wishOf(wire, problems, path);
  const width = 'width' in wire ? problems.size(wire.width, 'width', `${path}.width`) : undefined;
  switch (wire.kind) {
    case 'sink':
      return { kind: 'sink', ...given('width', width), ...given('bowl', bowlOf(wire.bowl, problems, path)), ...wish };
    case 'dishwasher':
      if (width !== undefined && width !== 450 && width !== 600) {
        problems.add('OP-NUM', `${path}.width`, `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
      }
      return { kind: 'dishwasher', ...given('width', width === 450 || width === 600 ? width : undefined), ...wish };
    case 'hob':
      return {
        kind: 'hob',
        ...given('fuel', wire.fuel),
        ...given('width', width),
        ...given('oven', wire.oven_below),
        ...wish,
      };
    case 'oven':
      return { kind: 'oven', ...given('tall', wire.tall), ...given('microwave', wire.microwave_above), ...wish };
    case 'microwave':
      return { kind: 'microwave', ...wish };
    case 'fridge':
      return { kind: 'fridge', builtIn: wire.built_in, ...given('width', width), ...wish };
    case 'stove':
      return { kind: 'stove', ...given('fuel', wire.fuel), ...given('width', width), ...wish };
    case 'washer':
      return { kind: 'washer', ...given('width', width), ...wish };
    case 'unit':
      return {
        kind: 'unit',
        code: wire.code,
        ...given('width', width),
        ...given('height', problems.size(wire.height, 'height', `${path}.height`)),
        ...given('count', countOf(wire.count, problems, path)),
        ...wish,
      };
  }
}

const bowlOf = (words: string | null, problems: Problems, path: string): number | undefined =>
  problems.size(words, 'width', `${path}.bowl`);

function countOf(words: string | null, problems: Problems, path: string): number | undefined {
  if (words === null) return undefined;
  return countIn(words) ?? problems.add('OP-NUM', `${path}.count`, 'Количество не читается.', 'от 1 до 20');
}

function wishOf(wire: WireFixture, problems: Problems, path: string): Placement {
  const hand = wire.left_of ? ('left' as const) : ('right' as const);
  const of = wire.left_of ?? wire.right_of;
  return {
    ...given('wall', wire.wall === null ? undefined : problems.wall(wire.wall, `${path}.wall`)),
    ...given('where', wire.where),
    ...given('at', problems.size(wire.at, 'place', `${path}.at`)),
    ...given('nextTo', wire.next_to),
    ...given('side', of === null ? undefined : { of, hand }),
  };
}
