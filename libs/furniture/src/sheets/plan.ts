import { CONSTANTS } from '../catalogue/catalogue.js';
import { isBlindCorner } from '../catalogue/traits.js';
import { inPlan } from '../geometry/footprint.js';
import { obstacleVolumes } from '../geometry/obstacles.js';
import { type PlanBox, planBox, toWorld, type WallFrame, worldOf } from '../geometry/world.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { badge } from './labels.js';
import { drawChain, edgesOf } from './paper/chains.js';
import { type Area, type Paper, PENS, type Pen, type Point } from './paper/paper.js';
import { scaleFor } from './wall-sheet.js';

/** Thickness of walls as drawn, and how far two chains stand outside them, mm of the sheet. */
const WALL = 3;
const CHAINS = 24;
/** Depth of the room that is shown before the walls, mm. */
const ROOM = 1500;
/** What lies flat in a wall is shown this thick, mm. */
const FLAT = 60;
/** Narrower units get no number, mm of the sheet. */
const MIN_NUMBERED = 5.6;

interface View {
  readonly paper: Paper;
  readonly scale: number;
  put(p: { x: number; y: number }): Point;
}

/** The kitchen from above within `area`: walls, units with their numbers, obstacles, chains outside. Gives its scale. */
export function drawPlan(paper: Paper, scene: Scene, area: Area): number {
  const walls = worldOf(scene.order);
  const corners = walls.flatMap((f) => [
    toWorld(f, 0, 0),
    toWorld(f, f.wall.length, 0),
    toWorld(f, 0, ROOM),
    toWorld(f, f.wall.length, ROOM),
  ]);
  const [x0, x1] = [Math.min(...corners.map((p) => p.x)), Math.max(...corners.map((p) => p.x))];
  const [y0, y1] = [Math.min(...corners.map((p) => p.y)), Math.max(...corners.map((p) => p.y))];
  const [w, h] = [x1 - x0, y1 - y0];
  const scale = scaleFor(w, h, { w: area.w - 2 * CHAINS, h: area.h - 2 * CHAINS });
  const [left, top] = [area.x + (area.w - w / scale) / 2, area.y + (area.h - h / scale) / 2];
  const put = (p: { x: number; y: number }): Point => [left + (p.x - x0) / scale, top + (p.y - y0) / scale];
  const view = { paper, scale, put };
  for (const f of walls) drawWall(view, f);
  for (const v of obstacleVolumes(scene.order)) {
    const f = walls[v.wallIndex];
    if (f) box(view, f, v.y1 > 0 ? v : { ...v, y0: -FLAT, y1: 0 }, { ...PENS.part, fill: '#EEF1F2' });
  }
  const low = scene.nodes.filter((n) => n.tier === 'base' || n.tier === 'tall');
  for (const n of low) unit(view, walls[n.wallIndex], n);
  for (const w of scene.worktops) {
    const f = walls[w.wallIndex];
    if (f) view.paper.lines(PENS.outline, [[put(toWorld(f, w.x0, 600)), put(toWorld(f, w.x1, 600))]]);
  }
  for (const { node, outline } of scene.diagonals.inserts) {
    const f = walls[node.wallIndex];
    const [a, b] = f ? inPlan(f, outline).map(put) : [];
    if (a && b) paper.line(PENS.outline, a, b);
  }
  for (const n of scene.nodes) if (n.tier === 'wall') hanging(view, walls[n.wallIndex], n);
  for (const f of walls) {
    drawChains(view, scene, f);
    arrow(view, f, isOuter(scene, f) ? CHAINS - 4 : 0);
  }
  return scale;
}

function box({ paper, scale, put }: View, f: WallFrame, local: PlanBox, pen: Pen): Area {
  const b = planBox(f, local);
  const [x, y] = put({ x: b.x0, y: b.y0 });
  const area = { x, y, w: (b.x1 - b.x0) / scale, h: (b.y1 - b.y0) / scale };
  paper.rect(pen, area);
  return area;
}

/** The wall as a hatched strip outside its line. */
function drawWall(view: View, f: WallFrame): void {
  const { paper, put, scale } = view;
  const out = WALL * scale;
  paper.polygon({ fill: '#D9D9D5' }, [
    put(toWorld(f, -out, -out)),
    put(toWorld(f, f.wall.length + out, -out)),
    put(toWorld(f, f.wall.length + out, 0)),
    put(toWorld(f, -out, 0)),
  ]);
  paper.line(PENS.wall, put(toWorld(f, 0, 0)), put(toWorld(f, f.wall.length, 0)));
}

function unit(view: View, f: WallFrame | undefined, n: SceneNode): void {
  if (!f) return;
  const { paper } = view;
  const outline = inPlan(f, n.outline).map(view.put);
  paper.polygon(n.tier === 'tall' ? PENS.panel : PENS.front, outline);
  const area = areaAround(outline);
  if (n.tier === 'tall') {
    paper.line(PENS.thin, [area.x, area.y], [area.x + area.w, area.y + area.h]);
  }
  const open = n.front;
  equipment(view, f, n);
  if (isBlindCorner(n.module)) {
    const hidden = n.hidden === 'left' ? open.x0 : open.x1;
    paper.line(PENS.hidden, view.put(toWorld(f, hidden, n.y0)), view.put(toWorld(f, hidden, n.y1)));
  }
  // Clear of the burners.
  const along = n.appliances.has('hob') ? open.x0 + 3.4 * view.scale : (open.x0 + open.x1) / 2;
  // A filler's number stands on its wall's sheet.
  if (Math.min(area.w, area.h) < MIN_NUMBERED) return;
  badge({ paper }, view.put(toWorld(f, along, n.y1 - 3.4 * view.scale)), n.number);
}

function areaAround(points: readonly Point[]): Area {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Bowl and hob in thin lines. */
function equipment(view: View, f: WallFrame, n: SceneNode): void {
  const { x0, x1 } = n.front;
  const [cx, w] = [(x0 + x1) / 2, x1 - x0];
  if (n.appliances.has('sink')) {
    const half = Math.min(w - 80, 500) / 2;
    box(view, f, { x0: cx - half, x1: cx + half, y0: 90, y1: 520 }, PENS.thin);
    view.paper.circle(PENS.thin, view.put(toWorld(f, cx, 290)), 45 / view.scale);
  }
  if (n.appliances.has('hob') || n.appliances.has('stove')) {
    const half = Math.min(w - 20, 580) / 2;
    box(view, f, { x0: cx - half, x1: cx + half, y0: 45, y1: 555 }, PENS.thin);
    for (const [dx, y, r] of [
      [-0.5, 180, 75],
      [0.5, 180, 95],
      [-0.5, 420, 95],
      [0.5, 420, 75],
    ] as const) {
      view.paper.circle(PENS.thin, view.put(toWorld(f, cx + dx * half, y)), r / view.scale);
    }
  }
}

const hanging = (view: View, f: WallFrame | undefined, n: SceneNode): void => {
  if (f) view.paper.polygon(PENS.hidden, inPlan(f, n.outline).map(view.put));
};

/** Whether the wall ends in an outer corner: behind it there is the next wall's room, and no place for chains. */
const isOuter = ({ order }: Scene, { index, wall }: WallFrame): boolean =>
  wall.turn === 'left' || order.room.walls[index + 1]?.turn === 'left';

/** Behind the wall, or before its units: its floor units, then the whole. */
function drawChains(view: View, scene: Scene, f: WallFrame): void {
  const { paper, put, scale } = view;
  const upright = f.d.x === 0;
  const outer = isOuter(scene, f);
  const at = (along: number) => put(toWorld(f, along, 0))[upright ? 1 : 0];
  const base = put(toWorld(f, 0, outer ? CONSTANTS.worktopDepth : -WALL * scale))[upright ? 0 : 1];
  const inward = upright ? f.n.x : f.n.y;
  const out = outer ? inward : -inward;
  const row = scene.nodes.filter((n) => n.wallIndex === f.index && (n.tier === 'base' || n.tier === 'tall'));
  const whole = [0, f.wall.length];
  const halves = scene.diagonals.halves.filter(({ wallIndex, node }) => wallIndex === f.index && node.tier === 'base');
  const edges = edgesOf([...whole, ...[...row, ...halves].flatMap((n) => [n.x0, n.x1])]);
  const axis = upright ? 'y' : 'x';
  const from = base + out * 0.5;
  let line = base + out * 7;
  if (edges.length > 2) {
    const reach = drawChain(paper, { of: `${f.wall.id}: план`, axis, at: edges, place: at, line, from });
    line += out * Math.max(6.5, reach + 4.5);
  }
  drawChain(paper, { of: `${f.wall.id}: план, стена`, axis, at: whole, place: at, line, from });
}

/** The direction in which the wall's elevation is seen, with its letter. */
function arrow({ paper, put, scale }: View, f: WallFrame, clear: number): void {
  const tail = toWorld(f, f.wall.length / 2, 600 + (clear + 11) * scale);
  const [tip, end] = [toWorld(f, f.wall.length / 2, 600 + (clear + 3.5) * scale), tail];
  const barb = (side: number): Point =>
    put({ x: tip.x + (f.n.x * 2.2 + f.d.x * side) * scale, y: tip.y + (f.n.y * 2.2 + f.d.y * side) * scale });
  paper.line(PENS.part, put(end), put(tip));
  paper.polygon({ fill: '#1A1A1A' }, [put(tip), barb(0.8), barb(-0.8)]);
  const [lx, ly] = put({ x: tail.x + f.n.x * 3 * scale, y: tail.y + f.n.y * 3 * scale });
  paper.text(lx, ly + 1.75, f.wall.id, { anchor: 'middle', size: 3.5, bold: true });
}
