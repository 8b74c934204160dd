import { CONSTANTS, type Finding, type Fuel, isHoodCabinet, type Order, wordedFinding } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { fuelOf } from '../brief/fixtures.js';
import { changeOf, distanceOf } from '../text/lengths.js';
import { clauses, find, has, is, type Quantity, type Token } from '../text/token.js';

const NAMES: Readonly<Record<Fuel, string>> = { gas: 'газовой', electric: 'электрической', induction: 'индукционной' };

/** Of a height without a unit, less than 100 is in centimetres. */
const spokenMm = (quantity: Quantity): number =>
  quantity.value < 100 && !quantity.unit ? changeOf({ ...quantity, unit: 'cm' }) : distanceOf(quantity);

const clearanceIn = (order: Order): number =>
  CONSTANTS.wallTop -
  (order.runs.flatMap(({ nodes }) => nodes).find(({ code }) => isHoodCabinet(code))?.h ?? 600) -
  CONSTANTS.worktopTop;

const standsAt = (order: Order, norm: number): string =>
  `Вытяжка стоит в шкафу над варочной, до неё ${clearanceIn(order)} мм: по норме нужно не меньше ${norm}. Её высоту отдельно не меняем. Что ещё изменить?`;

/**
 * «Вытяжку повесь в 40 см над газовой варочной»: a height below the norm is declined. There is no alternative to offer.
 */
export function answerHood(tokens: readonly Token[], order: Order | undefined): Answer | undefined {
  const hood = find(tokens, ['hood']);
  const spoken =
    has(tokens, 'above', 'hob', 'stove', 'worktop', 'lower', 'raise') || is(tokens[hood - 1], 'to', 'from');
  if (hood < 0 || !spoken) return undefined;
  const fuel = fuelOf(tokens) ?? order?.items.find((item) => item.fuel)?.fuel ?? 'electric';
  const norm = HOOD_CLEARANCE_MM[fuel];
  if (
    order &&
    !tokens.some((token) => token.quantity) &&
    has(tokens, 'raise', 'lower') &&
    !has(tokens, 'cabinet', 'top', 'oven')
  )
    return { kind: 'question', reply: standsAt(order, norm) };
  const ahead = tokens.findIndex(
    (token, i) => token.quantity && is(tokens[i + 1], 'to', 'from') && is(tokens[i + 2], 'hood'),
  );
  const at = ahead >= 0 ? ahead : tokens.findIndex((token, i) => i > hood && token.quantity && i - hood <= 6);
  const quantity = tokens[at]?.quantity;
  const raised = has(tokens, 'raise', 'lower') && is(tokens[at - 1], 'to', 'on');
  const near = raised ? [{ text: 'до', lex: 'to' as const }] : tokens.slice(at, at + 5);
  if (!quantity || !has(near, 'above', 'from', 'to') || has(tokens.slice(hood, at), 'sink', 'dishwasher', 'fridge'))
    return undefined;
  const mm = spokenMm(quantity);
  if (mm < 50) return undefined;
  if (mm >= norm) return order && { kind: 'question', reply: standsAt(order, norm) };
  const node = order?.items.find(({ kind }) => kind === 'hood')?.node;
  const run = order?.runs.find(({ nodes }) => nodes.some(({ id }) => id === node));
  const why = `До вытяжки ${mm} мм, над ${NAMES[fuel]} варочной нужно не меньше ${norm} мм.`;
  const path = run && node ? `runs[${run.id}].nodes[${node}]` : 'items[hood]';
  const hint = fuel === 'gas' ? 'ШВВ H 500: до вытяжки 782' : 'ШВВ H 600: до вытяжки 682';
  const finding = wordedFinding('HOB-HOOD', path, why, hint);
  return declined(finding, 'Ниже этой нормы вытяжку не вешаем', order !== undefined);
}

const declined = (finding: Finding, refusal: string, standing: boolean): Answer => ({
  kind: 'decline',
  reply: `${finding.msg} ${refusal}${standing ? ', кухня осталась как была' : ''}.`,
  why: finding.msg,
  findings: [finding],
});

/** Requested distance from worktop to wall units, mm; undefined if the clause names none. */
function wanted(clause: readonly Token[]): number | undefined {
  const at = clause.findIndex((token) => token.quantity);
  const quantity = clause[at]?.quantity;
  if (!quantity) return undefined;
  const near = clause.slice(at + 1, at + 3);
  const mm = spokenMm(quantity);
  if (has(near, 'from', 'above') && has(clause.slice(at), 'worktop')) return mm;
  if (has(near, 'from') && has(clause.slice(at), 'floor')) return mm - CONSTANTS.worktopTop;
  if (has(clause, 'lower')) return CONSTANTS.apron - changeOf(quantity);
  return has(clause, 'raise') && is(clause[at - 1], 'on') ? CONSTANTS.apron + changeOf(quantity) : undefined;
}

const FIXED = `Низ верхних шкафов на ${CONSTANTS.wallBottom} мм от пола, над столешницей ${CONSTANTS.apron} мм; эту высоту не меняем. Могу сделать верхние шкафы высотой 360, 600, 720 или 900 мм или добавить антресоли. Что изменить?`;

/**
 * «Опусти верхние на 20 см», «верхние в 40 см от столешницы»: declined below the norm, else the fixed height is
 * explained. `standing`: an order exists; without one only a violation is answered.
 */
export function answerWallUnitHeight(tokens: readonly Token[], standing: boolean): Answer | undefined {
  for (const clause of clauses(tokens)) {
    if (!has(clause, 'top') || has(clause, 'hood', 'window', 'boiler', 'oven', 'ceiling')) continue;
    const mm = wanted(clause);
    if (mm !== undefined && mm < WALL_UNIT_CLEARANCE_MM) {
      const why = `Между столешницей и верхними шкафами получится ${Math.max(0, mm)} мм, нужно не меньше ${WALL_UNIT_CLEARANCE_MM} мм.`;
      const finding = wordedFinding('HGT-GAP', 'runs', why, `низ на ${CONSTANTS.wallBottom}`);
      return declined(finding, 'Ниже верхние шкафы не вешаем', standing);
    }
    if (standing && (mm !== undefined || has(clause, 'lower', 'raise')) && !has(clause, 'height'))
      return { kind: 'question', reply: FIXED };
  }
  return undefined;
}

/** Minimum from the worktop to a hood, mm (furniture.ru.md, section 2, HOB-HOOD). */
export const HOOD_CLEARANCE_MM: Readonly<Record<Fuel, number>> = { gas: 750, electric: 650, induction: 650 };

/** Minimum from the worktop to wall units, mm (furniture.ru.md, section 2, HGT-GAP). */
export const WALL_UNIT_CLEARANCE_MM = 450;
