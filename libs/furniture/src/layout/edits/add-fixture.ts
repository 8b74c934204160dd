import { isCornerFiller, isReplaceable, STANDARD } from '../../catalogue/traits.js';
import { check } from '../../checks/check.js';
import type { Order } from '../../order/order.js';
import { type EditOf, type Spot } from '../brief.js';
import { matches } from '../floor/points.js';
import { blockFor } from '../input/fixtures.js';
import { nameOf, tooLong } from '../input/shortage.js';
import { rowHeightOf } from '../input/wall-units.js';
import { type Block, blockPiece, type Piece, plainPiece } from '../model.js';
import { BASE, tile, WALL } from '../row/tilings.js';
import { STEP } from '../scoring.js';
import { type Draft, Refused, wallById } from './draft.js';
import { propagate } from './propagate.js';
import { rebuildFloorRow } from './rebuild.js';
import { type RowName, rowNameOf } from './row.js';
import { insert, type Slot, slotsIn, writeSlots } from './slots.js';
import { replace } from './units.js';

/** Places tried for a new appliance; the one with the fewest warnings is taken. */
const MAX_TRIED = 12;

/**
 * Adds an appliance with the unit that it needs: where there is room, else in place of plain units. A microwave joins a
 * tall oven. Refuses with GEO-SUM where no plain unit can give way.
 */
export function addFixture(draft: Draft, { fixture }: EditOf<'add_fixture'>): void {
  const oven = fixture.kind === 'microwave' ? findNode(draft.order, STANDARD.tallOven) : undefined;
  if (oven) {
    replace(draft, { op: 'replace', node: oven, code: STANDARD.tallOvenMicrowave });
    return;
  }
  const block = { ...blockFor(fixture), key: 'new' };
  const tries = placesFor(draft, block).slice(0, MAX_TRIED);
  let best: { draft: Draft; warnings: number } | undefined;
  let refused: Refused | undefined;
  // Several places may come to the same row: what it is like is known then.
  const laid = new Set<string>();
  for (const attempt of tries) {
    const trial: Draft = {
      ...draft,
      order: structuredClone(draft.order),
      changed: new Set(draft.changed),
      defaults: [...draft.defaults],
      issued: { ...draft.issued },
    };
    try {
      attempt(trial);
      const text = textOf(trial.order);
      if (laid.has(text)) continue;
      laid.add(text);
      propagate(trial, draft.order);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A shortage of millimetres explains more than other refusals.
      refused = refused?.findings.some((f) => f.code === 'GEO-SUM') ? refused : error;
      continue;
    }
    const findings = check(trial.order);
    const errors = findings.filter((f) => f.severity === 'error');
    if (errors.length > 0) {
      refused ??= new Refused(undefined, errors);
      continue;
    }
    const warnings = findings.filter((f) => f.severity === 'warning').length;
    if (!best || warnings < best.warnings) best = { draft: trial, warnings };
    if (best.warnings === 0) break;
  }
  if (!best) throw refused ?? new Refused(`для прибора нет места: ${nameOf(block)}`);
  Object.assign(draft, best.draft);
}

/** The units of an order with their places, whatever their ids. */
const textOf = ({ runs }: Order): string =>
  runs.map(({ id, nodes }) => `${id}: ${nodes.map(({ code, at, w, h }) => `${code} ${at}+${w} ${h}`).join()}`).join();

const sum = (slots: readonly Slot[]): number => slots.reduce((mm, s) => mm + s.piece.w, 0);

const findNode = (order: Order, code: string): string | undefined =>
  order.runs.flatMap((run) => run.nodes).find((n) => n.code === code)?.id;

type Attempt = (draft: Draft) => void;

function placesFor(draft: Draft, block: Block): Attempt[] {
  const { walls } = draft.order.room;
  const row = rowNameOf(block.tier);
  const piece: Piece = { ...blockPiece(block), at: 0 };
  const named = walls.filter((w) => block.placement.wall === undefined || w.id === block.placement.wall);
  const { at } = block.placement;
  if (at !== undefined) {
    const wall = (named[0] ?? walls[0])?.id ?? 'A';
    return [(d) => insertPiece(d, wall, row, { ...piece, pinned: true }, { at })];
  }
  const found = named.flatMap((wall) => attemptsOn(draft, wall.id, row, piece, block));
  return found.sort((a, b) => a.points - b.points).map((f) => f.attempt);
}

function insertPiece(draft: Draft, wall: string, row: RowName, piece: Piece, spot: Spot): void {
  const slots = slotsIn(draft, wall, row);
  insert(slots, piece, spot);
  writeSlots(draft, wall, row, slots);
}

/** Free gaps, plain units that are wide enough alone or with their neighbour, and last the end of the row. */
function attemptsOn(
  draft: Draft,
  wall: string,
  row: RowName,
  piece: Piece,
  block: Block,
): { points: number; attempt: Attempt }[] {
  const slots = slotsIn(draft, wall, row);
  const found: { points: number; attempt: Attempt }[] = [];
  const wanted =
    block.placement.nextTo ?? (block.role === 'dishwasher' || block.role === 'washer' ? 'sink' : undefined);
  const near = (i: number): number => {
    if (piece.tier === 'tall') return Math.min(i, slots.length - 1 - i);
    if (wanted === undefined) return 1;
    const away = slots.flatMap((s, j) => (s.piece.block && matches(wanted, s.piece.block) ? [Math.abs(i - j)] : []));
    return away.length > 0 ? Math.min(...away) : 5;
  };
  slots.forEach((slot, i) => {
    if (slot.gap >= piece.w && slot.piece.id && !isCornerFiller(slot.piece.code)) {
      const before = slot.piece.id;
      found.push({ points: near(i), attempt: (d) => insertPiece(d, wall, row, piece, { before }) });
    }
    for (const count of [1, 2]) {
      const gone = slots.slice(i, i + count);
      const width = gone.reduce((sum, s, j) => sum + s.piece.w + (j > 0 ? s.gap : 0), 0);
      if (gone.length < count || !gone.every((s) => isPlain(s.piece)) || width < piece.w) continue;
      found.push({
        points: near(i) + count + (width - piece.w) / 300,
        attempt: (d) => replacePlain(d, wall, row, piece, gone, width),
      });
    }
  });
  if (row === 'floor' && piece.tier !== 'wall') {
    slots.forEach((slot, i) => {
      if (!slot.piece.block && i > 0) return;
      found.push({ points: 6 + near(i), attempt: (d) => rebuildWith(d, wall, block, i, false) });
    });
    found.push({ points: 12, attempt: (d) => rebuildWith(d, wall, block, slots.length, false) });
    found.push({
      points: 14,
      attempt: (d) => rebuildWith(d, wall, block, piece.tier === 'tall' ? 0 : slots.length, true),
    });
  }
  const last = slots.findLast((s) => s.piece.block)?.piece.id;
  if (last)
    found.push({
      points: 20 + near(slots.length - 1),
      attempt: (d) => insertPiece(d, wall, row, piece, { after: last }),
    });
  return found;
}

function rebuildWith(draft: Draft, wall: string, block: Block, index: number, drawers: boolean): void {
  if (rebuildFloorRow(draft, wall, block, index, drawers)) return;
  const { wall: w } = wallById(draft, wall);
  const taken = sum(slotsIn(draft, wall, 'floor').filter((s) => !isPlain(s.piece))) + block.w;
  if (taken > w.length) throw new Refused(undefined, [tooLong(wall, taken, w.length)], [], taken - w.length);
  throw new Refused(`для прибора нет места: ${nameOf(block)}`);
}

const isPlain = (p: Piece): boolean => !p.pinned && p.items.length === 0 && isReplaceable(p.code);

/** Replaces plain units by the new one; the rest of their width is filled with plain units. */
function replacePlain(
  draft: Draft,
  wall: string,
  row: RowName,
  piece: Piece,
  gone: readonly Slot[],
  width: number,
): void {
  const slots = slotsIn(draft, wall, row);
  const at = slots.findIndex((s) => s.piece.id === gone[0]?.piece.id);
  const table = row === 'floor' ? BASE : WALL;
  const spare = Math.floor((width - piece.w) / STEP) * STEP;
  const widths = tile(table, spare);
  const height = row === 'wall' ? (gone[0]?.piece.h ?? rowHeightOf(undefined)) : undefined;
  const tier = row === 'floor' ? 'base' : 'wall';
  const plainUnits = widths.map(
    (w): Slot => ({ piece: { ...plainPiece(table.code(w), tier, w, height), at: 0 }, gap: 0 }),
  );
  const removed = slots.splice(at, gone.length, { piece, gap: slots[at]?.gap ?? 0 }, ...plainUnits);
  const next = slots[at + 1 + plainUnits.length];
  if (next) next.gap += width - piece.w - widths.reduce((sum, w) => sum + w, 0);
  writeSlots(draft, wall, row, slots);
  const names = removed.map((s) => `${s.piece.code} ${s.piece.w}`).join(' и ');
  draft.defaults.push({
    code: 'instead',
    text: `${nameOf(piece.block ?? { code: piece.code, w: piece.w, role: 'unit' })} на месте ${names}`,
  });
}
