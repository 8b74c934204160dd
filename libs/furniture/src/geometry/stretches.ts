import derived from '../../data/derived.json' with { type: 'json' };
import { CONSTANTS, findModule } from '../catalogue/catalogue.js';
import type { Module } from '../catalogue/module.js';
import { isDiagonalCorner } from '../catalogue/traits.js';
import { readAt } from '../order/nodes.js';
import { type Order, type OrderNode, type Run, TIERS } from '../order/order.js';
import { innerCornerAfter } from './place.js';
import { type Span } from './world.js';

/** A node as it lies along its wall, mm. */
export interface LaidNode extends Span {
  node: OrderNode;
  run: Run;
  module: Module;
}

/** Nodes side by side without a gap, left to right: what one worktop, plinth or profile runs along. mm on the wall. */
export interface Stretch extends Span {
  wall: string;
  nodes: readonly LaidNode[];
}

/** A remainder below this is closed by the overhang of the worktop (GEO-SLACK). */
export const SLACK = derived.worktop.slack;

/** The nodes of a wall in the runs that `carries` names, left to right. Unknown modules and unreadable places are left out. */
export function nodesAlong(order: Order, wall: string, carries: (run: Run) => boolean): LaidNode[] {
  const found: LaidNode[] = [];
  for (const run of order.runs) {
    if (run.wall !== wall || !carries(run)) continue;
    for (const node of run.nodes) {
      const module = findModule(node.code);
      const x0 = readAt(node.at);
      if (module && x0 !== undefined) found.push({ node, run, module, x0, x1: x0 + node.w });
    }
  }
  return found.sort((a, b) => a.x0 - b.x0 || a.x1 - b.x1 || rank(a) - rank(b) || byId(a.node.id, b.node.id));
}

/** Makes the sequence independent of the document's, even for nodes in one place. */
const rank = ({ run }: LaidNode): number => TIERS.indexOf(run.tier);
const byId = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Cuts a row into stretches at nodes that do not carry and at gaps that are not bridged. */
export function stretchesOf(
  wall: string,
  row: readonly LaidNode[],
  carries: (lying: LaidNode) => boolean,
  bridged: (from: number, to: number) => boolean = () => false,
): Stretch[] {
  const found: (Stretch & { nodes: LaidNode[] })[] = [];
  let open: (typeof found)[number] | undefined;
  for (const lying of row) {
    if (!carries(lying)) {
      open = undefined;
      continue;
    }
    if (open && (lying.x0 - open.x1 < SLACK || bridged(open.x1, lying.x0))) {
      open.x1 = Math.max(open.x1, lying.x1);
      open.nodes.push(lying);
    } else {
      open = { wall, x0: lying.x0, x1: lying.x1, nodes: [lying] };
      found.push(open);
    }
  }
  return found;
}

/** How far from an inner corner two rows may end and still meet: the dead zone, or a diagonal unit's width. */
function reachOf(...rows: readonly Stretch[]): number {
  const diagonal = rows.flatMap(({ nodes }) => nodes.filter(({ module }) => isDiagonalCorner(module)));
  return Math.max(CONSTANTS.deadBase, ...diagonal.map(({ node }) => node.w));
}

/**
 * Where the stretches of two walls meet in an inner corner, the one before reaches `L - back` and the next starts from
 * `start` (furniture.ru.md 1.1). Stretches that do not meet keep their ends.
 */
export function meetInCorners(order: Order, stretches: Stretch[][], back: number, start: number): Stretch[][] {
  const met = stretches.map((own) => [...own]);
  for (const [k, wall] of order.room.walls.entries()) {
    const last = met[k]?.at(-1);
    const first = met[k + 1]?.[0];
    if (!innerCornerAfter(order, k) || !last || !first) continue;
    const reach = reachOf(last, first);
    if (last.x1 < wall.length - reach || first.x0 > reach) continue;
    met[k]?.splice(-1, 1, { ...last, x1: wall.length - back });
    met[k + 1]?.splice(0, 1, { ...first, x0: start });
  }
  // Nothing is made wholly behind the other wall's row.
  return met.map((own) => own.filter(({ x0, x1 }) => x1 > x0));
}
