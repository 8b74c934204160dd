import { CONSTANTS, findModule, madeHeights, madeWidths } from '../../catalogue/catalogue.js';
import { hasTrait, STANDARD } from '../../catalogue/traits.js';
import { RULES } from '../../checks/rules/index.js';
import { given } from '../../order/nodes.js';
import { type Block, isHob, type Piece, plainBlock } from '../model.js';
import { type BlockedZone, overlaps } from '../row/zones.js';
import { isCornerSink } from './corners.js';
import type { WallUnitsBrief } from './rows.js';

/** Wall units that follow from the floor row: hoods over hobs, drainers over sinks; and where no wall unit may be. */
export interface HoodsAndDrainers {
  hoods: Piece[];
  drainers: Block[];
  /** Over a hob without a hood there is no wall unit (HOB-OVER). */
  bare: BlockedZone[];
  placePoints(block: Block, at: number): number;
}

/** What hood cabinets and drainers are made in, mm (furniture.ru.md 1.2, WH, WD). */
const HOOD_WIDTHS = madeWidths(STANDARD.hood);
const HOOD_HEIGHTS = madeHeights(STANDARD.hood).toReversed();
const DRAINER_WIDTHS = madeWidths(STANDARD.drainer).toReversed();
const DRAINER_HEIGHTS = madeHeights(STANDARD.drainer);
/** Width of the drainer over a corner sink, mm: that of the corner unit includes its blind zone. */
const CORNER_DRAINER = 600;

export function hoodsAndDrainers(
  floor: readonly Piece[],
  zones: readonly BlockedZone[],
  reach: { left: number; right: number },
  wanted: Pick<WallUnitsBrief, 'height' | 'hood' | 'without'>,
): HoodsAndDrainers {
  const found: HoodsAndDrainers = { hoods: [], drainers: [], bare: [], placePoints: () => 0 };
  for (const p of floor) {
    if (isHob(p.block)) {
      const hood = wanted.hood ? hoodOver(p, wanted.height) : undefined;
      const inside = hood && hood.at >= reach.left && hood.at + hood.w <= reach.right;
      const taken =
        hood &&
        (zones.some((z) => overlaps(z, hood.at, hood.at + hood.w)) ||
          floor.some((t) => t.tier === 'tall' && t.at < hood.at + hood.w && hood.at < t.at + t.w));
      if (hood && inside && !taken) found.hoods.push(hood);
      else found.bare.push({ from: p.at, to: p.at + p.w, edge: 'opening', obstacle: '', kind: 'niche' });
    }
    const drained = DRAINER_HEIGHTS.includes(wanted.height) && !wanted.without?.includes(STANDARD.drainer);
    if (p.block?.role === 'sink' && drained) found.drainers.push(drainerOver(p, floor, wanted.height));
  }
  found.placePoints = ({ code, placement }, at) =>
    placement.at !== undefined && hasTrait(code, 'drainer') ? Math.abs(at - placement.at) / 20 : 0;
  return found;
}

/**
 * The hood cabinet over a hob: at its place and in its width, or the next wider one centred over it; as high as the hob's
 * fuel allows where its top is in line with a row of this height (geometry, place), else with tall units.
 */
export function hoodOver(hob: Piece, row: number): Piece {
  const w = HOOD_WIDTHS.find((width) => width >= hob.w) ?? HOOD_WIDTHS.at(-1) ?? hob.w;
  const at = hob.at + Math.round((hob.w - w) / 2);
  const clear = RULES['HOB-HOOD'].limits[hob.block?.fuel === 'gas' ? 'gas' : 'electric'];
  const below = (top: number) => HOOD_HEIGHTS.find((height) => top - height - CONSTANTS.worktopTop >= clear);
  const h = below(CONSTANTS.wallBottom + row) ?? below(CONSTANTS.wallTop) ?? HOOD_HEIGHTS.at(-1);
  return { code: STANDARD.hood, tier: 'wall', at, w, items: [{ kind: 'hood' }], ...given({ h }) };
}

/** The drainer over a sink: as wide as its unit, centred over it; over a corner sink beside the blind zone. Its place is aimed at by `placement.at`. */
function drainerOver(sink: Piece, floor: readonly Piece[], height: number): Block {
  const corner = isCornerSink(sink);
  const w = corner
    ? CORNER_DRAINER
    : (DRAINER_WIDTHS.find((width) => width <= sink.w) ?? DRAINER_WIDTHS.at(-1) ?? sink.w);
  const centre = corner ? openCentre(sink, floor) : sink.at + sink.w / 2;
  const block = plainBlock(`wd${sink.at}`, { code: STANDARD.drainer, w, tier: 'wall' });
  return { ...block, h: height, role: 'drainer', placement: { at: Math.round(centre - w / 2) } };
}

/** The middle of a blind corner unit's door (b = 630), mm. */
function openCentre(unit: Piece, floor: readonly Piece[]): number {
  const first = floor.every((p) => p.at >= unit.at);
  const blind = findModule(unit.code)?.blind ?? 0;
  return first ? unit.at + (unit.w + blind) / 2 : unit.at + (unit.w - blind) / 2;
}
