import { CONSTANTS, type Finding, type Fuel, type Order } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { fuelOf } from '../brief/fixtures.js';
import { HOOD_CLEARANCE } from '../lexicon/norms.js';
import { changeOf, distanceOf } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';

const NAMES: Readonly<Record<Fuel, string>> = { gas: 'газовой', electric: 'электрической', induction: 'индукционной' };

const clearanceIn = (order: Order): number =>
  CONSTANTS.wallTop -
  (order.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === 'WH')?.h ?? 600) -
  CONSTANTS.worktopTop;

const standsAt = (order: Order, norm: number): string =>
  `Вытяжка стоит в шкафу над варочной, до неё ${clearanceIn(order)} мм: по норме нужно не меньше ${norm}. Её высоту отдельно не меняем. Что ещё изменить?`;

/** «Посудомойку под варочную»: never, whatever the place (HOB-DW). */
export function answerUnderHob(tokens: readonly Token[]): Answer | undefined {
  const at = find(tokens, ['under']);
  const machine = find(tokens, ['dishwasher', 'washer']);
  if (at < 0 || machine < 0 || machine > at || !has(tokens.slice(at, at + 4), 'hob', 'stove', 'induction'))
    return undefined;
  const finding: Finding = {
    code: 'HOB-DW',
    severity: 'error',
    path: 'items[hob]',
    msg: 'Под варочной нельзя ставить посудомоечную и стиральную машину.',
    fixHint: 'соседний узел',
  };
  return {
    kind: 'question',
    reply: `${finding.msg} Могу поставить её рядом с мойкой или с другой стороны от варочной. Где поставить?`,
    findings: [finding],
  };
}

/**
 * «Вытяжку повесь в 40 см над газовой варочной»: a height that the norm forbids is refused with it. There is nothing
 * to ask: no lawful clearance below the norm exists.
 */
export function answerHood(tokens: readonly Token[], order: Order | undefined): Answer | undefined {
  const hood = find(tokens, ['hood']);
  const spoken =
    has(tokens, 'above', 'hob', 'stove', 'worktop', 'lower', 'raise') || is(tokens[hood - 1], 'to', 'from');
  if (hood < 0 || !spoken) return undefined;
  if (
    order &&
    !tokens.some((token) => token.quantity) &&
    has(tokens, 'raise', 'lower') &&
    !has(tokens, 'cabinet', 'top', 'oven')
  )
    return {
      kind: 'question',
      reply: standsAt(
        order,
        HOOD_CLEARANCE[fuelOf(tokens) ?? order.items.find((item) => item.fuel)?.fuel ?? 'electric'],
      ),
    };
  const ahead = tokens.findIndex(
    (token, i) => token.quantity && is(tokens[i + 1], 'to', 'from') && is(tokens[i + 2], 'hood'),
  );
  const at = ahead >= 0 ? ahead : tokens.findIndex((token, i) => i > hood && token.quantity && i - hood <= 6);
  const quantity = tokens[at]?.quantity;
  const raised = has(tokens, 'raise', 'lower') && is(tokens[at - 1], 'to', 'on');
  const near = raised ? [{ text: 'до', lex: 'to' as const }] : tokens.slice(at, at + 5);
  if (!quantity || !has(near, 'above', 'from', 'to') || has(tokens.slice(hood, at), 'sink', 'dishwasher', 'fridge'))
    return undefined;
  const mm = quantity.value < 100 && !quantity.unit ? changeOf({ ...quantity, unit: 'cm' }) : distanceOf(quantity);
  const fuel = fuelOf(tokens) ?? order?.items.find((item) => item.fuel)?.fuel ?? 'electric';
  const norm = HOOD_CLEARANCE[fuel];
  if (mm < 50) return undefined;
  if (mm >= norm)
    return order
      ? {
          kind: 'question',
          reply: standsAt(order, norm),
        }
      : undefined;
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
  return {
    kind: 'decline',
    reply: `${why} Ниже этой нормы вытяжку не вешаем${order ? ', кухня осталась как была' : ''}.`,
    why,
    findings: [finding],
  };
}
