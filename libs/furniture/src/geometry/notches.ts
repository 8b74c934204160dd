import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Obstacle, ObstacleKind, Order } from '../order/order.js';
import { obstaclesRoundCorners, obstacleVolumes } from './obstacles.js';
import { worktops } from './worktops.js';
import type { PlanBox } from './world.js';

/** What a part of the worktop is cut out for, so that a riser or pipe passes through it; mm of the part's wall. */
export interface Notch extends PlanBox {
  obstacle: Obstacle;
  wallIndex: number;
}

/** A niche lies in the wall, windows and doors end the row, and a boiler hangs above it. */
const THROUGH: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>(['riser', 'gas_pipe', 'radiator']);

/**
 * The notches of the worktop's parts, net as the obstacle was told: a part runs past what the row leaves a gap for
 * (`worktops`), and is cut to it on the place. Like openings for sinks they do not lessen the area of its rectangle
 * (furniture.ru.md 1.1).
 */
export function notches(order: Order): Notch[] {
  const volumes = obstacleVolumes(order);
  const [bottom, top] = [CONSTANTS.worktopTop - CONSTANTS.worktop, CONSTANTS.worktopTop];
  const through = [...volumes, ...obstaclesRoundCorners(order, volumes)].filter(
    (v) => THROUGH.has(v.obstacle.kind) && v.y1 > v.y0 && v.z0 < top && bottom < v.z1,
  );
  return worktops(order).flatMap((part) =>
    through.flatMap((v): Notch[] => {
      const [x0, x1] = [Math.max(v.x0, part.x0), Math.min(v.x1, part.x1)];
      const y1 = Math.min(v.y1, CONSTANTS.worktopDepth);
      if (v.wall.id !== part.wall || x1 <= x0) return [];
      return [{ obstacle: v.obstacle, wallIndex: v.wallIndex, x0, x1, y0: v.y0, y1 }];
    }),
  );
}
