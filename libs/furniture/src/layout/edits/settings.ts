import { findModule } from '../../catalogue/catalogue.js';
import { isCornerFiller, isEndPanel } from '../../catalogue/traits.js';
import { issue } from '../../order/ids.js';
import { runId, wallIdAt } from '../../order/nodes.js';
import { APPLIANCES, type Appliance, MAX_LENGTH, type Order, TIERS } from '../../order/order.js';
import type { EditOf } from '../brief.js';
import { obstacleOf } from '../input/room.js';
import { blockedZones } from '../row/zones.js';
import { type Draft, nodeById, sortRuns, unknown, wallById } from './draft.js';
import { roomOfOrder } from './rebuild.js';
import { addItem, pieceOf, ROWS } from './row.js';
import { type Slot, slotsIn, writeSlots } from './slots.js';

/** Changes an appliance of a node, or adds it. */
export function setItem(draft: Draft, { node: id, item }: EditOf<'set_item'>): void {
  const { node, run } = nodeById(draft, id);
  const known = draft.order.items.find((i) => i.node === id && i.kind === item.kind);
  const kind = applianceOf(item.kind);
  draft.changed.add(id);
  if (known) {
    if (item.w !== undefined) known.w = item.w;
    if (item.fuel !== undefined) known.fuel = item.fuel;
    return;
  }
  if (pieceOf(draft.order, node, run.tier).items.length > 0 && findModule(node.code)?.alternatives) {
    draft.order.items = draft.order.items.filter((i) => i.node !== id);
  }
  addItem(draft, id, { ...item, kind });
}

function applianceOf(kind: string): Appliance {
  const known = APPLIANCES.find((k) => k === kind);
  if (!known) throw unknown(`нет такого прибора: ${kind}`);
  return known;
}

export function removeItem(draft: Draft, { item }: EditOf<'remove_item'>): void {
  const known = draft.order.items.find((i) => i.id === item);
  if (!known) throw unknown(`в заказе нет прибора ${item}`);
  draft.order.items = draft.order.items.filter((i) => i !== known);
  draft.changed.add(known.node);
}

export function setObstacle(draft: Draft, { id, obstacle }: EditOf<'set_obstacle'>): void {
  wallById(draft, obstacle.wall);
  const at = draft.order.obstacles.findIndex((o) => o.id === id);
  if (id !== undefined && at < 0) throw unknown(`в заказе нет препятствия ${id}`);
  if (id !== undefined) draft.order.obstacles[at] = obstacleOf(id, obstacle);
  else draft.order.obstacles.push(obstacleOf(issue(draft.issued, 'obstacle'), obstacle));
  const slots = slotsIn(draft, obstacle.wall, 'floor');
  makeWay(draft, obstacle.wall, slots);
  writeSlots(draft, obstacle.wall, 'floor', slots);
}

/** The end panel before a row's first tall unit gives way where that unit would stand in an obstacle by no more than its width. */
function makeWay(draft: Draft, wall: string, slots: Slot[]): void {
  const [panel, tall, next] = slots;
  if (!panel || tall?.piece.tier !== 'tall' || !isEndPanel(panel.piece.code) || tall.piece.pinned) return;
  const end = tall.piece.at + tall.piece.w;
  const zones = blockedZones(roomOfOrder(draft.order), 'tall')[wallById(draft, wall).index] ?? [];
  const over = Math.max(0, ...zones.filter((z) => tall.piece.at < z.from && z.from < end).map((z) => end - z.from));
  if (over === 0 || over > tall.piece.at) return;
  slots.shift();
  tall.gap = tall.piece.at - over;
  if (next) next.gap += over;
}

export function removeObstacle(draft: Draft, { id }: EditOf<'remove_obstacle'>): void {
  const before = draft.order.obstacles.length;
  draft.order.obstacles = draft.order.obstacles.filter((o) => o.id !== id);
  if (draft.order.obstacles.length === before) throw unknown(`в заказе нет препятствия ${id}`);
}

/** Changes a wall's length or ends; what stands in its right corner moves with it. */
export function setWall(draft: Draft, { wall: id, length, ends }: EditOf<'set_wall'>): void {
  const { wall } = wallById(draft, id);
  if (length !== undefined && !(length >= 1 && length <= MAX_LENGTH))
    throw unknown(`стена ${id}: длина от 1 до ${MAX_LENGTH} мм, названо ${length}`);
  const grown = (length === undefined ? wall.length : Math.round(length)) - wall.length;
  const half = wall.length / 2;
  wall.length += grown;
  wall.ends = { ...wall.ends, ...ends };
  for (const row of ROWS) {
    const slots = slotsIn(draft, id, row);
    if (slots.length === 0) continue;
    for (const slot of slots)
      if (isCornerFiller(slot.piece.code) && slot.piece.at > half)
        slot.piece = { ...slot.piece, at: slot.piece.at + grown };
    // Only the floor row: `propagate` lays the rows above it anew.
    if (row === 'floor') writeSlots(draft, id, row, slots);
  }
}

export const setCeiling = (draft: Draft, { ceiling }: EditOf<'set_ceiling'>): void => {
  draft.order.ceiling = Math.round(ceiling);
};

export function setFinish({ order }: Draft, { part, finish }: EditOf<'set_finish'>): void {
  if (part === 'carcass' || part === 'worktop') {
    order.finish = { ...order.finish, [part]: finish };
    return;
  }
  const tiers = part === 'facade' ? tiersOf(order) : [part];
  order.finish = {
    ...order.finish,
    facade: { ...order.finish.facade, ...Object.fromEntries(tiers.map((tier) => [tier, finish])) },
  };
}

const tiersOf = (order: Order) => TIERS.filter((tier) => order.runs.some((run) => run.tier === tier));

export function setHandles({ order }: Draft, { tier, handle }: EditOf<'set_handles'>): void {
  const tiers = tier === 'all' ? tiersOf(order) : [tier];
  order.handles = { ...order.handles, ...Object.fromEntries(tiers.map((t) => [t, handle])) };
}

export const setLighting = ({ order }: Draft, { under }: EditOf<'set_lighting'>): void => {
  order.lighting = { ...order.lighting, under };
};

/** Mirrors the kitchen with its room: walls in reverse, places counted from the other end. Twice is the identity. */
export function mirror(draft: Draft): void {
  const { order } = draft;
  const { walls } = order.room;
  const renamed = new Map(
    walls.map((wall, i) => [wall.id, { id: wallIdAt(walls.length - 1 - i), length: wall.length }]),
  );
  const flipped = (wall: string, at: number, width: number): { wall: string; at: number } => {
    const to = renamed.get(wall);
    return to ? { wall: to.id, at: to.length - at - width } : { wall, at };
  };
  order.room.walls = walls.toReversed().map((wall, i) => ({
    id: wallIdAt(i),
    turn: i === 0 ? 'start' : (walls[walls.length - i]?.turn ?? 'right'),
    length: wall.length,
    ends: { left: wall.ends.right, right: wall.ends.left },
  }));
  for (const run of order.runs) {
    for (const node of run.nodes) {
      node.at = String(flipped(run.wall, Number(node.at), node.w).at);
      draft.changed.add(node.id);
    }
    run.nodes.reverse();
    run.wall = renamed.get(run.wall)?.id ?? run.wall;
    run.id = runId(run.wall, run.tier);
  }
  sortRuns(order);
  order.obstacles = order.obstacles.map((o) => ({ ...o, ...flipped(o.wall, o.at, o.width) }));
  if (order.obstacles.length > 0)
    draft.defaults.push({ code: 'mirror', text: 'окна, двери и коммуникации отражены вместе с кухней' });
}
