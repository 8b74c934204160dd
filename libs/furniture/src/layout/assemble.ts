import type { Item, Order, OrderNode, Run, Tier } from '../order/order.js';
import type { Brief } from './brief.js';
import type { Piece, Room } from './model.js';

/** Tiers in the order in which an order lists a wall's runs, with what a run of each carries. */
const RUN_TIERS: readonly { tier: Tier; countertop: boolean; plinth: boolean }[] = [
  { tier: 'tall', countertop: false, plinth: true },
  { tier: 'base', countertop: true, plinth: true },
  { tier: 'wall', countertop: false, plinth: false },
  { tier: 'upper', countertop: false, plinth: false },
];

export type Finishing = Pick<Brief, 'finish' | 'handles' | 'lighting'>;

/** An order of pieces by wall; ids n1, n2, … and i1, i2, … in the order's own sequence. */
export function orderOfPieces(id: string, room: Room, pieces: readonly (readonly Piece[])[], wishes: Finishing): Order {
  const runs: Run[] = [];
  const items: Item[] = [];
  let nodes = 0;
  room.walls.forEach((wall, i) => {
    for (const { tier, countertop, plinth } of RUN_TIERS) {
      const mine = (pieces[i] ?? []).filter((p) => p.tier === tier).sort((a, b) => a.at - b.at);
      if (mine.length === 0) continue;
      const run: Run = { id: `${wall.id}-${tier}`, wall: wall.id, tier, countertop, plinth, nodes: [] };
      for (const piece of mine) {
        const node = nodeOf(piece, `n${++nodes}`);
        run.nodes.push(node);
        for (const item of piece.items)
          items.push({ id: `i${items.length + 1}`, kind: item.kind, node: node.id, ...rest(item) });
      }
      runs.push(run);
    }
  });
  return {
    id,
    kind: 'kitchen',
    ceiling: room.ceiling,
    room: { walls: room.walls },
    runs,
    items,
    obstacles: room.obstacles,
    finish: wishes.finish ?? {},
    handles: wishes.handles ?? {},
    lighting: wishes.lighting ?? {},
  };
}

const rest = ({ w, fuel }: { w?: number; fuel?: Item['fuel'] }): Pick<Item, 'w' | 'fuel'> => ({
  ...(w === undefined ? {} : { w }),
  ...(fuel === undefined ? {} : { fuel }),
});

export function nodeOf(piece: Piece, id: string): OrderNode {
  const { at, code, w, h, d, pinned } = piece;
  return {
    id,
    at: String(at),
    code,
    w,
    ...(h === undefined ? {} : { h }),
    ...(d === undefined ? {} : { d }),
    ...(pinned ? { pinned } : {}),
  };
}
