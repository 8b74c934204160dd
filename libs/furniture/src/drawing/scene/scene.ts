import { plinths } from '../../bom/profiles.js';
import type { Unit } from '../../catalogue/module.js';
import { blindSide } from '../../geometry/corners.js';
import { isDiagonalCorner, isGap } from '../../geometry/kinds.js';
import { place } from '../../geometry/place.js';
import type { PlacedNode } from '../../geometry/placed.js';
import { worktopSegments } from '../../geometry/worktops.js';
import { nodeUnit } from '../../order/node-unit.js';
import type { Appliance, Item, Order } from '../../order/order.js';
import { type Panel, panelsOf, type Side } from './panels.js';

/** A node as every view shows it. */
export interface SceneNode extends PlacedNode {
  /** The number on the drawing, in the table of units and in warnings. */
  number: number;
  unit: Unit;
  panels: readonly Panel[];
  /** The side of a corner unit's blind zone. */
  hidden: Side;
  items: readonly Item[];
}

export interface Scene {
  order: Order;
  nodes: readonly SceneNode[];
  /** The plinth's and the worktop's pieces, as they are cut (spec.md, render, rule 5). */
  plinths: readonly Span[];
  worktops: readonly Span[];
}

/** A stretch along a wall, mm. */
export interface Span {
  wallIndex: number;
  x0: number;
  x1: number;
}

/** The order with its volumes, fronts and numbers. Pure; unknown modules are left out (geometry's `place`). */
export function sceneOf(order: Order): Scene {
  const placed = place(order).filter((p) => !isGap(p.module) && p.x1 > p.x0);
  const nodes = numbered(placed).flatMap((p, i): SceneNode[] => {
    const unit = nodeUnit(p.node, p.run);
    if (!unit) return [];
    const hidden = cornerSide(order, p);
    const items = order.items.filter((item) => item.node === p.node.id);
    const panels = namedNiches(panelsOf(p, unit, hidden, hingeSide(p, hidden)), items);
    return [{ ...p, number: i + 1, unit, hidden, items, panels }];
  });
  return { order, nodes, plinths: plinthsOf(order), worktops: worktopSegments(order, nodes) };
}

function plinthsOf(order: Order): Span[] {
  return plinths(order).flatMap(({ wall, x0, x1 }) => {
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

export const hasItem = (n: SceneNode, kind: Appliance): boolean => n.items.some((item) => item.kind === kind);

/** Where the neighbouring row hides a corner unit's front: for diagonal ones at the nearer end of the wall. */
function cornerSide(order: Order, p: PlacedNode): Side {
  const near = p.x0 + p.x1 < p.wall.length ? 'left' : 'right';
  return isDiagonalCorner(p.module) ? near : (blindSide(order, p) ?? near);
}

/**
 * The order does not say on which side a single door hangs (never asked, furniture.ru.md 6): a corner unit's hangs on
 * the side away from the corner (3.3), others on the side of the nearer end of the wall.
 */
function hingeSide(p: PlacedNode, hidden: Side): Side {
  if (p.module.blind > 0) return hidden === 'left' ? 'right' : 'left';
  return p.x0 + p.x1 <= p.wall.length ? 'left' : 'right';
}

/** A niche for one of several appliances shows the one that the order puts there. */
function namedNiches(panels: readonly Panel[], items: readonly Item[]): Panel[] {
  const niches = panels.filter((p) => p.kind === 'niche');
  const only = niches.length === 1 ? items[0]?.kind : undefined;
  return panels.map((p) => (p.kind === 'niche' && only ? { ...p, appliance: only } : p));
}
