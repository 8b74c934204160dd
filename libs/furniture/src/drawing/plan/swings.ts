import { isDiagonalCorner } from '../../catalogue/traits.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { boxOn, drawBox, drawLines, type PlanFrame } from './frame.js';

/** A leaf in its wall's coordinates, shut; it opens by 90° into the room. */
interface Leaf {
  hinge: Point;
  latch: Point;
  /** Class of the leaf's own line. */
  leaf: string;
}

const STEPS = 8;

/** The open leaf and the way of its edge, as a quarter of a circle; marks and names of the floor stand aside. */
export function drawSwing(plan: PlanFrame, wallIndex: number, { hinge: [hx, hy], latch: [lx, ly], leaf }: Leaf): void {
  const [vx, vy] = [lx - hx, ly - hy];
  // The perpendicular that points into the room: away from the wall.
  const [nx, ny] = vx < 0 || (vx === 0 && vy < 0) ? [vy, -vx] : [-vy, vx];
  const turned = (t: number): Point => [
    hx + vx * Math.cos(t) + nx * Math.sin(t),
    hy + vy * Math.cos(t) + ny * Math.sin(t),
  ];
  const arc = Array.from({ length: STEPS + 1 }, (_, i) => turned((Math.PI / 2) * (i / STEPS)));
  drawLines(plan, leaf, wallIndex, [[[hx, hy], turned(Math.PI / 2)]]);
  const [ox, oy] = turned(Math.PI / 2);
  plan.leaves.push(boxOn(plan, wallIndex, { x0: hx, x1: ox, y0: hy, y1: oy }));
  drawLines(plan, 'sw', wallIndex, [arc]);
  const [xs, ys] = [arc.map(([x]) => x), arc.map(([, y]) => y)];
  plan.swings.push(
    boxOn(plan, wallIndex, {
      x0: Math.min(hx, ...xs),
      x1: Math.max(hx, ...xs),
      y0: Math.min(hy, ...ys),
      y1: Math.max(hy, ...ys),
    }),
  );
}

/** Swings of hinged doors of base and tall units, the fridge's and the dishwasher's; wall units open overhead. */
export function drawSwings(plan: PlanFrame): void {
  for (const node of plan.scene.nodes) {
    if (node.tier !== 'base' && node.tier !== 'tall') continue;
    if (isDiagonalCorner(node.module)) swingDiagonal(plan, node);
    else swingFronts(plan, node);
  }
}

function swingFronts(plan: PlanFrame, node: SceneNode): void {
  const { wallIndex, y1 } = node;
  const seen = new Set<string>();
  for (const { kind, x, w, h, hinge } of node.panels) {
    // Doors above each other swing alike.
    const key = `${kind} ${x} ${w}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (hinge) {
      const [a, b] = hinge === 'left' ? [x, x + w] : [x + w, x];
      drawSwing(plan, wallIndex, { hinge: [a, y1], latch: [b, y1], leaf: 'sl' });
    }
    if (kind === 'drop') {
      const open = { x0: x, x1: x + w, y0: y1, y1: y1 + h };
      drawBox(plan, 'sw', wallIndex, open);
      plan.swings.push(boxOn(plan, wallIndex, open));
      for (const side of [open.x0, open.x1]) plan.leaves.push(boxOn(plan, wallIndex, { ...open, x0: side, x1: side }));
    }
  }
}

function swingDiagonal(plan: PlanFrame, { outline: [a, b], hidden, wallIndex }: SceneNode): void {
  if (!a || !b) return;
  // The door hangs on the side away from the corner.
  const [hinge, latch] = hidden === 'left' ? [b, a] : [a, b];
  const [vx, vy] = [latch.x - hinge.x, latch.y - hinge.y];
  const inset = 0.04;
  drawSwing(plan, wallIndex, {
    hinge: [hinge.x + vx * inset, hinge.y + vy * inset],
    latch: [latch.x - vx * inset, latch.y - vy * inset],
    leaf: 'sl',
  });
}
