import { isCornerUnit, isDiagonalCorner, isOrdinary } from '../catalogue/traits.js';
import { type Corner, cornerAfter, cornerOwner, fromEnd, isNear, type Side } from '../geometry/corners.js';
import { type PlacedNode, ROWS } from '../geometry/place.js';
import { type Kitchen, named, nodePath, ofKind } from './context.js';
import { type Finding, finding, onePerPath } from './finding.js';
import { RULES } from './rules/index.js';

/** COR-DEAD, COR-DRAWER, COR-ONE: what meets in the inner corners can stand there and open. */
export function corners(kitchen: Kitchen): Finding[] {
  const dead: Finding[] = [];
  const drawers = inCornerUnits(kitchen);
  const twice: Finding[] = [];
  for (const index of kitchen.order.room.walls.keys()) {
    for (const row of ROWS) {
      const corner = cornerAfter(kitchen.order, index, row, kitchen.placed);
      if (!corner) continue;
      twice.push(...claimedTwice(corner));
      for (const part of ['before', 'after'] as const) {
        for (const [p, n] of jammed(corner, part)) {
          dead.push(finding('COR-DEAD', nodePath(p), { node: named(p), n }));
          if (pullsOut(kitchen, p)) drawers.push(finding('COR-DRAWER', nodePath(p), { node: named(p) }));
        }
      }
    }
  }
  return [dead, drawers, twice].flatMap(onePerPath);
}

/** Nodes of one wall that run into the other wall's row, with the distance from the corner that they need, mm. */
function jammed(corner: Corner, part: 'before' | 'after'): [PlacedNode, number][] {
  const side: Side = part === 'before' ? 'right' : 'left';
  const other = part === 'before' ? 'after' : 'before';
  const otherSide: Side = part === 'before' ? 'left' : 'right';
  const { plane, clear } = corner.measures;
  if (!isNear(corner[other], otherSide, clear)) return [];
  const owns = cornerOwner(corner) === part;
  const intruders = corner[other].filter((p) => fromEnd(p, otherSide) < plane);
  const diagonal = intruders.find((p) => isDiagonalCorner(p.module));
  const deep = Math.max(plane, ...intruders.map((p) => p.y1));
  const { filler } = RULES['COR-DEAD'].limits;
  const needs = (p: PlacedNode) => {
    if (diagonal) return diagonal.node.w;
    if (!isOrdinary(p.module)) return intruders.length > 0 ? deep : 0;
    return Math.max(clear, deep + filler);
  };
  const stands = (p: PlacedNode) => owns && (isCornerUnit(p.module) || p.tier === 'tall' || !isOrdinary(p.module));
  return corner[part].flatMap((p): [PlacedNode, number][] => {
    if (stands(p) || fromEnd(p, side) >= needs(p)) return [];
    if (isCornerUnit(p.module) && intruders.some((q) => isCornerUnit(q.module))) return [];
    return [[p, needs(p)]];
  });
}

function claimedTwice({ before, after, measures: { plane } }: Corner): Finding[] {
  const a = before.find((p) => isCornerUnit(p.module) && fromEnd(p, 'right') < plane);
  const b = after.find((p) => isCornerUnit(p.module) && fromEnd(p, 'left') < plane);
  return a && b ? [finding('COR-ONE', nodePath(b), { a: named(a), b: named(b) })] : [];
}

/** Ovens, dishwashers and microwaves that were put into a corner unit. */
function inCornerUnits(kitchen: Kitchen): Finding[] {
  return ofKind(kitchen, 'oven', 'dishwasher', 'microwave', 'washer')
    .filter(({ host }) => isCornerUnit(host.module))
    .map(({ host }) => finding('COR-DRAWER', nodePath(host), { node: named(host) }));
}

function pullsOut(kitchen: Kitchen, p: PlacedNode): boolean {
  const pulls = ['drawer', 'pullout', 'drop'];
  if (kitchen.unit(p).zones.some((zone) => pulls.includes(zone.kind))) return true;
  return ofKind(kitchen, 'oven', 'dishwasher').some((item) => item.host === p);
}
