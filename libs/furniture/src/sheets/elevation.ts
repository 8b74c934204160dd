import { paintWall } from '../drawing/front/index.js';
import { lineStyle } from '../drawing/styles.js';
import type { DiagonalHalf } from '../geometry/footprint.js';
import { type ObstacleVolume, obstaclesSeen } from '../geometry/obstacles.js';
import type { Volume } from '../geometry/world.js';
import type { Tier, Wall } from '../order/order.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import type { Area, Paper, Point } from './paper/paper.js';
import { placeAt } from './paper/picture.js';

/** One wall's elevation on a sheet, in lines. */
export interface Elevation {
  readonly paper: Paper;
  readonly scene: Scene;
  readonly wall: Wall;
  readonly index: number;
  /** Units of this wall. */
  readonly nodes: readonly SceneNode[];
  readonly obstacles: readonly ObstacleVolume[];
  /** What diagonal corner units of the next walls take of this one. */
  readonly halves: readonly DiagonalHalf[];
  /** 20 for 1:20. */
  readonly scale: number;
  /** Sheet coordinates of a place along the wall and of a height above the floor. */
  x(along: number): number;
  y(height: number): number;
}

/** @param corner the wall's lower left corner on the sheet */
export function elevationOf(
  paper: Paper,
  scene: Scene,
  index: number,
  scale: number,
  corner: Point,
): Elevation | undefined {
  const wall = scene.order.room.walls[index];
  if (!wall) return undefined;
  const [left, floor] = corner;
  return {
    ...{ paper, scene, wall, index, scale },
    nodes: scene.nodes.filter((n) => n.wallIndex === index),
    obstacles: obstaclesSeen(scene.order).filter((v) => v.wallIndex === index),
    halves: scene.diagonals.halves.filter((half) => half.wallIndex === index),
    x: (along) => left + along / scale,
    y: (height) => floor - height / scale,
  };
}

type Upright = Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>;

export const areaIn = ({ x, y, scale }: Elevation, v: Upright): Area => ({
  x: x(v.x0),
  y: y(v.z1),
  w: (v.x1 - v.x0) / scale,
  h: (v.z1 - v.z0) / scale,
});

/** mm of the sheet for a unit of the style's widths, so that an outline is 0.5 mm at every scale (ГОСТ 2.303). */
const WEIGHT = 0.05;

/** The wall as the front view has it. `outlines` leaves fronts and appliances out. */
export function drawElevation(e: Elevation, { outlines = false } = {}): void {
  const { paper, scene, index, scale, x, y } = e;
  const { canvas, labels } = paintWall(scene, index, { outlines });
  placeAt(paper, canvas, { at: [x(0), y(0)], k: 1 / scale, weight: WEIGHT, style: lineStyle() });
  for (const box of labels.boxes()) {
    paper.take({ x: x(box.x), y: y(-box.y), w: box.w / scale, h: box.h / scale });
  }
}

/** What diagonal corner units of the next walls take of this wall's rows. */
export const halvesIn = ({ halves }: Elevation, tiers: readonly Tier[]): readonly DiagonalHalf[] =>
  halves.filter(({ node }) => tiers.includes(node.tier));

/** The rows over the worktop that the wall has, each with the places that its chain measures, mm. */
export function upperEdges(e: Elevation): { caption: string; at: number[] }[] {
  const { wall, nodes } = e;
  return (
    [
      ['wall', 'верх'],
      ['upper', 'антресоли'],
    ] as const
  ).flatMap(([tier, caption]) => {
    const row = nodes.filter((n) => n.tier === tier || (n.tier === 'tall' && tier === 'wall'));
    if (!row.some((n) => n.tier === tier)) return [];
    return [{ caption, at: [0, wall.length, ...[...row, ...halvesIn(e, [tier])].flatMap((n) => [n.x0, n.x1])] }];
  });
}
