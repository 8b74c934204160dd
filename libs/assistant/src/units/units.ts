import {
  type Appliance,
  atOf,
  endOf,
  type Fuel,
  findModule,
  type Item,
  isCornerUnit,
  isGap,
  isHoodCabinet,
  isOrdinary,
  itemsIn,
  nodesOf,
  nodeUnit,
  type Order,
  type Tier,
} from '#libs/furniture';

/** A node of an order with what stands in it; lengths in mm, from its wall's left end. */
export interface Unit {
  readonly id: string;
  readonly code: string;
  readonly wall: string;
  /** Of its wall, from the left. */
  readonly wallIndex: number;
  readonly tier: Tier;
  readonly at: number;
  readonly end: number;
  readonly width: number;
  readonly height: number | undefined;
  readonly items: readonly Item[];
  readonly kinds: ReadonlySet<Appliance>;
  readonly fuel: Fuel | undefined;
  readonly isCorner: boolean;
  /** Fillers and panels, which close gaps. */
  readonly isFiller: boolean;
}

/** An order as words speak of it. */
export interface Standing {
  readonly order: Order;
  /** Lengths of the walls from left to right, mm. */
  readonly walls: readonly number[];
  /** Along the walls, from the left. */
  readonly units: readonly Unit[];
  /** Those on the floor, without fillers. */
  readonly floor: readonly Unit[];
}

export const isOnFloor = ({ tier }: Pick<Unit, 'tier'>): boolean => tier === 'base' || tier === 'tall';

/** Along the walls, from the left. */
export const rank = ({ wallIndex, at }: Unit): number => wallIndex * 1e6 + at;
export const leftFirst = (a: Unit, b: Unit): number => rank(a) - rank(b);

/** An order never changes, and one message asks for its units many times. */
const known = new WeakMap<Order, Standing>();

export function standingOf(order: Order): Standing {
  const before = known.get(order);
  if (before) return before;
  const nodes = nodesOf(order).filter(({ node }) => !isGap(node.code));
  const units = nodes.map(({ node, run: { wall, tier } }): Unit => {
    const { id, code, w: width } = node;
    const items = itemsIn(order, id);
    return {
      ...{ id, code, wall, tier, at: atOf(node), end: endOf(node), width, items },
      wallIndex: order.room.walls.findIndex((one) => one.id === wall),
      height: node.h ?? findModule(code)?.heights[0],
      kinds: new Set(items.map(({ kind }) => kind)),
      fuel: items.find(({ fuel }) => fuel)?.fuel,
      isCorner: isCornerUnit(code),
      isFiller: !isOrdinary(code),
    };
  });
  units.sort(leftFirst);
  const floor = units.filter((unit) => isOnFloor(unit) && !unit.isFiller);
  const standing: Standing = { order, walls: order.room.walls.map(({ length }) => length), units, floor };
  known.set(order, standing);
  return standing;
}

/** Floor units of a wall, left to right, without fillers and panels. */
export const floorRow = (order: Order, wall?: string): readonly Unit[] =>
  standingOf(order).floor.filter((unit) => wall === undefined || unit.wall === wall);

/** What hangs on the walls. */
export const hung = (order: Order): readonly Unit[] => standingOf(order).units.filter(({ tier }) => tier === 'wall');

export const isCooking = ({ kinds }: Unit): boolean => kinds.has('hob') || kinds.has('stove');

export const hasHood = (order: Order): boolean => standingOf(order).units.some(({ code }) => isHoodCabinet(code));

export const unitIn = (order: Order, id: string): Unit | undefined =>
  standingOf(order).units.find((unit) => unit.id === id);

/** Drawers in the fronts of an order, or of one of its units. */
export const drawersIn = (order: Order, id?: string): number =>
  nodesOf(order)
    .filter(({ node }) => id === undefined || node.id === id)
    .flatMap(({ node, run }) => nodeUnit(node, run)?.zones.filter(({ kind }) => kind === 'drawer') ?? []).length;

/** Over or under each other. */
export const covers = (a: Unit, b: Unit): boolean => a.wall === b.wall && a.at < b.end && b.at < a.end;

export const gapOf = (a: Unit, b: Unit): number => Math.max(a.at - b.end, b.at - a.end);

/** Fillers between neighbours, mm. */
export const NEIGHBOUR_MM = 150;

/** Whether two units are neighbours in the floor row, fillers aside, also round a corner. */
export function areNeighbours({ floor }: Standing, a: Unit, b: Unit): boolean {
  const [i = -1, j = -1] = [a, b].map(({ id }) => floor.findIndex((unit) => unit.id === id));
  const follow = Math.min(i, j) >= 0 && Math.abs(i - j) === 1;
  return follow && (a.wall !== b.wall || gapOf(a, b) <= NEIGHBOUR_MM);
}

/** Whether lengths are alike, mm: what is made differs by some 10 mm at most from what is said. */
export const isNear = (a: number, b: number, slack = 10): boolean => Math.abs(a - b) <= slack;

/** Whether the unit, or the appliance in it, is as wide as was said. */
export const isWide = ({ width, items }: Unit, said: number): boolean =>
  [width, ...items.flatMap(({ w }) => w ?? [])].some((mm) => isNear(mm, said));
