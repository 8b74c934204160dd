import { type Finding, findModule, isMadeWidth, madeWidths, nearestWidths, wordedFinding } from '#libs/furniture';
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

/** Niche for an appliance: the next made width unless it is much wider, else the appliance's own. */
export const nicheWidth = (code: string, w: number): number =>
  madeWidths(code).find((niche) => niche >= w && niche - w <= MAX_NICHE_SPARE_MM) ?? w;

/** GEO-WIDTH for a width that a module is not made in; undefined where it is. `text` has no full stop. */
export function unmadeWidth(code: string, w: number, path: string): { text: string; findings: Finding[] } | undefined {
  const module = findModule(code);
  if (!module || isMadeWidth(module, w)) return undefined;
  const widths = nearestWidths(module, w).sort((a, b) => a - b);
  const near = widths.join(' или ');
  const msg = `Ширина ${w} мм для «${module.title}» не делается.`;
  return {
    text: `${msg} ${widths.length > 1 ? 'Ближайшие' : 'Ближайшая'}: ${near}`,
    findings: [wordedFinding('GEO-WIDTH', path, msg, `Ближайшая ширина: ${near}.`)],
  };
}
