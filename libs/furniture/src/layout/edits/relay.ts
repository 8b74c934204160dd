import { CONSTANTS } from '../../catalogue/catalogue.js';
import { type CornerPlan, exposedEnds } from '../corners.js';
import { withDrawers } from '../drawers.js';
import { layRow } from '../floor.js';
import type { Block, Piece } from '../model.js';
import { emptyCache } from '../solve.js';
import { surroundingsOf } from '../surroundings.js';
import { zonesOf } from '../zones.js';
import { type Draft, wallById } from './draft.js';
import { cornersOf, matched, roomOfOrder } from './refollow.js';
import { rowOf, writeRow } from './row.js';

const STRIPS = /^(FL|FLC|EP)$/;
/** Plain units that only fill the row. Drawers count as such where there is no other way. */
const PLAIN = /^(B|BB)$/;
const PLAIN_AND_DRAWERS = /^(B|BB|BD\d)$/;

/**
 * Lays a wall's floor row anew, with one block more at a place of its sequence where there is one: units that were asked for keep their
 * sequence and ids, plain ones fill what is left. False where that does not fit.
 */
export function rebuildFloorRow(
  draft: Draft,
  wallId: string,
  extra: Block | undefined,
  index: number,
  drawersToo: boolean,
): boolean {
  const { order } = draft;
  const { wall, index: i } = wallById(draft, wallId);
  const row = rowOf(order, wallId, 'floor');
  const plain = drawersToo ? PLAIN_AND_DRAWERS : PLAIN;
  const room = roomOfOrder(order);
  const corners = cornersOf(order);
  const before = order.room.walls[i - 1];
  const around = before ? rowOf(order, before.id, 'floor') : [];
  const [left, right] = [plan(corners[i - 1], row, 'after', around), plan(corners[i], row, 'before', [])];
  const asked = row.filter(
    (p) => !STRIPS.test(p.code) && !plain.test(p.code) && !isUnitOf(left, p) && !isUnitOf(right, p),
  );
  const fixed = asked.flatMap((p) => (p.pinned && p.block ? [{ block: p.block, at: p.at }] : []));
  const free = asked.filter((p) => !p.pinned);
  const at = free.filter((p) => row.indexOf(p) < index).length;
  const blocks = free.flatMap((p) => (p.block ? [p.block] : []));
  const hangs = order.runs.some((run) => run.tier === 'wall' && run.wall === wallId);
  const laid = layRow({
    wall,
    ...(left ? { left } : {}),
    ...(right ? { right } : {}),
    exposed: exposedEnds(order.room.walls, i),
    blocks: [...blocks.slice(0, at), ...(extra ? [extra] : []), ...blocks.slice(at)],
    fixed,
    ordered: true,
    fill: 'all',
    zones: zonesOf(room, 'base')[i] ?? [],
    surroundings: { ...surroundingsOf(room, () => hangs)[i]!, fixed },
    cache: emptyCache(),
  });
  if (!laid) return false;
  const [pieces] = drawersToo ? withDrawers([laid.pieces]) : [laid.pieces];
  writeRow(draft, wallId, 'floor', matched((pieces ?? []).map(unwrapped), row));
  return true;
}

/** The corner's unit stands already: it is planned with the corner, not with the row. */
const isUnitOf = (corner: CornerPlan | undefined, { id }: Piece): boolean =>
  id !== undefined && corner?.block?.id === id;

/** A block of the standing row is its node again. */
const unwrapped = (piece: Piece): Piece => (piece.block?.id ? { ...piece, id: piece.block.id } : piece);

/** The corner as it stands: its unit in its width, or a strip for the neighbour's. */
function plan(
  kind: CornerPlan['kind'] | undefined,
  row: readonly Piece[],
  here: 'before' | 'after',
  around: readonly Piece[],
): CornerPlan | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'diagonal') {
    const block = (here === 'before' ? row : around).at(-1)?.block;
    return block && { kind, block, widths: [block.w] };
  }
  const unit = here === 'after' ? row[0] : row.at(-1);
  if (kind !== here || !unit?.block)
    return row.length > 0 ? { kind: kind === here ? 'dead' : kind, widths: [] } : undefined;
  return { kind, block: { ...unit.block, w: Math.min(unit.w, 2 * CONSTANTS.deadBase) }, widths: [unit.w] };
}
