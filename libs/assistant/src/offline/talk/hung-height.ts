import { CONSTANTS, type Finding } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { HUNG_CLEARANCE } from '../lexicon/norms.js';
import { changeOf, distanceOf } from '../text/lengths.js';
import { clauses, has, is, type Token } from '../text/token.js';

/** mm between worktop and wall units that a clause asks for; nothing where it speaks of no height. */
function wanted(clause: readonly Token[]): number | undefined {
  const at = clause.findIndex((token) => token.quantity);
  const quantity = clause[at]?.quantity;
  if (!quantity) return undefined;
  const near = clause.slice(at + 1, at + 3);
  const mm = quantity.value < 100 && !quantity.unit ? changeOf({ ...quantity, unit: 'cm' }) : distanceOf(quantity);
  if (has(near, 'from', 'above') && has(clause.slice(at), 'worktop')) return mm;
  if (has(near, 'from') && has(clause.slice(at), 'floor')) return mm - CONSTANTS.worktopTop;
  if (has(clause, 'lower')) return CONSTANTS.apron - changeOf(quantity);
  return has(clause, 'raise') && is(clause[at - 1], 'on') ? CONSTANTS.apron + changeOf(quantity) : undefined;
}

const FIXED = `Низ верхних шкафов на ${CONSTANTS.wallBottom} мм от пола, над столешницей ${CONSTANTS.apron} мм; эту высоту не меняем. Могу сделать верхние шкафы высотой 360, 600, 720 или 900 мм или добавить антресоли. Что изменить?`;

/**
 * «Опусти верхние на 20 см», «верхние в 40 см от столешницы»: below the norm it is refused with it, else told where the
 * row hangs. `standing`: an order stands; in a first brief only what the norm forbids is answered.
 */
export function answerHungHeight(tokens: readonly Token[], standing: boolean): Answer | undefined {
  for (const clause of clauses(tokens)) {
    if (!has(clause, 'top') || has(clause, 'hood', 'window', 'boiler', 'oven', 'ceiling')) continue;
    const mm = wanted(clause);
    if (mm !== undefined && mm < HUNG_CLEARANCE) {
      const why = `Между столешницей и верхними шкафами получится ${Math.max(0, mm)} мм, нужно не меньше ${HUNG_CLEARANCE} мм.`;
      const finding: Finding = {
        code: 'HGT-GAP',
        severity: 'error',
        path: 'runs',
        msg: why,
        fixHint: `низ на ${CONSTANTS.wallBottom}`,
      };
      return {
        kind: 'decline',
        reply: `${why} Ниже верхние шкафы не вешаем${standing ? ', кухня осталась как была' : ''}.`,
        why,
        findings: [finding],
      };
    }
    if (standing && (mm !== undefined || has(clause, 'lower', 'raise')) && !has(clause, 'height'))
      return { kind: 'question', reply: FIXED };
  }
  return undefined;
}
