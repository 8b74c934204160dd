import { lexes } from '../lexicon/words.js';
import { ceilingOf, unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import type { Facts } from './facts.js';
import { REFERENCES, WALL_NAMES } from './place.js';

/** Made heights of wall units, mm (furniture.ru.md, 1.2, ШВ). */
const HEIGHTS = [360, 600, 720, 900];

const NAMES = lexes('left right middle centre long short first second');

/** Hoods mounted on the wall without a cabinet. */
const OWN_HOOD = /^(купольн|каминн|наклонн|козырьк|дизайнерск)/;

/** «без верхних», «верхние не нужны», «верха нет». */
const refused = (tokens: readonly Token[], at: number): boolean => {
  const after = is(tokens[at + 1], 'cabinet', 'shelf', 'row') ? at + 2 : at + 1;
  return (
    is(tokens[at - 1], 'no', 'remove') ||
    (is(tokens[after], 'no') && tokens[after]?.text !== 'без') ||
    (is(tokens[after], 'want') && is(tokens[after + 1], 'no'))
  );
};

/**
 * «верхние только над мойкой и плитой»: fixtures under the wall units; undefined for the whole row. «с сушкой над
 * мойкой», «вытяжка над плитой» do not limit the row.
 */
export function overOf(tokens: readonly Token[]): string[] | undefined {
  const top = find(tokens, ['top']);
  const above = find(tokens, ['above'], top + 1);
  if (top < 0 || above < 0 || has(tokens.slice(top, above), 'dryer', 'hood', 'glass', 'shelf', 'lift'))
    return undefined;
  const over: string[] = [];
  for (const token of tokens.slice(above + 1)) {
    const of = token.lex && REFERENCES[token.lex];
    if (of && !is(token, 'hood')) over.push(of);
    else if (!is(token, 'and', 'above', 'gas', 'electric', 'builtIn', 'only')) break;
  }
  return over.length > 0 ? over : undefined;
}

/** Reads wall units, hood, mezzanines and ceiling of a clause into the facts. */
export function readWallTier(tokens: readonly Token[], facts: Facts): void {
  const tier = facts.wallTier;
  const top = find(tokens, ['top']);
  const over = overOf(tokens);
  if (over) tier.over = [...(tier.over ?? []), ...over];
  const code = wallUnitCode(tokens, top);
  if (code) tier.code = code;
  const hand = tokens.find(({ text }) => text === 'слева' || text === 'справа');
  if (top >= 0 && hand && has(tokens, 'only')) tier.hand = is(hand, 'left') ? 'left' : 'right';
  if (top >= 0 && !has(tokens, 'boiler') && !is(tokens[top + 1], 'window')) {
    const named = NAMES.filter((lex) =>
      tokens.some((token, i) => i > top && is(token, lex) && /(ой|ей|ом|ых|ая|ую|у)$/.test(token.text)),
    ).flatMap((lex) => WALL_NAMES[lex] ?? []);
    if (refused(tokens, top) && named.length > 0) tier.without = named;
    else if (refused(tokens, top)) tier.walls = 'none';
    else {
      if (named.length > 0) tier.walls = named;
      else if (tier.walls === undefined || tier.walls === 'none') tier.walls = 'all';
      const quantity = tokens.slice(top + 1).find((token) => token.quantity)?.quantity;
      const height = quantity && unitWidth(quantity);
      if (height !== undefined && HEIGHTS.includes(height)) tier.height = height;
    }
  } else if (has(tokens, 'only') && has(tokens, 'low')) tier.walls = 'none';
  if (has(tokens, 'dryer') && !has(tokens, 'no')) tier.dryer = true;
  const hood = find(tokens, ['hood']);
  if (hood >= 0)
    tier.hood =
      !refused(tokens, hood) &&
      !OWN_HOOD.test(tokens[hood + 1]?.text ?? '') &&
      !OWN_HOOD.test(tokens[hood - 1]?.text ?? '');
  const mezzanine = find(tokens, ['mezzanine']);
  if (mezzanine >= 0) tier.toCeiling = !refused(tokens, mezzanine);
  if (!has(tokens, 'riser', 'pipe', 'boiler', 'window', 'door')) readCeiling(tokens, facts);
}

/** «открытые полки», «верх витрины», «верхние с подъёмниками»: kind of wall units. */
export function wallUnitCode(tokens: readonly Token[], top: number): Facts['wallTier']['code'] {
  if (has(tokens, 'open') && has(tokens, 'shelf', 'rack')) return 'WO';
  if (top < 0 || has(tokens, 'no')) return undefined;
  if (has(tokens, 'open') && !has(tokens, 'push')) return 'WO';
  return has(tokens, 'glass') ? 'WG' : has(tokens, 'lift') ? 'WL2' : undefined;
}

function readCeiling(tokens: readonly Token[], facts: Facts): void {
  tokens.forEach((token, at) => {
    if (is(token, 'ceiling')) readOneCeiling(tokens, at, facts);
  });
}

function readOneCeiling(tokens: readonly Token[], at: number, facts: Facts): void {
  if (is(tokens[at - 1], 'to')) {
    facts.wallTier.toCeiling = !is(tokens[at - 2], 'no');
    const high = tokens[at + 1]?.quantity;
    const ceiling = high && ceilingOf(high);
    if (ceiling !== undefined) facts.ceiling = ceiling;
    return;
  }
  const quantity =
    tokens.slice(at + 1).find((token) => token.quantity)?.quantity ??
    tokens.slice(0, at).find((token) => token.quantity)?.quantity;
  const ceiling = quantity && ceilingOf(quantity);
  if (ceiling !== undefined) facts.ceiling = ceiling;
}
