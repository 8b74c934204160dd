import { findModule } from '#libs/furniture';
import { unitWidth } from '../text/lengths.js';
import { is, type Quantity, type Token } from '../text/token.js';
import { offsetOf } from './place.js';

/** The width among the words: the first quantity that is neither a place nor a count. */
export function widthOf(tokens: readonly Token[]): number | undefined {
  const place = offsetOf(tokens)?.used;
  const found = tokens.find(
    (token, i) => token.quantity && usable(token.quantity) && token !== place && !isCount(tokens, i),
  );
  return found?.quantity && unitWidth(found.quantity);
}

/** No unit is as wide as this, mm: a longer one is a wall's («плита, 3 метра»). */
export const WIDER_THAN_UNITS = 1300;

const usable = (quantity: Quantity): boolean =>
  (quantity.unit !== undefined || quantity.value >= 15 || !Number.isInteger(quantity.value)) &&
  unitWidth(quantity) <= WIDER_THAN_UNITS;

function isCount(tokens: readonly Token[], i: number): boolean {
  if (is(tokens[i - 1], 'height') || is(tokens[i - 2], 'height')) return true;
  return is(tokens[i + 1], 'piece', 'drawers', 'door', 'shelf') || is(tokens[i - 1], 'to');
}

/** How much wider than its appliance a niche may be, mm. */
const NICHE_SPARE = 50;

/** The niche for an appliance of this width: the next made one, where it is not much wider; else the width itself. */
const applianceWidth = (w: number, made: readonly number[]): number =>
  [...made].sort((a, b) => a - b).find((niche) => niche >= w && niche - w <= NICHE_SPARE) ?? w;

/** `applianceWidth` among the widths that the module is made in. */
export const nicheWidth = (code: string, w: number): number =>
  applianceWidth(
    w,
    (findModule(code)?.widths ?? []).filter((made): made is number => typeof made === 'number'),
  );
