import { findModule } from '#libs/furniture';
import { unitWidth } from '../text/lengths.js';
import { is, type Quantity, type Token } from '../text/token.js';
import { offsetOf } from './place.js';

/** Width in mm: the first quantity that is neither an offset nor a count. */
export function widthOf(tokens: readonly Token[]): number | undefined {
  const place = offsetOf(tokens)?.used;
  const found = tokens.find(
    (token, i) => token.quantity && usable(token.quantity) && token !== place && !isCount(tokens, i),
  );
  return found?.quantity && unitWidth(found.quantity);
}

/** Upper limit for a unit's width, mm; longer ones are walls («плита, 3 метра»). */
export const MAX_UNIT_WIDTH_MM = 1300;

const usable = (quantity: Quantity): boolean =>
  (quantity.unit !== undefined || quantity.value >= 15 || !Number.isInteger(quantity.value)) &&
  unitWidth(quantity) <= MAX_UNIT_WIDTH_MM;

function isCount(tokens: readonly Token[], i: number): boolean {
  if (is(tokens[i - 1], 'height') || is(tokens[i - 2], 'height')) return true;
  return is(tokens[i + 1], 'piece', 'drawers', 'door', 'shelf') || is(tokens[i - 1], 'to');
}

/** How much wider than its appliance a niche may be, mm. */
const MAX_NICHE_SPARE_MM = 50;

/** Fixed widths that a module is made in, mm, ascending. */
export const madeWidths = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((width): width is number => typeof width === 'number').sort((a, b) => a - b);

/** Niche for an appliance: the next made width unless it is much wider, else the appliance's own. */
export const nicheWidth = (code: string, w: number): number =>
  madeWidths(code).find((niche) => niche >= w && niche - w <= MAX_NICHE_SPARE_MM) ?? w;
