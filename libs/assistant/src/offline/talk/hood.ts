import type { Finding, Fuel, Order } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { fuelOf } from '../brief/fixtures.js';
import { HOOD_CLEARANCE } from '../lexicon/norms.js';
import { changeOf, distanceOf } from '../text/lengths.js';
import { find, has, type Token } from '../text/token.js';

const NAMES: Readonly<Record<Fuel, string>> = { gas: 'газовой', electric: 'электрической', induction: 'индукционной' };

/**
 * «Вытяжку повесь в 40 см над газовой варочной»: a height that the norm forbids is refused with it. There is nothing
 * to ask: no lawful clearance below the norm exists.
 */
export function answerHood(tokens: readonly Token[], order: Order | undefined): Answer | undefined {
  const hood = find(tokens, ['hood']);
  if (hood < 0 || !has(tokens, 'above', 'hob', 'stove', 'worktop', 'lower')) return undefined;
  const at = tokens.findIndex((token, i) => i > hood && token.quantity && i - hood <= 6);
  const quantity = tokens[at]?.quantity;
  const near = tokens.slice(at, at + 5);
  if (!quantity || !has(near, 'above', 'from', 'to') || has(tokens.slice(hood, at), 'sink', 'dishwasher', 'fridge')) return undefined;
  const mm = quantity.value < 100 && !quantity.unit ? changeOf({ ...quantity, unit: 'cm' }) : distanceOf(quantity);
  const fuel = fuelOf(tokens) ?? order?.items.find((item) => item.fuel)?.fuel ?? 'electric';
  const norm = HOOD_CLEARANCE[fuel];
  if (mm >= norm || mm < 50) return undefined;
  const node = order?.items.find(({ kind }) => kind === 'hood')?.node;
  const run = order?.runs.find(({ nodes }) => nodes.some(({ id }) => id === node));
  const why = `До вытяжки ${mm} мм, над ${NAMES[fuel]} варочной нужно не меньше ${norm} мм.`;
  const finding: Finding = {
    code: 'HOB-HOOD',
    severity: 'error',
    path: run && node ? `runs[${run.id}].nodes[${node}]` : 'items[hood]',
    msg: why,
    fixHint: fuel === 'gas' ? 'ШВВ H 500: до вытяжки 782' : 'ШВВ H 600: до вытяжки 682',
  };
  return { kind: 'decline', reply: `${why} Ниже этой нормы вытяжку не вешаем${order ? ', кухня осталась как была' : ''}.`, why, findings: [finding] };
}
