import { type WallFrame, worldOf } from '../../geometry/world.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { Canvas, type Point } from '../svg/canvas.js';
import { Labels } from '../svg/labels.js';
import { faces, type Onto, onto, type View } from './projection.js';

/** What every part of the isometric view draws on. */
export interface Stage {
  scene: Scene;
  canvas: Canvas;
  labels: Labels;
  view: View;
  grain: boolean;
  walls: readonly WallFrame[];
  /** Whether a wall's fronts are seen; the others are drawn as outlines. */
  seen(wallIndex: number): boolean;
  onto(wallIndex: number): Onto;
}

export function stageOf(scene: Scene, grain: boolean): Stage {
  const walls = worldOf(scene.order);
  const view = chooseView(walls, scene.nodes);
  const placed = walls.map((wall) => onto(view, wall));
  const nowhere: Onto = () => [0, 0];
  return {
    scene,
    canvas: new Canvas(),
    labels: new Labels(),
    view,
    grain,
    walls,
    seen: (i) => {
      const wall = walls[i];
      return wall !== undefined && faces(view, wall.n);
    },
    onto: (i) => placed[i] ?? nowhere,
  };
}

/** The side from which more fronts are seen; `left` if there is no difference. */
function chooseView(walls: readonly WallFrame[], nodes: readonly SceneNode[]): View {
  const seen = (view: View) =>
    nodes.filter((n) => {
      const wall = walls[n.wallIndex];
      return wall !== undefined && faces(view, wall.n);
    }).length;
  return seen('right') > seen('left') ? 'right' : 'left';
}

/** A rectangle of a wall's front plane (x along, z up) at depth `y` on the sheet. */
export function upright(at: Onto, y: number, r: { x: number; z: number; w: number; h: number }): Point[] {
  return [at(r.x, y, r.z), at(r.x + r.w, y, r.z), at(r.x + r.w, y, r.z + r.h), at(r.x, y, r.z + r.h)];
}

/** A rectangle that lies at height `z` (x along, y out) on the sheet. */
export function flat(at: Onto, z: number, r: { x: number; y: number; w: number; d: number }): Point[] {
  return [at(r.x, r.y, z), at(r.x + r.w, r.y, z), at(r.x + r.w, r.y + r.d, z), at(r.x, r.y + r.d, z)];
}
