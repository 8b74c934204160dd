import { findModule } from '../../catalogue/catalogue.js';
import type { Wall } from '../../order/order.js';
import { stripHeight } from '../build.js';
import type { Piece } from '../model.js';
import { STRIP } from '../trade.js';
import { rowHeightOf } from '../wall-wish.js';
import type { Zone } from '../zones.js';

/** A row's pieces in their sequence, each with the free space that it keeps before it, mm. */
export interface Slot {
  piece: Piece;
  gap: number;
}

/** Slots of a standing row: gaps as they are. `from` is where the row's wall begins for it. */
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
  /** The pieces of the stretch that is too short, and its length. */
  crowded: Piece[];
}

/**
 * Lays a row out again in its sequence (furniture.ru.md 3.2, rules 2, 3, 7): settled pieces stay, the others keep their
 * gaps and move right as far as widths ask; what is too long eats gaps from the right, then strips, then end panels.
 */
export function reflow(wall: Wall, slots: readonly Slot[], zones: readonly Zone[]): Reflow {
  const result: Reflow = { pieces: [], missing: 0, crowded: [] };
  let from = 0;
  let open: Slot[] = [];
  const close = (to: number, settled: boolean): void => {
    const laid = reflowStretch(from, to, open, zones, settled);
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

/** Where a piece must stand: pinned ones, strips in the corner, corner units at their end of the wall. */
function fixedAt(wall: Wall, piece: Piece, first: boolean): number | undefined {
  if (piece.pinned) return piece.at;
  if (piece.code === 'FLC') return piece.at;
  const module = findModule(piece.code);
  const corner = (module?.blind ?? 0) > 0 || piece.code === 'BCD' || piece.code === 'WCD';
  if (!corner) return undefined;
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
  zones: readonly Zone[],
  closed: boolean,
): Laid {
  let current = slots.map((s) => ({ piece: { ...s.piece }, gap: s.gap }));
  if (current[0]) current[0].gap = Math.max(0, current[0].gap);
  let laid = placeSlots(from, current, zones);
  for (let over = laid.end - to; over > 0; over = laid.end - to) {
    if (!shrinkGap(current, over) && !shrinkStrip(current, over)) {
      const panel = current.findLast((s) => s.piece.code === 'EP' || s.piece.code === 'FL');
      if (!panel) return { pieces: laid.pieces, missing: over };
      current = current.filter((s) => s !== panel);
    }
    laid = placeSlots(from, current, zones);
  }
  const spare = to - laid.end;
  if (closed && spare > 0 && spare <= STRIP.max && current.length > 0) {
    if (!widenStrip(current, spare) && spare >= STRIP.min) current.push(newStrip(current.at(-1)!.piece, spare));
    laid = placeSlots(from, current, zones);
  }
  return { pieces: laid.pieces, missing: 0 };
}

/** Places slots one after another; a piece that meets a zone jumps behind it. */
function placeSlots(from: number, slots: readonly Slot[], zones: readonly Zone[]): { pieces: Piece[]; end: number } {
  let cursor = from;
  const pieces = slots.map(({ piece, gap }) => {
    let at = cursor + gap;
    for (const zone of zones) if (zone.from < at + piece.w && at < zone.to) at = zone.to;
    cursor = at + piece.w;
    return { ...piece, at };
  });
  return { pieces, end: cursor };
}

/** A slit before a wall or a settled piece is closed (3.2, rule 5). */
function newStrip(beside: Piece, w: number): Slot {
  const { tier } = beside;
  const row = beside.h !== undefined && beside.code !== 'WH' ? beside.h : rowHeightOf(undefined);
  const h = stripHeight('FL', tier, row);
  return { piece: { code: 'FL', tier, at: 0, w, items: [], ...(h === undefined ? {} : { h }) }, gap: 0 };
}

function shrinkGap(slots: Slot[], over: number): boolean {
  const slot = slots.findLast((s) => s.gap > 0);
  if (!slot) return false;
  slot.gap -= Math.min(slot.gap, over);
  return true;
}

/** A strip gives what it can spare; one that would be narrower than 16 is gone. */
function shrinkStrip(slots: Slot[], over: number): boolean {
  const slot = slots.findLast((s) => s.piece.code === 'FL' && s.piece.w > STRIP.min);
  if (!slot) return false;
  slot.piece.w = Math.max(STRIP.min, slot.piece.w - over);
  return true;
}

/** What is left before a wall or a settled piece goes into a strip that is there already. */
function widenStrip(slots: Slot[], spare: number): boolean {
  const slot = slots.findLast((s) => s.piece.code === 'FL' && s.piece.w + spare <= STRIP.max);
  if (!slot) return false;
  slot.piece.w += spare;
  return true;
}
