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
  /** `ceiling`: up to it. */
  top: number | 'ceiling';
  depth: number;
}

/** Defaults of furniture.ru.md 3.4, mm. A riser's depth and a socket's height must be named: 100 and 300 stand in. */
export const OBSTACLE_DEFAULTS: Record<ObstacleKind, Defaults> = {
  door: { bottom: 0, top: 2100, depth: 0 },
  window: { bottom: 900, top: 2100, depth: 0 },
  riser: { bottom: 0, top: 'ceiling', depth: 100 },
  gas_pipe: { bottom: 0, top: 'ceiling', depth: 60 },
  radiator: { bottom: 0, top: 600, depth: 100 },
  boiler: { bottom: 1400, top: 2150, depth: 350 },
  socket: { bottom: 300, top: 380, depth: 0 },
  water: { bottom: 200, top: 600, depth: 0 },
  niche: { bottom: 0, top: 'ceiling', depth: 0 },
};

/** Widths that stand in for an unnamed (zero) one, mm. */
const WIDTHS: Partial<Record<ObstacleKind, number>> = { door: 800, gas_pipe: 30, boiler: 450, socket: 80 };

/** Architrave beside a door, mm. */
export const ARCHITRAVE = 70;
/** Room for a boiler's service on both sides, mm. */
export const BOILER_SIDE = 100;
/** Gap that a row leaves for a gas pipe, mm. */
export const GAS_PIPE_GAP = 60;

/** Volumes of the obstacles on known walls, in the order's sequence. */
export function obstacleVolumes(order: Order): ObstacleVolume[] {
  return order.obstacles.flatMap((obstacle) => {
    const wallIndex = order.room.walls.findIndex((wall) => wall.id === obstacle.wall);
    const wall = order.room.walls[wallIndex];
    if (!wall) return [];
    const defaults = OBSTACLE_DEFAULTS[obstacle.kind];
    const width = obstacle.width || (WIDTHS[obstacle.kind] ?? 0);
    const top =
      obstacle.top ?? (defaults.top === 'ceiling' ? order.ceiling : raised(obstacle, defaults.bottom, defaults.top));
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
      const side = Math.max(0, GAS_PIPE_GAP - (v.x1 - v.x0)) / 2;
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
