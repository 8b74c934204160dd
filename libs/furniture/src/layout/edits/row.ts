import { findModule } from '../../catalogue/catalogue.js';
import type { Module } from '../../catalogue/module.js';
import { hasTrait, isHoodCabinet } from '../../catalogue/traits.js';
import { issue } from '../../order/ids.js';
import { given, itemsIn } from '../../order/nodes.js';
import type { Order, OrderNode, Tier } from '../../order/order.js';
import { type Block, type ItemSpec, itemOf, nodeOf, type Piece, type Role } from '../model.js';
import { type Draft, runOf } from './draft.js';

/** Rows of a wall: tall units share the floor row with base units. */
export const ROWS = ['floor', 'wall', 'upper'] as const;
export type RowName = (typeof ROWS)[number];
const TIERS: Record<RowName, readonly Tier[]> = { floor: ['tall', 'base'], wall: ['wall'], upper: ['upper'] };

export const rowNameOf = (tier: Tier): RowName => (tier === 'wall' || tier === 'upper' ? tier : 'floor');

/** A wall's row as pieces, left to right; the role of each block follows from the node's items. */
export function rowOf(order: Order, wall: string, row: RowName): Piece[] {
  return order.runs
    .filter((run) => run.wall === wall && TIERS[row].includes(run.tier))
    .flatMap((run) => run.nodes.map((node) => pieceOf(order, node, run.tier)))
    .sort((a, b) => a.at - b.at);
}

export function pieceOf(order: Order, node: OrderNode, tier: Tier): Piece {
  const items = itemsIn(order, node.id).map(({ kind, w, fuel }): ItemSpec => ({ kind, ...given({ w, fuel }) }));
  const { id, code, w, h, d, pinned } = node;
  const piece: Piece = { id, code, tier, at: Number(node.at), w, items, ...given({ h, d, pinned }) };
  const fuel = items.find((i) => i.fuel)?.fuel;
  const module = findModule(code);
  if (module?.tier === 'any') return piece;
  const role = roleBy(module, items, tier);
  const block: Block = { key: id, id, code, w, tier, role, items, placement: {}, ...given({ fuel }) };
  return { ...piece, block };
}

function roleBy(module: Module | undefined, items: readonly ItemSpec[], tier: Tier): Role {
  const has = (kind: ItemSpec['kind']): boolean => items.some((item) => item.kind === kind);
  if (has('hob')) return 'hob';
  if (has('stove')) return 'stove';
  if (has('sink')) return 'sink';
  if (has('dishwasher')) return 'dishwasher';
  if (has('washer')) return 'washer';
  if (has('fridge')) return 'fridge';
  if (module?.tier === 'tall' && module.appliances.includes('oven')) return 'oven';
  if (module && isHoodCabinet(module)) return 'hood';
  if (module && hasTrait(module, 'drainer')) return 'drainer';
  return tier === 'tall' ? 'tall' : 'unit';
}

/** Writes a row back: nodes keep their ids, new pieces get ids and items, missing nodes are removed with their items. */
export function writeRow(draft: Draft, wall: string, row: RowName, pieces: readonly Piece[]): void {
  const { order } = draft;
  const kept = new Set(pieces.flatMap((p) => (p.id ? [p.id] : [])));
  for (const tier of TIERS[row]) {
    const mine = pieces.filter((p) => p.tier === tier).sort((a, b) => a.at - b.at);
    const before = order.runs.find((run) => run.wall === wall && run.tier === tier)?.nodes ?? [];
    for (const node of before) if (!kept.has(node.id)) dropNode(draft, node.id);
    if (mine.length === 0) order.runs = order.runs.filter((run) => run.wall !== wall || run.tier !== tier);
    else runOf(draft, wall, tier).nodes = mine.map((piece) => written(draft, piece, before));
  }
}

function written(draft: Draft, piece: Piece, before: readonly OrderNode[]): OrderNode {
  const id = piece.id ?? issue(draft.issued, 'node');
  const node = nodeOf(piece, id);
  const old = before.find((n) => n.id === id);
  const same = old && old.w === node.w && old.code === node.code && old.at === node.at && old.h === node.h;
  if (!same) draft.changed.add(id);
  if (!piece.id) for (const item of piece.items) addItem(draft, id, item);
  piece.id = id;
  return node;
}

export function addItem(draft: Draft, node: string, item: ItemSpec): void {
  draft.order.items.push(itemOf(item, issue(draft.issued, 'item'), node));
}

export function dropNode(draft: Draft, id: string): void {
  draft.changed.add(id);
  draft.order.items = draft.order.items.filter((item) => item.node !== id);
}
