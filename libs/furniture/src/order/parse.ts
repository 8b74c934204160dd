import { findModule, isMadeHeight } from '../catalogue/catalogue.js';
import { MAX_NUMBER, NUMBERED, type Numbered, standingNumbers } from './ids.js';
import { given, runId, wallIdAt } from './nodes.js';
import {
  APPLIANCES,
  FINISHES,
  FUELS,
  HANDLES,
  type Item,
  MAX_LENGTH,
  OBSTACLES,
  type Obstacle,
  type Order,
  type OrderFinish,
  type OrderNode,
  type Run,
  TIERS,
  type Tier,
  type Turn,
  type Wall,
  type WallEnd,
} from './order.js';
import { isRecord, type OrderFault, Reader } from './reader.js';

export type ParsedOrder = { ok: true; order: Order } | { ok: false; faults: OrderFault[] };

/** Bounds of a document; larger ones are refused. */
const MAX_WALLS = 26;
const MAX_NODES = 500;
const MAX_ENTRIES = 500;

const ORDER = 'id kind ceiling room runs items? obstacles? finish? handles? lighting? issued?'.split(' ');
const WALL = ['id', 'turn', 'length', 'ends?'];
const RUN = ['id', 'wall', 'tier', 'countertop', 'plinth', 'nodes'];
const NODE = ['id', 'at', 'code', 'w', 'h?', 'd?', 'pinned?'];
const ITEM = ['id', 'kind', 'node', 'w?', 'fuel?'];
const OBSTACLE = ['id', 'kind', 'wall', 'at', 'width', 'bottom?', 'top?', 'depth?'];

function wallOf(read: Reader, index: number, count: number): Wall {
  const id = wallIdAt(index);
  if (read.has('id') && read.get('id') !== id) read.fault('id', `must be ${id}: walls are named from left to right`);
  const turns: readonly [Turn, ...Turn[]] = index === 0 ? ['start'] : ['right', 'left'];
  const turn = read.one('turn', turns) ?? turns[0];
  const ends = read.object('ends', ['left?', 'right?']);
  const length = read.whole('length', 1, MAX_LENGTH) ?? 0;
  // order.md: a wall's end is `wall` at a corner of the chain and `free` at the outer ends where the document is silent.
  const end = (side: 'left' | 'right', corner: boolean): WallEnd =>
    ends.one<WallEnd>(side, ['wall', 'free']) ?? (corner ? 'wall' : 'free');
  return { id, turn, length, ends: { left: end('left', index > 0), right: end('right', index < count - 1) } };
}

function nodeOf(read: Reader): OrderNode {
  const code = read.id('code');
  const module = findModule(code);
  if (code && module?.ascii !== code) {
    const right = module
      ? `must be in Latin letters: ${module.ascii}`
      : `no module ${JSON.stringify(code)} in the catalogue`;
    read.fault('code', right);
  }
  const h = read.whole('h', 0, MAX_LENGTH);
  if (module && h && !isMadeHeight(module, h))
    read.fault('h', `${code} is made ${module.heights.join(', ')} high, is ${h}`);
  const pinned = read.get('pinned');
  if (pinned !== undefined && pinned !== true) read.fault('pinned', 'must be true or absent');
  const [id, at, w] = [read.id('id'), read.decimal('at', MAX_LENGTH), read.whole('w', 1, MAX_LENGTH) ?? 0];
  const d = read.whole('d', 1, MAX_LENGTH);
  return { id, at, code, w, ...given({ h, d, pinned: pinned === true ? pinned : undefined }) };
}

function runOf(read: Reader): Run {
  const wall = read.id('wall');
  const tier = read.one('tier', TIERS);
  const id = read.id('id');
  if (id && wall && tier && id !== runId(wall, tier)) read.fault('id', `must be ${runId(wall, tier)}, is ${id}`);
  const nodes = read.list('nodes', MAX_NODES);
  return {
    id,
    wall,
    tier: tier ?? 'base',
    countertop: read.flag('countertop') ?? false,
    plinth: read.flag('plinth') ?? false,
    nodes: read.each('nodes', nodes, NODE, nodeOf),
  };
}

/** The bound on nodes holds for all runs together. */
function fewEnough(read: Reader, runs: readonly unknown[]): readonly unknown[] {
  const counts = runs.map((run) => {
    const nodes: unknown = Reflect.get(Object(run), 'nodes');
    return Array.isArray(nodes) ? nodes.length : 0;
  });
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all <= MAX_NODES || counts.some((n) => n > MAX_NODES)) return runs;
  read.fault('runs', `must hold at most ${MAX_NODES} nodes together, hold ${all}`);
  return [];
}

const itemOf = (read: Reader): Item => ({
  id: read.id('id'),
  kind: read.one('kind', APPLIANCES) ?? 'sink',
  node: read.id('node'),
  ...given({ w: read.whole('w', 1, MAX_LENGTH), fuel: read.one('fuel', FUELS) }),
});

function obstacleOf(read: Reader): Obstacle {
  const size = (field: string) => read.whole(field, 0, MAX_LENGTH);
  return {
    id: read.id('id'),
    kind: read.one('kind', OBSTACLES) ?? 'door',
    wall: read.id('wall'),
    at: size('at') ?? 0,
    width: size('width') ?? 0,
    ...given({ bottom: size('bottom'), top: size('top'), depth: size('depth') }),
  };
}

/** A value for some of the tiers: `{base: 'oak', wall: 'white'}`. */
function byTier<T extends string>(read: Reader, field: string, allowed: readonly T[]): Partial<Record<Tier, T>> {
  const tiers = read.object(
    field,
    TIERS.map((tier) => `${tier}?`),
  );
  return Object.fromEntries(
    TIERS.filter((tier) => tiers.has(tier)).flatMap((tier) => {
      const value = tiers.one(tier, allowed);
      return value ? [[tier, value]] : [];
    }),
  );
}

function finishOf(root: Reader): OrderFinish {
  const read = root.object('finish', ['carcass?', 'facade?', 'worktop?']);
  const facade = read.has('facade') ? byTier(read, 'facade', FINISHES) : undefined;
  return given({ carcass: read.one('carcass', FINISHES), facade, worktop: read.one('worktop', FINISHES) });
}

/** Numbers above those of the ids that stand: a lower one would let a new id repeat one of them. */
function issuedOf(root: Reader, order: Order): Order['issued'] {
  const read = root.object(
    'issued',
    NUMBERED.map((what) => `${what}?`),
  );
  const standing = standingNumbers(order);
  const one = (what: Numbered) => read.whole(what, standing[what] + 1, MAX_NUMBER, 'a whole number');
  return given({ node: one('node'), item: one('item'), obstacle: one('obstacle') });
}

/** Ids are unique; runs, obstacles and items refer to existing walls and nodes. */
function references(read: Reader, order: Order): void {
  const walls = new Set(order.room.walls.map((wall) => wall.id));
  const named = [...walls].join(', ');
  const once = (what: string) => {
    const seen = new Map<string, string>();
    return (id: string, path: string) => {
      const first = id && seen.get(id);
      if (first) read.fault(path, `${what} ${id} is already at ${first}`);
      else seen.set(id, path);
    };
  };
  const [runs, nodes, items, obstacles] = [once('run'), once('node'), once('item'), once('obstacle')];
  const nodeIds = new Set<string>();
  for (const [r, run] of order.runs.entries()) {
    runs(run.id, `runs[${r}].id`);
    if (run.wall && !walls.has(run.wall))
      read.fault(`runs[${r}].wall`, `there is no wall ${run.wall}; there are ${named}`);
    for (const [n, node] of run.nodes.entries()) {
      nodes(node.id, `runs[${r}].nodes[${n}].id`);
      nodeIds.add(node.id);
    }
  }
  const flawed = read.faults.length > 0;
  for (const [i, item] of order.items.entries()) {
    items(item.id, `items[${i}].id`);
    // After another fault a missing node may be its consequence: only the cause is reported.
    if (!flawed && item.node && !nodeIds.has(item.node))
      read.fault(`items[${i}].node`, `there is no node ${item.node}`);
  }
  for (const [o, obstacle] of order.obstacles.entries()) {
    obstacles(obstacle.id, `obstacles[${o}].id`);
    const { wall } = obstacle;
    if (wall && !walls.has(wall)) read.fault(`obstacles[${o}].wall`, `there is no wall ${wall}; there are ${named}`);
  }
}

/**
 * Reads an order document (order.md) strictly: what is not as documented is a fault with its place, nothing is
 * corrected. Absent parts take the default of order.md, where it gives one. Whether the workshop can build it is for the checks.
 */
export function parseOrder(value: unknown): ParsedOrder {
  if (!isRecord(value))
    return { ok: false, faults: [{ path: '', msg: 'this is no order document: it must be a JSON object' }] };
  const read = new Reader(value, ORDER);
  const room = read.object('room', ['walls']);
  const walls = room.list('walls', MAX_WALLS);
  if (Array.isArray(room.get('walls')) && walls.length === 0) room.fault('walls', 'must hold at least one wall');
  const lighting = given({ under: read.object('lighting', ['under?']).flag('under') });
  const list = (field: string) => read.list(field, MAX_ENTRIES);
  const order: Order = {
    id: read.id('id'),
    kind: read.one('kind', ['kitchen']) ?? 'kitchen',
    ceiling: read.whole('ceiling', 1, MAX_LENGTH) ?? 0,
    room: { walls: room.each('walls', walls, WALL, (wall, i) => wallOf(wall, i, walls.length)) },
    runs: read.each('runs', fewEnough(read, list('runs')), RUN, runOf),
    items: read.each('items', list('items'), ITEM, itemOf),
    obstacles: read.each('obstacles', list('obstacles'), OBSTACLE, obstacleOf),
    finish: finishOf(read),
    handles: byTier(read, 'handles', HANDLES),
    lighting,
  };
  if (read.has('issued')) order.issued = issuedOf(read, order);
  if (walls.length > 0) references(read, order);
  return read.faults.length > 0 ? { ok: false, faults: read.faults } : { ok: true, order };
}
