import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Unit } from '../catalogue/module.js';
import { frontSpan } from '../geometry/footprint.js';
import { type ObstacleVolume, obstaclesRoundCorners, obstacleVolumes } from '../geometry/obstacles.js';
import { inRow, type PlacedNode, place, ROWS, type Row } from '../geometry/place.js';
import { worktopStretches } from '../geometry/worktops.js';
import { planBox, planDistance, type Span, type Volume, type WallFrame, worldOf } from '../geometry/world.js';
import type { Appliance, Item, Order } from '../order/order.js';

/** An appliance in its node: the stretch of wall that it takes, mm. */
export interface PlacedItem extends Span {
  kind: Appliance;
  /** Absent where the node's module says what stands in it and the order names no item. */
  item?: Item;
  host: PlacedNode;
}

/** An unbroken stretch of worktop with what stands below it, mm along its wall. */
interface Top extends Span {
  wallIndex: number;
  nodes: readonly PlacedNode[];
}

/** An order with its geometry, worked out once for all checks. */
export interface Kitchen {
  order: Order;
  placed: readonly PlacedNode[];
  frames: readonly WallFrame[];
  obstacles: readonly ObstacleVolume[];
  /** The obstacles as the rows round inner corners meet them. */
  cornerObstacles: readonly ObstacleVolume[];
  items: readonly PlacedItem[];
  worktops: readonly Top[];
  /** Thickness of the worktop, mm. */
  worktop: number;
  /** Height of the legs, mm. */
  legs: number;
  row(wallIndex: number, row: Row): readonly PlacedNode[];
  unit(p: PlacedNode): Unit;
}

export function kitchenOf(order: Order, placed: readonly PlacedNode[] = place(order)): Kitchen {
  const rows = order.room.walls.map((_, index) => ({
    base: inRow(placed, index, 'base'),
    wall: inRow(placed, index, 'wall'),
    upper: inRow(placed, index, 'upper'),
  }));
  const obstacles = obstacleVolumes(order);
  return {
    order,
    placed,
    frames: worldOf(order),
    obstacles,
    cornerObstacles: obstaclesRoundCorners(order, obstacles),
    items: itemsOf(order, placed),
    worktops: topsOf(order, placed),
    worktop: CONSTANTS.worktop,
    legs: CONSTANTS.legs,
    row: (wallIndex, row) => rows[wallIndex]?.[row] ?? [],
    unit: (p) => p.unit,
  };
}

function topsOf(order: Order, placed: readonly PlacedNode[]): Top[] {
  const byNode = new Map(placed.map((p) => [p.node, p]));
  return worktopStretches(order).map(({ wall, x0, x1, nodes }) => ({
    wallIndex: order.room.walls.findIndex(({ id }) => id === wall),
    x0,
    x1,
    nodes: nodes.flatMap(({ node }) => byNode.get(node) ?? []),
  }));
}

/** The order's items in their nodes, and what a module is made for where the order names no item (hood, fridge, …). */
function itemsOf(order: Order, placed: readonly PlacedNode[]): PlacedItem[] {
  const byNode = new Map<string, Item[]>();
  for (const item of order.items) byNode.set(item.node, [...(byNode.get(item.node) ?? []), item]);
  return placed.flatMap((host) => {
    const named = byNode.get(host.node.id) ?? [];
    const open = frontSpan(order, host);
    const implied = host.module.alternatives ? [] : host.module.appliances;
    const missing = implied.filter((kind) => !named.some((item) => item.kind === kind));
    return [
      ...named.map((item) => ({ kind: item.kind, item, host, ...centred(open, item.w) })),
      ...missing.map((kind) => ({ kind, host, ...open })),
    ];
  });
}

function centred({ x0, x1 }: Span, w?: number): Span {
  if (w === undefined) return { x0, x1 };
  const middle = (x0 + x1) / 2;
  return { x0: middle - w / 2, x1: middle + w / 2 };
}

export const ofKind = (kitchen: Kitchen, ...kinds: Appliance[]): PlacedItem[] =>
  kitchen.items.filter((item) => kinds.includes(item.kind));

/** Hobs and stoves. */
export const cookers = (kitchen: Kitchen): PlacedItem[] => ofKind(kitchen, 'hob', 'stove');
export const isGas = ({ item }: PlacedItem): boolean => item?.fuel === 'gas';

/** Rows of every wall that hold something: `[wallIndex, row, nodes]`. */
export function* filledRows(kitchen: Kitchen): Generator<[number, Row, readonly PlacedNode[]]> {
  for (const wallIndex of kitchen.order.room.walls.keys()) {
    for (const row of ROWS) {
      const nodes = kitchen.row(wallIndex, row);
      if (nodes.length > 0) yield [wallIndex, row, nodes];
    }
  }
}

/** «ШНЯ3 600»: what a message calls a node. */
export const named = (p: PlacedNode): string => `${p.module.code} ${p.node.w}`;
export const nodePath = (p: PlacedNode): string => `runs[${p.run.id}].nodes[${p.node.id}]`;
export const wallPath = (wall: string): string => `room.walls[${wall}]`;
export const obstaclePath = (v: ObstacleVolume): string => `obstacles[${v.obstacle.id}]`;
export const itemPath = (item: Item): string => `items[${item.id}]`;

/** Whether two stretches share more than a point. */
export const overlap = (a: Span, b: Span): boolean => a.x0 < b.x1 && b.x0 < a.x1;
export const overlapZ = (a: Pick<Volume, 'z0' | 'z1'>, b: Pick<Volume, 'z0' | 'z1'>): boolean =>
  a.z0 < b.z1 && b.z0 < a.z1;
/** Clear distance between two stretches of one wall, mm; negative where they overlap. */
export const apart = (a: Span, b: Span): number => Math.max(b.x0 - a.x1, a.x0 - b.x1);

/** Area that the walls span in the plan, m²; undefined for a straight kitchen, whose room is not known. */
export function roomArea({ frames, order }: Kitchen): number | undefined {
  if (order.room.walls.length < 2) return undefined;
  const ends = frames.flatMap(({ origin, d, wall }) => [
    origin,
    { x: origin.x + d.x * wall.length, y: origin.y + d.y * wall.length },
  ]);
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  return (span(ends.map((p) => p.x)) * span(ends.map((p) => p.y))) / 1e6;
}

/** Below this area the advice of the American NKBA is shown as info only, m² (furniture.ru.md 7.4). */
const SMALL_ROOM = 9;
export const isSmall = (kitchen: Kitchen): boolean => (roomArea(kitchen) ?? Number.POSITIVE_INFINITY) <= SMALL_ROOM;

export const onWall = (a: PlacedItem, b: PlacedItem): boolean => a.host.wallIndex === b.host.wallIndex;
/** The item where the order names it, else the node that implies it. */
export const pathOf = ({ item, host }: PlacedItem): string => (item ? itemPath(item) : nodePath(host));

/** Distance in the plan between what two appliances take, mm, whatever walls they stand at. */
export function planApart(kitchen: Kitchen, a: PlacedItem, b: PlacedItem): number {
  const box = ({ host, x0, x1 }: PlacedItem) => {
    const frame = kitchen.frames[host.wallIndex];
    return frame && planBox(frame, { x0, x1, y0: host.y0, y1: host.y1 });
  };
  const [boxA, boxB] = [box(a), box(b)];
  return boxA && boxB ? planDistance(boxA, boxB) : Number.POSITIVE_INFINITY;
}

/**
 * Clear distance from one appliance to the nearest of others, mm: along their wall, negative where they overlap; at
 * other walls in the plan and only below `within`. Undefined where there is none.
 */
export function clearTo(
  kitchen: Kitchen,
  from: PlacedItem,
  others: readonly PlacedItem[],
  within = Number.POSITIVE_INFINITY,
): number | undefined {
  const distances = others.flatMap((other) => {
    if (onWall(from, other)) return [apart(from, other)];
    const d = planApart(kitchen, from, other);
    return d < within ? [d] : [];
  });
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

/** Worktop to the left and right of an appliance, mm: to the stretch's end or the next sink or hob. */
export function landings(kitchen: Kitchen, item: PlacedItem): { l: number; r: number } {
  const segment = kitchen.worktops.find((w) => w.nodes.includes(item.host));
  if (!segment) return { l: 0, r: 0 };
  const stops = cutouts(kitchen, segment).filter((other) => other !== item);
  const left = Math.max(segment.x0, ...stops.filter((s) => s.x0 < item.x0).map((s) => s.x1));
  const right = Math.min(segment.x1, ...stops.filter((s) => s.x0 >= item.x0).map((s) => s.x0));
  return { l: Math.max(0, item.x0 - left), r: Math.max(0, right - item.x1) };
}

/** Sinks and hobs that are cut into a stretch of worktop. */
export const cutouts = (kitchen: Kitchen, segment: Top): PlacedItem[] =>
  ofKind(kitchen, 'sink', 'hob').filter(({ host }) => segment.nodes.includes(host));

/** Whether both sides have room: one at least `one`, the other at least `other`, mm. */
export const hasLandings = ({ l, r }: { l: number; r: number }, one: number, other: number): boolean =>
  Math.min(l, r) >= one && Math.max(l, r) >= other;
