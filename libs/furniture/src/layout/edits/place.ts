import type { Piece } from '../model.js';
import { alternatives, tooLong } from '../shortage.js';
import { type Zone, zonesOf } from '../zones.js';
import { type Draft, Refused, unknown, wallById } from './draft.js';
import { reflow, type Slot, slotsOf } from './reflow.js';
import { roomOfOrder } from './refollow.js';
import { type RowName, rowOf, writeRow } from './row.js';

/** Where a piece goes in its row. */
export interface Spot {
  after?: string;
  before?: string;
  at?: number;
}

export const slotsIn = ({ order }: Draft, wall: string, row: RowName): Slot[] => slotsOf(rowOf(order, wall, row));

/** Lays a row out in a new sequence and writes it back; refuses with GEO-SUM, the missing millimetres and ways out. */
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

/** What a row keeps clear of: obstacles, and on the wall what stands tall. */
function rowZones(draft: Draft, wallId: string, index: number, row: RowName): Zone[] {
  const zones = zonesOf(roomOfOrder(draft.order), row === 'floor' ? 'base' : row)[index] ?? [];
  if (row !== 'wall') return zones;
  const talls = rowOf(draft.order, wallId, 'floor').filter((p) => p.tier === 'tall');
  return [
    ...zones,
    ...talls.map((p): Zone => ({ from: p.at, to: p.at + p.w, edge: 'block', obstacle: '', kind: 'niche' })),
  ].sort((a, b) => a.from - b.from);
}

/** Takes `mm` out of the free space behind slot `i`, so that what stands beyond it need not move. */
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
    // Beside its neighbour on the left of it: the free space stays before the new piece.
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
  const roomy = slots.findIndex((s, i) => s.gap >= piece.w && (i > 0 || s.piece.code !== 'FLC'));
  return roomy >= 0 ? roomy : rowEnd(slots);
}

/** Behind the last unit: before end strips and panels, and before what closes the row in a corner. */
export function rowEnd(slots: readonly Slot[]): number {
  let i = slots.length;
  while (i > 0 && /^(EP|FL|FLC|BC|BCS|BCD|WC|WCD)$/.test(slots[i - 1]!.piece.code) && i > 1) i--;
  return i;
}

/** At its place: what is left of it moves left, what is right of it moves right, as far as it must. */
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
