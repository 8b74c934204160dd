import {
  hasTrait,
  isCornerFiller,
  isCornerUnit,
  isEndPanel,
  isFiller,
  isHoodCabinet,
  STANDARD,
} from '../../catalogue/traits.js';
import type { Wall } from '../../order/order.js';
import { type Spot } from '../brief.js';
import { alternatives, tooLong } from '../input/shortage.js';
import { rowHeightOf } from '../input/wall-units.js';
import { type Piece, plainPiece } from '../model.js';
import { coverHeight } from '../row/build.js';
import { type BlockedZone, blockedZones } from '../row/zones.js';
import { FILLER } from '../scoring.js';
import { type Draft, Refused, unknown, wallById } from './draft.js';
import { roomOfOrder } from './rebuild.js';
import { type RowName, rowOf, writeRow } from './row.js';

export const slotsIn = ({ order }: Draft, wall: string, row: RowName): Slot[] => slotsOf(rowOf(order, wall, row));

/** Reflows a row and writes it back; refuses with GEO-SUM, the missing millimetres and alternatives. */
export function writeSlots(draft: Draft, wallId: string, row: RowName, slots: readonly Slot[], subject?: string): void {
  const { wall, index } = wallById(draft, wallId);
  const laid = reflow(wall, slots, rowZones(draft, wallId, index, row));
  if (laid.missing > 0) {
    const others = laid.crowded.flatMap((p) => (p.block && p.id !== subject && !p.pinned ? [p.block] : []));
    const ways = alternatives(others, laid.missing, (b) => b.id ?? b.code);
    const hint = ways[0]?.text;
    throw new Refused(undefined, [tooLong(wallId, wall.length + laid.missing, wall.length, hint)], ways, laid.missing);
  }
  writeRow(draft, wallId, row, laid.pieces);
}

/** Blocked zones of a row: obstacles, and tall units in the wall row. */
function rowZones(draft: Draft, wallId: string, index: number, row: RowName): BlockedZone[] {
  const zones = blockedZones(roomOfOrder(draft.order), row === 'floor' ? 'base' : row)[index] ?? [];
  if (row !== 'wall') return zones;
  const talls = rowOf(draft.order, wallId, 'floor').filter((p) => p.tier === 'tall');
  return [
    ...zones,
    ...talls.map((p): BlockedZone => ({ from: p.at, to: p.at + p.w, edge: 'block', obstacle: '', kind: 'niche' })),
  ].sort((a, b) => a.from - b.from);
}

/** Takes `mm` out of the gaps after slot `i`, so that what is beyond them need not move. */
export function absorb(slots: Slot[], i: number, mm: number): void {
  let rest = mm;
  for (const slot of slots.slice(i + 1)) {
    const taken = Math.min(rest, slot.gap);
    slot.gap -= taken;
    rest -= taken;
    if (rest === 0) return;
  }
}

/** Puts a piece into a row: beside a node, at a millimetre, or where there is room. */
export function insert(slots: Slot[], piece: Piece, spot: Spot): void {
  if (spot.at !== undefined) {
    insertAt(slots, { ...piece, at: spot.at });
    return;
  }
  const index = indexFor(slots, piece, spot);
  slots.splice(index, 0, { piece, gap: 0 });
  if (spot.after === undefined && spot.before === undefined) {
    const next = slots[index + 1];
    if (next && next.gap >= piece.w) next.gap -= piece.w;
    else absorb(slots, index, piece.w);
    return;
  }
  const next = slots[index + 1];
  if (spot.before !== undefined && next && next.gap > 0) {
    // The new piece touches its right neighbour: the gap stays before it.
    const kept = Math.max(0, next.gap - piece.w);
    absorb(slots, index, Math.max(0, piece.w - next.gap));
    next.gap = 0;
    slots[index]!.gap = kept;
    return;
  }
  absorb(slots, index, piece.w);
}

function indexFor(slots: readonly Slot[], piece: Piece, { after, before }: Spot): number {
  const found = (id: string): number => {
    const i = slots.findIndex((s) => s.piece.id === id);
    if (i < 0) throw unknown(`узел ${id} не в этом ряду`);
    return i;
  };
  if (after !== undefined) return found(after) + 1;
  if (before !== undefined) return found(before);
  const roomy = slots.findIndex((s, i) => s.gap >= piece.w && (i > 0 || !isCornerFiller(s.piece.code)));
  return roomy >= 0 ? roomy : rowEnd(slots);
}

/** The index behind the last unit: before closing fillers, end panels and corner units. */
export function rowEnd(slots: readonly Slot[]): number {
  let i = slots.length;
  while (i > 0 && closesRow(slots[i - 1]!.piece.code) && i > 1) i--;
  return i;
}

const closesRow = (code: string): boolean => isEndPanel(code) || isFiller(code) || isCornerUnit(code);

/** Inserts a piece at a millimetre; what is right of it moves as far as it must. */
function insertAt(slots: Slot[], piece: Piece): void {
  const starts: number[] = [];
  let end = 0;
  for (const s of slots) {
    starts.push(end + s.gap);
    end += s.gap + s.piece.w;
  }
  const centre = piece.at + piece.w / 2;
  const behind = slots.findIndex((s, i) => (starts[i] ?? 0) + s.piece.w / 2 > centre);
  const index = behind < 0 ? slots.length : behind;
  const nextStart = starts[index];
  const before = index > 0 ? (starts[index - 1] ?? 0) + (slots[index - 1]?.piece.w ?? 0) : 0;
  slots.splice(index, 0, { piece, gap: Math.max(0, piece.at - before) });
  const next = slots[index + 1];
  if (!next || nextStart === undefined) return;
  const push = piece.at + piece.w - nextStart;
  next.gap = Math.max(0, -push);
  if (push > 0) absorb(slots, index + 1, push);
}

/** Takes a piece out; `close` lets the rest of the row move up, else its place stays free. */
export function takeOut(slots: Slot[], id: string, close: boolean): Slot {
  const i = slots.findIndex((s) => s.piece.id === id);
  const [slot] = slots.splice(i, 1);
  if (!slot) throw unknown(`в заказе нет узла ${id}`);
  const next = slots[i];
  if (next) next.gap += slot.gap + (close ? 0 : slot.piece.w);
  return slot;
}

/** A row's pieces in their sequence, each with the free space that it keeps before it, mm. */
export interface Slot {
  piece: Piece;
  gap: number;
}

/** Slots of an existing row, gaps as they are. */
export function slotsOf(pieces: readonly Piece[]): Slot[] {
  let end = 0;
  return pieces.map((piece) => {
    const gap = Math.max(0, piece.at - end);
    end = piece.at + piece.w;
    return { piece, gap };
  });
}

export interface Reflow {
  pieces: Piece[];
  /** mm that did not fit; 0 when everything did. */
  missing: number;
  /** The pieces of the stretch that is too short. */
  crowded: Piece[];
}

/**
 * Places a row's slots in their sequence (furniture.ru.md 3.2, rules 2, 3, 7): fixed pieces stay, the others keep their
 * gaps and move right as far as needed; where the row is too long, gaps shrink from the right, then fillers, then end panels go.
 */
export function reflow(wall: Wall, slots: readonly Slot[], zones: readonly BlockedZone[]): Reflow {
  const result: Reflow = { pieces: [], missing: 0, crowded: [] };
  let from = 0;
  let open: Slot[] = [];
  const close = (to: number, closed: boolean): void => {
    const laid = reflowStretch(from, to, open, zones, closed);
    result.pieces.push(...laid.pieces);
    if (laid.missing > result.missing) {
      result.missing = laid.missing;
      result.crowded = open.map((s) => s.piece);
    }
    open = [];
  };
  slots.forEach((slot, i) => {
    const at = fixedAt(wall, slot.piece, i === 0);
    if (at === undefined) {
      open.push(slot);
      return;
    }
    close(at, true);
    result.pieces.push({ ...slot.piece, at });
    from = at + slot.piece.w;
  });
  close(wall.length, wall.ends.right === 'wall');
  return result;
}

/** Where a piece must stand: pinned ones, fillers in the corner, corner units at their end of the wall. */
function fixedAt(wall: Wall, piece: Piece, first: boolean): number | undefined {
  if (piece.pinned) return piece.at;
  if (isCornerFiller(piece.code)) return piece.at;
  if (!isCornerUnit(piece.code)) return undefined;
  return first && piece.at < wall.length / 2 ? 0 : wall.length - piece.w;
}

interface Laid {
  pieces: Piece[];
  missing: number;
}

function reflowStretch(
  from: number,
  to: number,
  slots: readonly Slot[],
  zones: readonly BlockedZone[],
  closed: boolean,
): Laid {
  let current = slots.map((s) => ({ piece: { ...s.piece }, gap: s.gap }));
  if (current[0]) current[0].gap = Math.max(0, current[0].gap);
  let laid = placeSlots(from, current, zones);
  for (let over = laid.end - to; over > 0; over = laid.end - to) {
    if (!shrinkGap(current, over) && !shrinkFiller(current, over)) {
      const panel = current.findLast((s) => isEndPanel(s.piece.code) || hasTrait(s.piece.code, 'filler'));
      if (!panel) return { pieces: laid.pieces, missing: over };
      current = current.filter((s) => s !== panel);
    }
    laid = placeSlots(from, current, zones);
  }
  const spare = to - laid.end;
  if (closed && spare > 0 && spare <= FILLER.max && current.length > 0) {
    if (!widenFiller(current, spare) && spare >= FILLER.min) current.push(newFiller(current.at(-1)!.piece, spare));
    laid = placeSlots(from, current, zones);
  }
  return { pieces: laid.pieces, missing: 0 };
}

/** Places slots one after another; a piece that meets a zone jumps behind it. */
function placeSlots(
  from: number,
  slots: readonly Slot[],
  zones: readonly BlockedZone[],
): { pieces: Piece[]; end: number } {
  let cursor = from;
  const pieces = slots.map(({ piece, gap }) => {
    let at = cursor + gap;
    for (const zone of zones) if (zone.from < at + piece.w && at < zone.to) at = zone.to;
    cursor = at + piece.w;
    return { ...piece, at };
  });
  return { pieces, end: cursor };
}

/** A filler that closes a slit before a wall or a fixed piece (3.2, rule 5). */
function newFiller(beside: Piece, w: number): Slot {
  const { tier } = beside;
  const row = beside.h !== undefined && !isHoodCabinet(beside.code) ? beside.h : rowHeightOf(undefined);
  const h = coverHeight('filler', tier, row);
  return { piece: { ...plainPiece(STANDARD.filler, tier, w, h), at: 0 }, gap: 0 };
}

function shrinkGap(slots: Slot[], over: number): boolean {
  const slot = slots.findLast((s) => s.gap > 0);
  if (!slot) return false;
  slot.gap -= Math.min(slot.gap, over);
  return true;
}

/** Shrinks the last filler, down to 16 mm. */
function shrinkFiller(slots: Slot[], over: number): boolean {
  const slot = slots.findLast((s) => hasTrait(s.piece.code, 'filler') && s.piece.w > FILLER.min);
  if (!slot) return false;
  slot.piece.w = Math.max(FILLER.min, slot.piece.w - over);
  return true;
}

/** Widens a filler by what is left before a wall or a fixed piece. */
function widenFiller(slots: Slot[], spare: number): boolean {
  const slot = slots.findLast((s) => hasTrait(s.piece.code, 'filler') && s.piece.w + spare <= FILLER.max);
  if (!slot) return false;
  slot.piece.w += spare;
  return true;
}
