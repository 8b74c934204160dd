import type { ObstacleVolume } from '../geometry/obstacles.js';
import { inWall, type PlanBox, planBox } from '../geometry/world.js';
import { type Kitchen, named, nodePath, ofKind, type PlacedItem } from './context.js';
import type { Finding } from './finding.js';
import { finding, RULES } from './rules.js';

/**
 * OBS-SWING: an appliance's open door and the room's. An order does not say on which side the room's door hangs, so only
 * an appliance that it would meet from either side is named; whether it opens into the kitchen at all, the words leave open.
 */
export function swings(kitchen: Kitchen): Finding[] {
  const doors = kitchen.obstacles.filter((v) => v.obstacle.kind === 'door');
  if (doors.length === 0) return [];
  const found = new Map<string, Finding>();
  for (const appliance of ofKind(kitchen, 'dishwasher', 'oven', 'washer', 'fridge')) {
    const path = nodePath(appliance.host);
    if (doors.some((door) => meets(kitchen, door, appliance)))
      found.set(path, finding('OBS-SWING', path, { node: named(appliance.host) }));
  }
  return [...found.values()];
}

/** How far an open door reaches into the room, mm: drop fronts by their height, a fridge's by its width. */
function reach({ kind, host }: PlacedItem): number {
  const { dishwasher, oven, washer } = RULES['OBS-SWING'].limits;
  return kind === 'dishwasher' ? dishwasher : kind === 'oven' ? oven : kind === 'washer' ? washer : host.node.w;
}

function meets(kitchen: Kitchen, door: ObstacleVolume, appliance: PlacedItem): boolean {
  const { host } = appliance;
  const [wall, own] = [kitchen.frames[door.wallIndex], kitchen.frames[host.wallIndex]];
  if (!wall || !own || door.wallIndex === host.wallIndex || host.z0 >= door.z1) return false;
  const open = { x0: host.x0, x1: host.x1, y0: host.y1, y1: host.y1 + reach(appliance) };
  const before = inWall(wall, planBox(own, open));
  return swept(door, door.x0, before) && swept(door, door.x1, before);
}

/** Whether a rectangle reaches into the quarter circle that a door hinged at `hinge` sweeps. */
function swept({ x0, x1 }: ObstacleVolume, hinge: number, box: PlanBox): boolean {
  const wide = x1 - x0;
  const [left, right] = [Math.max(x0, box.x0), Math.min(x1, box.x1)];
  const near = Math.max(0, box.y0);
  if (left >= right || near >= Math.min(wide, box.y1)) return false;
  const along = Math.max(left - hinge, hinge - right, 0);
  return Math.hypot(along, near) < wide;
}
