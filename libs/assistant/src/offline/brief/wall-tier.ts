import { ceilingOf, unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import type { Facts, WallName } from './facts.js';

/** Heights that wall units are made in, mm (furniture.ru.md, 1.2, ШВ). */
const HEIGHTS = [360, 600, 720, 900];

const NAMES: readonly (readonly [Parameters<typeof is>[1], WallName])[] = [
  ['left', 'left'],
  ['right', 'right'],
  ['middle', 'centre'],
  ['centre', 'centre'],
  ['long', 'long'],
  ['short', 'short'],
  ['first', 'first'],
  ['second', 'second'],
];

/** «без верхних», «верхние не нужны», «верха нет». */
const refused = (tokens: readonly Token[], at: number): boolean => {
  const after = is(tokens[at + 1], 'cabinet', 'shelf', 'row') ? at + 2 : at + 1;
  return (
    is(tokens[at - 1], 'no', 'remove') ||
    is(tokens[after], 'no') ||
    (is(tokens[after], 'want') && is(tokens[after + 1], 'no'))
  );
};

/** Reads wall units, hood, mezzanines and ceiling of a clause into the facts. */
export function readWallTier(tokens: readonly Token[], facts: Facts): void {
  const tier = facts.wallTier;
  const top = find(tokens, ['top']);
  if (top >= 0 && !has(tokens, 'boiler') && !is(tokens[top + 1], 'window')) {
    if (refused(tokens, top)) tier.walls = 'none';
    else {
      const named = NAMES.filter(([lex]) =>
        tokens.some((token, i) => i > top && is(token, lex) && /(ой|ей|ом|ых|ая|ую|у)$/.test(token.text)),
      ).map(([, name]) => name);
      if (named.length > 0) tier.walls = named;
      else if (tier.walls === undefined || tier.walls === 'none') tier.walls = 'all';
      const quantity = tokens.slice(top + 1).find((token) => token.quantity)?.quantity;
      const height = quantity && unitWidth(quantity);
      if (height !== undefined && HEIGHTS.includes(height)) tier.height = height;
    }
  } else if (has(tokens, 'only') && has(tokens, 'low')) tier.walls = 'none';
  const hood = find(tokens, ['hood']);
  if (hood >= 0) tier.hood = !refused(tokens, hood);
  const mezzanine = find(tokens, ['mezzanine']);
  if (mezzanine >= 0) tier.toCeiling = !refused(tokens, mezzanine);
  readCeiling(tokens, facts);
}

function readCeiling(tokens: readonly Token[], facts: Facts): void {
  const at = find(tokens, ['ceiling']);
  if (at < 0) return;
  if (is(tokens[at - 1], 'to')) {
    facts.wallTier.toCeiling = !is(tokens[at - 2], 'no');
    return;
  }
  const quantity =
    tokens.slice(at + 1).find((token) => token.quantity)?.quantity ??
    tokens.slice(0, at).find((token) => token.quantity)?.quantity;
  const ceiling = quantity && ceilingOf(quantity);
  if (ceiling !== undefined) facts.ceiling = ceiling;
}
