import {
  APPLIANCES,
  FUELS,
  type Item,
  type Obstacle,
  type Order,
  type OrderNode,
  type Run,
  TIERS,
  type Turn,
  type WallEnd,
} from '../src/order/order.js';

export interface KitchenWall {
  length: number;
  turn?: Turn;
  left?: WallEnd;
  right?: WallEnd;
}

export interface KitchenSketch {
  /** Lengths, or walls with their ends; the second and later turn right. */
  walls: (number | KitchenWall)[];
  /** Row by run id: `{'A-base': 'FL/70 BD3/600 BO/600@1030+oven+hob:gas'}`. */
  runs?: Record<string, string>;
  obstacles?: Omit<Obstacle, 'id'>[];
  ceiling?: number;
  handles?: Order['handles'];
}

const TOKEN = /^([A-Z0-9]+)\/(-?\d+)(?:x(-?\d+))?(?:d(\d+))?(?:@(-?\d+))?((?:\+[a-z]+(?::[a-z]+)?(?:=\d+)?)*)$/;
const ITEM = /^([a-z]+)(?::([a-z]+))?(?:=(\d+))?$/;

/**
 * An order from a sketch, for tests: each token is `CODE/width[xheight][d depth][@at][+item[:fuel][=width]]`; without
 * `@` a node stands where the one before it ends. Nodes are named `<run>.<number>`: `A-base.1`.
 */
export function kitchen(sketch: KitchenSketch): Order {
  const walls = sketch.walls.map((wall) => (typeof wall === 'number' ? { length: wall } : wall));
  const items: Item[] = [];
  const runs = Object.entries(sketch.runs ?? {}).map(([id, row]) => readRun(id, row, items));
  return {
    id: 'order',
    kind: 'kitchen',
    ceiling: sketch.ceiling ?? 2700,
    room: {
      walls: walls.map((wall, i) => {
        const turn = i === 0 ? 'start' : (wall.turn ?? 'right');
        const ends = {
          left: wall.left ?? (i > 0 ? 'wall' : 'free'),
          right: wall.right ?? (i < walls.length - 1 ? 'wall' : 'free'),
        };
        return { id: String.fromCharCode(65 + i), turn, length: wall.length, ends };
      }),
    },
    runs,
    items,
    obstacles: (sketch.obstacles ?? []).map((o, i) => ({ ...o, id: `o${i + 1}` })),
    finish: {},
    handles: sketch.handles ?? {},
    lighting: {},
  };
}

function readRun(id: string, row: string, items: Item[]): Run {
  const [wall = '', tierName] = id.split('-');
  const tier = TIERS.find((t) => t === tierName);
  if (!tier) throw new Error(`${id}: no such tier`);
  let cursor = 0;
  const tokens = row.split(/\s+/).filter((token) => token !== '');
  const nodes = tokens.map((token, i): OrderNode => {
    const m = TOKEN.exec(token);
    if (!m?.[1]) throw new Error(`${id}: cannot read "${token}"`);
    const node: OrderNode = { id: `${id}.${i + 1}`, at: m[5] ?? String(cursor), code: m[1], w: Number(m[2]) };
    if (m[3]) node.h = Number(m[3]);
    if (m[4]) node.d = Number(m[4]);
    cursor = Number(node.at) + node.w;
    for (const named of (m[6] ?? '').split('+').filter((x) => x !== ''))
      items.push(readItem(named, node.id, items.length));
    return node;
  });
  return { id, wall, tier, countertop: tier === 'base', plinth: tier === 'base' || tier === 'tall', nodes };
}

function readItem(text: string, node: string, index: number): Item {
  const m = ITEM.exec(text);
  const kind = APPLIANCES.find((a) => a === m?.[1]);
  const fuel = FUELS.find((f) => f === m?.[2]);
  if (!kind) throw new Error(`${text}: no such appliance`);
  return { id: `i${index + 1}`, kind, node, ...(fuel && { fuel }), ...(m?.[3] && { w: Number(m[3]) }) };
}

/** The kitchen of furniture.ru.md 3.5: L 3000 x 2000, no errors. */
export const goldenSketch = (): KitchenSketch => ({
  walls: [{ length: 3000, left: 'wall' }, 2000],
  runs: {
    'A-tall': 'FL/70x2040 TF/600+fridge',
    'A-base': 'BD3/600@670 FD/600+dishwasher BCS/1130+sink',
    'A-wall': 'FL/60@670 W/400 W/500 WD/600 WC/770',
    'B-base': 'FLC/50@580 B/400 BO/600+oven+hob:induction B/350 EP/16x820',
    'B-wall': 'FLC/50@320 W/600 FL/60 WH/600x600+hood W/350 EP/16x720',
  },
  handles: { base: 'grip', wall: 'grip', tall: 'grip' },
});
export const goldenKitchen = (): Order => kitchen(goldenSketch());
