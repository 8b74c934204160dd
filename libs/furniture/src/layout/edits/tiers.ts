import { isHoodCabinet } from '../../catalogue/traits.js';
import { wordedFinding } from '../../checks/finding.js';
import { given } from '../../order/nodes.js';
import type { EditOf } from '../brief.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import { type Draft, Refused, wallById } from './draft.js';
import { rebuildMezzanines, rebuildWallUnits } from './rebuild.js';
import { dropNode, rowOf } from './row.js';

/** Adds wall units or mezzanines over the floor rows: on the named wall, else on every wall with a floor row. */
export function addTier(draft: Draft, { tier, wall, height }: EditOf<'add_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const walls = new Set(
    order.room.walls
      .map((w) => w.id)
      .filter((id) => (wall === undefined || id === wall) && rowOf(order, id, 'floor').length > 0),
  );
  if (tier === 'upper') {
    rebuildMezzanines(draft, walls);
    if (!order.runs.some((run) => run.tier === 'upper' && walls.has(run.wall))) throw noMezzanine(draft);
    return;
  }
  const hadRow = order.runs.some((run) => run.tier === 'wall');
  rebuildWallUnits(draft, { walls, ...given({ height }), ...(hadRow ? {} : { hood: true }) });
  if (!hadRow && order.runs.some((run) => run.nodes.some((n) => isHoodCabinet(n.code)))) {
    draft.defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  }
}

/** No wall row below it, one that is too high, or too low a ceiling. */
function noMezzanine({ order }: Draft): Refused {
  const low = mezzanineHeight(order.ceiling) === undefined;
  const msg = low
    ? `Антресоли под потолок ${order.ceiling} мм не входят.`
    : 'Антресоли ставить не над чем: верхнего ряда до 2140 мм нет.';
  const fixHint = low ? 'без антресолей' : 'сначала верхний ряд высотой до 720';
  return new Refused(undefined, [wordedFinding('HGT-CEIL', 'ceiling', msg, fixHint)]);
}

/** Removes a whole tier, on the named wall or everywhere. */
export function removeTier(draft: Draft, { tier, wall }: EditOf<'remove_tier'>): void {
  const { order } = draft;
  if (wall !== undefined) wallById(draft, wall);
  const gone = order.runs.filter((run) => run.tier === tier && (wall === undefined || run.wall === wall));
  for (const run of gone) for (const node of run.nodes) dropNode(draft, node.id);
  order.runs = order.runs.filter((run) => !gone.includes(run));
}
