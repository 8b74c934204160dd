import cutting from '../../data/cutting.json' with { type: 'json' };
import { carries } from '../catalogue/traits.js';
import { type Item, type Order, type OrderNode } from '../order/order.js';
import { frontSpan } from './footprint.js';
import { type PlacedNode, place } from './place.js';
import { worktopStretches } from './worktops.js';
import { type PlanBox } from './world.js';

/** Where a sink or hob is cut into the worktop, mm of its wall; the appliance's passport goes before it. */
export interface Cutout extends PlanBox {
  kind: 'sink' | 'hob';
  node: OrderNode;
  wallIndex: number;
}

const KINDS = ['sink', 'hob'] as const;

/**
 * The cut-outs of the worktop: in the middle of the open part of their units (data/cutting.json). The width follows from
 * the appliance's own, where the customer named it, else it is the usual one that the unit has room for.
 */
export function cutouts(order: Order): Cutout[] {
  const covered = new Set(worktopStretches(order).flatMap(({ nodes }) => nodes.map(({ node }) => node)));
  return place(order).flatMap((placed) => {
    if (placed.tier !== 'base' || !covered.has(placed.node)) return [];
    return KINDS.flatMap((kind) => cutoutOf(order, placed, kind) ?? []);
  });
}

function cutoutOf(order: Order, placed: PlacedNode, kind: Cutout['kind']): Cutout | undefined {
  const { node, module, wallIndex } = placed;
  const item = order.items.find((each: Item) => each.node === node.id && each.kind === kind);
  const implied = !module.alternatives && module.appliances.includes(kind);
  if (!implied && !(item && carries(module, kind))) return undefined;
  const { x0, x1 } = frontSpan(order, placed);
  const { width, rim, depth, back, clear } = cutting.cutouts[kind];
  const wide = item?.w === undefined ? Math.min(width, x1 - x0 - clear) : item.w - 2 * rim;
  if (wide <= 0) return undefined;
  const from = Math.round((x0 + x1 - wide) / 2);
  return { kind, node, wallIndex, x0: from, x1: from + wide, y0: back, y1: back + depth };
}
