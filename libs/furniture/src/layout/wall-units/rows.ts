import { CONSTANTS } from '../../catalogue/catalogue.js';
import { hasTrait, isCornerUnit, isEndPanel, isOrdinary, STANDARD } from '../../catalogue/traits.js';
import { DOOR_SWING } from '../../geometry/corners.js';
import type { Wall } from '../../order/order.js';
import type { CornerKind } from '../floor/corners.js';
import { type Block, type FreeStretch, type Piece, plainBlock, plainPiece, type Room } from '../model.js';
import { WALL_ROW } from '../preferences.js';
import { build } from '../row/build.js';
import { solve, type Task } from '../row/solve.js';
import { allowed, WALL } from '../row/tilings.js';
import { blockedZones, cut, overlaps } from '../row/zones.js';
import { FILLER } from '../scoring.js';
import {
  askedCorners,
  between,
  type CornerRow,
  cornerFree,
  fillerEnd,
  type RowEnd,
  unitEnd,
  type WallCorner,
  wallCorner,
} from './corners.js';
import { hang, jointsOf } from './hang.js';
import { type HoodsAndDrainers, hoodsAndDrainers } from './hoods-and-drainers.js';

/** The row height that end panels are made for, mm. */
const ROW = CONSTANTS.wallTop - CONSTANTS.wallBottom;

/** The wall rows to lay out: on which walls, how high, with a hood or not, and the units that were asked for. */
export interface WallUnitsBrief {
  carries: (wall: string) => boolean;
  height: number;
  hood: boolean;
  /** Corner units among them; where none was asked for, the corner is closed as on the floor. */
  units: readonly Block[];
  /** Codes that the rows are not filled with. */
  without?: readonly string[];
  /** Whether a diagonal corner on the floor has one above it unasked. */
  diagonal?: boolean;
}

/** Lays out the wall rows over the floor rows (furniture.ru.md 3.2, rule 6; 3.3), by wall. `corners[i]` is the corner after wall i. */
export function layWallUnits(
  room: Room,
  floor: readonly (readonly Piece[])[],
  corners: readonly (CornerKind | undefined)[],
  wanted: WallUnitsBrief,
): Piece[][] {
  const zones = blockedZones(room, 'wall', wanted.height);
  const units = share(room.walls, floor, wanted);
  const asked = askedCorners(room, wanted.units);
  const rows = room.walls.map((wall, i) => {
    const pieces = floor[i] ?? [];
    const mine = units.get(wall.id) ?? [];
    const carries = pieces.length > 0 && (wanted.carries(wall.id) || mine.length > 0);
    return { wall, pieces, zones: zones[i] ?? [], units: mine, carries, filled: wanted.carries(wall.id) };
  });
  const meetings = rows.map((before, i) => {
    const kind = corners[i];
    const after = rows[i + 1];
    return kind && after ? wallCorner(kind, before, after, asked[i], wanted.diagonal ?? true) : undefined;
  });
  return rows.map((row, i) => {
    if (!row.carries) return [];
    const beyond = (other: number): boolean => {
      const neighbour = rows[other];
      return neighbour !== undefined && (neighbour.carries || tallNear(neighbour, other > i));
    };
    return layWallRow(row, wanted, {
      left: beyond(i - 1) ? meetings[i - 1] : undefined,
      right: beyond(i + 1) ? meetings[i] : undefined,
      leftInner: corners[i - 1] !== undefined,
      rightInner: corners[i] !== undefined,
    });
  });
}

/** Nearer to the corner than this, a unit counts as its neighbour (COR-DEAD), mm. */
const NEAR = CONSTANTS.deadWall + DOOR_SWING;

/** Tall units reach into the wall row too: one beside the corner bounds the row around it. */
const tallNear = ({ wall, pieces }: Pick<WallRow, 'wall' | 'pieces'>, atStart: boolean): boolean =>
  pieces.some((p) => p.tier === 'tall' && (atStart ? p.at : wall.length - p.at - p.w) < NEAR);

interface WallRow extends CornerRow {
  wall: Wall;
  units: readonly Block[];
  filled: boolean;
}

interface RowCorners {
  left: WallCorner | undefined;
  right: WallCorner | undefined;
  leftInner: boolean;
  rightInner: boolean;
}

interface Laid {
  points: number;
  pieces: Piece[];
}

function layWallRow(row: WallRow, wanted: WallUnitsBrief, meeting: RowCorners): Piece[] {
  let best: Laid | undefined;
  const laidBefore = new Map<string, Laid>();
  for (const [left, leftPoints] of endsAt('left', row, wanted, meeting)) {
    for (const [right, rightPoints] of endsAt('right', row, wanted, meeting)) {
      if (left.at > right.at) continue;
      if (best && leftPoints + rightPoints >= best.points) continue;
      const laid = layBetween(row, wanted, left, right, laidBefore);
      const points = laid.points + leftPoints + rightPoints;
      if (!best || points < best.points - 1e-9)
        best = { points, pieces: [...left.pieces, ...laid.pieces, ...right.pieces] };
    }
  }
  return withoutLoosePanels((best?.pieces ?? []).sort((a, b) => a.at - b.at));
}

/** End panels that touch no unit are left out. */
const withoutLoosePanels = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(
    (p) => !isEndPanel(p.code) || pieces.some((q) => q !== p && (q.at + q.w === p.at || q.at === p.at + p.w)),
  );

/** The ways a row may end at a side, each with its points. */
function endsAt(side: 'left' | 'right', row: WallRow, wanted: WallUnitsBrief, meeting: RowCorners): [RowEnd, number][] {
  const meets = meeting[side];
  const { length, ends } = row.wall;
  if (meets !== undefined) {
    const mine = meets.kind === 'diagonal' || (side === 'right') === (meets.kind === 'before');
    const filler = clearOf(row, fillerEnd(side, length, wanted.height));
    if (!mine) return [[filler, 0]];
    const free = meets.choices.filter(({ width }) => cornerFree(side, row, width));
    if (free.length > 0)
      return free.map(({ width, points }) => [unitEnd(side, length, wanted.height, meets, width), points]);
    return [[filler, 0]];
  }
  const inner = side === 'left' ? meeting.leftInner : meeting.rightInner;
  const wallAt = side === 'left' ? 0 : length;
  if (inner) return [[{ at: wallAt, edge: { kind: 'wall' }, pieces: [] }, 0]];
  return [[outerEnd(side, row, wanted, wallAt, ends[side]), 0]];
}

const clearOf = (row: WallRow, end: RowEnd): RowEnd => ({
  ...end,
  pieces: end.pieces.filter((p) => !row.zones.some((z) => overlaps(z, p.at, p.at + p.w))),
});

/** At an outer end the row goes as far as the floor row, with an end panel where that has one; to the wall where that reaches it. */
function outerEnd(
  side: 'left' | 'right',
  row: WallRow,
  wanted: WallUnitsBrief,
  wallAt: number,
  end: 'wall' | 'free',
): RowEnd {
  // What was asked for alone may hang anywhere.
  if (!row.filled) return { at: wallAt, edge: { kind: end }, pieces: [] };
  const sorted = row.pieces.toSorted((a, b) => a.at - b.at);
  const outer = side === 'left' ? sorted[0] : sorted.at(-1);
  if (!outer) return { at: wallAt, edge: { kind: end }, pieces: [] };
  const edge = side === 'left' ? outer.at : outer.at + outer.w;
  if (end === 'wall' && Math.abs(edge - wallAt) <= FILLER.max)
    return { at: wallAt, edge: { kind: 'wall' }, pieces: [] };
  if (isEndPanel(outer.code) && outer.tier === 'base') {
    const panel: Piece = { ...plainPiece(STANDARD.endPanel, 'wall', outer.w, ROW), at: outer.at };
    const clear = !row.zones.some((z) => overlaps(z, panel.at, panel.at + panel.w));
    const pieces = wanted.height === ROW && clear ? [panel] : [];
    return {
      at: side === 'left' ? outer.at + outer.w : outer.at,
      edge: pieces.length > 0 ? { kind: 'obstacle', panel: true } : { kind: 'free' },
      pieces,
    };
  }
  return { at: edge, edge: { kind: 'free' }, pieces: [] };
}

function layBetween(
  row: WallRow,
  wanted: WallUnitsBrief,
  left: RowEnd,
  right: RowEnd,
  laidBefore: Map<string, Laid>,
): Laid {
  // Rows of single units get no hood; they still keep clear of the hob.
  const found: HoodsAndDrainers = hoodsAndDrainers(
    row.pieces,
    row.zones,
    { left: left.at, right: right.at },
    row.filled ? wanted : { ...wanted, hood: false },
  );
  const talls = row.pieces.filter((p) => p.tier === 'tall').map((p) => ({ at: p.at, block: asBlock(p) }));
  const stretches = cut(
    between(left, right),
    [...row.zones, ...found.bare],
    [...talls, ...found.hoods.map((p) => ({ at: p.at, block: asBlock(p) }))],
  );
  const [drainers, units] = withoutDoubleDrainer(row, found.drainers);
  const both = distribute(stretches, drainers, units);
  // A drainer that nobody asked for gives way to a unit that somebody did.
  const all = units.every((unit) => both.some((blocks) => blocks.includes(unit)));
  const placed = all ? both : distribute(stretches, [], units);
  const joints = jointsOf(row.pieces, isOrdinary);
  let points = 0;
  const pieces = [...found.hoods];
  stretches.forEach((stretch, i) => {
    const blocks = placed[i] ?? [];
    // Most of a row's stretches are the same, whatever stands in its corners.
    const key = [stretch.from, stretch.left.kind, stretch.to, stretch.right.kind, ...blocks.map((b) => b.key)].join();
    const laid = laidBefore.get(key) ?? layStretch(stretch, blocks, found, row, joints, wanted);
    laidBefore.set(key, laid);
    points += laid.points;
    pieces.push(...laid.pieces);
  });
  return { points, pieces };
}

const asBlock = (p: Piece): Block => p.block ?? { ...plainBlock(`p${p.at}`, p), items: p.items };

/** Lays a stretch with its blocks; where they do not fit, without the drainer. */
function layStretch(
  stretch: FreeStretch,
  blocks: readonly Block[],
  found: HoodsAndDrainers,
  { filled }: WallRow,
  joints: readonly number[],
  { height, without = [] }: WallUnitsBrief,
): Laid {
  const shelved = (pieces: Piece[]): Piece[] =>
    without.includes(STANDARD.narrowWall) ? pieces : openShelvesAtEnds(stretch, pieces);
  const attempt = (of: readonly Block[]) => {
    if (!filled) return of.length === 0 ? { points: 0, pieces: [] } : layAsked(stretch, of, found, height);
    const laid = hang({
      stretch,
      blocks: of,
      table: allowed(WALL, without),
      tier: 'wall',
      height,
      joints,
      placePoints: found.placePoints,
    });
    return laid && { points: laid.points, pieces: shelved(laid.pieces) };
  };
  const asked = blocks.filter((b) => b.role !== 'drainer');
  const whole = attempt(blocks);
  if (whole && asked.length === blocks.length) return whole;
  const bare = attempt(asked);
  if (whole && (!bare || whole.points <= bare.points + WALL_ROW.noDrainer)) return whole;
  return bare ?? attempt([]) ?? { points: 0, pieces: [] };
}

/** The units that were asked for and nothing else. */
function layAsked(
  stretch: FreeStretch,
  blocks: readonly Block[],
  found: HoodsAndDrainers,
  height: number,
): Laid | undefined {
  const task: Task = {
    stretch,
    blocks,
    table: WALL,
    fill: 'needed',
    panels: false,
    wallRow: true,
    gapPoints: () => 0,
    placePoints: (block) => (at) => found.placePoints(block, at),
  };
  const laid = solve(task);
  if (!laid || !Number.isFinite(laid.points)) return undefined;
  return { points: laid.points, pieces: openShelvesAtEnds(stretch, build(task, laid, 'wall', height)) };
}

/** A door flush with a tall unit's deeper side or a wall would not open: narrow units there are open shelves. */
function openShelvesAtEnds(stretch: FreeStretch, pieces: Piece[]): Piece[] {
  const tall = (edge: FreeStretch['left']): boolean => edge.kind === 'wall' || edge.block?.tier === 'tall';
  const open = (p: Piece): Piece =>
    p.code === STANDARD.wall && (p.w === 300 || p.w === 400) ? { ...p, code: STANDARD.narrowWall } : p;
  return pieces.map((p) => {
    const flush = (tall(stretch.left) && p.at === stretch.from) || (tall(stretch.right) && p.at + p.w === stretch.to);
    return flush ? open(p) : p;
  });
}

/** A drainer that was asked for replaces the one that follows from the sink. */
export function withoutDoubleDrainer(
  { units, filled }: { units: readonly Block[]; filled: boolean },
  drainers: readonly Block[],
): [drainers: Block[], units: Block[]] {
  const [over] = drainers;
  const asked = units.find((unit) => unit.code === over?.code);
  if (!over || !asked) return [filled ? [...drainers] : [], [...units]];
  const at = Math.round((over.placement.at ?? 0) + (over.w - asked.w) / 2);
  return [[], units.map((unit) => (unit === asked ? { ...unit, placement: { ...unit.placement, at } } : unit))];
}

/** Drainers go to the stretch over their sink, other units to the roomiest one. */
export function distribute(
  stretches: readonly FreeStretch[],
  drainers: readonly Block[],
  units: readonly Block[],
): Block[][] {
  const placed: Block[][] = stretches.map(() => []);
  const room = stretches.map((s) => s.to - s.from);
  const put = (i: number, block: Block): void => {
    placed[i]?.push(block);
    room[i] = (room[i] ?? 0) - block.w;
  };
  for (const drainer of drainers) {
    const centre = (drainer.placement.at ?? 0) + drainer.w / 2;
    const i = stretches.findIndex((s) => s.from <= centre && centre <= s.to);
    if (i >= 0 && (room[i] ?? 0) >= drainer.w) put(i, drainer);
  }
  for (const unit of units) {
    const centre = (unit.placement.at ?? Number.NaN) + unit.w / 2;
    const over = stretches.findIndex((s, i) => s.from <= centre && centre <= s.to && (room[i] ?? 0) >= unit.w);
    const i = over >= 0 ? over : room.indexOf(Math.max(...room));
    if (i >= 0 && (room[i] ?? 0) >= unit.w) put(i, unit);
  }
  return placed;
}

/** The wall units that were asked for, by wall: the wall that was named, for a drainer the sink's, else the first with a row. */
export function share(
  walls: readonly Wall[],
  floor: readonly (readonly Piece[])[],
  wanted: WallUnitsBrief,
): Map<string, Block[]> {
  const shared = new Map<string, Block[]>();
  const usual = walls.find((wall) => wanted.carries(wall.id)) ?? walls[0];
  const sink = walls.find((wall, i) => wanted.carries(wall.id) && floor[i]?.some((p) => p.block?.role === 'sink'));
  for (const unit of wanted.units.filter((u) => !isCornerUnit(u.code))) {
    const wall = unit.placement.wall ?? (hasTrait(unit.code, 'drainer') ? sink?.id : undefined) ?? usual?.id;
    if (wall !== undefined) shared.set(wall, [...(shared.get(wall) ?? []), unit]);
  }
  return shared;
}
