import { isDiagonalCorner, isGap } from '../../catalogue/traits.js';
import { blindSide, type Side } from '../../geometry/corners.js';
import { type PlacedNode, place } from '../../geometry/place.js';
import type { Stretch } from '../../geometry/stretches.js';
import { plinths, worktopStretches } from '../../geometry/worktops.js';
import { type Span } from '../../geometry/world.js';
import type { Appliance, Item, Order } from '../../order/order.js';
import { hiddenWidth, type Panel, panelsOf } from './panels.js';

/** A node as every view shows it. */
export interface SceneNode extends PlacedNode {
  /** The number on the drawing, in the table of units and in warnings. */
  number: number;
  panels: readonly Panel[];
  /** The side of a corner unit's blind zone. */
  hidden: Side;
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
}

export interface WallSpan extends Span {
  wallIndex: number;
}

/** The order with its volumes, fronts and numbers. Pure; unknown modules are left out (geometry's `place`). */
export function sceneOf(order: Order): Scene {
  const placed = place(order).filter((p) => !isGap(p.module) && p.x1 > p.x0);
  const nodes = numbered(placed).map((p, i): SceneNode => {
    const hidden = cornerSide(order, p);
    const items = order.items.filter((item) => item.node === p.node.id);
    const panels = namedNiches(panelsOf(p, hidden, hingeSide(p, hidden)), p, items);
    return { ...p, number: i + 1, hidden, items, panels, appliances: appliancesOf(p, items) };
  });
  return { order, nodes, plinths: spans(order, plinths(order)), worktops: spans(order, worktopStretches(order)) };
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

/** The open part of a unit along its wall, mm: a corner unit without what the neighbouring row hides of it. */
export function openSpan(n: SceneNode): Span {
  const hidden = hiddenWidth(n);
  return n.hidden === 'left' ? { x0: n.x0 + hidden, x1: n.x1 } : { x0: n.x0, x1: n.x1 - hidden };
}

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
function namedNiches(panels: Panel[], { module }: PlacedNode, items: readonly Item[]): Panel[] {
  const stands = items.find(({ kind }) => module.appliances.includes(kind))?.kind;
  if (!module.alternatives || !stands) return panels;
  return panels.map((p) => (p.kind === 'niche' ? { ...p, appliance: stands } : p));
}
