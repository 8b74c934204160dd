import { given, isOrdinary, itemsIn, type Order, type OrderNode, type Run, STANDARD } from '#libs/furniture';
import type { Mention, ObstacleSaid, Place, WallRef } from '../../meaning/meaning.js';
import { ownChoice } from '../edits/room-making.js';
import { conceptOf, floorRow, namedOf, type Standing } from '../things.js';
import { NO_WISHES, type RowSaid, type Sequence, STANDING, type Wish, type Wishes } from './wishes.js';

const NOWHERE = { from: 0, to: 0, text: '' };
const WALLS: readonly WallRef[] = ['first', 'second', 'third'];

const wallRef = (order: Order, id: string): WallRef =>
  WALLS[order.room.walls.findIndex((wall) => wall.id === id)] ?? 'first';

/** A thing that stands, as if it had been said. */
function mentionOf(order: Order, one: Standing): Mention {
  const { node } = one;
  const items = itemsIn(order, node.id);
  const { concept } = namedOf(order, one);
  const [first, ...others] = items.filter(({ kind }) => kind !== 'hood');
  const own = conceptOf(first?.kind ?? concept) ? (first?.kind ?? concept) : concept;
  const fuel = items.find((item) => item.fuel)?.fuel;
  const bowl = items.find((item) => item.kind === 'sink')?.w;
  const drawers = /^BD(\d)$/.exec(node.code)?.[1];
  return {
    concept: own,
    source: NOWHERE,
    width: node.w,
    ...given({ fuel, bowl }),
    ...(drawers ? { drawers: Number(drawers) } : {}),
    ...(own === 'fridge' ? { builtIn: node.code === STANDARD.builtInFridge } : {}),
    ...(node.code === STANDARD.tallOven || node.code === STANDARD.tallOvenMicrowave ? { tall: true } : {}),
    ...(node.code === STANDARD.cornerSink ? { corner: true } : {}),
    ...(others.length > 0 ? { with: others.map(({ kind }) => ({ concept: kind, source: NOWHERE })) } : {}),
  };
}

/**
 * The wishes that an order fulfils, so that it can be laid out anew with other ones: what was named or holds an
 * appliance, in its sequence on its walls; plain units of the assistant's own choice come anew.
 */
export function wishesOf(order: Order, said: readonly Mention[], keep: { readonly walls: boolean }): Wishes {
  const own = ownChoice(order, said);
  const row = floorRow(order).filter(({ node }) => !own.has(node.id) && node.code !== STANDARD.cornerBase);
  const things = row.map((one, statement): Wish => {
    const wall: Place[] =
      order.room.walls.length > 1 && keep.walls ? [{ at: 'wall', wall: wallRef(order, one.run.wall) }] : [];
    return { thing: mentionOf(order, one), places: wall, ats: [{ message: STANDING, statement }] };
  });
  const sequence: Sequence = { message: STANDING, of: things.map((_, i) => i), direction: 'left_to_right' };
  const hood = order.items.some(({ kind }) => kind === 'hood');
  return {
    ...NO_WISHES,
    shape: order.room.walls.length === 1 ? 'straight' : order.room.walls.length === 2 ? 'corner' : 'u',
    lengths: order.room.walls.map(({ length }, i) => ({
      mm: length,
      ...given({ wall: order.room.walls.length > 1 ? WALLS[i] : undefined }),
    })),
    ceiling: order.ceiling,
    ends: { left: order.room.walls[0]?.ends.left ?? 'free', right: order.room.walls.at(-1)?.ends.right ?? 'free' },
    obstacles: order.obstacles.map((one) => obstacleSaid(order, one)),
    things: [
      ...things,
      ...(hood
        ? [
            {
              thing: { concept: 'hood', source: NOWHERE },
              places: [],
              ats: [{ message: STANDING, statement: things.length }],
            },
          ]
        : []),
    ],
    sequences:
      keep.walls && things.length > 1 && order.room.walls.length === 1 ? [{ ...sequence, direction: 'listed' }] : [],
    rows: rowsSaid(order),
    looks: looksSaid(order),
  };
}

export const obstacleSaid = (
  order: Order,
  { kind, wall, at, width, bottom, top, depth }: Order['obstacles'][number],
): ObstacleSaid => ({
  kind,
  places: [
    { at: 'wall', wall: wallRef(order, wall) },
    { at: 'offset', mm: at, from: 'left' },
  ],
  width,
  ...given({ bottom, top, depth }),
});

function rowsSaid(order: Order): RowSaid[] {
  const has = (tier: Run['tier'], wall: string): boolean =>
    order.runs.some((run) => run.tier === tier && run.wall === wall && run.nodes.some(({ code }) => isOrdinary(code)));
  const walls = order.room.walls.filter(({ id }) => has('wall', id)).map(({ id }) => wallRef(order, id));
  const rowHeight = order.runs
    .find(({ tier }) => tier === 'wall')
    ?.nodes.find(({ code }: OrderNode) => code === STANDARD.wall)?.h;
  const base = { say: 'row', source: NOWHERE } as const;
  const wall: RowSaid =
    walls.length === 0
      ? { ...base, act: 'refuse', tier: 'wall' }
      : {
          ...base,
          act: 'want',
          tier: 'wall',
          ...(walls.length < order.room.walls.length ? { walls } : {}),
          ...given({ height: rowHeight }),
        };
  const upper = order.runs.some(({ tier }) => tier === 'upper');
  return [wall, ...(upper ? [{ ...base, act: 'want', tier: 'upper' } as const] : [])];
}

function looksSaid({ finish, handles, lighting }: Order): Wishes['looks'] {
  const colour = (part: 'carcass' | 'worktop' | Run['tier'], of: NonNullable<typeof finish.worktop>) =>
    ({ say: 'colour', source: NOWHERE, parts: [part], colour: { finish: of, named: of } }) as const;
  const tiers = ['base', 'wall', 'tall', 'upper'] as const;
  return [
    ...tiers.flatMap((tier) => (finish.facade?.[tier] ? [colour(tier, finish.facade[tier])] : [])),
    ...(finish.carcass ? [colour('carcass', finish.carcass)] : []),
    ...(finish.worktop ? [colour('worktop', finish.worktop)] : []),
    ...tiers.flatMap((tier) =>
      handles[tier] ? [{ say: 'handles', source: NOWHERE, tiers: [tier], handle: handles[tier] } as const] : [],
    ),
    ...(lighting.under !== undefined ? [{ say: 'lighting', source: NOWHERE, on: lighting.under } as const] : []),
  ];
}
