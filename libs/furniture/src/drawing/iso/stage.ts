import type { Side } from '../../geometry/corners.js';
import { innerCornerAfter } from '../../geometry/place.js';
import {
  type Point as PlanPoint,
  planBox,
  type Span,
  toWorld,
  type Volume,
  type WallFrame,
} from '../../geometry/world.js';
import type { Scene, SceneNode } from '../../scene/scene.js';
import type { Canvas, Point } from '../svg/canvas.js';
import type { Labels } from '../svg/labels.js';
import { faces, type View } from './views.js';

/** What every part of one isometric view draws on. */
export interface Stage {
  scene: Scene;
  canvas: Canvas;
  labels: Labels;
  grain: boolean;
  /** Of numbers and markers: larger where two views share the sheet. */
  scale: number;
  walls: View;
  /** Whether a wall's fronts are seen; the rows of the others stand nearer to the viewer and are cut away. */
  seen(wallIndex: number): boolean;
  onto(wallIndex: number): Onto;
  project: Project;
}

/** A point of the turned room (plan and height, mm) on the sheet, whole; y grows downwards. */
export type Project = (p: PlanPoint, z: number) => Point;

/** Puts a wall's own coordinates (along, out, up; mm) on the sheet. */
export type Onto = (x: number, y: number, z: number) => Point;

const COS30 = Math.cos(Math.PI / 6);

/** Seen from (−x, +y), furniture.ru.md 4.3; `shift` moves a view aside from another. */
export const projection =
  ([dx, dy]: Point = [0, 0]): Project =>
  ({ x, y }, z) => [dx + Math.round((x + y) * COS30), dy + Math.round((y - x) / 2 - z)];

type Sheet = Pick<Stage, 'scene' | 'canvas' | 'labels' | 'grain' | 'scale'>;

export function stageOf(sheet: Sheet, walls: View, project: Project): Stage {
  const placed = walls.map(
    (frame): Onto =>
      (x, y, z) =>
        project(toWorld(frame, x, y), z),
  );
  const nowhere: Onto = () => [0, 0];
  const seen = walls.map(({ n }) => faces(n));
  return { ...sheet, walls, project, seen: (i) => seen[i] ?? false, onto: (i) => placed[i] ?? nowhere };
}

/** How far a row that is cut away is shown from a corner at either end of its wall, mm. */
export type CornerDepth = Readonly<Record<Side, number>>;

export const evenly = (depth: number): CornerDepth => ({ left: depth, right: depth });

/**
 * The parts of a box of a wall that are shown: all of it, or, of a row that stands nearer to the viewer, what it has in
 * the corners with rows that are seen, so that their worktops lie on something and their ends are closed.
 */
export function shownParts<V extends Span>(stage: Stage, wallIndex: number, depth: CornerDepth, box: V): V[] {
  const { scene, seen, walls } = stage;
  if (seen(wallIndex)) return [box];
  const length = walls[wallIndex]?.wall.length ?? 0;
  const left = seen(wallIndex - 1) && innerCornerAfter(scene.order, wallIndex - 1);
  const right = seen(wallIndex + 1) && innerCornerAfter(scene.order, wallIndex);
  const shown: Span[] = [];
  if (left) shown.push({ x0: 0, x1: depth.left });
  if (right) shown.push({ x0: length - depth.right, x1: length });
  return shown.flatMap(({ x0, x1 }) => {
    const part = { ...box, x0: Math.max(box.x0, x0), x1: Math.min(box.x1, x1) };
    return part.x1 > part.x0 ? [part] : [];
  });
}

/**
 * Whether a node is shown with its fronts: its wall's are seen, for a diagonal unit those of both walls of its corner,
 * since from the end of one of them its front is seen edge on.
 */
export const isShown = ({ scene, seen }: Stage, node: SceneNode): boolean =>
  seen(node.wallIndex) && scene.diagonals.halves.every((half) => half.node.node !== node.node || seen(half.wallIndex));

/** A rectangle of a wall's front plane (x along, z up) at depth `y` on the sheet. */
export function upright(at: Onto, y: number, r: { x: number; z: number; w: number; h: number }): Point[] {
  return [at(r.x, y, r.z), at(r.x + r.w, y, r.z), at(r.x + r.w, y, r.z + r.h), at(r.x, y, r.z + r.h)];
}

/** A rectangle that lies at height `z` (x along, y out) on the sheet. */
export function flat(at: Onto, z: number, r: { x: number; y: number; w: number; d: number }): Point[] {
  return [at(r.x, r.y, z), at(r.x + r.w, r.y, z), at(r.x + r.w, r.y + r.d, z), at(r.x, r.y + r.d, z)];
}

export function cuboid(frame: WallFrame, local: Volume): Volume {
  return { ...planBox(frame, local), z0: local.z0, z1: local.z1 };
}
