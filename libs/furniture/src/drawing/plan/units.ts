import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isCornerFiller, isDiagonalCorner, isEndPanel, isFiller } from '../../catalogue/traits.js';
import { worktops } from '../../geometry/worktops.js';
import type { SceneNode } from '../../scene/scene.js';
import { nodeTitle } from '../front/frame.js';
import { type Line, lineBox, overlap, type Point, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { boxOn, drawBox, drawLines, drawOutline, type PlanFrame, WALL } from './frame.js';

const FRONT = CONSTANTS.facade;

const isTall = ({ tier }: SceneNode): boolean => tier === 'tall';
const onFloor = ({ tier }: SceneNode): boolean => tier === 'base' || tier === 'tall';

/** Floor units as they stand; the worktop lies over the base ones, so that their sides and fronts show through as thin lines. */
export function drawFloorUnits(plan: PlanFrame): void {
  const floor = plan.scene.nodes.filter(onFloor);
  for (const node of floor) drawBody(plan, node);
  drawWorktops(plan);
  for (const node of floor) if (!isTall(node)) drawOutline(plan, 'pu', node.wallIndex, node.outline);
}

function drawBody(plan: PlanFrame, node: SceneNode): void {
  const { canvas } = plan;
  const { wallIndex, x0, x1, y0, y1, module } = node;
  canvas.open({ 'data-node': node.node.id }, nodeTitle(node));
  drawOutline(plan, isFiller(module) ? 'ff' : isEndPanel(module) ? 'kf' : 'k', node.wallIndex, node.outline);
  if (isTall(node) && !isFiller(module) && !isEndPanel(module) && x1 - x0 > 2 * FRONT) {
    drawBox(plan, 'f', wallIndex, { x0: x0 + 2, x1: x1 - 2, y0: y1 - FRONT, y1 });
    const back = y1 - FRONT;
    // As high as the wall units: crossed out, the sign of what the eye cannot pass over.
    if (!node.appliances.has('fridge')) {
      drawLines(plan, 'pu', wallIndex, [segment(x0, y0, x1, back), segment(x0, back, x1, y0)]);
    }
  }
  canvas.close();
}

/** The worktop in the parts that the bill of materials counts: a line between two of them is a joint. */
function drawWorktops(plan: PlanFrame): void {
  const { order, diagonals } = plan.scene;
  for (const { wall, x0, x1 } of worktops(order)) {
    const wallIndex = order.room.walls.findIndex(({ id }) => id === wall);
    drawBox(plan, 'w', wallIndex, { x0, x1, y0: 0, y1: CONSTANTS.worktopDepth });
  }
  for (const { node, outline } of diagonals.inserts) {
    drawOutline(plan, 'w', node.wallIndex, outline);
  }
}

/** Wall units and mezzanines above the worktop: dashed. */
export function drawHungUnits(plan: PlanFrame): void {
  for (const node of plan.scene.nodes) {
    if (onFloor(node)) continue;
    plan.canvas.open({ 'data-node': node.node.id }, nodeTitle(node));
    drawOutline(plan, 'hu', node.wallIndex, node.outline);
    plan.canvas.close();
  }
}

const RADIUS = 48;
/** From what a number stands beside to its axis: floor units before the row, mezzanines behind the wall. */
const BEFORE = 74;
/** The same for a diagonal front: clear of the square around its middle. */
const ASKEW = 90;
const BEHIND = 66;
/** From a number to another's leader, and to another number behind it. */
const CLEAR = 6;
const APART = 10;

/**
 * Every unit's number, the same as in the other views; clear of the rows where there is room. Gives how far numbers reach
 * behind each wall's face, mm.
 */
export function numberUnits(plan: PlanFrame): number[] {
  for (const node of plan.scene.nodes) {
    if (onFloor(node))
      plan.labels.block(boxOn(plan, node.wallIndex, { ...node, y0: 0, y1: anchor(node, plan.scale)[1] }));
  }
  // The wide ones have their place, the narrow ones give way.
  const nodes = [...plan.scene.nodes].sort((a, b) => claim(plan, b) - claim(plan, a) || a.number - b.number);
  const placed: Placed[] = [];
  for (const node of nodes) drawNumber(plan, node, placed);
  return plan.walls.map((_, wallIndex) => {
    const own = placed.filter((p) => p.wallIndex === wallIndex);
    return Math.max(0, ...own.map(({ number }) => behind(plan, wallIndex, number) + RADIUS / plan.scale));
  });
}

/** What a unit's width is to its number's place, mm: before a corner there is little of it, least where two fillers meet. */
function claim(plan: PlanFrame, node: SceneNode): number {
  if (isPaired(plan, node)) return PAIRED + node.number;
  const width = node.x1 - node.x0;
  return isCornerFiller(node.module) && onFloor(node) ? Math.max(width, WIDEST_FILLER) : width;
}

const PAIRED = 10_000;
const WIDEST_FILLER = 150;

/** A filler on the floor that meets the next wall's in their corner. */
function isPaired({ scene }: PlanFrame, node: SceneNode): boolean {
  const inCorner = (n: SceneNode) => isCornerFiller(n.module) && onFloor(n);
  return inCorner(node) && scene.nodes.some((n) => inCorner(n) && meetsIn(node, n));
}

/** Whether one closes its wall's right end and the other the next one's left. */
function meetsIn(a: SceneNode, b: SceneNode): boolean {
  const [left, right] = a.wallIndex < b.wallIndex ? [a, b] : [b, a];
  const near = CONSTANTS.deadBase + CONSTANTS.cornerFiller;
  return right.wallIndex - left.wallIndex === 1 && left.wall.length - left.x0 <= near && right.x1 <= near;
}

function behind(plan: PlanFrame, wallIndex: number, [x, y]: Point): number {
  const [[x0, y0], [x1, y1]] = [plan.at(wallIndex, 0, 0), plan.at(wallIndex, 0, -1)];
  return ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / plan.scale ** 2;
}

/** A number that stands, and what it belongs to. */
interface Placed {
  readonly wallIndex: number;
  readonly number: Point;
  readonly edge: Point;
  /** From the edge to a number that needs no leader, at most. */
  readonly near: number;
}

type Led = Pick<Placed, 'number' | 'edge' | 'near'>;

const needsLeader = ({ number: [x, y], edge: [ax, ay], near }: Led): boolean => Math.hypot(x - ax, y - ay) > near;

/** A number behind the wall stands straight behind its unit, or has a leader past the wall units' numbers. */
function nearOf({ scale }: PlanFrame, node: SceneNode): number {
  if (node.tier !== 'upper') return RADIUS + BEFORE;
  const straight = (behindWall(scale) + anchor(node, scale)[1]) * scale;
  return Math.hypot(straight, RADIUS);
}

/** Whether the leader of either strikes the other's number. */
const strike = (a: Led, b: Led): boolean =>
  [[a, b] as const, [b, a] as const].some(
    ([{ number }, other]) => needsLeader(other) && distance(number, other) < RADIUS + CLEAR,
  );

function* unstruck(spots: Iterable<readonly Line[]>, led: Pick<Led, 'edge' | 'near'>, placed: readonly Placed[]) {
  for (const spot of spots) {
    const own = (line: Line): Led => ({ number: [line.x, line.y], ...led });
    if (!spot.some((line) => placed.some((other) => strike(own(line), other)))) yield spot;
  }
}

/** Places on the bare floor: over another row a number would be taken for that row's. */
function* offFurniture(plan: PlanFrame, spots: Iterable<readonly Line[]>) {
  const floor = plan.scene.nodes.filter((n) => onFloor(n) && !isDiagonalCorner(n.module));
  const tops = plan.scene.worktops.map((top) => ({ ...top, y0: 0, y1: CONSTANTS.worktopDepth }));
  const bodies = [...floor, ...tops].map((v) => boxOn(plan, v.wallIndex, v));
  for (const spot of spots) {
    if (!spot.some((line) => bodies.some((body) => overlap(body, lineBox(line))))) yield spot;
  }
}

/** From a point to a leader. */
function distance([x, y]: Point, { number: [x0, y0], edge: [x1, y1] }: Led): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
}

function drawNumber(plan: PlanFrame, node: SceneNode, placed: Placed[]): void {
  const { canvas, labels } = plan;
  const at = anchor(node, plan.scale);
  const edge = plan.at(node.wallIndex, ...at);
  const spots = () => numberSpots(plan, node, at);
  const near = nearOf(plan, node);
  const clear = () => unstruck(spots(), { edge, near }, placed);
  const [line] =
    (onFloor(node) ? labels.place(offFurniture(plan, clear())) : undefined) ??
    labels.place(clear()) ??
    labels.place(clear(), { over: true }) ??
    labels.place(spots()) ??
    labels.place(spots(), { over: true }) ??
    [];
  if (!line) return;
  const own: Placed = { wallIndex: node.wallIndex, number: [line.x, line.y], edge, near };
  placed.push(own);
  if (needsLeader(own)) {
    canvas.lines('lead', [segment(...edge, line.x, line.y)]);
    canvas.circle('t', ...edge, 8);
  }
  const hung = !onFloor(node);
  canvas.circle(hung ? 'numh' : 'num', line.x, line.y, RADIUS);
  canvas.text(line);
}

/** Where the number belongs, in the wall's coordinates. */
function anchor(node: SceneNode, scale: number): Point {
  if (node.tier === 'wall') return [(node.x0 + node.x1) / 2, 0];
  // Behind the numbers of the wall units, which stand in the cut.
  if (node.tier === 'upper') return [(node.x0 + node.x1) / 2, -Math.max(WALL, (2 * RADIUS + 26) / scale)];
  const { x0, x1 } = node.front;
  const mid = (x0 + x1) / 2;
  if (!isDiagonalCorner(node.module)) return [mid, Math.max(node.y1, tableEdge(node))];
  const [a, b] = node.outline;
  return a && b ? [(a.x + b.x) / 2, (a.y + b.y) / 2] : [mid, node.y1];
}

const tableEdge = (node: SceneNode): number =>
  node.tier === 'base' && node.run.countertop ? CONSTANTS.worktopDepth : 0;

function* numberSpots(plan: PlanFrame, node: SceneNode, [x, y]: Point): Generator<readonly Line[]> {
  const text = String(node.number);
  const put = (dx: number, at: number): Line[] => {
    const [sx, sy] = plan.at(node.wallIndex, x + dx / plan.scale, at);
    return [
      { cls: 'tn', x: Math.round(sx), y: Math.round(sy), size: text.length > 2 ? 34 : TEXT.code, text, circle: RADIUS },
    ];
  };
  const off = node.x0 < node.wall.length / 2 ? 1 : -1;
  const shifts = isPaired(plan, node)
    ? [90, 160, 220, 40, 0].map((dx) => dx * off)
    : [0, 40, -40, 70, -70, 110, -110, 160, -160, 220, -220];
  const [first = y] = rowsOfNumbers(plan, node, y);
  // Square to the front, so far as the others stand from theirs.
  if (isDiagonalCorner(node.module) && onFloor(node)) {
    const [nx, ny] = outwards(node.outline);
    yield put(nx * ASKEW, y + (ny * ASKEW) / plan.scale);
  }
  // An end panel's neighbour opens towards it: its number gives way, away from the neighbour.
  if (isEndPanel(node.module) && onFloor(node)) {
    const away = shifts.map((dx) => put(-Math.abs(dx) * inwards(plan, node), first));
    yield* away.filter(([line]) => line && !plan.leaves.some((leaf) => overlap(leaf, lineBox(line))));
  }
  for (const at of rowsOfNumbers(plan, node, y)) for (const dx of shifts) yield put(dx, at);
}

/** The unit vector that the first edge of an outline looks along. */
function outwards([a, b, ...rest]: SceneNode['outline']): Point {
  const [inner] = rest;
  if (!a || !b || !inner) return [0, 1];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  return (inner.x - a.x) * nx + (inner.y - a.y) * ny > 0 ? [-nx, -ny] : [nx, ny];
}

/** Along the wall, from an end panel to the row that it closes. */
const inwards = ({ scene }: PlanFrame, { wallIndex, x0 }: SceneNode): 1 | -1 =>
  scene.nodes.some((n) => n.wallIndex === wallIndex && onFloor(n) && n.x1 <= x0) ? -1 : 1;

/** Axes of a unit's number, mm from the wall: wall units in its cut, mezzanines behind it, floor units before the row. */
function rowsOfNumbers({ scale }: PlanFrame, { tier }: SceneNode, front: number): number[] {
  const step = (2 * RADIUS + 22) / scale;
  if (tier === 'base' || tier === 'tall') return [0, 1, 2, 3].map((row) => front + BEFORE / scale + row * step);
  const behind = -behindWall(scale);
  if (tier === 'upper') return [behind, behind - step];
  return [-inCut(scale), behind - 8, behind - 8 - step];
}

/** The axes of numbers in the cut of a wall and behind it, clear of each other; mm from the wall's face. */
const inCut = (scale: number): number => Math.max(WALL / 2, (RADIUS + 12) / scale);
const behindWall = (scale: number): number =>
  Math.max(WALL + BEHIND / scale, inCut(scale) + (2 * RADIUS + APART) / scale);
