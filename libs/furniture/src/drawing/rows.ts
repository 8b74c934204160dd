import type { ObstacleVolume } from '../geometry/obstacles.js';
import type { Span } from '../geometry/world.js';
import type { ObstacleKind, Tier } from '../order/order.js';
import type { Scene } from '../scene/scene.js';
import { stops } from './svg/chain.js';

/** Holes in the wall; everything else hangs on it or stands before it. */
const OPENINGS: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>(['window', 'door', 'niche']);

export const isOpening = ({ obstacle }: ObstacleVolume): boolean => OPENINGS.has(obstacle.kind);

/** A socket is set by its axis. */
const axisOf = (v: ObstacleVolume): Span => {
  const axis = (v.x0 + v.x1) / 2;
  return v.obstacle.kind === 'socket' ? { x0: axis, x1: axis } : v;
};

/**
 * What a wall is dimensioned by: places along it, mm, in rising order from end to end. A row that the wall does not have is empty;
 * each of the others sums to the wall.
 */
export interface WallRows {
  /** Base and tall units. */
  floor: readonly number[];
  /** Wall units, and the tall ones between them. */
  hung: readonly number[];
  mezzanine: readonly number[];
  openings: readonly number[];
  /** Risers, pipes, boilers, radiators, sockets. */
  fittings: readonly number[];
  /** Where the floor row begins and ends. */
  outer: readonly number[];
  whole: readonly number[];
}

/** The rows of a wall; `obstacles` may be those of all walls. */
export function rowsOfWall(
  { nodes, order, diagonals }: Scene,
  wallIndex: number,
  obstacles: readonly ObstacleVolume[],
): WallRows {
  const length = order.room.walls[wallIndex]?.length ?? 0;
  // A diagonal corner unit stands at both of its walls.
  const halves = diagonals.halves.map((half) => ({ ...half, tier: half.node.tier }));
  const own = [...nodes, ...halves].filter((n) => n.wallIndex === wallIndex);
  const ends = [0, length];
  const row = (spans: readonly { x0: number; x1: number }[]): number[] =>
    spans.length === 0 ? [] : stops(...ends, ...spans.flatMap(({ x0, x1 }) => [x0, x1]));
  const of = (...tiers: readonly Tier[]) => own.filter((n) => tiers.includes(n.tier));
  const on = obstacles.filter((v) => v.wallIndex === wallIndex);
  const floor = of('base', 'tall');
  const hung = of('wall');
  return {
    floor: row(floor),
    hung: row(hung.length > 0 ? of('wall', 'tall') : []),
    mezzanine: row(of('upper')),
    openings: row(on.filter(isOpening)),
    fittings: row(on.filter((v) => !isOpening(v)).map(axisOf)),
    outer: row(
      floor.length === 0 ? [] : [{ x0: Math.min(...floor.map((n) => n.x0)), x1: Math.max(...floor.map((n) => n.x1)) }],
    ),
    whole: stops(...ends),
  };
}
