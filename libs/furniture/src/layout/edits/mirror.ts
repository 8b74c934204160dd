import { runId, wallIdAt } from '../../order/nodes.js';
import { type Draft, sortRuns } from './draft.js';

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
