import { type ObstacleVolume, obstaclesSeen } from '../../geometry/obstacles.js';
import type { Volume } from '../../geometry/world.js';
import type { Wall } from '../../order/order.js';
import type { Scene, SceneNode, WallSpan } from '../../scene/scene.js';
import { type Box, Canvas, type Line } from '../svg/canvas.js';
import { Labels } from '../svg/labels.js';

/** Distance between the elevations of two walls, mm (furniture.ru.md 4.3). */
export const BETWEEN_WALLS = 600;

/** A wall by its place in the room. */
export interface ShownWall {
  wall: Wall;
  index: number;
}

/**
 * What every part of the front view draws on: walls unrolled side by side over one floor line at y = 0, and what stands
 * on those walls.
 */
export interface Frame {
  scene: Scene;
  canvas: Canvas;
  labels: Labels;
  ceiling: number;
  walls: readonly ShownWall[];
  nodes: readonly SceneNode[];
  /** Doors, windows, pipes; none in a view of the furniture alone. */
  obstacles: readonly ObstacleVolume[];
  /** Diagonal corner units as they are seen on the other wall of their corner: their front alone. */
  halves: readonly SceneNode[];
  /** With those of diagonal corner units, as each wall of their corner sees them. */
  plinths: readonly WallSpan[];
  worktops: readonly WallSpan[];
  /** Grain is drawn for every front, for pages that switch finishes. */
  grain: boolean;
  /** A line drawing: neither fronts nor carcasses have a colour. */
  bare: boolean;
  /** Sheet coordinate of a place along a wall. */
  x(wallIndex: number, along: number): number;
}

export interface FrameOptions {
  grain: boolean;
  bare: boolean;
  obstacles: boolean;
  /** One wall alone, by its place in the room; all of them by default. */
  only?: number;
}

export function frameOf(scene: Scene, { grain, bare, obstacles, only }: FrameOptions): Frame {
  const shown = ({ wallIndex }: { wallIndex: number }) => only === undefined || wallIndex === only;
  const walls = scene.order.room.walls.map((wall, index) => ({ wall, index }));
  const lefts: number[] = [];
  let next = 0;
  for (const { wall, index } of walls) {
    lefts.push(next);
    if (shown({ wallIndex: index })) next += wall.length + BETWEEN_WALLS;
  }
  return {
    ...{ scene, grain, bare, canvas: new Canvas(), labels: new Labels(), ceiling: scene.order.ceiling },
    walls: walls.filter(({ index }) => shown({ wallIndex: index })),
    nodes: scene.nodes.filter(shown),
    obstacles: obstacles ? obstaclesSeen(scene.order).filter(shown) : [],
    halves: halvesOf(scene).filter(shown),
    plinths: [...scene.plinths, ...diagonalPlinths(scene)].filter(shown),
    worktops: scene.worktops.filter(shown),
    x: (wallIndex, along) => (lefts[wallIndex] ?? 0) + along,
  };
}

/** Diagonal corner units at their other walls. Both walls show the front in the same sense: its left end is left on either. */
export const halvesOf = ({ nodes, order, diagonals }: Scene): SceneNode[] =>
  diagonals.halves.flatMap(({ node: placed, wallIndex, front }) => {
    const node = nodes.find((n) => n.node.id === placed.node.id);
    const wall = order.room.walls[wallIndex];
    if (!node || !wall) return [];
    const panels = node.panels.map((panel) => ({ ...panel, x: panel.x - node.front.x0 + front.x0 }));
    return [{ ...node, ...front, front, wall, wallIndex, panels }];
  });

/** The plinths of diagonal corner units as both walls of their corners see them. */
const diagonalPlinths = ({ order, diagonals }: Scene): WallSpan[] =>
  diagonals.plinths.flatMap(({ node, outline: [a, b] }) => {
    if (!a || !b) return [];
    const half = diagonals.halves.find((h) => h.node.node.id === node.node.id);
    const own = { wallIndex: node.wallIndex, x0: a.x, x1: b.x };
    if (!half) return [own];
    // Depth at one wall is length at the other.
    const along = (y: number) => (half.side === 'left' ? y : (order.room.walls[half.wallIndex]?.length ?? 0) - y);
    return [own, { wallIndex: half.wallIndex, x0: along(a.y), x1: along(b.y) }];
  });

/** A volume's elevation on the sheet. */
export function elevation(frame: Frame, v: { wallIndex: number } & Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>): Box {
  return { x: frame.x(v.wallIndex, v.x0), y: -v.z1, w: v.x1 - v.x0, h: v.z1 - v.z0 };
}

export const onWall = (frame: Frame, wallIndex: number): SceneNode[] =>
  frame.nodes.filter((n) => n.wallIndex === wallIndex);

export function write(frame: Frame, lines: readonly Line[]): void {
  for (const line of lines) frame.canvas.text(line);
}

/** `5. ШНЯ3, Шкаф нижний: три ящика, 600 × 720 мм` */
export const nodeTitle = ({ number, module, unit }: SceneNode): string =>
  `${number}. ${module.code}, ${module.title}, ${unit.width} × ${unit.height} мм`;
