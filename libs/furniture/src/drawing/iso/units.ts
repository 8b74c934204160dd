import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isFiller, isMachineFront, isNiche, isOrdinary } from '../../catalogue/traits.js';
import { obstacleVolumes } from '../../geometry/obstacles.js';
import { type Volume, type WallFrame } from '../../geometry/world.js';
import type { SceneNode, WallSpan } from '../scene/scene.js';
import { diagonalSolids } from './diagonal.js';
import { paintTop } from './equipment.js';
import { paintFronts } from './fronts.js';
import type { Solid } from './painter-order.js';
import { cuboid, type Faces, outlineCuboid, paintCuboid, type Seams, type Stage } from './stage.js';

/** Units, plinths and worktops as bodies; those of walls seen from behind are outlines (furniture.ru.md 4.3). */
export function furnitureSolids(stage: Stage): Solid[] {
  const bodies = stage.scene.nodes.flatMap((node) => [...unitSolid(stage, node), ...diagonalSolids(stage, node)]);
  return [...bodies, ...plinths(stage), ...worktops(stage)];
}

const CARCASS = { front: 'c-k', side: 'c-ks', top: 'c-kt' };
const FRONT = { front: 'c-ff', side: 'c-fs', top: 'c-ft' };
const MACHINE = { front: 'c-o', side: 'c-os', top: 'c-ot' };
const WORKTOP = { front: 'c-w', side: 'c-ws', top: 'c-wt' };
const PLINTH = { front: 'c-p', side: 'c-p', top: 'c-p' };

/** The face that the wall's fronts look from is the front, the other upright one the side. */
function facesOf(frame: WallFrame, tone: typeof CARCASS): Faces {
  return frame.n.y === 0
    ? { top: tone.top, x: tone.front, y: tone.side }
    : { top: tone.top, y: tone.front, x: tone.side };
}

function unitSolid(stage: Stage, node: SceneNode): Solid[] {
  const frame = stage.walls[node.wallIndex];
  if (!frame) return [];
  const box = cuboid(frame, node);
  if (!stage.seen(node.wallIndex)) return [];
  const tone = isFiller(node.module) ? FRONT : isNiche(node.module) || isMachineFront(node.module) ? MACHINE : CARCASS;
  const cls = facesOf(frame, tone);
  return [
    {
      box,
      paint: (canvas) => {
        paintCuboid(canvas, stage.view, box, cls);
        paintFronts(stage, node);
      },
    },
  ];
}

function plinths(stage: Stage): Solid[] {
  return stage.scene.plinths.flatMap((span): Solid[] => {
    const frame = stage.walls[span.wallIndex];
    if (!frame || !stage.seen(span.wallIndex)) return [];
    return plinthPieces(stage, span).map((piece) => {
      const box = cuboid(frame, { ...piece, y1: CONSTANTS.plinthPlane, z0: 0, z1: CONSTANTS.legs });
      return { box, paint: (canvas) => paintCuboid(canvas, stage.view, box, facesOf(frame, PLINTH)) };
    });
  });
}

/** Below carcasses the plinth hides all that is behind it; below fillers at its ends it is a board. */
function plinthPieces(stage: Stage, { wallIndex, x0, x1 }: WallSpan): { x0: number; x1: number; y0: number }[] {
  const board = CONSTANTS.plinthPlane - CONSTANTS.facade;
  const bodies = stage.scene.nodes.filter(
    (n) => n.wallIndex === wallIndex && isOrdinary(n.module) && n.z0 < CONSTANTS.worktopTop,
  );
  const from = Math.max(x0, Math.min(x1, ...bodies.filter((n) => n.x1 > x0).map((n) => n.x0)));
  const to = Math.max(from, Math.min(x1, Math.max(x0, ...bodies.filter((n) => n.x0 < x1).map((n) => n.x1))));
  const pieces = [
    { x0, x1: from, y0: board },
    { x0: from, x1: to, y0: 0 },
    { x0: to, x1, y0: board },
  ];
  return pieces.filter((p) => p.x1 > p.x0);
}

/** Worktops split at the borders of units, so that each piece sorts with what stands on it. */
function worktops(stage: Stage): Solid[] {
  const { nodes } = stage.scene;
  return stage.scene.worktops.flatMap((segment) => {
    const frame = stage.walls[segment.wallIndex];
    if (!frame || !stage.seen(segment.wallIndex)) return [];
    const inner = nodes
      .filter((n) => n.wallIndex === segment.wallIndex && n.tier === 'base')
      .flatMap((n) => [n.x0, n.x1]);
    const cuts = [segment.x0, ...inner.filter((x) => x > segment.x0 && x < segment.x1), segment.x1];
    const at = [...new Set(cuts)].sort((a, b) => a - b);
    return at.slice(1).map((x1, i): Solid => {
      const x0 = at[i] ?? segment.x0;
      const box = cuboid(frame, worktopPiece(x0, x1));
      const seams = seamsOf(stage, frame, x0 > segment.x0, x1 < segment.x1);
      return {
        box,
        paint: (canvas) => {
          paintCuboid(canvas, stage.view, box, facesOf(frame, WORKTOP), seams);
          paintTop(stage, segment.wallIndex, x0, x1);
        },
      };
    });
  });
}

const worktopPiece = (x0: number, x1: number): Volume => ({
  x0,
  x1,
  y0: 0,
  y1: CONSTANTS.worktopDepth,
  z0: CONSTANTS.worktopTop - CONSTANTS.worktop,
  z1: CONSTANTS.worktopTop,
});

/** Whether the piece goes on at its start and end along the wall, in terms of near and far sides. */
function seamsOf({ view }: Stage, { d }: WallFrame, start: boolean, end: boolean): Seams {
  const toPlus = d.x + d.y > 0;
  const [low, high] = toPlus ? [start, end] : [end, start];
  if (d.x === 0) return { farY: low, nearY: high };
  return view === 'left' ? { nearX: low, farX: high } : { farX: low, nearX: high };
}

/** Runs seen from behind: edges alone, drawn over the rest. */
export function drawOutlines(stage: Stage): void {
  const { canvas, scene, view, walls } = stage;
  const hidden = [...scene.nodes, ...obstacleVolumes(scene.order)].filter((v) => !stage.seen(v.wallIndex));
  if (hidden.length === 0) return;
  canvas.open({ class: 'outline' });
  for (const volume of hidden) {
    const frame = walls[volume.wallIndex];
    if (frame) outlineCuboid(canvas, view, cuboid(frame, volume), 'ie');
  }
  for (const { wallIndex, x0, x1 } of scene.worktops) {
    const frame = walls[wallIndex];
    if (frame && !stage.seen(wallIndex)) outlineCuboid(canvas, view, cuboid(frame, worktopPiece(x0, x1)), 'ie');
  }
  canvas.close();
}
