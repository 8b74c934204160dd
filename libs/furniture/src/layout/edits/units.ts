import { isMadeWidth } from '../../catalogue/catalogue.js';
import { carries, isCornerFiller, isCornerUnit, isEndPanel, isFiller } from '../../catalogue/traits.js';
import { given } from '../../order/nodes.js';
import type { OrderNode, Tier } from '../../order/order.js';
import { type EditOf, type Spot } from '../brief.js';
import { blockFor } from '../input/fixtures.js';
import { blockPiece, type ItemSpec, type Piece } from '../model.js';
import { coverHeight } from '../row/build.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import { type Draft, moduleOf, nodeById, unknown } from './draft.js';
import { rowHeight } from './rebuild.js';
import { addItem, pieceOf, type RowName, rowNameOf, rowOf } from './row.js';
import { absorb, insert, slotsIn, takeOut, writeSlots } from './slots.js';

/** Adds a unit of the catalogue, with the appliances that it is made for. */
export function add(draft: Draft, edit: EditOf<'add'>): void {
  const beside = edit.after ?? edit.before;
  const wall =
    edit.wall ?? (beside === undefined ? undefined : nodeById(draft, beside).run.wall) ?? roomiest(draft, edit);
  const piece = newPiece(draft, edit, wall);
  const row = rowNameOf(piece.tier);
  const corner = beside === undefined && edit.at === undefined && cornerOf(draft, wall, row, piece.code);
  if (corner) {
    replace(draft, { op: 'replace', node: corner, code: piece.code, w: piece.w });
    return;
  }
  const slots = slotsIn(draft, wall, row);
  insert(slots, edit.at === undefined ? piece : { ...piece, pinned: true }, spotOf(edit));
  writeSlots(draft, wall, row, slots);
}

/** The corner unit that a new one without a named place replaces: its wall's, in the wall row also one that hangs round the corner. */
function cornerOf(draft: Draft, wall: string, row: RowName, code: string): string | undefined {
  if (!isCornerUnit(moduleOf(code))) return undefined;
  const { walls } = draft.order.room;
  const i = walls.findIndex(({ id }) => id === wall);
  const unitsOf = (k: number): Piece[] => {
    const id = walls[k]?.id;
    return id === undefined ? [] : rowOf(draft.order, id, row).filter((p) => isCornerUnit(moduleOf(p.code)));
  };
  const [own] = unitsOf(i);
  if (own || row !== 'wall') return own?.id;
  const after = walls[i + 1]?.turn === 'right' ? unitsOf(i + 1).find((p) => p.at === 0) : undefined;
  const before = walls[i]?.turn === 'right' ? unitsOf(i - 1).find((p) => p.at > 0) : undefined;
  return (after ?? before)?.id;
}

const spotOf = ({ after, before, at }: Spot): Spot =>
  given({ after, before, at: at === undefined ? undefined : Math.round(at) });

/** The first wall with room for the unit in its row, else the first wall. */
function roomiest(draft: Draft, edit: EditOf<'add'>): string {
  const { walls } = draft.order.room;
  const row = rowNameOf(tierOf(edit));
  const w = edit.w ?? blockFor({ kind: 'unit', code: edit.code }).w;
  const free = walls.find((wall) => {
    const slots = slotsIn(draft, wall.id, row);
    const end = slots.reduce((sum, s) => sum + s.gap + s.piece.w, 0);
    return (
      slots.length > 0 && (slots.some((s) => s.gap >= w && !isCornerFiller(s.piece.code)) || wall.length - end >= w)
    );
  });
  const id = (free ?? walls.find((wall) => slotsIn(draft, wall.id, row).length > 0) ?? walls[0])?.id;
  if (id === undefined) throw unknown('в заказе нет стен');
  return id;
}

const tierOf = (edit: EditOf<'add'>): Tier => {
  const module = moduleOf(edit.code);
  return module.tier === 'any' ? (edit.tier ?? 'base') : module.tier;
};

function newPiece(draft: Draft, edit: EditOf<'add'>, wall: string): Piece {
  const row = rowHeight(rowOf(draft.order, wall, 'wall'));
  const module = moduleOf(edit.code);
  const tier = tierOf(edit);
  const block = blockFor({ kind: 'unit', code: module.ascii, ...given({ width: edit.w }) }, row);
  const h = edit.h ?? heightIn(draft, module.ascii, tier, block.h, row);
  // A width that is not made is kept: the checks name the ones that are.
  return { code: module.ascii, tier, at: 0, w: edit.w ?? block.w, items: block.items, block, ...given({ h }) };
}

function heightIn(draft: Draft, code: string, tier: Tier, usual: number | undefined, row: number): number | undefined {
  if (isFiller(code)) return coverHeight('filler', tier, row);
  if (isEndPanel(code)) return coverHeight('panel', tier, row);
  if (tier === 'upper') return mezzanineHeight(draft.order.ceiling) ?? usual;
  return usual;
}

/** Removes a unit; its place stays free. */
export function remove(draft: Draft, edit: EditOf<'remove'>): void {
  const { run } = nodeById(draft, edit.node);
  const row = rowNameOf(run.tier);
  const slots = slotsIn(draft, run.wall, row);
  takeOut(slots, edit.node, false);
  writeSlots(draft, run.wall, row, slots);
}

/** A wider unit pushes its unpinned right neighbours, a narrower one lets them follow (3.2, rule 7). */
export function resize(draft: Draft, edit: EditOf<'resize'>): void {
  const { run, node } = nodeById(draft, edit.node);
  const row = rowNameOf(run.tier);
  const slots = slotsIn(draft, run.wall, row);
  changeWidth(slots, node.id, edit.w);
  writeSlots(draft, run.wall, row, slots, node.id);
}

function changeWidth(slots: ReturnType<typeof slotsIn>, id: string, w: number): void {
  const i = slots.findIndex((s) => s.piece.id === id);
  const slot = slots[i];
  if (!slot) return;
  if (w > slot.piece.w) absorb(slots, i, w - slot.piece.w);
  slot.piece = { ...slot.piece, w };
}

/** Puts another module in a unit's place with the appliances that it can carry; a hob that loses its unit gets one beside it. */
export function replace(draft: Draft, edit: EditOf<'replace'>): void {
  const { run, node } = nodeById(draft, edit.node);
  const module = moduleOf(edit.code);
  const tier = module.tier === 'any' ? run.tier : module.tier;
  const rowBefore = rowNameOf(run.tier);
  const row = rowNameOf(tier);
  if (row !== rowBefore) throw unknown(`модуль ${module.ascii} стоит в другом ряду, чем узел ${node.id}`);
  const w = edit.w ?? (isMadeWidth(module, node.w) ? node.w : blockFor({ kind: 'unit', code: module.ascii }).w);
  if (row === 'wall' && module.ascii !== node.code && isCornerUnit(module) && isCornerUnit(moduleOf(node.code))) {
    turnCorner(draft, node, module.ascii, w);
    return;
  }
  const before = pieceOf(draft.order, node, run.tier);
  const orphans = before.items.filter((item) => !carries(module, item.kind));
  const hob = orphans.find((item) => item.kind === 'hob');
  draft.order.items = draft.order.items.filter((item) => item.node !== node.id || carries(module, item.kind));
  const slots = slotsIn(draft, run.wall, row);
  changeWidth(slots, node.id, w);
  const slot = slots.find((s) => s.piece.id === node.id);
  if (!slot) return;
  const rowH = rowHeight(rowOf(draft.order, run.wall, 'wall'));
  const h = edit.h ?? heightIn(draft, module.ascii, tier, blockFor({ kind: 'unit', code: module.ascii }, rowH).h, rowH);
  const { h: _, ...rest } = slot.piece;
  slot.piece = { ...rest, code: module.ascii, tier, w, ...given({ h }) };
  if (hob) insert(slots, newHob(hob), { after: node.id });
  writeSlots(draft, run.wall, row, slots, node.id);
  draft.changed.add(node.id);
  // Whoever has an oven with a hob in place of a stove cooks with what the stove burnt, below the same hood.
  const stove = orphans.find((item) => item.kind === 'stove');
  if (stove && carries(module, 'hob')) addItem(draft, node.id, { kind: 'hob', ...given({ fuel: stove.fuel }) });
  const standing = new Set(draft.order.items.filter((item) => item.node === node.id).map((item) => item.kind));
  if (module.alternatives) return;
  for (const kind of module.appliances) if (!standing.has(kind)) addItem(draft, node.id, { kind });
}

/** Another kind of corner unit: `propagate` lays both wall rows anew around it, so the row is not moved here. */
function turnCorner(draft: Draft, node: OrderNode, code: string, w: number): void {
  if (Number(node.at) > 0) node.at = String(Number(node.at) + node.w - w);
  node.code = code;
  node.w = w;
  draft.changed.add(node.id);
}

function newHob(hob: ItemSpec): Piece {
  const block = blockFor({ kind: 'hob', ...given({ fuel: hob.fuel }) });
  return { ...blockPiece(block), items: [hob], at: 0 };
}

/** Moves a unit within its row or to another wall; its old neighbours close up. */
export function move(draft: Draft, edit: EditOf<'move'>): void {
  const { run, node } = nodeById(draft, edit.node);
  const row = rowNameOf(run.tier);
  const beside = edit.after ?? edit.before;
  const wall = edit.wall ?? (beside === undefined ? run.wall : nodeById(draft, beside).run.wall);
  const from = slotsIn(draft, run.wall, row);
  const slot = takeOut(from, node.id, edit.at === undefined);
  const { pinned: _, ...free } = slot.piece;
  const to = wall === run.wall ? from : slotsIn(draft, wall, row);
  insert(to, edit.at === undefined ? free : { ...free, pinned: true }, spotOf(edit));
  transfer(draft, row, [run.wall, wall], [from, to], node.id);
}

/** Two units change places. */
export function swap(draft: Draft, edit: EditOf<'swap'>): void {
  const a = nodeById(draft, edit.a);
  const b = nodeById(draft, edit.b);
  const row: RowName = rowNameOf(a.run.tier);
  if (row !== rowNameOf(b.run.tier)) throw unknown(`узлы ${edit.a} и ${edit.b} в разных рядах`);
  const same = a.run.wall === b.run.wall;
  const slotsA = slotsIn(draft, a.run.wall, row);
  const slotsB = same ? slotsA : slotsIn(draft, b.run.wall, row);
  const slotA = slotsA.find((s) => s.piece.id === edit.a);
  const slotB = slotsB.find((s) => s.piece.id === edit.b);
  if (!slotA || !slotB) return;
  const unpinned = ({ pinned: _, ...piece }: Piece): Piece => piece;
  [slotA.piece, slotB.piece] = [unpinned(slotB.piece), unpinned(slotA.piece)];
  transfer(draft, row, [a.run.wall, b.run.wall], [slotsA, slotsB], edit.a);
}

/** Writes two rows between which nodes moved. Writing the first drops the items of nodes that left it, so items are restored. */
function transfer(
  draft: Draft,
  row: RowName,
  walls: readonly [string, string],
  slots: readonly [ReturnType<typeof slotsIn>, ReturnType<typeof slotsIn>],
  subject: string,
): void {
  const items = draft.order.items.map((item) => ({ ...item }));
  writeSlots(draft, walls[0], row, slots[0], subject);
  if (walls[0] === walls[1]) return;
  writeSlots(draft, walls[1], row, slots[1], subject);
  draft.order.items = items;
}

/** Fixes a node at a place. */
export function pin(draft: Draft, edit: EditOf<'pin'>): void {
  move(draft, { op: 'move', node: edit.node, at: edit.at });
}

export function unpin(draft: Draft, edit: EditOf<'unpin'>): void {
  const { node } = nodeById(draft, edit.node);
  delete node.pinned;
  draft.changed.add(node.id);
}
