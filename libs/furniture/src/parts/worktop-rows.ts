import { CONSTANTS } from '../catalogue/catalogue.js';
import { type Cutout, cutouts } from '../geometry/cutouts.js';
import { notches } from '../geometry/notches.js';
import { innerCornerAfter } from '../geometry/place.js';
import { type WorktopPart, worktops } from '../geometry/worktops.js';
import type { ObstacleKind, Order, OrderNode } from '../order/order.js';
import { applianceName, obstacleName } from '../reading/names.js';

/** A part of the worktop with what is cut into it and what it is joined to; mm. Its size stands in the list of parts. */
export interface WorktopRow {
  /** The part's mark in the list of parts: «С1». */
  mark: string;
  wall: string;
  /** Its left end on the wall. */
  from_mm: number;
  length_mm: number;
  width_mm: number;
  thickness_mm: number;
  cutouts: CutoutRow[];
  joints: JointRow[];
}

/** An opening for a sink or hob, or what is cut off for a riser: `from_mm` from the part's left end, `back_mm` from the edge at the wall. */
export interface CutoutRow {
  kind: Cutout['kind'] | ObstacleKind;
  name: string;
  /** Of what is cut off for an obstacle there is none. */
  unit: number | null;
  from_mm: number;
  back_mm: number;
  length_mm: number;
  width_mm: number;
}

/** `straight`: end to end at one wall; `corner`: the next wall's part is butted against the front of this one. */
interface JointRow {
  end: 'left' | 'right';
  kind: 'straight' | 'corner';
  /** The mark of the part that it is joined to. */
  with: string;
}

/** The worktop's parts in the order of the takeoff, so that the n-th is «Сn» of the list of parts. */
export function worktopRows(order: Order, numberOf: (node: OrderNode) => number | null): WorktopRow[] {
  const parts = worktops(order);
  const openings = [
    ...cutouts(order).map((o) => ({ ...o, name: applianceName({ kind: o.kind }), unit: numberOf(o.node) })),
    ...notches(order).map((o) => ({ ...o, kind: o.obstacle.kind, name: obstacleName(o.obstacle.kind), unit: null })),
  ];
  return parts.map((part, i) => {
    const { wall, x0, x1 } = part;
    const inside = openings
      .filter((o) => order.room.walls[o.wallIndex]?.id === wall && o.x0 < x1 && x0 < o.x1)
      .sort((a, b) => a.x0 - b.x0);
    return {
      ...{ mark: markOf(i), wall, from_mm: x0, length_mm: x1 - x0 },
      ...{ width_mm: CONSTANTS.worktopDepth, thickness_mm: CONSTANTS.worktop },
      cutouts: inside.map((o) => ({
        ...{ kind: o.kind, name: o.name, unit: o.unit },
        ...{ from_mm: o.x0 - x0, back_mm: o.y0, length_mm: o.x1 - o.x0, width_mm: o.y1 - o.y0 },
      })),
      joints: jointsOf(order, parts, i),
    };
  });
}

const markOf = (index: number): string => `С${index + 1}`;

/** Parts follow each other from left to right, so a part is joined to the ones before and after it, or to none. */
function jointsOf(order: Order, parts: readonly WorktopPart[], index: number): JointRow[] {
  const kinds = [joint(order, parts[index - 1], parts[index]), joint(order, parts[index], parts[index + 1])];
  return kinds.flatMap((kind, i) => {
    if (!kind) return [];
    return [{ end: i === 0 ? 'left' : 'right', kind, with: markOf(i === 0 ? index - 1 : index + 1) }];
  });
}

function joint(order: Order, left?: WorktopPart, right?: WorktopPart): JointRow['kind'] | undefined {
  if (!left || !right) return undefined;
  if (left.wall === right.wall) return left.x1 === right.x0 ? 'straight' : undefined;
  const wallIndex = order.room.walls.findIndex(({ id }) => id === left.wall);
  const next = order.room.walls[wallIndex + 1];
  const meet = left.x1 === order.room.walls[wallIndex]?.length && right.x0 === CONSTANTS.worktopDepth;
  return next?.id === right.wall && innerCornerAfter(order, wallIndex) && meet ? 'corner' : undefined;
}
