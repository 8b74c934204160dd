import { type ObstacleVolume, obstacleVolumes } from '../../geometry/obstacles.js';
import { type Volume } from '../../geometry/world.js';
import type { Scene, SceneNode } from '../../scene/scene.js';
import { type Box, Canvas, type Line } from '../svg/canvas.js';
import { Labels } from '../svg/labels.js';

/** Distance between the elevations of two walls, mm (furniture.ru.md 4.3). */
export const BETWEEN_WALLS = 600;

/** What every part of the front view draws on: the walls unrolled side by side over one floor line at y = 0. */
export interface Frame {
  scene: Scene;
  canvas: Canvas;
  labels: Labels;
  ceiling: number;
  /** Doors, windows, pipes; none in a view of the furniture alone. */
  obstacles: readonly ObstacleVolume[];
  /** Diagonal corner units as they are seen on the other wall of their corner: their front alone. */
  halves: readonly SceneNode[];
  /** Grain is drawn for every front, for pages that switch finishes. */
  grain: boolean;
  /** A line drawing: neither fronts nor carcasses have a colour. */
  bare: boolean;
  /** Sheet coordinate of a place along a wall. */
  x(wallIndex: number, along: number): number;
}

export function frameOf(scene: Scene, options: { grain: boolean; bare: boolean; obstacles: boolean }): Frame {
  const lefts: number[] = [];
  let next = 0;
  for (const wall of scene.order.room.walls) {
    lefts.push(next);
    next += wall.length + BETWEEN_WALLS;
  }
  const x = (wallIndex: number, along: number) => (lefts[wallIndex] ?? 0) + along;
  const { ceiling } = scene.order;
  const obstacles = options.obstacles ? obstacleVolumes(scene.order) : [];
  const [canvas, labels, halves] = [new Canvas(), new Labels(), halvesOf(scene)];
  return { scene, canvas, labels, ceiling, obstacles, halves, grain: options.grain, bare: options.bare, x };
}

/** Both walls show the front in the same sense: its left end is left on either. */
const halvesOf = ({ nodes, order, diagonals }: Scene): SceneNode[] =>
  diagonals.halves.flatMap(({ node: placed, wallIndex, front }) => {
    const node = nodes.find((n) => n.node.id === placed.node.id);
    const wall = order.room.walls[wallIndex];
    if (!node || !wall) return [];
    const panels = node.panels.map((panel) => ({ ...panel, x: panel.x - node.front.x0 + front.x0 }));
    return [{ ...node, ...front, front, wall, wallIndex, panels }];
  });

/** A volume's elevation on the sheet. */
export function elevation(frame: Frame, v: { wallIndex: number } & Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>): Box {
  return { x: frame.x(v.wallIndex, v.x0), y: -v.z1, w: v.x1 - v.x0, h: v.z1 - v.z0 };
}

export const onWall = (frame: Frame, wallIndex: number): SceneNode[] =>
  frame.scene.nodes.filter((n) => n.wallIndex === wallIndex);

export function write(frame: Frame, lines: readonly Line[]): void {
  for (const line of lines) frame.canvas.text(line);
}

/** `5. ШНЯ3, Шкаф нижний: три ящика, 600 × 720 мм` */
export const nodeTitle = ({ number, module, unit }: SceneNode): string =>
  `${number}. ${module.code}, ${module.title}, ${unit.width} × ${unit.height} мм`;
