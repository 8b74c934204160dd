import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isCornerUnit, isEndPanel, isFiller, isGap, isOrdinary, STANDARD } from '../../catalogue/traits.js';
import type { Side } from '../../geometry/corners.js';
import type { Wall } from '../../order/order.js';
import type { CornerKind } from '../floor/corners.js';
import { type Block, type FreeStretch, isHob, type Piece, plainBlock, plainPiece, type Room } from '../model.js';
import { WALL_ROW } from '../preferences.js';
import { build } from '../row/build.js';
import { solve, type Task } from '../row/solve.js';
import { allowed, WALL } from '../row/tilings.js';
import { type BlockedZone, blockedZones, cut, overlaps } from '../row/zones.js';
import { FILLER, STEP } from '../scoring.js';
import {
  askedCorners,
  between,
  type CornerRow,
  cornerFree,
  fillerEnd,
  openEnd,
  type RowEnd,
  unitEnd,
  type WallCorner,
  wallCorner,
} from './corners.js';
import { hang, jointsOf } from './hang.js';
import { type HoodsAndDrainers, hoodsAndDrainers } from './hoods-and-drainers.js';
import { type KnownRows, keyOf } from './known-rows.js';
import { cutAt, type Ending, endingsOf, type Meetings, turnedWays } from './meetings.js';
import { distribute, roomOver, share, sumOfWidths, unhung, withoutDoubleDrainer } from './sharing.js';

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
  /** Mezzanines come on the row, one of each of these among them: there is none for a diagonal corner. */
  capped?: readonly Block[];
}

/**
 * Lays out the wall rows over the floor rows (furniture.ru.md 3.2, rule 6; 3.3), by wall. `corners[i]` is the corner after
 * wall i; `known` are rows that were laid before.
 */
export function layWallUnits(
  room: Room,
  floor: readonly (readonly Piece[])[],
  corners: readonly (CornerKind | undefined)[],
  wanted: WallUnitsBrief,
  known: KnownRows = new Map(),
): Piece[][] {
  const { walls } = room;
  const zones = blockedZones(room, 'wall', wanted.height);
  const free = roomOver(walls, floor, zones, wanted);
  let best: { pieces: Piece[][]; left: number } | undefined;
  // What finds no place on its wall is tried on the next one: how much a wall takes is known when it is laid.
  for (const _ of walls) {
    const units = share(walls, floor, free, wanted);
    const pieces = layShared(room, floor, corners, { zones, units }, wanted, known);
    const left = walls.map(({ id }, i) => unhung(units.get(id) ?? [], pieces[i] ?? []));
    const count = left.flat().length;
    if (!best || count < best.left) best = { pieces, left: count };
    if (left.flat().every(({ placement }) => placement.wall !== undefined)) break;
    walls.forEach(({ id }, i) => {
      const [mine = [], away = []] = [units.get(id), left[i]];
      if (away.length > 0) free.set(id, sumOfWidths(mine) - sumOfWidths(away));
    });
  }
  return best?.pieces ?? [];
}

/** Lays out the rows with the units that each wall was given. */
function layShared(
  room: Room,
  floor: readonly (readonly Piece[])[],
  corners: readonly (CornerKind | undefined)[],
  { zones, units }: { zones: readonly BlockedZone[][]; units: ReadonlyMap<string, Block[]> },
  wanted: WallUnitsBrief,
  known: KnownRows,
): Piece[][] {
  const asked = askedCorners(room, wanted.units);
  const rows = room.walls.map((wall, i) => {
    const pieces = (floor[i] ?? []).filter(({ code }) => !isGap(code));
    const mine = units.get(wall.id) ?? [];
    const carries = pieces.length > 0 && (wanted.carries(wall.id) || mine.length > 0);
    return { wall, pieces, zones: zones[i] ?? [], units: mine, carries, filled: wanted.carries(wall.id) };
  });
  const usual = rows.map((before, i) => {
    const kind = corners[i];
    const after = rows[i + 1];
    return kind && after ? wallCorner(kind, before, after, asked[i], wanted.diagonal ?? true) : undefined;
  });
  const stretchesBefore = rows.map(() => new Map<string, Laid>());
  const lay = (meetings: Meetings): Laid[] =>
    rows.map((row, i) => {
      if (!row.carries) return { points: 0, pieces: [] };
      const ends = endingsOf(rows, i, meetings, corners);
      const key = keyOf(row, wanted, ends);
      const laid = known.get(key) ?? layWallRow(row, wanted, ends, stretchesBefore[i]!);
      known.set(key, laid);
      return laid;
    });
  let best: { meetings: Meetings; laid: readonly Laid[] } = { meetings: usual, laid: lay(usual) };
  const isLoose = (corner: number): boolean =>
    best.laid.slice(corner, corner + 2).some(({ pieces }) => hasLooseFiller(pieces));
  const attempt = (meetings: Meetings): void => {
    const laid = lay(meetings);
    if (sumOf(laid) < sumOf(best.laid) - 1e-9) best = { meetings, laid };
  };
  // The unit of a corner may as well be its other wall's: then a row closes beside it, not at its hood. Else a diagonal one.
  for (const { meetings, turned } of turnedWays(usual, rows)) if (turned.some(isLoose)) attempt(meetings);
  if ((wanted.diagonal ?? true) && !wanted.capped && !wanted.without?.includes(STANDARD.diagonalWall))
    for (const corner of usual.keys()) {
      const cut = isLoose(corner) ? cutAt(corner, best.meetings, rows) : undefined;
      if (cut) attempt(cut);
    }
  // Who writes them into an order gives them ids.
  return best.laid.map(({ pieces }) => pieces.map((p) => ({ ...p })));
}

const sumOf = (rows: readonly Laid[]): number => rows.reduce((sum, { points }) => sum + points, 0);

/** A filler beside that of a corner, beside an end panel, or between two units: at a hood. */
const hasLooseFiller = (pieces: readonly Piece[]): boolean =>
  pieces.some((p, i) => {
    if (!isFiller(p.code)) return false;
    const [before, after] = [pieces[i - 1], pieces[i + 1]].map((n) => (n && touch(n, p) ? n : undefined));
    if ([before, after].some((n) => n && (isFiller(n.code) || isEndPanel(n.code)))) return true;
    return [before, after].every((n) => n && isOrdinary(n.code) && !isCornerUnit(n.code));
  });

const touch = (p: Piece, q: Piece): boolean => p.at + p.w === q.at || q.at + q.w === p.at;

export interface WallRow extends CornerRow {
  wall: Wall;
  units: readonly Block[];
  filled: boolean;
}

export interface Laid {
  points: number;
  pieces: Piece[];
}

function layWallRow(
  row: WallRow,
  wanted: WallUnitsBrief,
  ends: Record<Side, Ending>,
  laidBefore: Map<string, Laid>,
): Laid {
  let best: Laid | undefined;
  for (const [left, leftPoints] of endsAt('left', row, wanted, ends)) {
    for (const [right, rightPoints] of endsAt('right', row, wanted, ends)) {
      if (left.at > right.at) continue;
      if (best && leftPoints + rightPoints >= best.points) continue;
      const laid = layBetween(row, wanted, left, right, laidBefore);
      const points = laid.points + leftPoints + rightPoints;
      if (!best || points < best.points - 1e-9)
        best = { points, pieces: [...left.pieces, ...laid.pieces, ...right.pieces] };
    }
  }
  const pieces = withoutLoosePanels((best?.pieces ?? []).sort((a, b) => a.at - b.at));
  return { points: best?.points ?? 0, pieces };
}

/** End panels that touch no unit are left out. */
const withoutLoosePanels = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(
    (p) => !isEndPanel(p.code) || pieces.some((q) => q !== p && (q.at + q.w === p.at || q.at === p.at + p.w)),
  );

/** The ways a row may end at a side, each with its points. */
function endsAt(side: Side, row: WallRow, wanted: WallUnitsBrief, endings: Record<Side, Ending>): [RowEnd, number][] {
  const { length, ends } = row.wall;
  const ending = endings[side];
  const facing = side === 'left' ? 'right' : 'left';
  if (typeof ending === 'object') {
    const mine = isMine(side, ending);
    const filler = clearOf(row, fillerEnd(side, length, wanted.height));
    if (!mine) return [[filler, 0]];
    const free = ending.choices.filter(({ width }) => cornerFree(side, row, width));
    if (free.length > 0)
      return free.map(({ width, points }) => [unitEnd(side, length, wanted.height, ending, width), points]);
    return [[filler, 0]];
  }
  const wallAt = side === 'left' ? 0 : length;
  if (ending === 'outer') {
    const end = outerEnd(side, row, wanted, wallAt, ends[side]);
    const other = endings[facing];
    return typeof other === 'object' && !isMine(facing, other) ? outerEnds(side, end, length, row) : [[end, 0]];
  }
  return [[ending === 'opening' ? openEnd(side, length) : { at: wallAt, edge: { kind: 'wall' }, pieces: [] }, 0]];
}

/** Whether the unit of the corner at a side hangs in this row. */
const isMine = (side: Side, { kind }: WallCorner): boolean =>
  kind === 'diagonal' || (side === 'right') === (kind === 'before');

/**
 * A free end where its panel stands, or up to 50 mm farther in, so that made widths fill the row up to the corner's filler; not
 * where a hob stands at that end: its hood would have no room.
 */
function outerEnds(side: Side, end: RowEnd, length: number, { pieces }: WallRow): [RowEnd, number][] {
  const [panel] = end.pieces;
  const span = (side === 'left' ? length - end.at : end.at) - CONSTANTS.deadWall;
  const by = span % STEP;
  const last = side === 'left' ? pieces.find(({ block }) => block) : pieces.findLast(({ block }) => block);
  if (!panel || by <= 0 || isHob(last?.block)) return [[end, 0]];
  const move = side === 'left' ? by : -by;
  const moved: RowEnd = { ...end, at: end.at + move, pieces: [{ ...panel, at: panel.at + move }] };
  const points = WALL_ROW.endsEarly + (WALL_ROW.endsEarlyBy50 * by) / STEP;
  return [
    [end, 0],
    [moved, points],
  ];
}

const clearOf = (row: WallRow, end: RowEnd): RowEnd => ({
  ...end,
  pieces: end.pieces.filter((p) => !row.zones.some((z) => overlaps(z, p.at, p.at + p.w))),
});

/** At an outer end the row goes as far as the floor row, with an end panel where that has one; to the wall where that reaches it. */
function outerEnd(side: Side, row: WallRow, wanted: WallUnitsBrief, wallAt: number, end: 'wall' | 'free'): RowEnd {
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
  const hung = (along: FreeStretch, of: readonly Block[]) =>
    hang({
      stretch: along,
      blocks: of,
      table: allowed(WALL, without),
      tier: 'wall',
      height,
      joints,
      placePoints: found.placePoints,
    });
  const attempt = (of: readonly Block[]) => {
    if (!filled) return of.length === 0 ? { points: 0, pieces: [] } : layAsked(stretch, of, found, height);
    const laid = height === ROW ? withPanels(stretch, (along) => hung(along, of)) : hung(stretch, of);
    return laid && { points: laid.points, pieces: shelved(laid.pieces) };
  };
  const asked = blocks.filter((b) => b.role !== 'drainer');
  const whole = attempt(blocks);
  if (whole && asked.length === blocks.length) return whole;
  const bare = attempt(asked);
  if (whole && (!bare || whole.points <= bare.points + WALL_ROW.noDrainer)) return whole;
  return bare ?? attempt([]) ?? { points: 0, pieces: [] };
}

/** The cheaper of two rows: with end panels beside windows, doors and boilers, or with bare sides there. */
function withPanels(stretch: FreeStretch, hung: (along: FreeStretch) => Laid | undefined): Laid | undefined {
  const bare = hung(stretch);
  const open = { left: stretch.left.kind === 'opening', right: stretch.right.kind === 'opening' };
  const panel = (at: number): Piece => ({ ...plainPiece(STANDARD.endPanel, 'wall', FILLER.panel, ROW), at });
  if (bare?.pieces.length === 0 && stretch.to - stretch.from >= FILLER.panel) {
    // Nothing hangs between the opening and a corner unit, whose side is seen then.
    const corner = (edge: FreeStretch['left']): boolean => edge.block !== undefined && isCornerUnit(edge.block.code);
    if (open.left && corner(stretch.right)) return { ...bare, pieces: [panel(stretch.to - FILLER.panel)] };
    if (open.right && corner(stretch.left)) return { ...bare, pieces: [panel(stretch.from)] };
  }
  if (!bare || (!open.left && !open.right)) return bare;
  const sides = bare.pieces.length > 0 ? Number(open.left) + Number(open.right) : 0;
  const points = bare.points + sides * WALL_ROW.bareByOpening;
  const inset = { left: open.left ? FILLER.panel : 0, right: open.right ? FILLER.panel : 0 };
  const covered = hung({ ...stretch, from: stretch.from + inset.left, to: stretch.to - inset.right });
  const [start, end] = [covered?.pieces[0], covered?.pieces.at(-1)];
  if (!covered || !start || !end || covered.points >= points) return { ...bare, points };
  const pieces = [
    ...(open.left ? [panel(start.at - FILLER.panel)] : []),
    ...covered.pieces,
    ...(open.right ? [panel(end.at + end.w)] : []),
  ];
  return { points: covered.points, pieces };
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
