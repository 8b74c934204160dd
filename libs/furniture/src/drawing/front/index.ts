import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isDiagonalCorner, isEndPanel, isFiller, isMachineFront, isNiche } from '../../catalogue/traits.js';
import type { Finding } from '../../checks/finding.js';
import type { Order } from '../../order/order.js';
import { type Scene, type SceneNode, sceneOf } from '../../scene/scene.js';
import { PALETTE } from '../palette.js';
import { drawKeyPlan } from '../plan/key.js';
import { type Finishes, plainStyle } from '../styles.js';
import { type Box, svgDocument } from '../svg/canvas.js';
import { drawNiches, drawSigns } from './appliances.js';
import { drawHeights, drawHoodClearance, drawJoints, drawWallChains } from './dimensions.js';
import { drawFindings } from './findings.js';
import { BETWEEN_WALLS, elevation, type Frame, frameOf, halvesOf, nodeTitle } from './frame.js';
import { drawHandles, drawPanel } from './fronts.js';
import { nameGaps } from './gaps.js';
import { labelInside, labelOutside } from './labels.js';
import { drawLegend } from './legend.js';
import { drawObstacles, nameObstacles } from './obstacles.js';
import { drawNeighbours, drawTitles, drawWalls } from './walls.js';

export interface FrontOptions extends Finishes {
  /** Nodes with findings are outlined, with the check's code beside. */
  findings?: readonly Finding[];
  /** `false` shows the furniture alone: no doors, windows, pipes. */
  obstacles?: boolean;
  /** Leaves the colours to the page around the drawing (styles.ts, switchableStyle). */
  switchable?: boolean;
}

const MARGIN = 120;

/**
 * Front elevation of all walls side by side as an SVG document (furniture.ru.md 4.1–4.4; spec.md, render): 1 unit is
 * 1 mm, whole coordinates, text in Russian. Pure: the same order and options give the same bytes.
 */
export const drawFront = (order: Order, options: FrontOptions = {}): string => frontView(order, options).svg;

/** The same, with what each of several walls takes of it. */
export function frontView(order: Order, options: FrontOptions = {}): { svg: string; walls: WallPart[] } {
  const { findings = [], switchable = false, obstacles = true, facade = 'clear', carcass = 'clear' } = options;
  const grain = switchable || PALETTE[facade].wood === true;
  const bare = !switchable && facade === 'clear' && carcass === 'clear';
  const frame = frameOf(sceneOf(order), { grain, bare, obstacles });
  paint(frame);
  annotate(frame, findings);
  const walls = wallParts(frame);
  drawKey(frame);
  drawLegend(frame, findings);
  const title = `Вид спереди: заказ ${order.id}`;
  const looks = switchable ? { id: FRONT_ID } : { style: plainStyle(options) };
  return { svg: svgDocument(frame.canvas, { title, margin: MARGIN, ...looks }), walls };
}

/**
 * One wall as the front view shows it, without dimensions and labels: 1 unit is 1 mm, its left end at x = 0, the floor at
 * y = 0. `outlines` leaves fronts and appliances out. For whoever puts it on a sheet of their own: `labels` keeps theirs
 * away from signs and handles.
 */
export function paintWall(scene: Scene, index: number, { outlines = false } = {}): Pick<Frame, 'canvas' | 'labels'> {
  const frame = frameOf(scene, { grain: false, bare: true, obstacles: true, only: index });
  paint(frame, outlines ? drawOutline : drawNode);
  return frame;
}

type DrawUnit = (frame: Frame, node: SceneNode) => void;

/** Room, obstacles, furniture. */
function paint(frame: Frame, unit: DrawUnit = drawNode): void {
  drawWalls(frame);
  drawObstacles(frame, 'behind');
  drawPlinths(frame);
  for (const node of [...frame.nodes, ...frame.halves]) unit(frame, node);
  drawWorktops(frame);
  drawNeighbours(frame);
  drawObstacles(frame, 'front');
}

export { halvesOf };

/** Of what is drawn, in a page that shows parts of it again. */
export const FRONT_ID = 'front-view';

export interface WallPart {
  wall: string;
  /** Units of the drawing. */
  box: Box;
}

/**
 * Each wall with its chains and its title, left to right: for whoever shows the walls one below the other. Without key
 * plan and legend; none where there is one wall alone.
 */
function wallParts({ scene, canvas, x }: Frame): WallPart[] {
  const { walls } = scene.order.room;
  if (walls.length < 2) return [];
  const all = canvas.bounds();
  return walls.map((wall, i) => {
    const last = i === walls.length - 1;
    const from = i === 0 ? all.x - MARGIN : x(i, 0) - BETWEEN_WALLS / 2;
    const to = last ? all.x + all.w + MARGIN / 2 : x(i, wall.length) + BETWEEN_WALLS / 2;
    return { wall: wall.id, box: { x: from, y: all.y - MARGIN / 2, w: to - from, h: all.h + MARGIN } };
  });
}

/** Right of the elevations of several walls: where each of them is. */
function drawKey({ canvas, labels, scene, ceiling }: Frame): void {
  if (scene.order.room.walls.length < 2) return;
  const area = canvas.bounds();
  drawKeyPlan(scene, { canvas, labels, left: area.x + area.w + BETWEEN_WALLS / 2, top: -ceiling });
}

/** Texts with a single possible place first, then those that can move. */
function annotate(frame: Frame, findings: readonly Finding[]): void {
  const narrow = labelInside(frame);
  for (const node of frame.nodes) frame.labels.block(elevation(frame, node));
  const titles = drawWallChains(frame);
  drawHeights(frame);
  drawHoodClearance(frame);
  drawJoints(frame);
  drawTitles(frame, titles);
  // Labels keep clear of the ceiling line.
  frame.scene.order.room.walls.forEach((wall, i) => {
    frame.labels.block({ x: frame.x(i, 0), y: -frame.ceiling - 10, w: wall.length, h: 20 });
  });
  nameObstacles(frame);
  nameGaps(frame);
  labelOutside(frame, narrow);
  drawFindings(frame, findings);
}

/** A unit: carcass, fronts, what stands in it, handles. */
function drawNode(frame: Frame, node: SceneNode): void {
  const { canvas } = frame;
  const b = elevation(frame, node);
  canvas.open({ 'data-node': node.node.id }, nodeTitle(node));
  const hollow = isNiche(node.module) || isFiller(node.module) || isMachineFront(node.module);
  // Of a diagonal corner unit its front alone is seen: the rest stands behind the next wall's row.
  const body = isDiagonalCorner(node.module) ? elevation(frame, { ...node, ...node.front }) : b;
  if (!hollow && !isEndPanel(node.module)) canvas.rect('k', body.x, body.y, body.w, body.h);
  if (isNiche(node.module)) canvas.rect('gapline', b.x, b.y, b.w, b.h);
  for (const panel of node.panels) drawPanel(frame, node, panel);
  drawNiches(frame, node);
  drawHandles(frame, node);
  drawSigns(frame, node);
  canvas.close();
}

function drawOutline(frame: Frame, node: SceneNode): void {
  const { x, y, w, h } = elevation(frame, node);
  frame.canvas.rect('ki', x, y, w, h);
}

/** Plinth below the units, set back and darker; worktop over them as thick as it is (38). */
function drawPlinths(frame: Frame): void {
  for (const { wallIndex, x0, x1 } of frame.plinths) {
    frame.canvas.rect('p', frame.x(wallIndex, x0), -CONSTANTS.legs, x1 - x0, CONSTANTS.legs);
  }
}

function drawWorktops(frame: Frame): void {
  for (const { wallIndex, x0, x1 } of frame.worktops) {
    frame.canvas.rect('w', frame.x(wallIndex, x0), -CONSTANTS.worktopTop, x1 - x0, CONSTANTS.worktop);
  }
}
