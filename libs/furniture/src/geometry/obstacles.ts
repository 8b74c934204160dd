import data from '../../data/obstacles.json' with { type: 'json' };
import type { Obstacle, ObstacleKind, Order, Tier, Wall } from '../order/order.js';

/** An obstacle's volume in its wall's coordinates, mm, with what the customer did not name filled in. */
export interface ObstacleVolume {
  obstacle: Obstacle;
  wall: Wall;
  wallIndex: number;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  z0: number;
  z1: number;
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

/** A boiler or socket that was hung higher keeps its height; windows, doors and radiators keep their top. */
function raised({ kind, bottom }: Obstacle, usual: number, top: number): number {
  const moves = kind === 'boiler' || kind === 'socket';
  return moves && bottom !== undefined ? bottom + top - usual : top;
}

/**
 * What an obstacle takes of a tier along its wall, mm, or undefined where that tier may pass it (furniture.ru.md 3.4):
 * doors with their architraves, windows by height, risers and gas pipes whole, boilers with their service room.
 */
export function blockedBy(
  v: ObstacleVolume,
  tier: Tier,
  height: { from: number; to: number },
): [number, number] | undefined {
  const across = v.z0 < height.to && height.from < v.z1;
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
      return tier === 'tall' && across ? [v.x0, v.x1] : undefined;
    case 'boiler':
      return !floor && across ? [v.x0 - BOILER_SIDE, v.x1 + BOILER_SIDE] : undefined;
    default:
      return undefined;
  }
}
