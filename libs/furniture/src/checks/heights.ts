import { CONSTANTS } from '../catalogue/catalogue.js';
import { isOrdinary } from '../catalogue/traits.js';
import { type Kitchen, nodePath } from './context.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

/** HGT-GAP: wall units leave room above the worktop; hood cabinets are HOB-HOOD's. */
export function apron(kitchen: Kitchen): Finding[] {
  const { clear: n } = RULES['HGT-GAP'].limits;
  return kitchen.placed
    .filter((p) => p.tier === 'wall' && isOrdinary(p.module) && !p.module.appliances.includes('hood'))
    .map((p) => ({ p, d: p.z0 - CONSTANTS.worktopTop }))
    .filter(({ d }) => d < n)
    .map(({ p, d }) => finding('HGT-GAP', nodePath(p), { d, n }));
}

/** HGT-CEIL: every run ends below the ceiling. HGT-TOPGAP: a mezzanine reaches up to it. */
export function ceilings(kitchen: Kitchen): Finding[] {
  const { mounting } = RULES['HGT-CEIL'].limits;
  const { above } = RULES['HGT-TOPGAP'].limits;
  const { ceiling } = kitchen.order;
  return kitchen.order.runs.flatMap((run) => {
    const nodes = kitchen.placed.filter((p) => p.run === run);
    if (nodes.length === 0) return [];
    const top = Math.max(...nodes.map((p) => p.z1));
    const path = `runs[${run.id}]`;
    if (top > ceiling - mounting) return [finding('HGT-CEIL', path, { ceiling, top })];
    return run.tier === 'upper' && ceiling - top > above ? [finding('HGT-TOPGAP', path, { d: ceiling - top })] : [];
  });
}
