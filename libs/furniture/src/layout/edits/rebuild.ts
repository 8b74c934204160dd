import { CONSTANTS } from '../../catalogue/catalogue.js';
import {
  hasTrait,
  isBlindCorner,
  isCornerUnit,
  isDiagonalCorner,
  isEndPanel,
  isFiller,
  isHoodCabinet,
  isReplaceable,
  STANDARD,
} from '../../catalogue/traits.js';
import { wordedFinding } from '../../checks/finding.js';
import { given } from '../../order/nodes.js';
import type { Order } from '../../order/order.js';
import type { EditOf } from '../brief.js';
import { type CornerKind, type CornerPlan, exposedEnds } from '../floor/corners.js';
import { withDrawers } from '../floor/drawers.js';
import { surroundingsOf } from '../floor/points.js';
import { layRow } from '../floor/row.js';
import { rowHeightOf } from '../input/wall-units.js';
import { type Block, isHob, type Piece, plainBlock, type Room } from '../model.js';
import { emptyCache } from '../row/solve.js';
import { blockedZones } from '../row/zones.js';
import { mezzanine, mezzanineHeight } from '../wall-units/mezzanine.js';
import { layWallUnits, type WallUnitsBrief } from '../wall-units/rows.js';
import { type Draft, Refused, wallById } from './draft.js';
import { dropNode, rowOf, writeRow } from './row.js';

/** Open shelves are taken as asked for from this width on, mm; the layout itself uses narrower ones. */
const MIN_ASKED_SHELF = 400;

export const roomOfOrder = (order: Order): Room => ({
  ceiling: order.ceiling,
  walls: order.room.walls,
  obstacles: order.obstacles,
});

/** What a wall row depends on, by wall, as one text: hobs with their fuel, sinks, tall units, ends of the row, obstacles. */
export function wallRowInputs(order: Order): string[] {
  const zones = blockedZones(roomOfOrder(order), 'wall');
  return order.room.walls.map((wall, i) => {
    const floor = rowOf(order, wall.id, 'floor');
    const floorInputs = floor
      .filter((p) => isHob(p.block) || p.block?.role === 'sink' || p.tier === 'tall')
      .map((p) => `${p.code}${p.block?.fuel === 'gas' ? 'g' : ''}@${p.at}+${p.w}`);
    const corners = [i - 1, i, i + 1].flatMap((k) => diagonals(order, order.room.walls[k]?.id));
    const ends = [
      floor[0]?.at,
      (floor.at(-1)?.at ?? 0) + (floor.at(-1)?.w ?? 0),
      wall.length,
      wall.ends.left,
      wall.ends.right,
    ];
    return [...floorInputs, ...corners, ...ends, ...(zones[i] ?? []).map((z) => `${z.from}-${z.to}`)].join();
  });
}

/** Diagonal units of a wall row: they reach into the neighbour's too. */
const diagonals = (order: Order, wall: string | undefined): string[] =>
  wall === undefined
    ? []
    : rowOf(order, wall, 'wall').flatMap((p) => (isDiagonalCorner(p.code) ? [`${wall}:${p.code}@${p.at}+${p.w}`] : []));

/** Which wall's floor row takes each inner corner of an order. */
export function cornersOf(order: Order): (CornerKind | undefined)[] {
  return order.room.walls.map((wall, i) => {
    if (order.room.walls[i + 1]?.turn !== 'right') return undefined;
    const before = rowOf(order, wall.id, 'floor').at(-1);
    const after = rowOf(order, order.room.walls[i + 1]!.id, 'floor')[0];
    if (after && after.at === 0 && isCornerUnit(after.code) && !(before && before.at + before.w === wall.length))
      return 'after';
    if (before?.at !== undefined && before.at + before.w === wall.length)
      return isDiagonalCorner(before.code) ? 'diagonal' : 'before';
    return 'dead';
  });
}

export interface Rebuild {
  /** Walls whose wall row is laid anew. */
  walls: ReadonlySet<string>;
  height?: number;
  /** A hood even where the present row has none. */
  hood?: boolean;
}

/** Lays wall rows anew over the floor rows; nodes that stay keep their ids (3.2, rule 7). */
export function rebuildWallUnits(draft: Draft, { walls, height, hood }: Rebuild): void {
  const { order } = draft;
  const old = new Map(order.room.walls.map((wall) => [wall.id, rowOf(order, wall.id, 'wall')]));
  const carried = (wall: string): boolean => walls.has(wall) || (old.get(wall)?.length ?? 0) > 0;
  const present = [...old.values()].flat();
  const wanted: WallUnitsBrief = {
    carries: carried,
    height: height ?? rowHeight(present),
    hood: hood ?? (present.some((p) => isHoodCabinet(p.code)) || present.length === 0),
    units: [...old].flatMap(([wall, row]) =>
      row.filter((p) => isAsked(p) && (walls.has(wall) || isDiagonalCorner(p.code))).map((p) => asUnit(p, wall)),
    ),
    diagonal: !present.some((p) => isBlindCorner(p.code)),
  };
  const room = roomOfOrder(order);
  const floor = room.walls.map((wall) => rowOf(order, wall.id, 'floor'));
  const rows = layWallUnits(room, floor, cornersOf(order), wanted, draft.rows);
  room.walls.forEach((wall, i) => {
    if (walls.has(wall.id)) writeRow(draft, wall.id, 'wall', matched(rows[i] ?? [], old.get(wall.id) ?? []));
  });
}

const isAsked = (p: Piece): boolean =>
  p.code === STANDARD.narrowWall ? p.w >= MIN_ASKED_SHELF : !hasTrait(p.code, 'unasked');

function asUnit(p: Piece, wall: string): Block {
  const base = p.block ?? { ...plainBlock(p.id ?? '', p), items: p.items };
  return { ...base, placement: { wall }, ...given({ h: p.h, id: p.id }) };
}

const ROW = rowHeightOf(undefined);

/** The height of a wall row, mm: that of its first ordinary unit, else the usual one. */
export function rowHeight(row: readonly Piece[]): number {
  const heights = row.filter((p) => hasTrait(p.code, 'row-height')).map((p) => p.h ?? ROW);
  return heights[0] ?? ROW;
}

/** Gives new pieces the ids of old ones of the same module: unchanged ones first, then equal widths, then the nearest. */
export function matched(pieces: readonly Piece[], old: readonly Piece[]): Piece[] {
  const free = old.filter((p) => !pieces.some((q) => q.id === p.id));
  const take = (piece: Piece, same: (p: Piece) => boolean): Piece => {
    if (piece.id) return piece;
    const near = free
      .filter((p) => p.code === piece.code && same(p))
      .sort((a, b) => Math.abs(a.at - piece.at) - Math.abs(b.at - piece.at))[0];
    if (!near?.id) return piece;
    free.splice(free.indexOf(near), 1);
    return { ...piece, id: near.id };
  };
  const exact = pieces.map((piece) => take(piece, (p) => p.w === piece.w && p.at === piece.at));
  const alike = exact.map((piece) => take(piece, (p) => p.w === piece.w));
  return alike.map((piece) => take(piece, () => true));
}

/** Lays the mezzanines of these walls anew. */
export function rebuildMezzanines(draft: Draft, walls: ReadonlySet<string>): void {
  const { order } = draft;
  const room = roomOfOrder(order);
  const floor = room.walls.map((wall) => rowOf(order, wall.id, 'floor'));
  const wallRows = room.walls.map((wall) => rowOf(order, wall.id, 'wall'));
  const rows = mezzanine(room, floor, wallRows);
  room.walls.forEach((wall, i) => {
    if (walls.has(wall.id)) writeRow(draft, wall.id, 'upper', matched(rows[i] ?? [], rowOf(order, wall.id, 'upper')));
  });
}

/**
 * Lays a wall's floor row anew, `extra` inserted before index `index` of its sequence: units that were asked for keep their
 * sequence and ids, plain ones fill the rest (drawers too with `drawersToo`). False where that does not fit.
 */
export function rebuildFloorRow(
  draft: Draft,
  wallId: string,
  extra: Block | undefined,
  index: number,
  drawersToo: boolean,
): boolean {
  const { order } = draft;
  const { wall, index: i } = wallById(draft, wallId);
  const row = rowOf(order, wallId, 'floor');
  const gives = (code: string): boolean => (drawersToo ? isReplaceable(code) : hasTrait(code, 'plain'));
  const room = roomOfOrder(order);
  const corners = cornersOf(order);
  const before = order.room.walls[i - 1];
  const around = before ? rowOf(order, before.id, 'floor') : [];
  const [left, right] = [plan(corners[i - 1], row, 'after', around), plan(corners[i], row, 'before', [])];
  const asked = row.filter(
    (p) => !isFiller(p.code) && !isEndPanel(p.code) && !gives(p.code) && !isUnitOf(left, p) && !isUnitOf(right, p),
  );
  const fixed = asked.flatMap((p) => (p.pinned && p.block ? [{ block: p.block, at: p.at }] : []));
  const free = asked.filter((p) => !p.pinned);
  const at = free.filter((p) => row.indexOf(p) < index).length;
  const blocks = free.flatMap((p) => (p.block ? [p.block] : []));
  const hasWallUnits = order.runs.some((run) => run.tier === 'wall' && run.wall === wallId);
  const laid = layRow({
    wall,
    ...given({ left, right }),
    exposed: exposedEnds(order.room.walls, i),
    blocks: [...blocks.slice(0, at), ...(extra ? [extra] : []), ...blocks.slice(at)],
    fixed,
    ordered: true,
    fill: 'all',
    zones: blockedZones(room, 'base')[i] ?? [],
    surroundings: { ...surroundingsOf(room, () => hasWallUnits)[i]!, fixed },
    cache: emptyCache(),
  });
  if (!laid) return false;
  const [pieces] = drawersToo ? withDrawers([laid.pieces]) : [laid.pieces];
  writeRow(draft, wallId, 'floor', matched((pieces ?? []).map(unwrapped), row));
  return true;
}

/** A corner unit is planned with its corner, not with the row. */
const isUnitOf = (corner: CornerPlan | undefined, { id }: Piece): boolean =>
  id !== undefined && corner?.block?.id === id;

/** A block that was a node gets that node's id. */
const unwrapped = (piece: Piece): Piece => (piece.block?.id ? { ...piece, id: piece.block.id } : piece);

/** The plan of a corner as it is: its unit in its width, or a filler beside the neighbour's row. */
function plan(
  kind: CornerPlan['kind'] | undefined,
  row: readonly Piece[],
  here: 'before' | 'after',
  around: readonly Piece[],
): CornerPlan | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'diagonal') {
    const block = (here === 'before' ? row : around).at(-1)?.block;
    return block && { kind, block, widths: [block.w] };
  }
  const unit = here === 'after' ? row[0] : row.at(-1);
  if (kind !== here || !unit?.block)
    return row.length > 0 ? { kind: kind === here ? 'dead' : kind, widths: [] } : undefined;
  return { kind, block: { ...unit.block, w: Math.min(unit.w, 2 * CONSTANTS.deadBase) }, widths: [unit.w] };
}

/** Adds wall units or mezzanines over the floor rows: on the named wall, else on every wall with a floor row. */
export function addTier(draft: Draft, { tier, wall, height }: EditOf<'add_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const walls = new Set(
    order.room.walls
      .map((w) => w.id)
      .filter((id) => (wall === undefined || id === wall) && rowOf(order, id, 'floor').length > 0),
  );
  if (tier === 'upper') {
    rebuildMezzanines(draft, walls);
    if (!order.runs.some((run) => run.tier === 'upper' && walls.has(run.wall))) throw noMezzanine(draft);
    return;
  }
  const hadRow = order.runs.some((run) => run.tier === 'wall');
  rebuildWallUnits(draft, { walls, ...given({ height }), ...(hadRow ? {} : { hood: true }) });
  if (!hadRow && order.runs.some((run) => run.nodes.some((n) => isHoodCabinet(n.code)))) {
    draft.defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  }
}

/** No wall row below it, one that is too high, or too low a ceiling. */
function noMezzanine({ order }: Draft): Refused {
  const low = mezzanineHeight(order.ceiling) === undefined;
  const msg = low
    ? `Антресоли под потолок ${order.ceiling} мм не входят.`
    : 'Антресоли ставить не над чем: верхнего ряда до 2140 мм нет.';
  const fixHint = low ? 'без антресолей' : 'сначала верхний ряд высотой до 720';
  return new Refused(undefined, [wordedFinding('HGT-CEIL', 'ceiling', msg, fixHint)]);
}

/** Removes a whole tier, on the named wall or everywhere. */
export function removeTier(draft: Draft, { tier, wall }: EditOf<'remove_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const gone = order.runs.filter((run) => run.tier === tier && (wall === undefined || run.wall === wall));
  for (const run of gone) for (const node of run.nodes) dropNode(draft, node.id);
  order.runs = order.runs.filter((run) => !gone.includes(run));
}
