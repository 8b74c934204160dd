import type { Margins, Needs } from './margins.js';
import type { Block } from './model.js';
import { POINTS, STRIP } from './trade.js';

/** A built-in fridge and a tall oven side by side: the oven warms the fridge (furniture.ru.md 2, FR-OVEN). */
export const isHotPair = (a: Block | undefined, b: Block | undefined): boolean =>
  (a?.code === 'TF' && b?.role === 'oven') || (b?.code === 'TF' && a?.role === 'oven');

/**
 * Panels of 16 between fridges and ovens that came to stand side by side, paid from what the row leaves over or from a
 * strip that can spare it; a pair without one costs points. `spacers` are indices of gaps.
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
  const w = STRIP.panel;
  if (margins.slack >= w) return { ...margins, slack: margins.slack - w };
  if (margins.slackLeft >= w) return { ...margins, slackLeft: margins.slackLeft - w };
  const spare = (side: 'left' | 'right', code: Margins['leftCode']): boolean =>
    code === 'FL' && margins[side] - w >= Math.max(needs[side], STRIP.min);
  if (spare('right', margins.rightCode)) return { ...margins, right: margins.right - w };
  if (spare('left', margins.leftCode)) return { ...margins, left: margins.left - w };
  return undefined;
}
