import { findModule, isMadeHeight } from '../catalogue/catalogue.js';
import { MAX_NUMBER, NUMBERED, type Numbered, standingNumbers } from './ids.js';
import { runId } from './nodes.js';
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
  type Wall,
  type WallEnd,
} from './order.js';
import { type OrderFault, Reader } from './reader.js';

export type ParsedOrder = { ok: true; order: Order } | { ok: false; faults: OrderFault[] };

/** Bounds of a document; larger ones are refused. */
const MAX_WALLS = 26;
const MAX_NODES = 500;
const MAX_ENTRIES = 500;

type Get = (field: string) => unknown;
const optional = <T>(value: unknown, read: () => T): T | undefined => (value === undefined ? undefined : read());
const without = <T extends object>(fields: T): T => {
  for (const key of Object.keys(fields))
    if (Reflect.get(fields, key) === undefined) Reflect.deleteProperty(fields, key);
  return fields;
};

function wallOf(read: Reader, value: unknown, index: number, turns: readonly unknown[]): Wall {
  const path = `room.walls[${index}]`;
  const id = String.fromCharCode(65 + index);
  const get: Get = read.object(value, path, ['id', 'turn', 'length', 'ends?']) ?? (() => undefined);
  if (get('id') !== undefined && get('id') !== id)
    read.fault(`${path}.id`, `must be ${id}: walls are named from left to right`);
  const turn =
    index === 0
      ? read.one(get('turn'), `${path}.turn`, ['start'])
      : read.one(get('turn'), `${path}.turn`, ['right', 'left']);
  const ends: Get =
    optional(get('ends'), () => read.object(get('ends'), `${path}.ends`, ['left?', 'right?'])) ?? (() => undefined);
  // order.md: a wall's end is `wall` at a corner of the chain and `free` at the outer ends where the document is silent.
  const end = (side: 'left' | 'right', corner: boolean): WallEnd =>
    optional(ends(side), () => read.one<WallEnd>(ends(side), `${path}.ends.${side}`, ['wall', 'free'])) ??
    (corner ? 'wall' : 'free');
  return {
    id,
    turn,
    length: read.whole(get('length'), `${path}.length`, 1, MAX_LENGTH),
    ends: { left: end('left', index > 0), right: end('right', index < turns.length - 1) },
  };
}

function nodeOf(read: Reader, value: unknown, path: string): OrderNode {
  const get: Get = read.object(value, path, ['id', 'at', 'code', 'w', 'h?', 'd?', 'pinned?']) ?? (() => undefined);
  const code = read.id(get('code'), `${path}.code`);
  const module = findModule(code);
  if (code && module?.ascii !== code) {
    read.fault(
      `${path}.code`,
      module ? `must be in Latin letters: ${module.ascii}` : `no module ${JSON.stringify(code)} in the catalogue`,
    );
  }
  const h = optional(get('h'), () => read.whole(get('h'), `${path}.h`, 0, MAX_LENGTH));
  if (module && h && !isMadeHeight(module, h))
    read.fault(`${path}.h`, `${code} is made ${module.heights.join(', ')} high, is ${h}`);
  if (get('pinned') !== undefined && get('pinned') !== true) read.fault(`${path}.pinned`, 'must be true or absent');
  return without<OrderNode>({
    id: read.id(get('id'), `${path}.id`),
    at: read.decimal(get('at'), `${path}.at`, MAX_LENGTH),
    code,
    w: read.whole(get('w'), `${path}.w`, 1, MAX_LENGTH),
    h,
    d: optional(get('d'), () => read.whole(get('d'), `${path}.d`, 1, MAX_LENGTH)),
    pinned: get('pinned') === true ? true : undefined,
  });
}

function runOf(read: Reader, value: unknown, index: number): Run {
  const path = `runs[${index}]`;
  const get: Get =
    read.object(value, path, ['id', 'wall', 'tier', 'countertop', 'plinth', 'nodes']) ?? (() => undefined);
  const wall = read.id(get('wall'), `${path}.wall`);
  const tier = read.one(get('tier'), `${path}.tier`, TIERS);
  const id = read.id(get('id'), `${path}.id`);
  if (id && wall && get('tier') === tier && id !== runId(wall, tier))
    read.fault(`${path}.id`, `must be ${runId(wall, tier)}, is ${id}`);
  const nodes = read.list(get('nodes'), `${path}.nodes`, MAX_NODES);
  return {
    id,
    wall,
    tier,
    countertop: read.flag(get('countertop'), `${path}.countertop`),
    plinth: read.flag(get('plinth'), `${path}.plinth`),
    nodes: nodes.map((node, i) => nodeOf(read, node, `${path}.nodes[${i}]`)),
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

function itemOf(read: Reader, value: unknown, path: string): Item {
  const get: Get = read.object(value, path, ['id', 'kind', 'node', 'w?', 'fuel?']) ?? (() => undefined);
  return without<Item>({
    id: read.id(get('id'), `${path}.id`),
    kind: read.one(get('kind'), `${path}.kind`, APPLIANCES),
    node: read.id(get('node'), `${path}.node`),
    w: optional(get('w'), () => read.whole(get('w'), `${path}.w`, 1, MAX_LENGTH)),
    fuel: optional(get('fuel'), () => read.one(get('fuel'), `${path}.fuel`, FUELS)),
  });
}

function obstacleOf(read: Reader, value: unknown, path: string): Obstacle {
  const fields = ['id', 'kind', 'wall', 'at', 'width', 'bottom?', 'top?', 'depth?'];
  const get: Get = read.object(value, path, fields) ?? (() => undefined);
  const size = (field: string) => optional(get(field), () => read.whole(get(field), `${path}.${field}`, 0, MAX_LENGTH));
  return without<Obstacle>({
    id: read.id(get('id'), `${path}.id`),
    kind: read.one(get('kind'), `${path}.kind`, OBSTACLES),
    wall: read.id(get('wall'), `${path}.wall`),
    at: size('at') ?? 0,
    width: size('width') ?? 0,
    bottom: size('bottom'),
    top: size('top'),
    depth: size('depth'),
  });
}

/** A value for some of the tiers: `{base: 'oak', wall: 'white'}`. */
function byTier<T extends string>(read: Reader, value: unknown, path: string, allowed: readonly [T, ...T[]]) {
  const get: Get =
    optional(value, () =>
      read.object(
        value,
        path,
        TIERS.map((tier) => `${tier}?`),
      ),
    ) ?? (() => undefined);
  const tiers = TIERS.filter((tier) => get(tier) !== undefined);
  return Object.fromEntries(tiers.map((tier) => [tier, read.one(get(tier), `${path}.${tier}`, allowed)]));
}

function finishOf(read: Reader, value: unknown): OrderFinish {
  const get: Get =
    optional(value, () => read.object(value, 'finish', ['carcass?', 'facade?', 'worktop?'])) ?? (() => undefined);
  const one = (field: string) => optional(get(field), () => read.one(get(field), `finish.${field}`, FINISHES));
  const facade = optional(get('facade'), () => byTier(read, get('facade'), 'finish.facade', FINISHES));
  return without<OrderFinish>({ carcass: one('carcass'), facade, worktop: one('worktop') });
}

/** Numbers above those of the ids that stand: a lower one would let a new id repeat one of them. */
function issuedOf(read: Reader, value: unknown, order: Order): Order['issued'] {
  const fields = NUMBERED.map((what) => `${what}?`);
  const get: Get = read.object(value, 'issued', fields) ?? (() => undefined);
  const standing = standingNumbers(order);
  const one = (what: Numbered): number | undefined =>
    optional(get(what), () =>
      read.whole(get(what), `issued.${what}`, standing[what] + 1, MAX_NUMBER, 'a whole number'),
    );
  return without({ node: one('node'), item: one('item'), obstacle: one('obstacle') });
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
  const flawed = read.failed;
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
  const read = new Reader();
  const fields = [
    'id',
    'kind',
    'ceiling',
    'room',
    'runs',
    'items?',
    'obstacles?',
    'finish?',
    'handles?',
    'lighting?',
    'issued?',
  ];
  const get = read.object(value, '', fields);
  if (!get) return { ok: false, faults: [{ path: '', msg: 'this is no order document: it must be a JSON object' }] };
  const room: Get = optional(get('room'), () => read.object(get('room'), 'room', ['walls'])) ?? (() => undefined);
  const walls = read.list(room('walls'), 'room.walls', MAX_WALLS);
  if (Array.isArray(room('walls')) && walls.length === 0) read.fault('room.walls', 'must hold at least one wall');
  const lighting: Get =
    optional(get('lighting'), () => read.object(get('lighting'), 'lighting', ['under?'])) ?? (() => undefined);
  const under = optional(lighting('under'), () => read.flag(lighting('under'), 'lighting.under'));
  const list = (field: string) => read.list(get(field), field, MAX_ENTRIES);
  const order: Order = {
    id: read.id(get('id'), 'id'),
    kind: read.one(get('kind'), 'kind', ['kitchen']),
    ceiling: read.whole(get('ceiling'), 'ceiling', 1, MAX_LENGTH),
    room: { walls: walls.map((wall, i) => wallOf(read, wall, i, walls)) },
    runs: fewEnough(read, list('runs')).map((run, i) => runOf(read, run, i)),
    items: list('items').map((item, i) => itemOf(read, item, `items[${i}]`)),
    obstacles: list('obstacles').map((obstacle, i) => obstacleOf(read, obstacle, `obstacles[${i}]`)),
    finish: finishOf(read, get('finish')),
    handles: byTier(read, get('handles'), 'handles', HANDLES),
    lighting: under === undefined ? {} : { under },
  };
  const issued = optional(get('issued'), () => issuedOf(read, get('issued'), order));
  if (issued) order.issued = issued;
  if (walls.length > 0) references(read, order);
  return read.failed ? { ok: false, faults: read.faults } : { ok: true, order };
}
