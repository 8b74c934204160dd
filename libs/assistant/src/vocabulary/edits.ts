import { type Edit, findNode, given, type Order } from '#libs/furniture';
import { endsOf, fixtureOf, obstacleOf } from './plan.js';
import type { Problems } from './problems.js';
import type { WireAction, WireOf } from './schema.js';

export type WireEdit = Exclude<WireAction, { op: 'plan_kitchen' | 'restore' | 'ask' | 'decline' }>;

/** An edit of the engine: ids checked against the order, sizes parsed. */
export function editOf(wire: WireEdit, order: Order | undefined, problems: Problems, path: string): Edit {
  switch (wire.op) {
    case 'add':
      return {
        op: 'add',
        code: wire.code,
        ...given({ ...sizeOf(wire, problems, path), tier: wire.tier }),
        ...spotOf(wire, problems, path),
      };
    case 'add_fixture':
      return { op: 'add_fixture', fixture: fixtureOf(wire.fixture, problems, `${path}.fixture`) };
    case 'remove':
    case 'unpin':
      return { op: wire.op, node: problems.node(wire.node, `${path}.node`) };
    case 'remove_tier':
      return { op: 'remove_tier', tier: wire.tier, ...wallOf(wire, problems, path) };
    case 'add_tier':
      return {
        op: 'add_tier',
        tier: wire.tier,
        ...wallOf(wire, problems, path),
        ...given({ height: problems.size(wire.height, 'height', `${path}.height`) }),
      };
    case 'replace':
      return {
        op: 'replace',
        node: problems.node(wire.node, `${path}.node`),
        code: wire.code,
        ...given(sizeOf(wire, problems, path)),
      };
    case 'resize':
      return { op: 'resize', node: problems.node(wire.node, `${path}.node`), w: widthOf(wire, order, problems, path) };
    case 'move':
      return { op: 'move', node: problems.node(wire.node, `${path}.node`), ...spotOf(wire, problems, path) };
    case 'swap':
      return { op: 'swap', a: problems.node(wire.a, `${path}.a`), b: problems.node(wire.b, `${path}.b`) };
    case 'pin':
      return {
        op: 'pin',
        node: problems.node(wire.node, `${path}.node`),
        at: problems.requiredSize(wire.at, 'place', `${path}.at`),
      };
    case 'mirror':
      return { op: 'mirror' };
    default:
      return settingOf(wire, problems, path);
  }
}

type WireSetting = Extract<WireEdit, { op: `set_${string}` | 'remove_item' | 'remove_obstacle' }>;

function settingOf(wire: WireSetting, problems: Problems, path: string): Edit {
  switch (wire.op) {
    case 'set_item': {
      const { kind, fuel } = wire;
      const width = problems.size(wire.width, 'width', `${path}.width`);
      return {
        op: 'set_item',
        node: problems.node(wire.node, `${path}.node`),
        item: { kind, ...given({ w: width, fuel }) },
      };
    }
    case 'remove_item':
      return { op: 'remove_item', item: problems.item(wire.item, `${path}.item`) };
    case 'set_obstacle':
      return {
        op: 'set_obstacle',
        ...given({ id: problems.obstacle(wire.id, `${path}.id`) }),
        obstacle: obstacleOf(wire, problems, path),
      };
    case 'remove_obstacle':
      return { op: 'remove_obstacle', id: problems.obstacle(wire.id, `${path}.id`) };
    case 'set_wall':
      return {
        op: 'set_wall',
        wall: problems.wall(wire.wall, `${path}.wall`),
        ...given({ length: problems.size(wire.length, 'wall', `${path}.length`), ends: endsOf(wire) }),
      };
    case 'set_ceiling':
      return { op: 'set_ceiling', ceiling: problems.requiredSize(wire.height, 'ceiling', `${path}.height`) };
    case 'set_finish':
      return { op: 'set_finish', part: wire.part, finish: wire.finish };
    case 'set_handles':
      return { op: 'set_handles', tier: wire.tier, handle: wire.handle };
    case 'set_lighting':
      return { op: 'set_lighting', under: wire.under };
  }
}

const wallOf = ({ wall }: { wall: string | null }, problems: Problems, path: string) =>
  given({ wall: problems.wall(wall, `${path}.wall`) });

/** Width and height of a unit. */
const sizeOf = (wire: { width: string | null; height: string | null }, problems: Problems, path: string) => ({
  w: problems.size(wire.width, 'width', `${path}.width`),
  h: problems.size(wire.height, 'height', `${path}.height`),
});

function spotOf(wire: WireOf<'move'> | WireOf<'add'>, problems: Problems, path: string) {
  const { after, before } = wire;
  return given({
    after: problems.node(after, `${path}.after`),
    before: problems.node(before, `${path}.before`),
    at: problems.size(wire.at, 'place', `${path}.at`),
    ...wallOf(wire, problems, path),
  });
}

/** The new width: absolute, or relative to the current one. */
function widthOf(wire: WireOf<'resize'>, order: Order | undefined, problems: Problems, path: string): number {
  const to = problems.size(wire.to, 'width', `${path}.to`);
  const more = problems.size(wire.wider_by, 'change', `${path}.wider_by`);
  const less = problems.size(wire.narrower_by, 'change', `${path}.narrower_by`);
  const now = order && findNode(order, wire.node)?.node.w;
  const named = [wire.to, wire.wider_by, wire.narrower_by].filter((words) => words !== null).length;
  if (named !== 1) problems.add('OP-FIELD', path, 'Нужна одна новая ширина.', 'одно из: to, wider_by, narrower_by');
  return to ?? (now ?? 0) + (more ?? 0) - (less ?? 0);
}
