import data from '../../data/obstacles.json' with { type: 'json' };
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Obstacle, ObstacleKind, Order, Tier, Wall } from '../order/order.js';
import { type Interval } from './intervals.js';
import { frontPlane, innerCornerAfter } from './place.js';
import { type Span, type Volume } from './world.js';

/** An obstacle's volume in its wall's coordinates, mm, with what the customer did not name filled in. */
export interface ObstacleVolume extends Volume {
  obstacle: Obstacle;
  wall: Wall;
  wallIndex: number;
}

interface Defaults {
  bottom: number;
  /** `null`: up to the ceiling. */
  top: number | null;
  depth: number;
  /** Stands in for an unnamed (zero) width. */
  width: number;
}

const DEFAULTS: Readonly<Record<ObstacleKind, Defaults>> = data.defaults;

/** Architrave beside a door, mm. */
export const ARCHITRAVE = data.architrave;
/** Room for a boiler's service on both sides, mm. */
export const BOILER_SIDE = data.boilerSide;

/** Volumes of the obstacles on known walls, in the order's sequence. */
export function obstacleVolumes(order: Order): ObstacleVolume[] {
  return order.obstacles.flatMap((obstacle) => {
    const wallIndex = order.room.walls.findIndex((wall) => wall.id === obstacle.wall);
    const wall = order.room.walls[wallIndex];
    if (!wall) return [];
    const defaults = DEFAULTS[obstacle.kind];
    const width = obstacle.width || defaults.width;
    const top =
      obstacle.top ?? (defaults.top === null ? order.ceiling : raised(obstacle, defaults.bottom, defaults.top));
    return [
      {
        obstacle,
        wall,
        wallIndex,
        x0: obstacle.at,
        x1: obstacle.at + width,
        y0: 0,
        y1: obstacle.depth ?? defaults.depth,
        z0: obstacle.bottom ?? defaults.bottom,
        z1: top,
      },
    ];
  });
}

/**
 * Where a door hangs and where its handle is, mm of its wall. The order does not say it: into the room, hinged at the
 * nearer end of its wall.
 */
export const doorEnds = ({ x0, x1, wall }: ObstacleVolume): { hinge: number; latch: number } =>
  x0 + x1 < wall.length ? { hinge: x0, latch: x1 } : { hinge: x1, latch: x0 };

/** A door's handle near its free edge: from where to where along the wall, and how high; mm. */
export function doorHandle(v: ObstacleVolume): { from: number; to: number; z: number } {
  const { hinge, latch } = doorEnds(v);
  const towards = Math.sign(hinge - latch);
  return { from: latch + towards * 50, to: latch + towards * 170, z: v.z0 + 1000 };
}

/** A door with its architrave, within its wall, mm. */
export const casing = ({ x0, x1, wall }: ObstacleVolume): Span => ({
  x0: Math.max(0, x0 - ARCHITRAVE),
  x1: Math.max(x0, Math.min(wall.length, x1 + ARCHITRAVE)),
});

/** A radiator whose depth leaves none for a unit: nothing is to stand before it. */
export const isKeptFree = ({ kind, depth = 0 }: Pick<Obstacle, 'kind' | 'depth'>): boolean =>
  kind === 'radiator' && depth >= CONSTANTS.baseD;

/** How deep an obstacle itself is, without the room before it that is kept free; mm. */
export const bodyDepth = ({ obstacle, y1 }: ObstacleVolume): number =>
  isKeptFree(obstacle) ? DEFAULTS.radiator.depth : y1;

/** A window's board above the worktop, mm: how thick it is and how far it comes into the room. */
export const SILL = { height: 25, depth: 60 };

/** Whether a window has a board of its own: not where its sill is as low as the worktop, or at the floor. */
export const hasSill = ({ obstacle, z0 }: ObstacleVolume): boolean =>
  obstacle.kind === 'window' && z0 - SILL.height >= CONSTANTS.worktopTop;

/** Kinds that reach into the neighbour's row round an inner corner. */
const REACH_ROUND_CORNERS: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>([
  'riser',
  'gas_pipe',
  'boiler',
  'door',
  'window',
]);
/** A window that a neighbour's unit touches with its side is covered by it, mm. */
const TOUCH = 1;

/**
 * The same obstacles as the rows round inner corners meet them, in those walls' coordinates: what stands in the last
 * 580 mm of a wall stands in the first ones of the next (`y0` from that wall, `x` as deep as the obstacle).
 */
export function obstaclesRoundCorners(order: Order, volumes: readonly ObstacleVolume[] = obstacleVolumes(order)) {
  return volumes.flatMap((v): ObstacleVolume[] => {
    if (!REACH_ROUND_CORNERS.has(v.obstacle.kind)) return [];
    const deep = Math.max(v.y1, v.obstacle.kind === 'window' ? TOUCH : 0);
    const beside = v.obstacle.kind === 'boiler' ? BOILER_SIDE : 0;
    const fromRight = v.wall.length - v.x1;
    return [
      ...ontoWall(order, v, v.wallIndex + 1, { from: 0, to: deep }, fromRight - beside, v.wall.length - v.x0 + beside),
      ...ontoWall(order, v, v.wallIndex - 1, { from: -deep, to: 0 }, v.x0 - beside, v.x1 + beside),
    ];
  });
}

const BOTH_WALLS: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>(['riser', 'gas_pipe']);

/** What is seen at the walls: each one's own obstacles, and a riser in a corner at both of its walls. */
export function obstaclesSeen(order: Order): ObstacleVolume[] {
  const own = obstacleVolumes(order);
  const inCorners = obstaclesRoundCorners(order, own).filter((v) => BOTH_WALLS.has(v.obstacle.kind) && v.y0 < TOUCH);
  return [...own, ...inCorners];
}

function ontoWall(
  order: Order,
  v: ObstacleVolume,
  wallIndex: number,
  x: Interval,
  y0: number,
  y1: number,
): ObstacleVolume[] {
  const wall = order.room.walls[wallIndex];
  if (!wall || !innerCornerAfter(order, Math.min(wallIndex, v.wallIndex))) return [];
  if (y0 >= CONSTANTS.frontPlaneBase || y1 <= 0) return [];
  const start = wallIndex > v.wallIndex ? 0 : wall.length;
  return [{ ...v, wall, wallIndex, x0: start + x.from, x1: start + x.to, y0: Math.max(0, y0), y1 }];
}

/** A boiler or socket that was hung higher keeps its height; windows, doors and radiators keep their top. */
function raised({ kind, bottom }: Obstacle, usual: number, top: number): number {
  const moves = kind === 'boiler' || kind === 'socket';
  return moves && bottom !== undefined ? bottom + top - usual : top;
}

/**
 * What an obstacle takes of a tier along its wall, mm, or undefined where that tier may pass it (furniture.ru.md 3.4):
 * doors with their architraves, windows by height, risers and gas pipes whole, boilers with their service room.
 */
export function blockedBy(v: ObstacleVolume, tier: Tier, height: Interval): [number, number] | undefined {
  const across = v.z0 < height.to && height.from < v.z1;
  if (v.y0 >= frontPlane(tier)) return undefined;
  const floor = tier === 'base';
  switch (v.obstacle.kind) {
    case 'door':
      return [v.x0 - ARCHITRAVE, v.x1 + ARCHITRAVE];
    case 'window':
      return !floor && across ? [v.x0, v.x1] : undefined;
    case 'riser':
      return v.y1 > 0 && across ? [v.x0, v.x1] : undefined;
    case 'gas_pipe': {
      const side = Math.max(0, data.gasPipeGap - (v.x1 - v.x0)) / 2;
      return across ? [v.x0 - Math.floor(side), v.x1 + Math.ceil(side)] : undefined;
    }
    case 'radiator':
      return tier === 'tall'
        ? across
          ? [v.x0, v.x1]
          : undefined
        : floor && isKeptFree(v.obstacle)
          ? [v.x0, v.x1]
          : undefined;
    case 'boiler':
      return !floor && across ? [v.x0 - BOILER_SIDE, v.x1 + BOILER_SIDE] : undefined;
    default:
      return undefined;
  }
}
