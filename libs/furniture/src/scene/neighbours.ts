import { CONSTANTS } from '../catalogue/catalogue.js';
import { cornerMeasures, fromEnd, isNear, type Side } from '../geometry/corners.js';
import { innerCornerAfter, inRow, type PlacedNode, ROWS, type Row } from '../geometry/place.js';
import type { Scene } from './scene.js';

/** A rectangle of a wall's elevation, mm from the end at which it stands and above the floor. */
export interface Profile {
  end: Side;
  depth: number;
  z0: number;
  z1: number;
  /** Whose row it is. */
  of: PlacedNode;
}

/** The rows of the next walls as they are seen end-on in a wall's inner corners: carcass, plinth, worktop (furniture.ru.md 4.3). */
export function neighbourProfiles(scene: Scene, wallIndex: number): Profile[] {
  const left = innerCornerAfter(scene.order, wallIndex - 1);
  const right = innerCornerAfter(scene.order, wallIndex);
  return [
    ...(left ? ROWS.flatMap((row) => profilesOf(scene, wallIndex - 1, 'left', row)) : []),
    ...(right ? ROWS.flatMap((row) => profilesOf(scene, wallIndex + 1, 'right', row)) : []),
  ];
}

function profilesOf({ nodes: all }: Scene, next: number, end: Side, row: Row): Profile[] {
  const itsEnd: Side = end === 'left' ? 'right' : 'left';
  const nodes = inRow(all, next, row);
  if (!isNear(nodes, itsEnd, cornerMeasures(row).clear)) return [];
  const distances = nodes.map((n) => fromEnd(n, itsEnd));
  const of = nodes[distances.indexOf(Math.min(...distances))];
  if (!of || (of.tier === 'tall' && row !== 'base')) return [];
  const { legs, plinthPlane, worktopDepth, worktopTop, worktop } = CONSTANTS;
  const [floor, depth] = [row === 'base', of.y1];
  const profiles: Profile[] = [{ end, of, depth, z0: floor ? legs : of.z0, z1: of.z1 }];
  if (floor && of.run.plinth) profiles.push({ end, of, depth: plinthPlane, z0: 0, z1: legs });
  if (floor && of.tier === 'base' && of.run.countertop) {
    profiles.push({ end, of, depth: Math.max(depth, worktopDepth), z0: worktopTop - worktop, z1: worktopTop });
  }
  return profiles;
}
