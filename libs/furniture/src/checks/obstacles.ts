import { CONSTANTS } from '../catalogue/catalogue.js';
import { isFiller, isGap, isNiche, isOrdinary } from '../catalogue/traits.js';
import type { ObstacleVolume } from '../geometry/obstacles.js';
import type { PlacedNode } from '../geometry/place.js';
import { inWall, type PlanBox, planBox } from '../geometry/world.js';
import type { ObstacleKind } from '../order/order.js';
import { obstacleName } from '../reading/names.js';
import {
  apart,
  type Kitchen,
  named,
  nodePath,
  obstaclePath,
  ofKind,
  overlap,
  overlapZ,
  type PlacedItem,
} from './context.js';
import { type Finding, finding, onePerPath, wordedFinding } from './finding.js';
import { RULES } from './rules/index.js';

const of = (kitchen: Kitchen, kind: ObstacleKind): ObstacleVolume[] =>
  kitchen.obstacles.filter((v) => v.obstacle.kind === kind);

/** The same with what reaches round an inner corner into the row of the wall beside. */
const ofBoth = (kitchen: Kitchen, kind: ObstacleKind): ObstacleVolume[] => [
  ...of(kitchen, kind),
  ...kitchen.cornerObstacles.filter((v) => v.obstacle.kind === kind),
];

/** Whether a node and an obstacle share depth; an obstacle of the wall beside may lie behind or before a row. */
const overlapY = (p: PlacedNode, v: ObstacleVolume): boolean => p.y0 < v.y1 && v.y0 < p.y1;

/** Nodes on an obstacle's wall, gaps excepted. */
const beside = (kitchen: Kitchen, v: ObstacleVolume): PlacedNode[] =>
  kitchen.placed.filter((p) => p.wallIndex === v.wallIndex && !isGap(p.module));

const isFloor = (p: PlacedNode): boolean => p.tier === 'base' || p.tier === 'tall';

/** An obstacle that leaves its wall: its place or its width was misread. */
export const beyondWall = (kitchen: Kitchen): Finding[] =>
  kitchen.obstacles.flatMap((v) => {
    const { wall, x0, x1 } = v;
    const over = Math.max(-x0, x1 - wall.length);
    if (over <= 0) return [];
    const width = x1 - x0;
    const name = obstacleName(v.obstacle.kind);
    const msg = `На стене ${wall.id} длиной ${wall.length} мм ${name} ${x0}–${x1} мм: выходит за стену на ${over} мм.`;
    const hint =
      width <= wall.length
        ? `Отступ от левого края от 0 до ${wall.length - width} мм.`
        : `Ширина не больше ${wall.length} мм.`;
    return [wordedFinding('GEO-SUM', obstaclePath(v), msg, hint)];
  });

/** OBS-WIN: no wall unit, tall unit or mezzanine before a window. OBS-SILL: no worktop above its sill. */
export function windows(kitchen: Kitchen): Finding[] {
  const top = CONSTANTS.worktopTop;
  return ofBoth(kitchen, 'window').flatMap((v) => {
    const nodes = beside(kitchen, v).filter((p) => overlap(p, v) && v.y0 < p.y1);
    const high = nodes.filter((p) => p.tier !== 'base' && overlapZ(p, v));
    const low = nodes.some((p) => p.tier === 'base') && v.z0 < top;
    return [
      ...high.map((p) => finding('OBS-WIN', nodePath(p), { node: named(p) })),
      ...(low ? [finding('OBS-SILL', obstaclePath(v), { h: v.z0, top })] : []),
    ];
  });
}

/** OBS-RISER: no volume runs into a riser's box; a shallower carcass may stand before it. */
export function risers(kitchen: Kitchen): Finding[] {
  return ofBoth(kitchen, 'riser').flatMap((v) =>
    beside(kitchen, v)
      .filter((p) => overlap(p, v) && overlapZ(p, v) && overlapY(p, v))
      .map((p) => {
        const depth = CONSTANTS.baseD - v.y1;
        const shallow = isFloor(p) && depth > 0 && v.y0 === 0 ? ` либо корпус глубиной ${depth} мм` : '';
        return finding('OBS-RISER', nodePath(p), { node: named(p), x1: v.x0, x2: v.x1, d: v.y1, shallow });
      }),
  );
}

/** OBS-RAD: air can rise before a radiator: shallow units, no closed worktop above it. */
export function radiators(kitchen: Kitchen): Finding[] {
  const { air } = RULES['OBS-RAD'].limits;
  return of(kitchen, 'radiator').flatMap((v) => {
    const depth = CONSTANTS.baseD - v.y1 - air;
    const close = beside(kitchen, v).some(
      (p) => isFloor(p) && isOrdinary(p.module) && overlap(p, v) && overlapZ(p, v) && p.y0 < v.y1 + air,
    );
    const covered = kitchen.worktops.some((w) => w.wallIndex === v.wallIndex && overlap(w, v));
    return close || covered ? [finding('OBS-RAD', obstaclePath(v), { depth: Math.max(0, depth) })] : [];
  });
}

/** OBS-GASPIPE: a gas pipe with its cock stays within reach. */
export function gasPipes(kitchen: Kitchen): Finding[] {
  return ofBoth(kitchen, 'gas_pipe').flatMap((v) =>
    beside(kitchen, v)
      .filter((p) => !isFiller(p.module) && overlap(p, v) && overlapZ(p, v) && overlapY(p, v) && isClosed(kitchen, p))
      .map((p) => finding('OBS-GASPIPE', nodePath(p), { node: named(p) })),
  );
}

/** Only a floor unit without a back lets one reach the wall behind it. */
const isClosed = (kitchen: Kitchen, p: PlacedNode): boolean =>
  p.tier !== 'base' ||
  !isOrdinary(p.module) ||
  kitchen.unit(p).parts.some((part) => part.name.startsWith('Задняя стенка'));

/**
 * OBS-GASDIST: distance to a free-standing gas stove (a warning: the norm is not verified) and to a
 * boiler that stands on the floor; wall-hung boilers are OBS-BOILER's.
 */
export function gasDistances(kitchen: Kitchen): Finding[] {
  const { side, above, floorBoiler } = RULES['OBS-GASDIST'].limits;
  const stoves = ofKind(kitchen, 'stove').filter(({ item }) => item?.fuel === 'gas');
  const atStoves = stoves.flatMap(({ host }) => {
    const others = kitchen.placed.filter((p) => p.wallIndex === host.wallIndex && p !== host && isOrdinary(p.module));
    const close = others.filter((p) => isFloor(p) && apart(p, host) < side);
    const over = others.filter(
      (p) =>
        p.tier === 'wall' &&
        overlap(p, host) &&
        p.z0 - CONSTANTS.worktopTop < above &&
        !p.module.appliances.includes('hood'),
    );
    const worst = [
      ...close.map((p) => ({ p, d: Math.max(0, apart(p, host)), n: side })),
      ...over.map((p) => ({ p, d: p.z0 - CONSTANTS.worktopTop, n: above })),
    ][0];
    if (!worst) return [];
    return [
      finding('OBS-GASDIST', nodePath(host), { node: named(worst.p), d: worst.d, n: worst.n }, { severity: 'warning' }),
    ];
  });
  const atBoilers = of(kitchen, 'boiler')
    .filter((v) => v.z0 < floorBoiler)
    .flatMap((v) =>
      beside(kitchen, v)
        .filter((p) => isOrdinary(p.module) && isFloor(p) && overlapZ(p, v) && apart(p, v) < side)
        .map((p) => finding('OBS-GASDIST', nodePath(p), { node: named(p), d: Math.max(0, apart(p, v)), n: side })),
    );
  return [...atStoves, ...atBoilers];
}

/** OBS-BOILER: room around a wall-hung boiler, 100 mm on every side. */
export function boilers(kitchen: Kitchen): Finding[] {
  const { clear } = RULES['OBS-BOILER'].limits;
  return ofBoth(kitchen, 'boiler').flatMap((v) =>
    beside(kitchen, v)
      .filter(
        (p) => v.y0 < p.y1 && p.tier !== 'base' && apart(p, v) < clear && Math.max(p.z0 - v.z1, v.z0 - p.z1) < clear,
      )
      .map((p) => finding('OBS-BOILER', nodePath(p), { node: named(p), clear, width: v.x1 - v.x0 + 2 * clear })),
  );
}

/** OBS-SOCK: no socket behind built-in appliances, drawers and pull-outs. A socket of unnamed height is not judged. */
export function sockets(kitchen: Kitchen): Finding[] {
  const { plinth } = RULES['OBS-SOCK'].limits;
  const sliding = ['drawer', 'pullout', 'drop', 'niche'];
  const slides = (p: PlacedNode) =>
    !isNiche(p.module) &&
    (p.module.appliances.includes('fridge') || kitchen.unit(p).zones.some((zone) => sliding.includes(zone.kind)));
  return of(kitchen, 'socket').flatMap((v) => {
    const z = v.obstacle.bottom;
    if (z === undefined || z <= plinth) return [];
    const middle = (v.x0 + v.x1) / 2;
    return beside(kitchen, v)
      .filter((p) => isFloor(p) && p.x0 < middle && middle < p.x1 && p.z0 <= z && z < p.z1 && slides(p))
      .map((p) => finding('OBS-SOCK', obstaclePath(v), { node: named(p) }));
  });
}

/** OBS-SOCKGAS: sockets keep 500 mm from a gas pipe. */
export function socketsByGas(kitchen: Kitchen): Finding[] {
  const { clear } = RULES['OBS-SOCKGAS'].limits;
  const pipes = of(kitchen, 'gas_pipe');
  return of(kitchen, 'socket')
    .filter((v) => pipes.some((pipe) => pipe.wallIndex === v.wallIndex && apart(pipe, v) < clear))
    .map((v) => finding('OBS-SOCKGAS', obstaclePath(v)));
}

/** OBS-WATER: outlets of water are low and inside the sink's unit, where the kitchen has one. */
export function waters(kitchen: Kitchen): Finding[] {
  const { from, to } = RULES['OBS-WATER'].limits;
  const sinks = ofKind(kitchen, 'sink');
  return of(kitchen, 'water')
    .filter((v) => {
      const inside = sinks.some(({ host }) => host.wallIndex === v.wallIndex && host.x0 <= v.x0 && v.x1 <= host.x1);
      return v.z0 < from || Math.max(v.z0, v.z1) > to || (sinks.length > 0 && !inside);
    })
    .map((v) => finding('OBS-WATER', obstaclePath(v)));
}

/**
 * OBS-SWING: an appliance's open door and the room's. An order does not say on which side the room's door hangs, so only
 * an appliance that it would meet from either side is named; the message says «if it opens into the kitchen».
 */
export function swings(kitchen: Kitchen): Finding[] {
  const doors = of(kitchen, 'door');
  const met = ofKind(kitchen, 'dishwasher', 'oven', 'washer', 'fridge').filter((appliance) =>
    doors.some((door) => meets(kitchen, door, appliance)),
  );
  return onePerPath(met.map(({ host }) => finding('OBS-SWING', nodePath(host), { node: named(host) })));
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
