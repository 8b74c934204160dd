import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isDiagonalCorner } from '../../catalogue/traits.js';
import { type Point as PlanPoint, toWorld, type Volume, type WallFrame } from '../../geometry/world.js';
import type { SceneNode } from '../scene/scene.js';
import type { Canvas, Point } from '../svg/canvas.js';
import type { Solid } from './painter-order.js';
import { project, type Stage, type View } from './stage.js';

/** A body with upright sides over a triangle or quadrangle of the plan. */
interface Prism {
  /** Plan points, mm; the first edge is the diagonal front. */
  plan: readonly PlanPoint[];
  z0: number;
  z1: number;
}

/**
 * The part of a diagonal corner unit that stands out before its own wall's row (furniture.ru.md 3.3): the unit takes
 * as much of the next wall as of its own, and its front cuts the corner. For floor units with the worktop over it.
 */
export function diagonalSolids(stage: Stage, node: SceneNode): Solid[] {
  const frame = stage.walls[node.wallIndex];
  if (!frame || !isDiagonalCorner(node.module) || !stage.seen(node.wallIndex)) return [];
  const body: Prism = { plan: outline(frame, node, node.y1), z0: node.z0, z1: node.z1 };
  const solids = [solid(stage, body, { side: 'c-ks', top: 'c-kt' }, (canvas) => paintFront(stage, canvas, node, body))];
  if (node.tier === 'base' && node.run.countertop) {
    const { worktop, worktopTop, worktopDepth } = CONSTANTS;
    const slab: Prism = { plan: outline(frame, node, worktopDepth), z0: worktopTop - worktop, z1: worktopTop };
    solids.push(solid(stage, slab, { side: 'c-w', top: 'c-wt' }));
  }
  return solids;
}

/** Front edge, then back along the neighbour's end and the own row's plane at `depth`. */
function outline(frame: WallFrame, { x0, x1, hidden }: SceneNode, depth: number): PlanPoint[] {
  const reach = Math.max(depth, x1 - x0);
  const [start, corner, inward] = hidden === 'right' ? [x0, x1, x1 - depth] : [x1, x0, x0 + depth];
  return [
    toWorld(frame, start, depth),
    toWorld(frame, inward, reach),
    toWorld(frame, corner, reach),
    toWorld(frame, corner, depth),
  ];
}

function bounds({ plan, z0, z1 }: Prism): Volume {
  const [xs, ys] = [plan.map((p) => p.x), plan.map((p) => p.y)];
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys), z0, z1 };
}

function solid(
  { view }: Stage,
  prism: Prism,
  cls: { side: string; top: string },
  then: (canvas: Canvas) => void = () => undefined,
): Solid {
  return {
    box: bounds(prism),
    paint: (canvas) => {
      prism.plan.forEach((a, i) => {
        const b = prism.plan[(i + 1) % prism.plan.length] ?? a;
        if (turnsToViewer(view, prism, a, b)) canvas.polygon(`i ${cls.side}`, wall(view, a, b, prism.z0, prism.z1));
      });
      const top = prism.plan.map((p) => project(view, p, prism.z1));
      canvas.polygon(cls.top, top);
      canvas.lines('ie', [top.slice(0, 2)]);
      then(canvas);
    },
  };
}

const wall = (view: View, a: PlanPoint, b: PlanPoint, z0: number, z1: number): Point[] => [
  project(view, a, z0),
  project(view, b, z0),
  project(view, b, z1),
  project(view, a, z1),
];

/** Whether the outside of the edge from `a` to `b` is seen: away from the prism's middle, towards the viewer. */
function turnsToViewer(view: View, { plan }: Prism, a: PlanPoint, b: PlanPoint): boolean {
  const middle = { x: average(plan.map((p) => p.x)), y: average(plan.map((p) => p.y)) };
  let n = { x: b.y - a.y, y: a.x - b.x };
  if (n.x * (a.x - middle.x) + n.y * (a.y - middle.y) < 0) n = { x: -n.x, y: -n.y };
  return (view === 'left' ? -n.x : n.x) + n.y > 0;
}

const average = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

function paintFront({ view }: Stage, canvas: Canvas, node: SceneNode, { plan }: Prism): void {
  const [a, b] = plan;
  if (!a || !b) return;
  const along = (t: number): PlanPoint => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  for (const { kind, z, h } of node.panels) {
    if (kind !== 'blind') canvas.polygon('is c-f', wall(view, along(0.04), along(0.96), z, z + h));
  }
}

/** The middle of the diagonal front at a height, on the sheet. */
export function diagonalSpot(stage: Stage, node: SceneNode, z: number): Point | undefined {
  const frame = stage.walls[node.wallIndex];
  const [a, b] = frame ? outline(frame, node, node.y1) : [];
  return a && b && project(stage.view, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, z);
}
