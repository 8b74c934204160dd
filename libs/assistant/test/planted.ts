import fc from 'fast-check';
import {
  type Brief,
  type BriefObstacle,
  compose,
  type Edit,
  edit,
  type Fixture,
  isHoodCabinet,
  isOrdinary,
  nodesOf,
  type Order,
  type OrderNode,
  type Run,
} from '#libs/furniture';

/** A thing as customers write it, and as the engine builds it. */
interface Written {
  readonly words: string;
  readonly fixture: Fixture;
  readonly width: number;
}

const unit = (words: string, code: string, width: number): Written => ({
  words,
  fixture: { kind: 'unit', code, width },
  width,
});
const CHOICES: readonly (readonly Written[])[] = [
  [
    { words: 'отдельный холодильник 60', fixture: { kind: 'fridge', builtIn: false, width: 600 }, width: 600 },
    { words: 'отдельный холодильник 70', fixture: { kind: 'fridge', builtIn: false, width: 700 }, width: 700 },
    { words: 'встроенный холодильник', fixture: { kind: 'fridge', builtIn: true }, width: 600 },
  ],
  [50, 60, 80].map((cm) => ({ words: `мойка ${cm}`, fixture: { kind: 'sink', width: cm * 10 }, width: cm * 10 })),
  [45, 60].map((cm) => ({
    words: `посудомойка ${cm}`,
    fixture: { kind: 'dishwasher', width: cm === 45 ? 450 : 600 },
    width: cm * 10,
  })),
  [unit('тумба с ящиками 40', 'BD3', 400), unit('тумба с ящиками 50', 'BD3', 500)],
  [
    { words: 'газовая плита 50', fixture: { kind: 'stove', fuel: 'gas', width: 500 }, width: 500 },
    { words: 'электрическая плита 60', fixture: { kind: 'stove', fuel: 'electric', width: 600 }, width: 600 },
    { words: 'духовка с индукцией', fixture: { kind: 'hob', fuel: 'induction', oven: true }, width: 600 },
  ],
  [{ words: 'стиральная машина 60', fixture: { kind: 'washer', width: 600 }, width: 600 }],
  [unit('пенал 60', 'T', 600)],
];

/** A brief as a message and as the engine's, both from the same choice. */
export interface WrittenBrief {
  readonly words: string;
  readonly brief: Brief;
}

const LOOKS = [
  { words: '', look: {} },
  {
    words: ', фасады белые, столешница дуб',
    look: { finish: { facade: { base: 'white', wall: 'white', tall: 'white', upper: 'white' }, worktop: 'oak' } },
  },
  { words: ', ручки скобы', look: { handles: { base: 'bar', wall: 'bar', tall: 'bar' } } },
] as const satisfies readonly { words: string; look: Partial<Brief> }[];

export const writtenBriefs: fc.Arbitrary<WrittenBrief> = fc
  .record({
    picks: fc.tuple(...CHOICES.map((choice) => fc.nat(choice.length - 1))),
    kept: fc.subarray([0, 2, 3, 5, 6], { minLength: 1 }),
    turn: fc.nat(6),
    spare: fc.integer({ min: 4, max: 12 }),
    upper: fc.boolean(),
    window: fc.boolean(),
    look: fc.constantFrom(...LOOKS),
  })
  .map(({ picks, kept, turn, spare, upper, window, look }) => {
    const indices = CHOICES.map((_, i) => i).filter((i) => i === 1 || i === 4 || kept.includes(i));
    const rotated = indices.map((_, i) => indices[(i + turn) % indices.length] ?? 0);
    const things = rotated.flatMap((i) => CHOICES[i]?.[picks[i] ?? 0] ?? []);
    const length = things.reduce((sum, { width }) => sum + width, spare * 100);
    const obstacles: BriefObstacle[] = window ? [{ kind: 'window', wall: 'A', at: 300, width: 900, bottom: 900 }] : [];
    const list = things.map(({ words }) => words).join(', ');
    return {
      words: `Прямая кухня ${length} мм, слева направо: ${list}. ${upper ? `Верхние шкафы${window ? '' : ' и вытяжка'}` : 'Без верхних шкафов'}${look.words}${window ? '. Окно шириной 90 см, 30 см от левого угла, подоконник 90' : ''}`,
      brief: {
        walls: [{ length }],
        fixtures: things.map(({ fixture }) => fixture),
        ordered: true,
        wallTier: upper ? { walls: 'all', hood: true } : { walls: 'none' },
        obstacles,
        ...look.look,
      },
    };
  });

/** The kitchen of a brief; undefined where it is refused, or has no place for the wall units that it asks for. */
export function built(brief: Brief): Order | undefined {
  const made = compose(brief, { orderId: 'lead-1' });
  const hangs = brief.wallTier?.walls !== 'none';
  const hung =
    made.ok &&
    nodesOf(made.order).some(
      ({ node, run }) => run.tier === 'wall' && isOrdinary(node.code) && !isHoodCabinet(node.code),
    );
  return made.ok && (hung || !hangs) ? made.order : undefined;
}

export function changed(order: Order, ...edits: Edit[]): Order | undefined {
  const made = edit(order, edits);
  return made.ok ? made.order : undefined;
}

/** Order with each node mapped; one that becomes undefined is gone with what stands in it. */
function mapped(order: Order, map: (node: OrderNode, run: Run) => OrderNode | undefined): Order {
  const runs = order.runs.map((run) => ({ ...run, nodes: run.nodes.flatMap((node) => map(node, run) ?? []) }));
  const ids = new Set(runs.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  return { ...order, runs, items: order.items.filter(({ node }) => ids.has(node)) };
}

const floor = (order: Order): OrderNode[] =>
  order.runs
    .filter(({ tier }) => tier === 'base' || tier === 'tall')
    .flatMap(({ nodes }) => nodes)
    .filter(({ code, id }) => isOrdinary(code) && order.items.some(({ node }) => node === id))
    .sort((a, b) => Number(a.at) - Number(b.at));

export type Defect = (order: Order, n: number) => Order | undefined;
const of = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** Faults of an order against a brief; undefined where the order has nothing to spoil so. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  'an appliance dropped': (order, n) => {
    const gone = of(floor(order), n);
    return gone && mapped(order, (node) => (node.id === gone.id ? undefined : node));
  },
  'two swapped': (order, n) => {
    const row = floor(order);
    const [a, b] = [row[n % row.length], row[(n + 1) % row.length]];
    if (!a || !b || a === b) return undefined;
    return mapped(order, (node) =>
      node.id === a.id ? { ...node, at: b.at } : node.id === b.id ? { ...node, at: a.at } : node,
    );
  },
  'the wrong side': (order) => {
    const length = order.room.walls[0]?.length ?? 0;
    return mapped(order, (node) => ({ ...node, at: String(length - Number(node.at) - node.w) }));
  },
  'a width lost': (order, n) => {
    const fixed = of(
      floor(order).filter(({ code }) => code !== 'TF' && code !== 'BO' && code !== 'BH'),
      n,
    );
    return fixed && mapped(order, (node) => (node.id === fixed.id ? { ...node, w: node.w === 600 ? 700 : 600 } : node));
  },
  'the wrong fuel': (order) => ({
    ...order,
    items: order.items.map((item) => (item.fuel ? { ...item, fuel: item.fuel === 'gas' ? 'electric' : 'gas' } : item)),
  }),
  'a second cooker': (order) => {
    const plain = order.runs
      .flatMap(({ nodes }) => nodes)
      .find(({ id, code }) => isOrdinary(code) && !order.items.some(({ node }) => node === id));
    return (
      plain && { ...order, items: [...order.items, { id: 'i99', kind: 'stove', node: plain.id, fuel: 'electric' }] }
    );
  },
  'an obstacle lost': (order) => (order.obstacles.length > 0 ? { ...order, obstacles: [] } : undefined),
  repainted: (order) =>
    order.finish.worktop ? { ...order, finish: { ...order.finish, worktop: 'black' } } : undefined,
  'other handles': (order) =>
    order.handles.base ? { ...order, handles: { ...order.handles, base: 'gola' } } : undefined,
  'another length': (order) => ({
    ...order,
    room: { walls: order.room.walls.map((wall) => ({ ...wall, length: wall.length + 300 })) },
  }),
};

/** Faults of an edit: what nobody asked for. */
export const EDIT_DEFECTS: Readonly<Record<string, Defect>> = {
  ...DEFECTS,
  repainted: (order) => ({
    ...order,
    finish: { ...order.finish, worktop: order.finish.worktop === 'black' ? 'grey' : 'black' },
  }),
  'other handles': (order) => ({
    ...order,
    handles: { ...order.handles, base: order.handles.base === 'gola' ? 'bar' : 'gola' },
  }),
  'another ceiling': (order) => ({ ...order, ceiling: order.ceiling + 100 }),
  'lighting changed': (order) => ({ ...order, lighting: { under: order.lighting.under !== true } }),
  'an id changed': (order, n) => {
    const one = of(floor(order), n);
    return (
      one && {
        ...mapped(order, (node) => (node.id === one.id ? { ...node, id: 'n99' } : node)),
        items: order.items.map((item) => (item.node === one.id ? { ...item, node: 'n99' } : item)),
      }
    );
  },
  'an id passed on': (order, n) => {
    const row = floor(order);
    const [a, b] = [row[n % row.length], row[(n + 1) % row.length]];
    if (!a || !b || a === b) return undefined;
    const other = (id: string): string => (id === a.id ? b.id : id === b.id ? a.id : id);
    const renamed = order.runs.map((run) => ({
      ...run,
      nodes: run.nodes.map((node) => ({ ...node, id: other(node.id) })),
    }));
    return { ...order, runs: renamed, items: order.items.map((item) => ({ ...item, node: other(item.node) })) };
  },
};

/** Edits as messages and as the engine does them, of things that every written brief has. */
export const EDITS: readonly { readonly words: string; readonly edits: (order: Order) => Edit[] }[] = [
  { words: 'сделай корпус серым', edits: () => [{ op: 'set_finish', part: 'carcass', finish: 'grey' }] },
  { words: 'добавь бутылочницу', edits: () => [{ op: 'add', code: 'BB' }] },
  {
    words: 'добавь розетку 10 см от левого угла',
    edits: () => [{ op: 'set_obstacle', obstacle: { kind: 'socket', wall: 'A', at: 100, width: 80, bottom: 300 } }],
  },
];
