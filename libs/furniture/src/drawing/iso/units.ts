import { CONSTANTS } from '../../catalogue/catalogue.js';
import {
  isDiagonalCorner,
  isFiller,
  isHoodCabinet,
  isMachineFront,
  isNiche,
  isOrdinary,
} from '../../catalogue/traits.js';
import { inPlan } from '../../geometry/footprint.js';
import { frontPlane } from '../../geometry/place.js';
import type { Span, Volume, WallFrame } from '../../geometry/world.js';
import { FRIDGE_AIR } from '../../scene/faces.js';
import { visorOf } from '../../scene/panels.js';
import type { SceneNode, WallSpan } from '../../scene/scene.js';
import { paintDiagonalFronts, paintFronts } from './fronts.js';
import { boundsOf, type Faces, paintCuboid, paintPrism, planOf, type Seams, type Solid } from './solids.js';
import { type CornerDepth, cuboid, evenly, isShown, type Stage, shownParts } from './stage.js';
import { paintHob, paintTop, tapOf } from './tops.js';

/** Units, plinths and worktops as bodies; of rows that are cut away, what belongs to the corners (`shownSpans`). */
export function furnitureSolids(stage: Stage): Solid[] {
  const bodies = stage.scene.nodes.flatMap((node) =>
    isDiagonalCorner(node.module) ? diagonalUnit(stage, node) : unit(stage, node),
  );
  const tops = [...worktops(stage), ...diagonalBoards(stage), ...taps(stage)];
  return [...bodies, ...hoods(stage), ...plinths(stage), ...tops];
}

interface Tone {
  front: string;
  side: string;
  top: string;
  edge: string;
}

const CARCASS: Tone = { front: 'c-k', side: 'c-ks', top: 'c-kt', edge: 'iek' };
const FRONT: Tone = { front: 'c-ff', side: 'c-fs', top: 'c-ft', edge: 'ief' };
const MACHINE: Tone = { front: 'c-o', side: 'c-os', top: 'c-ot', edge: 'ie' };
const WORKTOP: Tone = { front: 'c-w', side: 'c-ws', top: 'c-wt', edge: 'ie' };
const PLINTH: Tone = { front: 'c-p', side: 'c-p', top: 'c-p', edge: 'ie' };
const STEEL: Tone = { front: 'c-o', side: 'c-os', top: 'c-ot', edge: 'ie' };

/** The face that the wall's fronts look from is the front, the other upright one the side; both sides where it is cut away. */
function facesOf(stage: Stage, frame: WallFrame, { front, side, top, edge }: Tone): Faces {
  if (!stage.seen(frame.index)) return { top, edge, x: side, y: side };
  return frame.n.y === 0 ? { top, edge, x: front, y: side } : { top, edge, y: front, x: side };
}

function box(
  stage: Stage,
  frame: WallFrame,
  local: Volume,
  tone: Tone,
  more: Pick<Partial<Solid>, 'node' | 'paint'> & { shown?: Volume | undefined } = {},
  seams?: Seams,
): Solid {
  const volume = cuboid(frame, local);
  const drawn = more.shown ? cuboid(frame, more.shown) : volume;
  const paint = () => {
    paintCuboid(stage.canvas, stage.project, drawn, facesOf(stage, frame, tone), seams);
    more.paint?.();
  };
  return { ...(more.node && { node: more.node }), box: volume, plan: planOf(volume), paint };
}

const toneOf = ({ module }: SceneNode): Tone =>
  isFiller(module) ? FRONT : isNiche(module) || isMachineFront(module) ? MACHINE : CARCASS;

function unit(stage: Stage, node: SceneNode): Solid[] {
  const frame = stage.walls[node.wallIndex];
  if (!frame) return [];
  const paint = () => {
    if (!stage.seen(node.wallIndex)) return;
    paintFronts(stage, node);
    if (node.appliances.has('stove')) paintHob(stage, node, node.z1);
  };
  return shownParts(stage, node.wallIndex, evenly(frontPlane(node.tier)), node).map((part) =>
    box(stage, frame, part, toneOf(node), { node, paint, shown: inNiche(node, part) }),
  );
}

/** A free-standing refrigerator leaves air in its niche: what is seen is the machine, not its place. */
function inNiche(node: SceneNode, part: Volume): Volume | undefined {
  const face = node.panels.find(({ kind, appliance }) => kind === 'niche' && appliance === 'fridge');
  if (!face) return undefined;
  const [x0, x1] = [face.x + FRIDGE_AIR.side, face.x + face.w - FRIDGE_AIR.side];
  const z1 = face.z + face.h - FRIDGE_AIR.above;
  return { ...part, x0: Math.max(part.x0, x0), x1: Math.min(part.x1, x1), z1: Math.min(part.z1, z1) };
}

/** A diagonal corner unit is one body over its pentagon; its front is the first edge. */
function diagonalUnit(stage: Stage, node: SceneNode): Solid[] {
  const frame = stage.walls[node.wallIndex];
  if (!frame || !isShown(stage, node)) return [];
  const prism = { plan: inPlan(frame, node.outline), z0: node.z0, z1: node.z1 };
  const { front, side, top, edge } = CARCASS;
  const paint = () => {
    paintPrism(stage.canvas, stage.project, prism, { top, edge, side: (i) => (i === 0 ? front : side) });
    paintDiagonalFronts(stage, node, prism);
  };
  return [{ node, box: boundsOf(prism), plan: prism.plan, paint }];
}

function hoods(stage: Stage): Solid[] {
  return stage.scene.nodes.flatMap((node): Solid[] => {
    const frame = stage.walls[node.wallIndex];
    if (!frame || !isHoodCabinet(node.module) || !stage.seen(node.wallIndex)) return [];
    return [box(stage, frame, visorOf(node), STEEL)];
  });
}

function plinths(stage: Stage): Solid[] {
  return stage.scene.plinths.flatMap((span): Solid[] => {
    const frame = stage.walls[span.wallIndex];
    if (!frame) return [];
    return plinthPieces(stage, { ...span, ...borneOf(stage, span.wallIndex, span) })
      .flatMap((piece) => shownParts(stage, span.wallIndex, evenly(CONSTANTS.plinthPlane), piece))
      .map((piece) => box(stage, frame, { ...piece, y1: CONSTANTS.plinthPlane, z0: 0, z1: CONSTANTS.legs }, PLINTH));
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
  const { nodes, worktops: stretches } = stage.scene;
  return stretches.flatMap(({ wallIndex, x0: start, x1: end }) => {
    const frame = stage.walls[wallIndex];
    if (!frame) return [];
    const whole = { x0: start, x1: end };
    return shownParts(stage, wallIndex, worktopCorners(stage, wallIndex), whole).flatMap((part) => {
      const shown = borneOf(stage, wallIndex, part);
      const inner = nodes.filter((n) => n.wallIndex === wallIndex && n.tier === 'base').flatMap((n) => [n.x0, n.x1]);
      if (shown.x1 <= shown.x0) return [];
      const cuts = [shown.x0, ...inner.filter((x) => x > shown.x0 && x < shown.x1), shown.x1];
      const at = [...new Set(cuts)].sort((a, b) => a - b);
      return at.slice(1).map((x1, i): Solid => {
        const x0 = at[i] ?? shown.x0;
        const seams = seamsOf(frame, x0 - (at[i - 1] ?? x0), (at[i + 2] ?? x1) - x1);
        const paint = () => {
          if (stage.seen(wallIndex)) paintTop(stage, wallIndex, x0, x1);
        };
        return box(stage, frame, { x0, x1, ...SLAB, y0: 0, y1: CONSTANTS.worktopDepth }, WORKTOP, { paint }, seams);
      });
    });
  });
}

/** A stretch of worktop or plinth less what diagonal units that are not shown take of it: nothing hangs in the air. */
function borneOf(stage: Stage, wallIndex: number, { x0, x1 }: Span): Span {
  const hidden = stage.scene.diagonals.halves.flatMap(({ node, wallIndex: next, side }): Span[] => {
    const unit = stage.scene.nodes.find((n) => n.node === node.node);
    if (unit?.tier !== 'base' || isShown(stage, unit)) return [];
    const length = stage.walls[wallIndex]?.wall.length ?? 0;
    const w = unit.x1 - unit.x0;
    if (wallIndex === next) return [side === 'left' ? { x0: 0, x1: w } : { x0: length - w, x1: length }];
    return wallIndex === unit.wallIndex ? [unit] : [];
  });
  return hidden.reduce(
    (rest, gone) => ({
      x0: gone.x0 <= rest.x0 ? Math.max(rest.x0, gone.x1) : rest.x0,
      x1: gone.x1 >= rest.x1 ? Math.min(rest.x1, gone.x0) : rest.x1,
    }),
    { x0, x1 },
  );
}

function taps(stage: Stage): Solid[] {
  const { nodes, worktops: stretches } = stage.scene;
  return nodes.flatMap((node): Solid[] => {
    if (node.tier !== 'base' || !node.appliances.has('sink') || !stage.seen(node.wallIndex)) return [];
    const frame = stage.walls[node.wallIndex];
    const middle = (node.front.x0 + node.front.x1) / 2;
    const lies = stretches.some((w) => w.wallIndex === node.wallIndex && w.x0 <= middle && middle < w.x1);
    const tap = lies ? tapOf(stage, node) : undefined;
    if (!frame || !tap) return [];
    const box = cuboid(frame, tap.box);
    return [{ box, plan: planOf(box), paint: tap.paint }];
  });
}

/** Of a worktop that is cut away, what lies on the next wall's row, or on a diagonal unit that is shown. */
function worktopCorners({ scene }: Stage, wallIndex: number): CornerDepth {
  const depth = { ...evenly(CONSTANTS.worktopDepth) };
  for (const { node, wallIndex: next, side } of scene.diagonals.halves) {
    if (node.tier !== 'base') continue;
    const own = side === 'left' ? 'right' : 'left';
    if (node.wallIndex === wallIndex) depth[own] = node.x1 - node.x0;
    if (next === wallIndex) depth[side] = node.x1 - node.x0;
  }
  return depth;
}

const SLAB = { z0: CONSTANTS.worktopTop - CONSTANTS.worktop, z1: CONSTANTS.worktopTop };

/** How long the pieces before and after this one are along the wall, in terms of near and far sides. */
function seamsOf({ d }: WallFrame, start: number, end: number): Seams {
  const [low, high] = d.x + d.y > 0 ? [start, end] : [end, start];
  return d.x === 0 ? { farY: low, nearY: high } : { nearX: low, farX: high };
}

/** What diagonal units add: the triangle of the worktop and the plinth below the front. */
function diagonalBoards(stage: Stage): Solid[] {
  const { inserts, plinths: below } = stage.scene.diagonals;
  const made = (
    node: SceneNode['node'],
    outline: SceneNode['outline'],
    z0: number,
    z1: number,
    tone: Tone,
  ): Solid[] => {
    const of = stage.scene.nodes.find((n) => n.node === node);
    const frame = of && stage.walls[of.wallIndex];
    if (!frame || !isShown(stage, of)) return [];
    const prism = { plan: inPlan(frame, outline), z0, z1 };
    const { front, top, edge } = tone;
    const paint = () => paintPrism(stage.canvas, stage.project, prism, { top, edge, side: () => front }, [0]);
    return [{ box: boundsOf(prism), plan: prism.plan, paint }];
  };
  return [
    ...inserts.flatMap(({ node: { node }, outline }) => made(node, outline, SLAB.z0, SLAB.z1, WORKTOP)),
    ...below.flatMap(({ node: { node }, outline }) => made(node, outline, 0, CONSTANTS.legs, PLINTH)),
  ];
}
