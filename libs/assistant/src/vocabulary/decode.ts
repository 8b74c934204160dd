import {
  type Brief,
  type BriefObstacle,
  type Finding,
  type Fixture,
  findNode,
  given,
  type Order,
  type Placement,
  type Spot,
  type WallTier,
} from '#libs/furniture';
import { byKind } from '../meaning/cases.js';
import type { Operation } from '../port.js';
import { countIn } from './measure.js';
import { checkIds, Problems } from './problems.js';
import type { WireAction, WireAnswer, WireFixture, WireOf } from './schema.js';

/** A valid batch, or the findings why it is not; an invalid batch is not applied in part. */
type Decoded =
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  | { readonly kind: 'restore'; readonly turn: number }
  | { readonly kind: 'ask' }
  /** Code of the finding that the model declines with; accepted only if the checks reported it (design, section 11). */
  | { readonly kind: 'decline'; readonly code: string }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/** Longer batches are refused. */
const MAX_ACTIONS = 60;

type Alone = WireOf<'restore' | 'ask' | 'decline'>;
const isAlone = (action: WireAction): action is Alone =>
  action.op === 'restore' || action.op === 'ask' || action.op === 'decline';

/**
 * Decodes a model's actions into the engine's operations. Pure, all or nothing.
 * @param turns with an order that can be restored.
 */
export function decode(
  { actions }: Pick<WireAnswer, 'actions'>,
  { order, turns }: { readonly order: Order | undefined; readonly turns: readonly number[] },
): Decoded {
  const [planned, second] = actions.filter((action) => action.op === 'plan_kitchen');
  const problems = new Problems();
  if (actions.length === 0)
    problems.add('OP-EMPTY', 'actions', 'Нет ни одного действия.', 'ask, если действия не нужны');
  if (actions.length > MAX_ACTIONS)
    problems.add('OP-MIX', 'actions', `Действий ${actions.length}.`, `не больше ${MAX_ACTIONS}`);
  if (second) problems.add('OP-MIX', 'actions', 'План назван дважды.', 'один plan_kitchen');
  const alone = actions.find(isAlone);
  if (alone && actions.length > 1)
    problems.add('OP-MIX', 'actions', `${alone.op} стоит только в одиночку.`, 'либо он, либо правки');
  if (alone?.op === 'restore' && !turns.includes(alone.turn)) {
    const hint = `есть ${turns.join(', ') || 'ни одного'}`;
    problems.at('actions', 0).add('OP-TURN', 'turn', `После хода ${alone.turn} заказа нет.`, hint);
  }
  if (problems.found.length > 0) return { kind: 'refused', findings: problems.found };
  if (alone?.op === 'restore') return { kind: 'restore', turn: alone.turn };
  if (alone) return alone.op === 'ask' ? { kind: 'ask' } : { kind: 'decline', code: alone.code };
  const operations = actions.flatMap((action, i) =>
    isAlone(action) ? [] : [operationOf(action, order, problems.at('actions', i))],
  );
  checkIds(actions, order, planned?.walls.length, problems);
  return problems.found.length > 0 ? { kind: 'refused', findings: problems.found } : { kind: 'operations', operations };
}

/** An operation of the engine, with its sizes in mm; unreadable ones are recorded. */
function operationOf(wire: Exclude<WireAction, Alone>, order: Order | undefined, problems: Problems): Operation {
  switch (wire.op) {
    case 'plan_kitchen':
      return { op: wire.op, brief: briefOf(wire, problems) };
    case 'add': {
      const { op, code, tier } = wire;
      return { op, code, ...given({ ...sizesOf(wire, problems), tier }), ...placeOf(wire.at, problems) };
    }
    case 'add_fixture':
      return { op: wire.op, fixture: fixtureOf(wire.fixture, problems.at('fixture')) };
    case 'add_tier': {
      const { height, ...rest } = wire;
      return { ...rest, ...given({ height: problems.size('height', height, 'height') }) };
    }
    case 'replace':
      return { op: wire.op, node: wire.node, code: wire.code, ...given(sizesOf(wire, problems)) };
    case 'resize': {
      const { op, node, change, size } = wire;
      const mm = problems.size('size', size, change === 'to' ? 'width' : 'change') ?? 0;
      const now = (order && findNode(order, node)?.node.w) ?? 0;
      return { op, node, w: change === 'to' ? mm : change === 'wider_by' ? now + mm : now - mm };
    }
    case 'move':
      return { op: wire.op, node: wire.node, ...placeOf(wire.at, problems) };
    case 'pin':
      return { ...wire, at: problems.size('at', wire.at, 'place') ?? 0 };
    case 'set_item': {
      const { op, node, kind, fuel } = wire;
      return { op, node, item: { kind, ...given({ w: problems.size('width', wire.width, 'width'), fuel }) } };
    }
    case 'set_obstacle':
      return { op: wire.op, ...given({ id: wire.id }), obstacle: obstacleOf(wire, problems) };
    case 'set_wall': {
      const length = problems.size('length', wire.length, 'wall');
      return { op: wire.op, wall: wire.wall, ...given({ length, ends: wire.ends }) };
    }
    case 'set_ceiling':
      return { op: wire.op, ceiling: problems.size('height', wire.height, 'ceiling') ?? 0 };
    default:
      return wire;
  }
}

/** Width and height of a unit. */
const sizesOf = (wire: WireOf<'add' | 'replace'>, problems: Problems) => ({
  w: problems.size('width', wire.width, 'width'),
  h: problems.size('height', wire.height, 'height'),
});

type WirePlan = WireOf<'plan_kitchen'>;

function briefOf(plan: WirePlan, problems: Problems): Brief {
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
function obstacleOf(wire: Omit<WireOf<'set_obstacle'>, 'op' | 'id'>, problems: Problems): BriefObstacle {
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
function fixtureOf(wire: WireFixture, problems: Problems): Fixture {
  const width = 'width' in wire ? problems.size('width', wire.width, 'width') : undefined;
  return { ...applianceOf(wire, problems, width), ...placeOf(wire.at, problems) };
}

const applianceOf = byKind<WireFixture, 'kind', Fixture, [problems: Problems, width: number | undefined]>('kind', {
  sink: ({ kind, bowl }, problems, width) => ({
    kind,
    ...given({ width, bowl: problems.size('bowl', bowl, 'width') }),
  }),
  dishwasher({ kind }, problems, width) {
    if (width === undefined || width === 450 || width === 600) return { kind, ...given({ width }) };
    problems.add('OP-NUM', 'width', `Посудомойка ${width} мм не бывает.`, '450 или 600 мм');
    return { kind };
  },
  hob: ({ kind, fuel, oven_below: oven }, _, width) => ({ kind, ...given({ width, fuel, oven }) }),
  oven: ({ kind, tall, microwave_above: microwave }) => ({ kind, ...given({ tall, microwave }) }),
  microwave: ({ kind }) => ({ kind }),
  fridge: ({ kind, built_in: builtIn }, _, width) => ({ kind, builtIn, ...given({ width }) }),
  stove: ({ kind, fuel }, _, width) => ({ kind, ...given({ width, fuel }) }),
  washer: ({ kind }, _, width) => ({ kind, ...given({ width }) }),
  unit({ kind, code, count: said, ...wire }, problems, width) {
    const height = problems.size('height', wire.height, 'height');
    const count = said === undefined ? undefined : (countIn(said) ?? problems.add(...UNCOUNTED));
    return { kind, code, ...given({ width, height, count }) };
  },
});

type WirePlace = WireFixture['at'][number] | WireOf<'move'>['at'][number];

/** Merges places, each of which says one thing; what is said twice is refused rather than lost. */
function placeOf(places: readonly WirePlace[], problems: Problems): Placement & Spot {
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
