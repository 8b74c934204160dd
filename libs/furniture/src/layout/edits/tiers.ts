import type { Edit } from '../brief.js';
import { type Draft, wallById } from './draft.js';
import { rehang, retop } from './refollow.js';
import { dropNode, rowOf } from './row.js';

type Of<Op extends Edit['op']> = Extract<Edit, { op: Op }>;

/** Hangs wall units, or mezzanines, over what stands: on the named wall, else on every wall with a floor row. */
export function addTier(draft: Draft, { tier, wall, height }: Of<'add_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const walls = new Set(
    order.room.walls
      .map((w) => w.id)
      .filter((id) => (wall === undefined || id === wall) && rowOf(order, id, 'floor').length > 0),
  );
  if (tier === 'upper') {
    retop(draft, walls);
    return;
  }
  const hadRow = order.runs.some((run) => run.tier === 'wall');
  rehang(draft, { walls, ...(height === undefined ? {} : { height }), ...(hadRow ? {} : { hood: true }) });
  if (!hadRow && order.runs.some((run) => run.nodes.some((n) => n.code === 'WH'))) {
    draft.defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  }
}

/** A tier goes whole, on the named wall or everywhere. */
export function removeTier(draft: Draft, { tier, wall }: Of<'remove_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const gone = order.runs.filter((run) => run.tier === tier && (wall === undefined || run.wall === wall));
  for (const run of gone) for (const node of run.nodes) dropNode(draft, node.id);
  order.runs = order.runs.filter((run) => !gone.includes(run));
}
