import { CONSTANTS } from '../catalogue/catalogue.js';
import type { DiagonalPlinth, WorktopInsert } from '../geometry/footprint.js';
import { subtract } from '../geometry/intervals.js';
import { bodyDepth, type ObstacleVolume } from '../geometry/obstacles.js';
import { type PlanBox, toWorld, type WallFrame } from '../geometry/world.js';
import type { WallSpan } from '../scene/scene.js';
import type { Mesh, WallShapes } from './mesh.js';

/** How far the floor is shown before the walls, mm. */
const APRON = 1200;

/** A rectangle under all walls and what stands at them, seen from above only. */
export function addFloor(mesh: Mesh, frames: readonly WallFrame[]): void {
  const corners = frames.flatMap((frame) =>
    [0, APRON].flatMap((y) => [toWorld(frame, 0, y), toWorld(frame, frame.wall.length, y)]),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  mesh.face(
    'floor',
    [
      [x0, 0, y0],
      [x1, 0, y0],
      [x1, 0, y1],
      [x0, 0, y1],
    ],
    [x0, -1, y0],
  );
}

/** A stretch of worktop with its openings and notches: cut where one of them begins or ends. */
export function addWorktop(shapes: WallShapes, { x0, x1 }: WallSpan, openings: readonly PlanBox[]): void {
  const z = { z0: CONSTANTS.worktopTop - CONSTANTS.worktop, z1: CONSTANTS.worktopTop };
  const depth = { y0: 0, y1: CONSTANTS.worktopDepth };
  shapes.edges('rim', { x0, x1, ...depth, ...z });
  const ends = openings.flatMap((o) => [o.x0, o.x1]).filter((x) => x > x0 && x < x1);
  const cuts = [...new Set([x0, ...ends, x1])].sort((a, b) => a - b);
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i] ?? x0;
    const across = openings.filter((o) => o.x0 < to && from < o.x1).map((o) => ({ from: o.y0, to: o.y1 }));
    for (const left of subtract({ from: depth.y0, to: depth.y1 }, across)) {
      shapes.box('worktop', { x0: from, x1: to, y0: left.from, y1: left.to, ...z });
    }
  }
}

export function addInsert(shapes: WallShapes, { outline }: WorktopInsert): void {
  const [z0, z1] = [CONSTANTS.worktopTop - CONSTANTS.worktop, CONSTANTS.worktopTop];
  shapes.prism('worktop', outline, z0, z1);
  for (const z of [z0, z1 + 0.6])
    shapes.mesh.outline(
      'rim',
      outline.slice(0, 2).map(({ x, y }) => shapes.at(x, y, z)),
    );
}

export function addPlinth(shapes: WallShapes, { x0, x1 }: WallSpan): void {
  const { plinthPlane, facade, legs } = CONSTANTS;
  shapes.box('plinth', { x0, x1, y0: plinthPlane - facade, y1: plinthPlane, z0: 0, z1: legs });
}

/** Below a diagonal corner unit, as deep as what it closes. */
export function addDiagonalPlinth(shapes: WallShapes, { outline }: DiagonalPlinth): void {
  shapes.prism('plinth', outline, 0, CONSTANTS.legs);
}

/** Light bodies at their places: windows and doors with their frames, pipes round, the rest as boxes. */
export function addObstacle(shapes: WallShapes, v: ObstacleVolume): void {
  const { x0, x1, z0, z1 } = v;
  switch (v.obstacle.kind) {
    case 'window':
      addFrame(shapes, v, 60, 24);
      shapes.box('sky', { x0, x1, z0, z1, y0: 0, y1: 8 });
      shapes.outline('corner', { x0, x1, z0, z1 }, 24);
      if (x1 - x0 > 900) {
        const middle = (x0 + x1) / 2;
        shapes.box('frame', { x0: middle - 40, x1: middle + 40, z0, z1, y0: 0, y1: 20 });
      }
      shapes.box('frame', { x0: x0 - 40, x1: x1 + 40, z0: z0 - 25, z1: z0, y0: 0, y1: 60 });
      return;
    case 'door':
      addFrame(shapes, { ...v, x0: x0 - 70, x1: x1 + 70, z0: z0 - 70, z1: z1 + 70 }, 70, 18);
      shapes.box('door', { x0, x1, z0, z1, y0: 0, y1: 12 });
      shapes.outline('corner', { x0, x1, z0, z1 }, 18);
      shapes.knob('handle', [x1 - 60, z0 + 1000], 22, 12, 50);
      return;
    case 'gas_pipe': {
      const r = Math.min(x1 - x0, v.y1 - v.y0) / 2;
      if (r > 0) shapes.disc('pipe', [(x0 + x1) / 2, v.y1 - r], r, z0, z1);
      return;
    }
    case 'niche':
      return;
    default: {
      const body = { x0, x1, z0, z1, y0: v.y0, y1: Math.max(bodyDepth(v), v.y0 + 8) };
      shapes.box(v.obstacle.kind === 'boiler' || v.obstacle.kind === 'radiator' ? 'white' : 'pipe', body);
      shapes.edges('corner', body);
    }
  }
}

/** Four bars around an opening, within it. */
function addFrame(shapes: WallShapes, { x0, x1, z0, z1 }: ObstacleVolume, wide: number, deep: number): void {
  const y = { y0: 0, y1: deep };
  const low = Math.max(0, z0);
  shapes.box('frame', { x0, x1: x0 + wide, z0: low, z1, ...y });
  shapes.box('frame', { x0: x1 - wide, x1, z0: low, z1, ...y });
  shapes.box('frame', { x0: x0 + wide, x1: x1 - wide, z0: z1 - wide, z1, ...y });
  if (z0 >= 0) shapes.box('frame', { x0: x0 + wide, x1: x1 - wide, z0, z1: z0 + wide, ...y });
}
