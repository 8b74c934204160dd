import { CONSTANTS } from '../../catalogue/catalogue.js';
import { blockedBy, type ObstacleVolume, obstaclesRoundCorners, obstacleVolumes } from '../../geometry/obstacles.js';
import { type WallOverlap, wallOverlaps } from '../../geometry/wall-overlaps.js';
import { given } from '../../order/nodes.js';
import type { Order, Tier } from '../../order/order.js';
import type { Block, Edge, EdgeKind, FreeStretch, Room } from '../model.js';

/** A part of a wall where a tier may not stand, mm; `edge` is what it is to the row beside it. */
export interface BlockedZone {
  from: number;
  to: number;
  edge: EdgeKind;
  obstacle: string;
  kind: ObstacleVolume['obstacle']['kind'];
  /** Of a riser or pipe: less than half as deep as a floor unit, so that a row's side is seen behind it. */
  shallow?: true;
}

/** A room as an order without furniture, for functions of geometry and checks. */
export const emptyOrder = (room: Room, id = ''): Order => ({
  id,
  kind: 'kitchen',
  ceiling: room.ceiling,
  room: { walls: room.walls },
  runs: [],
  items: [],
  obstacles: room.obstacles,
  finish: {},
  handles: {},
  lighting: {},
});

const HEIGHT: Record<Tier, { from: number; to: number }> = {
  base: { from: 0, to: CONSTANTS.worktopTop },
  wall: { from: CONSTANTS.wallBottom, to: CONSTANTS.wallTop },
  tall: { from: 0, to: CONSTANTS.wallTop },
  upper: { from: CONSTANTS.wallTop, to: CONSTANTS.wallTop + 300 },
};

/**
 * Where obstacles block a tier (furniture.ru.md 3.4), by wall, left to right. A window whose sill is below
 * the worktop's top (858) stops the floor row too (OBS-SILL).
 */
export function blockedZones(room: Room, tier: Tier, rowHeight?: number): BlockedZone[][] {
  const order = emptyOrder(room);
  const seen = obstacleVolumes(order);
  const volumes = [...seen, ...obstaclesRoundCorners(order, seen)];
  const height =
    tier === 'wall' && rowHeight
      ? {
          from: CONSTANTS.wallBottom,
          to: CONSTANTS.wallBottom + Math.max(rowHeight, CONSTANTS.wallTop - CONSTANTS.wallBottom),
        }
      : HEIGHT[tier];
  const returns = wallOverlaps(order);
  return room.walls.map((_, index) =>
    [
      ...returns.filter((r) => r.wallIndex === index).map(behind),
      ...volumes.flatMap((v): BlockedZone[] => {
        if (v.wallIndex !== index) return [];
        const taken = lowSill(v, tier) ?? blockedBy(v, tier, height);
        if (!taken) return [];
        const edge: EdgeKind = v.obstacle.kind === 'riser' || v.obstacle.kind === 'gas_pipe' ? 'obstacle' : 'opening';
        const shallow = edge === 'obstacle' && 2 * v.y1 < CONSTANTS.frontPlaneBase ? ({ shallow: true } as const) : {};
        return [{ from: taken[0], to: taken[1], edge, obstacle: v.obstacle.id, kind: v.obstacle.kind, ...shallow }];
      }),
    ].sort((a, b) => a.from - b.from),
  );
}

/** Another wall's row that crosses this wall bounds the row like an inner corner. */
const behind = ({ from, to }: WallOverlap): BlockedZone => ({ from, to, edge: 'corner', obstacle: '', kind: 'niche' });

function lowSill(v: ObstacleVolume, tier: Tier): [number, number] | undefined {
  const low = v.obstacle.kind === 'window' && v.z0 < CONSTANTS.worktopTop;
  return low && (tier === 'base' || tier === 'tall') ? [v.x0, v.x1] : undefined;
}

export const overlaps = (a: { from: number; to: number }, from: number, to: number): boolean =>
  a.from < to && from < a.to;

/** A block whose place on its wall is given, mm. */
export interface Fixed {
  block: Block;
  at: number;
}

/** Between a shallow obstacle and a free end less than this has room for no unit: the row's side is seen there. mm */
const NO_UNIT = 150;

/** Cuts a stretch at blocked zones and at blocks of given place; left to right. */
export function cut(whole: FreeStretch, zones: readonly BlockedZone[], fixed: readonly Fixed[]): FreeStretch[] {
  const cuts: { from: number; to: number; edge: Edge; shallow?: true }[] = [
    ...zones.map(({ from, to, edge, shallow }) => ({ from, to, edge: { kind: edge }, ...given({ shallow }) })),
    ...fixed.map(({ block, at }) => ({ from: at, to: at + block.w, edge: { kind: 'block' as const, block } })),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const stretches: FreeStretch[] = [];
  const seen = ({ edge, shallow }: { edge: Edge; shallow?: true }, end: Edge, beyond: number): Edge =>
    shallow && end.kind === 'free' && beyond < NO_UNIT ? end : edge;
  let from = whole.from;
  let left = whole.left;
  for (const c of cuts) {
    if (c.to <= whole.from || c.from >= whole.to) continue;
    if (c.from > from) stretches.push({ from, to: c.from, left, right: seen(c, whole.right, whole.to - c.to) });
    if (c.to > from) {
      from = c.to;
      left = seen(c, whole.left, c.from - whole.from);
    }
  }
  if (from < whole.to) stretches.push({ from, to: whole.to, left, right: whole.right });
  return stretches;
}
