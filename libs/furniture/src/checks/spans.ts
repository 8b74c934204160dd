import { planBox, planDistance } from '../geometry/world.js';
import { apart, itemPath, type Kitchen, nodePath, ofKind, type PlacedItem, type Top } from './context.js';

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
