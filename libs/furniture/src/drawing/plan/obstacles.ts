import { CONSTANTS } from '../../catalogue/catalogue.js';
import { doorEnds, type ObstacleVolume } from '../../geometry/obstacles.js';
import { obstacleName } from '../../reading/names.js';
import { isOpening } from '../rows.js';
import { hatch, type Line, lineBox, overlap, type Point } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { textWidth } from '../svg/text.js';
import { boxOn, drawBox, drawLines, isUpright, type PlanFrame, WALL } from './frame.js';
import { drawSwing } from './swings.js';
import { along } from './walls.js';

/** Windows, doors and niches in their walls: holes in the cut, a door with its leaf. */
export function drawOpenings(plan: PlanFrame): void {
  for (const v of plan.obstacles) if (isOpening(v)) drawOpening(plan, v);
}

function drawOpening(plan: PlanFrame, v: ObstacleVolume): void {
  const { wallIndex, x0, x1 } = v;
  const { kind } = v.obstacle;
  plan.canvas.open({}, `${obstacleName(kind)}, ${x1 - x0} мм`);
  drawBox(plan, 'hole', wallIndex, { x0, x1, y0: -WALL, y1: 0 });
  const across = (y: number): Point[] => [
    [x0, y],
    [x1, y],
  ];
  if (kind === 'window') drawLines(plan, 'oh', wallIndex, [across(0), across(-WALL), across(-28), across(-WALL + 28)]);
  if (kind === 'niche') drawLines(plan, 'od', wallIndex, [across(0)]);
  if (kind === 'door') {
    const { hinge, latch } = doorEnds(v);
    drawSwing(plan, wallIndex, { hinge: [hinge, 0], latch: [latch, 0], leaf: 'dl' });
  }
  plan.canvas.close();
}

/** Radiators, risers, pipes, boilers, sockets: dashed over the furniture that covers them. */
export function drawFittings(plan: PlanFrame): void {
  for (const v of plan.obstacles) if (!isOpening(v)) drawFitting(plan, v);
}

function drawFitting(plan: PlanFrame, v: ObstacleVolume): void {
  const { canvas } = plan;
  const b = boxOn(plan, v.wallIndex, { ...v, y1: Math.max(v.y1, FLAT) });
  const covered = plan.scene.nodes.some(
    (n) => n.wallIndex === v.wallIndex && n.x0 < v.x1 && v.x0 < n.x1 && n.z0 < v.z1 && v.z0 < n.z1,
  );
  canvas.open({}, `${obstacleName(v.obstacle.kind)}, ${v.x1 - v.x0} мм`);
  const cls = covered ? 'od' : 'ob';
  switch (v.obstacle.kind) {
    case 'socket':
      canvas.circle(cls, b.x + b.w / 2, b.y + b.h / 2, 26);
      break;
    case 'water':
      canvas.rect(cls, b.x, b.y, b.w, b.h);
      break;
    case 'gas_pipe':
      canvas.circle('ob', b.x + b.w / 2, b.y + b.h / 2, Math.max(20, Math.min(b.w, b.h) / 2));
      break;
    case 'boiler':
      canvas.rect('od', b.x, b.y, b.w, b.h);
      break;
    default:
      canvas.rect(cls, b.x, b.y, b.w, b.h);
      if (!covered) canvas.lines('oh', hatch(b, 60));
  }
  canvas.close();
}

/** What hangs flat on the wall is shown this thick, mm. */
const FLAT = 50;

/** «окно 1200» in the cut of the wall, «газовая труба 30» beside what stands before it; a leader where the name stands away. */
export function nameObstacles(plan: PlanFrame): void {
  for (const v of plan.obstacles) {
    const { kind } = v.obstacle;
    const sized = isOpening(v) || kind === 'radiator' || kind === 'gas_pipe';
    const text = sized ? `${obstacleName(kind)} ${v.x1 - v.x0}` : obstacleName(kind);
    const place = (spots: Iterable<readonly Line[]>, over: boolean) => plan.labels.place(spots, { over });
    const [line] =
      place(insideSpots(plan, v, text), true) ??
      place(besideSpots(plan, v, text), false) ??
      place(worktopSpots(plan, v, text), true) ??
      place(farSpots(plan, v, text), false) ??
      place(farSpots(plan, v, text), true) ??
      [];
    if (line) writeName(plan, v, line);
  }
}

/** From an obstacle's middle to its name: beyond that a leader says whose it is. */
const NEAR = 260;

const lengthOf = ([[x0, y0], [x1, y1]]: readonly [Point, Point]): number => Math.hypot(x1 - x0, y1 - y0);

function writeName(plan: PlanFrame, v: ObstacleVolume, line: Line): void {
  const { canvas } = plan;
  const b = lineBox(line);
  const leaderFrom = (share: number): readonly [Point, Point] => {
    const across = isOpening(v) ? -WALL / 2 : Math.max(v.y1, FLAT) / 2;
    const [x, y] = plan.at(v.wallIndex, v.x0 + (v.x1 - v.x0) * share, across);
    const clamp = (at: number, from: number, length: number) => Math.min(Math.max(at, from), from + length);
    return [
      [x, y],
      [clamp(x, b.x, b.w), clamp(y, b.y, b.h)],
    ];
  };
  const middle = leaderFrom(0.5);
  if (lengthOf(middle) > NEAR) {
    // In the middle of an opening a number may stand: from its nearer end.
    const ends = [leaderFrom(0.1), leaderFrom(0.9)].sort((one, other) => lengthOf(one) - lengthOf(other));
    canvas.lines('lead', [(isOpening(v) ? ends[0] : undefined) ?? middle]);
  }
  const onWorktop = plan.scene.worktops.some((top) =>
    overlap(b, boxOn(plan, top.wallIndex, { ...top, y0: 0, y1: CONSTANTS.worktopDepth })),
  );
  canvas.rect(onWorktop ? 'wf' : 'bp', b.x - 4, b.y, b.w + 8, b.h, 8);
  canvas.text(line);
}

const put = (plan: PlanFrame, v: ObstacleVolume, text: string, [x, y]: Point): Line[] => [
  along(plan, v.wallIndex, plan.at(v.wallIndex, x, y), text, TEXT.code),
];

/** The same, across the wall. */
const putAcross = (plan: PlanFrame, v: ObstacleVolume, text: string, at: Point): Line[] =>
  put(plan, v, text, at).map((line) => ({ ...line, style: { vertical: !isUpright(plan, v.wallIndex) } }));

/** In the cut of the wall, or in the obstacle where it is deep enough for a text. */
function* insideSpots(plan: PlanFrame, v: ObstacleVolume, text: string): Generator<readonly Line[]> {
  const opening = isOpening(v);
  const fits = (v.x1 - v.x0) * plan.scale >= textWidth(text, TEXT.code);
  if (!fits || !(opening || v.y1 * plan.scale >= TEXT.code + 10)) return;
  const [mid, y] = [(v.x0 + v.x1) / 2, opening ? -WALL / 2 : v.y1 / 2];
  const aside = (v.x1 - v.x0) / 2 - (textWidth(text, TEXT.code) / 2 + 10) / plan.scale;
  // In its middle, else clear of a number there.
  for (const dx of [0, -0.5, 0.5, -1, 1]) yield put(plan, v, text, [mid + dx * aside, y]);
}

/** On the floor beside it, along the wall or across it. */
function* besideSpots(plan: PlanFrame, v: ObstacleVolume, text: string): Generator<readonly Line[]> {
  const [half, step] = [textWidth(text, TEXT.code) / 2 / plan.scale, 40 / plan.scale];
  for (const x of [v.x0 - step, v.x1 + step]) yield putAcross(plan, v, text, [x, half + step / 2]);
  for (const x of [v.x1 + half + step / 2, v.x0 - half - step / 2]) {
    if (x - half > 0 && x + half < v.wall.length) yield put(plan, v, text, [x, Math.max(v.y1 / 2, step)]);
  }
  for (const dx of [0, 3 * step, -3 * step]) {
    yield put(plan, v, text, [(v.x0 + v.x1) / 2 + dx, Math.max(FLAT, v.y1) + step]);
  }
}

/** On the worktop that covers it, between what lies in it. */
function* worktopSpots(plan: PlanFrame, v: ObstacleVolume, text: string): Generator<readonly Line[]> {
  const [half, step] = [textWidth(text, TEXT.code) / 2 / plan.scale, 40 / plan.scale];
  const mid = (v.x0 + v.x1) / 2;
  for (const y of [step, 2 * step, 3 * step]) {
    for (const x of [mid, v.x1 + half + step / 2, v.x0 - half - step / 2]) {
      if (x - half > 0 && x + half < v.wall.length && (x !== mid || y > Math.max(FLAT, v.y1) + step / 2))
        yield put(plan, v, text, [x, y]);
    }
  }
}

function* farSpots(plan: PlanFrame, v: ObstacleVolume, text: string): Generator<readonly Line[]> {
  const mid = (v.x0 + v.x1) / 2;
  for (let y = 60; y < 1200; y += 60) {
    for (const dx of [0, 150, -150, 300, -300]) yield put(plan, v, text, [mid + dx, y / plan.scale]);
  }
}
