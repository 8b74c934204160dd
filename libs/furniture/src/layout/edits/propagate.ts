import { hasTrait, isEndPanel } from '../../catalogue/traits.js';
import { given } from '../../order/nodes.js';
import type { Order } from '../../order/order.js';
import { isHob, type Piece } from '../model.js';
import { coverHeight } from '../row/build.js';
import type { Draft } from './draft.js';
import {
  cornersOf,
  rebuildFloorRow,
  rebuildMezzanines,
  rebuildWallUnits,
  roomOfOrder,
  wallRowInputs,
} from './rebuild.js';
import { rowOf, writeRow } from './row.js';

/** Applies the consequences of an edit: fillers and panels beside no unit go, wall rows follow the floor, mezzanines follow both. */
export function propagate(draft: Draft, before: Order): void {
  const { order } = draft;
  cornersTurned(draft, before);
  for (const wall of order.room.walls) dropLooseFillers(draft, wall.id);
  const was = byWall(before, wallRowInputs(before));
  const is = byWall(order, wallRowInputs(order));
  const moved = new Set(order.room.walls.map((w) => w.id).filter((id) => was.get(id) !== is.get(id)));
  const withWallUnits = new Set(order.runs.filter((run) => run.tier === 'wall').map((run) => run.wall));
  const follow = new Set([...moved].filter((id) => withWallUnits.has(id)));
  const hadHob = order.room.walls.some((w) => rowOf(before, w.id, 'floor').some((p) => isHob(p.block)));
  if (follow.size > 0) rebuildWallUnits(draft, { walls: follow, ...(hadHob ? {} : { hood: true }) });
  const topped = order.runs.filter((run) => run.tier === 'upper').map((run) => run.wall);
  const high = before.ceiling !== roomOfOrder(order).ceiling;
  const affected = new Set(topped.filter((id) => moved.has(id) || high));
  if (affected.size > 0) rebuildMezzanines(draft, affected);
}

/** Both rows of a corner that became diagonal, or is no longer, are laid anew (3.3). */
function cornersTurned(draft: Draft, before: Order): void {
  const { walls } = draft.order.room;
  const was = cornersOf(before);
  cornersOf(draft.order).forEach((kind, i) => {
    if (kind === was[i] || (kind !== 'diagonal' && was[i] !== 'diagonal')) return;
    for (const wall of walls.slice(i, i + 2)) rebuildFloorRow(draft, wall.id, undefined, 0, false);
  });
}

const byWall = (order: Order, prints: readonly string[]): Map<string, string> =>
  new Map(order.room.walls.map((w, i) => [w.id, prints[i] ?? '']));

function dropLooseFillers(draft: Draft, wall: string): void {
  const row = rowOf(draft.order, wall, 'floor');
  const touching = (p: Piece): Piece[] =>
    row.filter((q) => q !== p && q.block && (Math.abs(q.at - (p.at + p.w)) < 2 || Math.abs(q.at + q.w - p.at) < 2));
  const kept = row.flatMap((p): Piece[] => {
    if (!hasTrait(p.code, 'filler') && !isEndPanel(p.code)) return [p];
    const beside = touching(p);
    if (beside.length === 0) return [];
    const tier = beside.some((q) => q.tier === 'tall') ? 'tall' : 'base';
    if (p.tier === tier || (p.tier === 'base' && beside.some((q) => q.tier === 'base'))) return [p];
    const h = coverHeight(isEndPanel(p.code) ? 'panel' : 'filler', tier);
    return [{ ...p, tier, ...given({ h }) }];
  });
  if (kept.length !== row.length || kept.some((p, i) => p !== row[i])) writeRow(draft, wall, 'floor', kept);
}
