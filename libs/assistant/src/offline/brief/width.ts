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

const usable = ({ value, unit }: Quantity): boolean => unit !== undefined || value >= 15 || !Number.isInteger(value);

function isCount(tokens: readonly Token[], i: number): boolean {
  return is(tokens[i + 1], 'piece', 'drawers', 'door', 'shelf') || is(tokens[i - 1], 'to');
}
