import { stagesOf } from '../../src/drawing/iso/index.js';
import { painterOrder } from '../../src/drawing/iso/painter-order.js';
import { obstacleSolids } from '../../src/drawing/iso/room.js';
import type { Solid } from '../../src/drawing/iso/solids.js';
import type { Stage } from '../../src/drawing/iso/stage.js';
import { furnitureSolids } from '../../src/drawing/iso/units.js';
import { Canvas } from '../../src/drawing/svg/canvas.js';
import type { Order } from '../../src/order/order.js';

export const viewsOn = (order: Order): Stage[] => stagesOf(order, new Canvas());

/** Where a line of sight enters and leaves a body, mm along (1, −1, −1): the smaller is nearer to the viewer. */
type Stretch = readonly [enters: number, leaves: number];

/**
 * The line of sight at a point of the sheet, told by `across` = x + y and `up` = x − y + 2z, through a body with
 * upright sides over a convex outline. Worked out from the body alone, not from how it is drawn.
 */
function through({ plan, box }: Solid, across: number, up: number): Stretch | undefined {
  // At z = 0 the line passes (x, y), and (x + t, y − t, −t) everywhere.
  const [x, y] = [(across + up) / 2, (across - up) / 2];
  let [enters, leaves] = [-box.z1, -box.z0];
  const middle = { x: mean(plan.map((p) => p.x)), y: mean(plan.map((p) => p.y)) };
  for (const [i, a] of plan.entries()) {
    const b = plan[(i + 1) % plan.length] ?? a;
    const side = (px: number, py: number) => (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x);
    const inner = Math.sign(side(middle.x, middle.y));
    // Grows or falls evenly along the line; positive inside.
    const [at, slope] = [inner * side(x, y), inner * (side(x + 1, y - 1) - side(x, y))];
    if (slope === 0 && at < 0) return undefined;
    if (slope > 0) enters = Math.max(enters, -at / slope);
    if (slope < 0) leaves = Math.min(leaves, -at / slope);
  }
  return leaves - enters > 1 ? [enters, leaves] : undefined;
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

const sheetBox = ({ box: { x0, x1, y0, y1, z0, z1 } }: Solid) => ({
  across: [x0 + y0, x1 + y1] as const,
  up: [x0 - y1 + 2 * z0, x1 - y0 + 2 * z1] as const,
});

const POINTS = [0.07, 0.21, 0.36, 0.5, 0.64, 0.79, 0.93];

/** Bodies that stand in one another (a pipe within a unit) have no right order. */
const share = ({ box: a }: Solid, { box: b }: Solid): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 && a.z0 < b.z1 && b.z0 < a.z1;

/** Whether `first`, painted before `later`, stands wholly before it on some line of sight: then it is hidden wrongly. */
function isHiddenBy(first: Solid, later: Solid): boolean {
  if (share(first, later)) return false;
  const [a, b] = [sheetBox(first), sheetBox(later)];
  const [left, right] = [Math.max(a.across[0], b.across[0]), Math.min(a.across[1], b.across[1])];
  const [low, high] = [Math.max(a.up[0], b.up[0]), Math.min(a.up[1], b.up[1])];
  if (left >= right || low >= high) return false;
  return POINTS.some((u) =>
    POINTS.some((v) => {
      const [across, up] = [left + (right - left) * u, low + (high - low) * v];
      const [one, other] = [through(first, across, up), through(later, across, up)];
      return one !== undefined && other !== undefined && one[1] < other[0] + 1;
    }),
  );
}

/** Pairs of bodies of which the farther is painted over the nearer, in all views of an order. */
export function wronglyPainted(order: Order): string[] {
  return viewsOn(order).flatMap((stage) => {
    const painted = painterOrder([...furnitureSolids(stage), ...obstacleSolids(stage)]);
    return painted.flatMap((first, i) =>
      painted
        .slice(i + 1)
        .filter((later) => isHiddenBy(first, later))
        .map((later) => `${JSON.stringify(later.box)} over ${JSON.stringify(first.box)}`),
    );
  });
}
