import { type ObstacleVolume, obstacleVolumes } from '../../geometry/obstacles.js';
import { toWorld } from '../../geometry/world.js';
import type { Solid } from './painter-order.js';
import { cuboid, paintCuboid, project, type Stage, upright } from './stage.js';

/** How far the floor is shown before the walls, mm. */
const APRON = 1200;

/** Floor and those walls whose fronts are seen, pale; doors, windows, sockets and pipe ends upon them. */
export function drawRoom(stage: Stage): void {
  const { canvas, scene, view, walls } = stage;
  const points = walls.flatMap((f) => [
    toWorld(f, 0, 0),
    toWorld(f, f.wall.length, 0),
    toWorld(f, 0, APRON),
    toWorld(f, f.wall.length, APRON),
  ]);
  if (points.length > 0) {
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const corner = (x: number, y: number) => project(view, { x, y }, 0);
    canvas.polygon('i c-fl', [corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)]);
  }
  walls.forEach((frame, i) => {
    if (!stage.seen(i)) return;
    const r = { x: 0, z: 0, w: frame.wall.length, h: scene.order.ceiling };
    canvas.polygon('i c-wall', upright(stage.onto(i), 0, r));
  });
  for (const v of obstacleVolumes(scene.order)) if (isFlat(v) && stage.seen(v.wallIndex)) drawFlat(stage, v);
}

const isFlat = (v: ObstacleVolume): boolean => v.y1 <= v.y0;

function drawFlat({ canvas, onto }: Stage, v: ObstacleVolume): void {
  const at = onto(v.wallIndex);
  const r = { x: v.x0, z: v.z0, w: v.x1 - v.x0, h: v.z1 - v.z0 };
  canvas.polygon('ob', upright(at, 0, r));
  if (v.obstacle.kind === 'window' || v.obstacle.kind === 'door') {
    canvas.lines('oh', [
      [at(v.x0, 0, v.z0), at(v.x1, 0, v.z1)],
      [at(v.x0, 0, v.z1), at(v.x1, 0, v.z0)],
    ]);
  }
}

/** Risers, pipes, boilers, radiators as bodies before their wall. */
export function obstacleSolids(stage: Stage): Solid[] {
  return obstacleVolumes(stage.scene.order).flatMap((v) => {
    const frame = stage.walls[v.wallIndex];
    if (!frame || isFlat(v) || !stage.seen(v.wallIndex)) return [];
    const box = cuboid(frame, v);
    const cls = { top: 'c-ot', y: 'c-o', x: 'c-os' };
    return [{ box, paint: (canvas) => paintCuboid(canvas, stage.view, box, cls) }];
  });
}
