import type { Point as PlanPoint, Volume } from '../../geometry/world.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Canvas, Point } from '../svg/canvas.js';
import { painterOrder } from './painter-order.js';
import type { Project } from './stage.js';

/** A body of the turned room that paints itself: upright sides over a convex outline of the plan. */
export interface Solid {
  box: Volume;
  plan: readonly PlanPoint[];
  paint(): void;
  /** The unit that it is the body of. */
  node?: SceneNode;
}

/** Fill classes of the three faces that are seen (the top, the one that looks to +y, the one to −x), and of the edges. */
export interface Faces {
  top: string;
  y: string;
  x: string;
  edge: string;
}

/** Sides at which a box goes on in its neighbour, by the neighbour's length there, mm: no edge is drawn at them. */
export interface Seams {
  nearX?: number;
  farX?: number;
  nearY?: number;
  farY?: number;
}

/** How far a surface goes on under the one that is painted after it, mm: else the joint shows on small pictures. */
const UNDER = 40;

export const planOf = ({ x0, x1, y0, y1 }: Volume): PlanPoint[] => [
  { x: x0, y: y1 },
  { x: x1, y: y1 },
  { x: x1, y: y0 },
  { x: x0, y: y0 },
];

/** Paints the three faces of a box and the edges between them. */
export function paintCuboid(canvas: Canvas, project: Project, b: Volume, cls: Faces, seams: Seams = {}): void {
  const { nearX = 0, farX = 0, nearY = 0, farY = 0 } = seams;
  const corner = ({ x0, x1, y0, y1, z0, z1 }: Volume, x: 'n' | 'f', y: 'n' | 'f', z: 0 | 1): Point =>
    project({ x: x === 'n' ? x0 : x1, y: y === 'n' ? y1 : y0 }, z === 1 ? z1 : z0);
  const wide = { ...b, x0: b.x0 - Math.min(nearX, UNDER), y1: b.y1 + Math.min(nearY, UNDER) };
  const on = (x: 'n' | 'f', y: 'n' | 'f', z: 0 | 1): Point => corner(wide, x, y, z);
  canvas.polygon(cls.top, [on('n', 'n', 1), on('f', 'n', 1), on('f', 'f', 1), on('n', 'f', 1)]);
  if (nearY === 0) canvas.polygon(cls.y, [on('n', 'n', 0), on('f', 'n', 0), on('f', 'n', 1), on('n', 'n', 1)]);
  if (nearX === 0) canvas.polygon(cls.x, [on('n', 'n', 0), on('n', 'f', 0), on('n', 'f', 1), on('n', 'n', 1)]);
  const at = (x: 'n' | 'f', y: 'n' | 'f', z: 0 | 1): Point => corner(b, x, y, z);
  const edges: readonly (readonly [number, Point[]])[] = [
    [nearY, [at('n', 'n', 1), at('f', 'n', 1)]],
    [farX, [at('f', 'n', 1), at('f', 'f', 1)]],
    [farY, [at('f', 'f', 1), at('n', 'f', 1)]],
    [nearX, [at('n', 'f', 1), at('n', 'n', 1)]],
    [nearX || nearY, [at('n', 'n', 0), at('n', 'n', 1)]],
    [farX || nearY, [at('f', 'n', 0), at('f', 'n', 1)]],
    [nearX || farY, [at('n', 'f', 0), at('n', 'f', 1)]],
    [nearY, [at('n', 'n', 0), at('f', 'n', 0)]],
    [nearX, [at('n', 'n', 0), at('n', 'f', 0)]],
  ];
  canvas.lines(
    cls.edge,
    edges.filter(([seam]) => seam === 0).map(([, line]) => line),
  );
}

/** A body over a convex outline; `open`: edges of the outline at which it goes on in its neighbour. */
export interface Prism {
  plan: readonly PlanPoint[];
  z0: number;
  z1: number;
}

export function boundsOf({ plan, z0, z1 }: Prism): Volume {
  const [xs, ys] = [plan.map((p) => p.x), plan.map((p) => p.y)];
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys), z0, z1 };
}

/** Paints a prism's top, those of its sides that turn to the viewer, and the edges of `edged` sides (all by default). */
export function paintPrism(
  canvas: Canvas,
  project: Project,
  { plan, z0, z1 }: Prism,
  cls: { top: string; side: (edge: number) => string; edge: string },
  edged: readonly number[] = plan.map((_, i) => i),
): void {
  plan.forEach((a, i) => {
    const b = plan[(i + 1) % plan.length] ?? a;
    if (!turnsToViewer(plan, a, b)) return;
    canvas.polygon(cls.side(i), uprightBetween(project, a, b, z0, z1));
    if (edged.includes(i)) canvas.lines(cls.edge, [[...uprightBetween(project, a, b, z0, z1), project(a, z0)]]);
  });
  const top = plan.map((p) => project(p, z1));
  canvas.polygon(cls.top, top);
  canvas.lines(
    cls.edge,
    edged.flatMap((i) => {
      const [a, b] = [top[i], top[(i + 1) % top.length]];
      return a && b ? [[a, b]] : [];
    }),
  );
}

export const uprightBetween = (project: Project, a: PlanPoint, b: PlanPoint, z0: number, z1: number): Point[] => [
  project(a, z0),
  project(b, z0),
  project(b, z1),
  project(a, z1),
];

/** Whether the outside of the edge from `a` to `b` is seen: it looks away from the outline's middle, to −x or +y. */
export function turnsToViewer(plan: readonly PlanPoint[], a: PlanPoint, b: PlanPoint): boolean {
  const middle = { x: average(plan.map((p) => p.x)), y: average(plan.map((p) => p.y)) };
  const n = { x: b.y - a.y, y: a.x - b.x };
  const out = n.x * (a.x - middle.x) + n.y * (a.y - middle.y) < 0 ? -1 : 1;
  return out * (n.y - n.x) > 0;
}

const average = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** The outline of a body on the sheet: the convex hull of its corners. */
export function silhouette(project: Project, { plan, box: { z0, z1 } }: Pick<Solid, 'plan' | 'box'>): Point[] {
  const points = plan.flatMap((p) => [project(p, z0), project(p, z1)]).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return [...chain(points), ...chain(points.reverse())];
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const p of points) {
    for (let [b, a] = [kept.at(-1), kept.at(-2)]; a && b && turn(a, b, p) <= 0; [b, a] = [kept.at(-1), kept.at(-2)]) {
      kept.pop();
    }
    kept.push(p);
  }
  return kept.slice(0, -1);
}

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

export function covers(outline: readonly Point[], [px, py]: Point): boolean {
  let inside = false;
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length] ?? [x1, y1];
    if (y1 > py !== y2 > py && px < ((x2 - x1) * (py - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** Paints bodies from the farthest to the nearest; gives them in that order. */
export function paintSolids(solids: readonly Solid[]): Solid[] {
  const sorted = painterOrder(solids);
  for (const { paint } of sorted) paint();
  return sorted;
}
