import type { Order } from '../../order/order.js';
import type { CornerKind } from '../corners.js';
import { layWallUnits, type WallUnitsInput } from '../hang.js';
import { mezzanine } from '../mezzanine.js';
import type { Block, Piece, Room } from '../model.js';
import { isHob } from '../model.js';
import { rowHeightOf } from '../wall-wish.js';
import { zonesOf } from '../zones.js';
import type { Draft } from './draft.js';
import { rowOf, writeRow } from './row.js';

/** Hung units that the engine lays itself; all others were asked for and stay. */
const OWN = new Set(['W', 'FL', 'FLC', 'EP', 'WH', 'WD', 'WC']);
const OWN_SHELF = 400;

export const roomOfOrder = (order: Order): Room => ({
  ceiling: order.ceiling,
  walls: order.room.walls,
  obstacles: order.obstacles,
});

/** What the hanging row follows, by wall: places of hobs with their fuel, sinks, tall units, the row's ends, obstacles. */
export function footprint(order: Order): string[] {
  const zones = zonesOf(roomOfOrder(order), 'wall');
  return order.room.walls.map((wall, i) => {
    const floor = rowOf(order, wall.id, 'floor');
    const led = floor
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
    return [...led, ...corners, ...ends, ...(zones[i] ?? []).map((z) => `${z.from}-${z.to}`)].join();
  });
}

/** Diagonal units of a hanging row: they take of the neighbour's too. */
const diagonals = (order: Order, wall: string | undefined): string[] =>
  wall === undefined
    ? []
    : rowOf(order, wall, 'wall').flatMap((p) => (p.code === 'WCD' ? [`${wall}:${p.code}@${p.at}+${p.w}`] : []));

/** Which wall's floor row takes each inner corner, as it stands. */
export function cornersOf(order: Order): (CornerKind | undefined)[] {
  return order.room.walls.map((wall, i) => {
    if (order.room.walls[i + 1]?.turn !== 'right') return undefined;
    const before = rowOf(order, wall.id, 'floor').at(-1);
    const after = rowOf(order, order.room.walls[i + 1]!.id, 'floor')[0];
    if (after && after.at === 0 && after.code.startsWith('BC') && !(before && before.at + before.w === wall.length))
      return 'after';
    if (before?.at !== undefined && before.at + before.w === wall.length)
      return before.code === 'BCD' ? 'diagonal' : 'before';
    return 'dead';
  });
}

export interface Rebuild {
  /** Walls whose hanging row is laid anew. */
  walls: ReadonlySet<string>;
  height?: number;
  /** A hood even where the standing row has none. */
  hood?: boolean;
}

/** Lays hanging rows anew over what stands, keeping the ids of what stays (3.2, rule 7). */
export function rebuildWallUnits(draft: Draft, { walls, height, hood }: Rebuild): void {
  const { order } = draft;
  const old = new Map(order.room.walls.map((wall) => [wall.id, rowOf(order, wall.id, 'wall')]));
  const carried = (wall: string): boolean => walls.has(wall) || (old.get(wall)?.length ?? 0) > 0;
  const standing = [...old.values()].flat();
  const wish: WallUnitsInput = {
    carries: carried,
    height: height ?? rowHeight(standing),
    hood: hood ?? (standing.some((p) => p.code === 'WH') || standing.length === 0),
    units: [...old].flatMap(([wall, row]) =>
      row.filter((p) => isAsked(p) && (walls.has(wall) || p.code === 'WCD')).map((p) => asUnit(p, wall)),
    ),
    diagonal: !standing.some((p) => p.code === 'WC'),
  };
  const room = roomOfOrder(order);
  const floor = room.walls.map((wall) => rowOf(order, wall.id, 'floor'));
  const rows = layWallUnits(room, floor, cornersOf(order), wish);
  room.walls.forEach((wall, i) => {
    if (walls.has(wall.id)) writeRow(draft, wall.id, 'wall', matched(rows[i] ?? [], old.get(wall.id) ?? []));
  });
}

const isAsked = (p: Piece): boolean => (p.code === 'WO' ? p.w >= OWN_SHELF : !OWN.has(p.code));

function asUnit(p: Piece, wall: string): Block {
  const base: Block = p.block ?? {
    key: p.id ?? '',
    code: p.code,
    w: p.w,
    tier: 'wall',
    role: 'unit',
    items: p.items,
    placement: {},
  };
  return { ...base, placement: { wall }, ...(p.h === undefined ? {} : { h: p.h }), ...(p.id ? { id: p.id } : {}) };
}

const ROW = rowHeightOf(undefined);

/** The height of a standing hanging row, mm: that of its plain units; the usual one where there are none. */
export function rowHeight(row: readonly Piece[]): number {
  const heights = row.filter((p) => ['W', 'WC', 'WCD', 'WG'].includes(p.code)).map((p) => p.h ?? ROW);
  return heights[0] ?? ROW;
}

/** Gives new pieces the ids of old ones of the same kind: first those that did not change, then the nearest. */
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

/** Lays the mezzanine anew on walls that have one (or are named). */
export function rebuildMezzanines(draft: Draft, walls: ReadonlySet<string>): void {
  const { order } = draft;
  const room = roomOfOrder(order);
  const floor = room.walls.map((wall) => rowOf(order, wall.id, 'floor'));
  const hung = room.walls.map((wall) => rowOf(order, wall.id, 'wall'));
  const rows = mezzanine(room, floor, hung);
  room.walls.forEach((wall, i) => {
    if (walls.has(wall.id)) writeRow(draft, wall.id, 'upper', matched(rows[i] ?? [], rowOf(order, wall.id, 'upper')));
  });
}
