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
