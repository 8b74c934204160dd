/** The bill of materials of an order, as sums: sheets, linear material, tapes, pieces. Areas and lengths net, without allowances. */
import { CONSTANTS } from '../catalogue/catalogue.js';
import { diagonalPlinths, worktopInserts } from '../geometry/footprint.js';
import { plinths, worktops } from '../geometry/worktops.js';
import { nodeUnit } from '../order/node-unit.js';
import type { Finish, Order } from '../order/order.js';
import { finishName } from '../reading/names.js';
import { addShare, type Bom, keptShare, Tally, unitShare } from './bom.js';
import { golaJoints, golaParts, golaStretches, gripsOf, lights } from './profiles.js';

const golaShare = keptShare(golaParts);

const named = (finish: Finish | undefined): string | undefined => finish && finishName(finish);

function addUnits(tally: Tally, order: Order): void {
  const { finish, handles } = order;
  for (const run of order.runs) {
    const facade = named(finish.facade?.[run.tier]);
    const carcass = named(finish.carcass);
    const finishOf = (material: string) => (material === 'mdf' ? facade : material === 'chip' ? carcass : undefined);
    const handled = run.tier === 'base' || run.tier === 'tall';
    const handle = handles[run.tier] ?? 'grip';
    for (const node of run.nodes) {
      const unit = nodeUnit(node, run);
      if (!unit) continue;
      const gola = run.tier === 'base' && handle === 'gola';
      addShare(tally, gola ? golaShare(unit) : unitShare(unit), finishOf);
      if (handled && handle === 'grip') for (const width of gripsOf(unit)) tally.cut('profile-grip', 1, width);
      const joints = gola ? golaJoints(unit) : 0;
      if (joints > 0) tally.cut('gola-C', joints, joints * unit.width);
    }
  }
}

/**
 * The bom of an order: its units, and what follows from their places: worktops, plinths, lighting, grips, gola
 * (furniture.ru.md 1.1). Nodes of unknown modules are left out.
 */
export function orderBom(order: Order): Bom {
  const tally = new Tally();
  addUnits(tally, order);
  for (const { x0, x1 } of worktops(order)) {
    tally.sheet('top', 1, (x1 - x0) * CONSTANTS.worktopDepth, named(order.finish.worktop));
  }
  for (const { area_mm2 } of worktopInserts(order)) tally.sheet('top', 1, area_mm2, named(order.finish.worktop));
  for (const { x0, x1 } of plinths(order)) tally.cut('plinth', 1, x1 - x0);
  for (const { length } of diagonalPlinths(order)) tally.cut('plinth', 1, length);
  for (const length of lights(order)) {
    tally.cut('led', 1, length);
    tally.cut('led-profile', 1, length);
  }
  if (order.handles.base === 'gola') {
    for (const stretch of golaStretches(order)) {
      tally.cut(
        'gola-L',
        1,
        stretch.nodes.reduce((sum, { node }) => sum + node.w, 0),
      );
    }
  }
  return tally.bom();
}
