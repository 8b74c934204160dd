import { CONSTANTS } from '../catalogue/catalogue.js';
import { isBlindCorner, isCornerFiller, isCornerUnit, isGap, isNiche } from '../catalogue/traits.js';
import { cornerSide, fromEnd, type Side } from '../geometry/corners.js';
import {
  type DiagonalHalf,
  type DiagonalPlinth,
  diagonalHalves,
  diagonalPlinths,
  footprint,
  frontSpan,
  type WorktopInsert,
  worktopInserts,
} from '../geometry/footprint.js';
import { type PlacedNode, place } from '../geometry/place.js';
import type { Stretch } from '../geometry/stretches.js';
import { plinths, worktopStretches } from '../geometry/worktops.js';
import type { Point, Span } from '../geometry/world.js';
import type { Appliance, Item, Order } from '../order/order.js';
import { type Panel, panelsOf } from './panels.js';

/** A node as every view shows it. */
export interface SceneNode extends PlacedNode {
  /** The number on the drawing, in the table of units and in warnings. */
  number: number;
  /** Seen from above, mm in its wall's coordinates; the first edge is the front (geometry's `footprint`). */
  outline: readonly Point[];
  panels: readonly Panel[];
  /** The end of its wall at which a corner unit stands in the corner: there its blind zone is, or its half at the next wall. */
  hidden: Side;
  /** Where the unit's front is seen along its wall, mm: a corner unit without what the neighbouring row hides of it. */
  front: Span;
  items: readonly Item[];
  /** What stands in it: the order's items, and what its module is made for. */
  appliances: ReadonlySet<Appliance>;
}

export interface Scene {
  order: Order;
  nodes: readonly SceneNode[];
  /** The plinth's and the worktop's stretches, those of the bill of materials (spec.md, render, rule 5). */
  plinths: readonly WallSpan[];
  worktops: readonly WallSpan[];
  /** Of the diagonal corner units: their halves at the next walls, and what they add to worktop and plinth. */
  diagonals: {
    halves: readonly DiagonalHalf[];
    inserts: readonly WorktopInsert[];
    plinths: readonly DiagonalPlinth[];
  };
}

export interface WallSpan extends Span {
  wallIndex: number;
}

/** The order with its volumes, fronts and numbers. Pure; unknown modules are left out (geometry's `place`). */
export function sceneOf(order: Order): Scene {
  const placed = place(order).filter((p) => !isGap(p.module) && p.x1 > p.x0);
  const nodes = numbered(placed).map((lying, i): SceneNode => {
    const p = levelled(lying, order.items);
    const hidden = cornerSide(order, p);
    const front = frontSpan(order, p);
    const items = order.items.filter((item) => item.node === p.node.id);
    const panels = namedNiches(
      panelsOf(p, front, hingeSide(p, hidden, placed), plankWidth(p, hidden, placed)),
      p,
      items,
    );
    const outline = footprint(order, p);
    return { ...p, number: i + 1, outline, hidden, front, items, panels, appliances: appliancesOf(p, items) };
  });
  return {
    order,
    nodes,
    plinths: spans(order, plinths(order)),
    worktops: spans(order, worktopStretches(order)),
    diagonals: {
      halves: diagonalHalves(order, placed),
      inserts: worktopInserts(order, placed),
      plinths: diagonalPlinths(order, placed),
    },
  };
}

/** A free-standing stove stands in line with the worktop on both sides of it; its niche ends below the worktop. */
function levelled(p: PlacedNode, items: readonly Item[]): PlacedNode {
  const stove = isNiche(p.module) && items.some(({ kind, node }) => kind === 'stove' && node === p.node.id);
  return stove ? { ...p, z1: CONSTANTS.worktopTop } : p;
}

/** A corner filler is two planks at a right angle: one in its own row, the other before the blind zone round the corner. */
function plankWidth(p: PlacedNode, hidden: Side, placed: readonly PlacedNode[]): number {
  if (!isBlindCorner(p.module)) return 0;
  const [next, end]: [number, Side] = hidden === 'right' ? [p.wallIndex + 1, 'left'] : [p.wallIndex - 1, 'right'];
  const filler = placed.find(
    (o) => o.wallIndex === next && isCornerFiller(o.module) && o.z0 < p.z1 && p.z0 < o.z1 && fromEnd(o, end) <= p.y1,
  );
  return filler ? filler.x1 - filler.x0 : 0;
}

function spans(order: Order, stretches: readonly Stretch[]): WallSpan[] {
  return stretches.flatMap(({ wall, x0, x1 }) => {
    const wallIndex = order.room.walls.findIndex(({ id }) => id === wall);
    return x1 > x0 ? [{ wallIndex, x0, x1 }] : [];
  });
}

/**
 * Numbers run wall by wall: floor units left to right, then wall units, then the mezzanine, so that the number of a
 * unit is found by eye (furniture.ru.md 4.1).
 */
export function numbered(placed: readonly PlacedNode[]): PlacedNode[] {
  return [...placed].sort((a, b) => a.wallIndex - b.wallIndex || row(a) - row(b) || a.x0 - b.x0 || a.x1 - b.x1);
}

const row = (p: PlacedNode): number => (p.tier === 'wall' ? 1 : p.tier === 'upper' ? 2 : 0);

const appliancesOf = ({ module }: PlacedNode, items: readonly Item[]): ReadonlySet<Appliance> =>
  new Set([...items.map(({ kind }) => kind), ...(module.alternatives ? [] : module.appliances)]);

/**
 * The order does not say on which side a single door hangs (never asked, furniture.ru.md 6): a corner unit's hangs on
 * the side away from the corner (3.3), a refrigerator's away from the worktop, others on the side of the nearer end of
 * the wall.
 */
function hingeSide(p: PlacedNode, hidden: Side, placed: readonly PlacedNode[]): Side {
  if (isCornerUnit(p.module)) return hidden === 'left' ? 'right' : 'left';
  if (p.module.appliances.includes('fridge')) {
    const row = placed.filter((o) => o.wallIndex === p.wallIndex && o.tier === 'base' && o.module.worktop);
    const width = (nodes: readonly PlacedNode[]) => nodes.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);
    const [left, right] = [width(row.filter((o) => o.x1 <= p.x0)), width(row.filter((o) => o.x0 >= p.x1))];
    if (left !== right) return left > right ? 'right' : 'left';
  }
  return p.x0 + p.x1 <= p.wall.length ? 'left' : 'right';
}

/** A niche for one of several appliances shows the one that the order puts there. */
function namedNiches(panels: Panel[], { module }: PlacedNode, items: readonly Item[]): Panel[] {
  const stands = items.find(({ kind }) => module.appliances.includes(kind))?.kind;
  if (!module.alternatives || !stands) return panels;
  return panels.map((p) => (p.kind === 'niche' ? { ...p, appliance: stands } : p));
}
