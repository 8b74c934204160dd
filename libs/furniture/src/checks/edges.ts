import { isCornerUnit, isGap, isNiche, isOrdinary } from '../catalogue/traits.js';
import { deadZones, fromEnd, type Side } from '../geometry/corners.js';
import type { PlacedNode } from '../geometry/place.js';
import { apart, filledRows, type Kitchen, named, nodePath, overlap } from './context.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

/** GEO-WALLFILL: the last unit before a side wall can open. */
export function wallFillers(kitchen: Kitchen): Finding[] {
  const found = new Map<string, Finding>();
  for (const [wallIndex, row, nodes] of filledRows(kitchen)) {
    const wall = kitchen.order.room.walls[wallIndex];
    const dead = deadZones(kitchen.order, wallIndex, row, kitchen.placed);
    for (const side of ['left', 'right'] as const) {
      if (wall?.ends[side] !== 'wall' || dead[side] > 0) continue;
      const last = outermost(nodes, side);
      if (!last || isCornerUnit(last.module)) continue;
      const n = openingRoom(kitchen, last);
      if (fromEnd(last, side) < n)
        found.set(nodePath(last), finding('GEO-WALLFILL', nodePath(last), { node: named(last), n }));
    }
  }
  return [...found.values()];
}

function outermost(nodes: readonly PlacedNode[], side: Side): PlacedNode | undefined {
  const ordinary = nodes.filter((p) => isOrdinary(p.module));
  return ordinary.sort((a, b) => fromEnd(a, side) - fromEnd(b, side))[0];
}

/** Drawers, pull-outs and a built-in fridge need 50 to a side wall, doors 20, lifts and free-standing appliances none. */
function openingRoom(kitchen: Kitchen, p: PlacedNode): number {
  const { drawers, door } = RULES['GEO-WALLFILL'].limits;
  if (isNiche(p.module)) return 0;
  const zones = kitchen.unit(p).zones;
  const builtInFridge = p.module.appliances.includes('fridge');
  if (builtInFridge || zones.some((z) => z.kind === 'drawer' || z.kind === 'pullout')) return drawers;
  return zones.some((z) => z.kind === 'door' || z.kind === 'glass') ? door : 0;
}

/** GEO-DOOR and GEO-DOORCLR: the room's doors stay free, with room for their architraves. */
export function roomDoors(kitchen: Kitchen): Finding[] {
  const { architrave } = RULES['GEO-DOORCLR'].limits;
  return [...kitchen.obstacles, ...kitchen.cornerObstacles]
    .filter((v) => v.obstacle.kind === 'door')
    .flatMap((door) => {
      const nodes = kitchen.placed.filter((p) => p.wallIndex === door.wallIndex && !isGap(p.module) && door.y0 < p.y1);
      // A unit of the wall beside covers the door where its side touches that wall.
      const covers = (p: PlacedNode): boolean => overlap(p, door) || (door.x0 === door.x1 && apart(p, door) <= 0);
      const blocking = nodes.filter(covers);
      const near = nodes.filter((p) => !covers(p) && apart(p, door) < architrave);
      const values = { x1: door.x0, x2: door.x1 };
      return [
        ...blocking.map((p) => finding('GEO-DOOR', nodePath(p), { ...values, node: named(p) })),
        ...near.map((p) => finding('GEO-DOORCLR', nodePath(p), { node: named(p), d: architrave - apart(p, door) })),
      ];
    });
}
