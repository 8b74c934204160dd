import { hasTrait, isBuiltInFridge, isCornerUnit, isNiche } from '../../catalogue/traits.js';
import type { Block, Edge, FreeStretch } from '../model.js';
import { ENDS } from '../preferences.js';
import { FILLER, POINTS, STEP } from '../scoring.js';

/** What covers a row's end: a filler closes the gap to a wall, a panel covers the side of the last unit. */
export type Cover = 'filler' | 'panel';

/** What is left of a stretch beside its units: fillers and end panels at its ends, and slack. mm. */
export interface Margins {
  left: number;
  right: number;
  leftCover?: Cover;
  rightCover?: Cover;
  /** Stays empty, at the right or (`slackLeft`) before the row, at a free end. */
  slack: number;
  slackLeft: number;
  points: number;
}

/** The filler that a unit needs at a side wall (`GEO-WALLFILL`) or a door beside a tall unit (3.2, rule 6), mm. */
export function fillerNeed(
  stretch: FreeStretch,
  side: 'left' | 'right',
  outer: Block | undefined,
  wallRow: boolean,
): number {
  const edge = stretch[side];
  if (edge.kind === 'block' && edge.block?.tier === 'tall' && wallRow) return FILLER.tall;
  if (edge.kind !== 'wall') return 0;
  if (!outer) return FILLER.door;
  if (isNiche(outer.code)) return 0;
  return hasTrait(outer.code, 'wide-filler') ? FILLER.drawers : FILLER.door;
}

/** The remainders worth trying, smallest first: what 50 mm steps leave over, and up to three steps more for fillers. */
export function remainders(spare: number): number[] {
  const first = spare % STEP;
  return [first, first + STEP, first + 2 * STEP, first + 3 * STEP].filter((r) => r <= spare);
}

/** Fillers that the outermost fronts need, mm, and whether a machine without a carcass stands outermost. */
export interface Needs {
  left: number;
  right: number;
  bare?: { left: boolean; right: boolean };
}

/** A machine under the worktop has no side of its own: at the end of a row an end panel carries the worktop. */
export const isBare = (block: Block | undefined): boolean => block?.role === 'dishwasher' || block?.role === 'washer';

/** Spends a remainder of `rest` mm: first on the fillers that fronts need, then on end panels at free ends, then on wider fillers. */
export function spend(stretch: FreeStretch, rest: number, needs: Needs, panels: boolean): Margins {
  const margins: Margins = { left: 0, right: 0, slack: 0, slackLeft: 0, points: 0 };
  let spare = rest;
  const give = (side: 'left' | 'right', cover: Cover, w: number): void => {
    margins[side] += w;
    margins[side === 'left' ? 'leftCover' : 'rightCover'] = cover;
    spare -= w;
  };
  for (const side of ['left', 'right'] as const) {
    const need = needs[side];
    if (need === 0) continue;
    if (spare >= need) give(side, 'filler', need);
    else margins.points += POINTS.warning;
  }
  if (panels) {
    for (const side of ['right', 'left'] as const) {
      if (!isOpen(stretch[side])) continue;
      if (spare >= FILLER.panel) give(side, 'panel', FILLER.panel);
      else margins.points += barePoints(stretch[side]);
    }
  }
  const hasFiller = (side: 'left' | 'right'): boolean =>
    margins[side === 'left' ? 'leftCover' : 'rightCover'] === 'filler';
  // A filler that is needed grows before another is put beside a unit that needs none.
  for (const side of hasFiller('left') || !hasFiller('right')
    ? (['left', 'right'] as const)
    : (['right', 'left'] as const)) {
    const edge = stretch[side];
    const room = FILLER.max - margins[side];
    if (spare <= 0 || room <= 0) continue;
    if (hasFiller(side) || (edge.kind === 'wall' && spare >= FILLER.min)) give(side, 'filler', Math.min(room, spare));
  }
  const open = (side: 'left' | 'right'): boolean => isOpen(stretch[side]);
  const inner = (['right', 'left'] as const)
    .filter((side) => margins[side] === 0)
    .sort((a, b) => hidden(stretch[a]) - hidden(stretch[b]));
  // A filler closes what is left between units; where an end is free, the row ends early instead.
  if (!open('left') && !open('right')) {
    for (const side of inner) {
      if (spare < FILLER.min || spare > FILLER.max) continue;
      const second = margins.leftCover === 'filler' || margins.rightCover === 'filler';
      margins.points += (second ? ENDS.secondFiller : 0) + besidePoints(stretch[side]);
      give(side, 'filler', spare);
    }
  }
  if (open('left') && !open('right')) margins.slackLeft = spare;
  else margins.slack = spare;
  // A slit too narrow for a filler stays visible between units.
  if (spare > 0 && spare < FILLER.min && !open('left') && !open('right')) margins.points += POINTS.awkward;
  for (const mm of [hasFiller('left') ? margins.left : 0, hasFiller('right') ? margins.right : 0])
    margins.points += (ENDS.fillerBy50 * mm) / STEP + (mm >= FILLER.wide ? ENDS.wideFiller : 0);
  if (spare > FILLER.max)
    margins.points += (open('left') || open('right') ? POINTS.warning : ENDS.gapBetweenUnits) + spare / STEP;
  else if (spare >= FILLER.min) margins.points += open('left') || open('right') ? endPoints(spare) : POINTS.awkward;
  return margins;
}

const isOpen = ({ kind }: Edge): boolean => kind === 'free' || kind === 'opening';

/** Points of a visible end without a panel. */
const barePoints = ({ kind, exposed }: Edge): number =>
  kind === 'opening' ? ENDS.bareByOpening : ENDS.bareEnd + (exposed ? ENDS.bareCorner : 0);

/** A filler beside a unit of fixed place stands inside the row; beside a corner unit or a tall one it closes it. */
const isInside = ({ block }: Edge): boolean =>
  block !== undefined && block.tier === 'base' && !isCornerUnit(block.code);

/** Points of a filler by what stands on its outer side: a unit in the row, or the filler of a corner. */
const besidePoints = (edge: Edge): number =>
  edge.kind === 'corner' ? ENDS.fillerBesideFiller : isInside(edge) ? ENDS.fillerBesideUnit : 0;

/** Rank of an end for a filler: ends in a corner later, beside a panel last. */
const hidden = (edge: Edge): number => (isInside(edge) ? 3 : edge.panel ? 2 : edge.kind === 'corner' ? 1 : 0);

/** Points of a row that ends before its wall does. */
const endPoints = (spare: number): number => (spare < STEP ? 1 : 8 + (2 * spare) / STEP);

/** A built-in fridge and a tall oven side by side: the oven warms the fridge (furniture.ru.md 2, FR-OVEN). */
export const isHotPair = (a: Block | undefined, b: Block | undefined): boolean =>
  isFridgeAndOven(a, b) || isFridgeAndOven(b, a);

const isFridgeAndOven = (a: Block | undefined, b: Block | undefined): boolean =>
  b?.role === 'oven' && a !== undefined && isBuiltInFridge(a.code);

/**
 * Puts panels of 16 between fridges and ovens that stand side by side, out of what the row leaves over or of a
 * filler that can spare it; a pair without one costs points. `spacers` are indices of gaps.
 */
export function spaced(
  blocks: readonly Block[],
  gaps: readonly number[],
  margins: Margins,
  needs: Needs,
): { margins: Margins; spacers: readonly number[]; points: number } {
  const pairs = gaps.flatMap((gap, i) => (gap === 0 && isHotPair(blocks[i - 1], blocks[i]) ? [i] : []));
  let paid = margins;
  const spacers: number[] = [];
  for (const i of pairs) {
    const less = pay(paid, needs);
    if (!less) continue;
    paid = less;
    spacers.push(i);
  }
  return { margins: paid, spacers, points: (pairs.length - spacers.length) * POINTS.warning };
}

function pay(margins: Margins, needs: Needs): Margins | undefined {
  const w = FILLER.panel;
  if (margins.slack >= w) return { ...margins, slack: margins.slack - w };
  if (margins.slackLeft >= w) return { ...margins, slackLeft: margins.slackLeft - w };
  const spare = (side: 'left' | 'right', cover: Cover | undefined): boolean =>
    cover === 'filler' && margins[side] - w >= Math.max(needs[side], FILLER.min);
  if (spare('right', margins.rightCover)) return { ...margins, right: margins.right - w };
  if (spare('left', margins.leftCover)) return { ...margins, left: margins.left - w };
  return undefined;
}
