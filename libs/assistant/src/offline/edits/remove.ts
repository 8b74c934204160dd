import { capital, type Edit, findNode, given, itemsIn, type Order, obstacleName, STANDARD } from '#libs/furniture';
import { OBSTACLE_KINDS } from '../brief/obstacles.js';
import type { Lex } from '../lexicon/words.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, done, type EditInterpretation, labelOf } from './interpretation.js';
import { mentions, type NodeInRun, nodesNamed } from './refer.js';

/** «убери», «без», «не нужна», «удали», «откажемся от». */
export const speaksOfRemoval = (clause: readonly Token[]): boolean =>
  has(clause, 'remove') ||
  clause.some(
    (token, i) =>
      is(token, 'no') &&
      !is(clause[i + 1], 'builtIn', 'separate', 'opposite', 'wrong', 'make', 'lower') &&
      clause.length > 1,
  );

/** Removes a tier, an appliance, a unit, an obstacle or the lighting. */
export function readRemove(
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation | undefined {
  const edits: Edit[] = [];
  const changes: string[] = [];
  const top = find(clause, ['top']);
  const hanging = clause[top]?.node;
  if (hanging !== undefined) {
    const node = findNode(order, hanging);
    if (node) return done([{ op: 'remove', node: hanging }], `Убрано: ${labelOf(order, node)}.`);
  }
  const wholeTop =
    top >= 0 &&
    (!is(clause[top + 1], 'cabinet') || /^(шкафы|шкафов|шкафчик[ио]в?)$/.test(clause[top + 1]?.text ?? '')) &&
    !has(clause, 'above', 'under', 'hood');
  const hung = wholeTop && !wall && has(clause, 'left', 'right') ? hangingIn(order) : [];
  if (hung.length > 1) return askWhich(order, hung, clause[top]);
  if (wholeTop) {
    edits.push({ op: 'remove_tier', tier: 'wall', ...given({ wall }) });
    changes.push('верхние шкафы');
  }
  if (has(clause, 'mezzanine') || (is(clause[find(clause, ['ceiling']) - 1], 'to') && has(clause, 'ceiling'))) {
    edits.push({ op: 'remove_tier', tier: 'upper', ...given({ wall }) });
    changes.push('антресоли');
  }
  if (has(clause, 'light')) {
    edits.push({ op: 'set_lighting', under: false });
    changes.push('подсветка');
  }
  for (const token of clause) {
    // «вода» in a removal is hardly ever the water outlet.
    const kind = token.lex && token.lex !== 'water' ? OBSTACLE_KINDS[token.lex] : undefined;
    for (const obstacle of order.obstacles)
      if (kind && obstacle.kind === kind) {
        edits.push({ op: 'remove_obstacle', id: obstacle.id });
        changes.push(obstacleName(obstacle.kind));
      }
  }
  for (const { found, lex, i } of mentions(order, clause, true)) {
    if (lex === 'mezzanine' || (wholeTop && lex === 'cabinet') || is(clause[i - 1], 'above', 'under', 'from')) continue;
    if (found.length === 0)
      return edits.length > 0
        ? done(edits, `Убрано: ${changes.join(', ')}.`)
        : { question: `${capital(clause[i]?.text ?? 'это')}: в этой кухне такого и так нет. Что убрать?` };
    const all =
      has(clause, 'all', 'both') ||
      (/(ы|и)$/.test(clause[i]?.text ?? '') && ['drawers', 'shelf', 'rack'].includes(lex));
    if (found.length > 1 && !all) return askWhich(order, found, clause[i]);
    for (const one of found) {
      edits.push(removal(order, one, lex));
      changes.push(labelOf(order, one));
    }
  }
  return edits.length > 0 ? done(edits, `Убрано: ${changes.join(', ')}.`) : undefined;
}

const hangingIn = (order: Order): NodeInRun[] => nodesNamed(order, 'cabinet').filter(({ run }) => run.tier === 'wall');

/** Removing an oven under a hob keeps the hob's unit; everything else is removed with its unit. */
function removal(order: Order, { node }: NodeInRun, lex: Lex): Edit {
  const items = itemsIn(order, node.id);
  const other = items.some((item) => item.kind === 'hob');
  if (lex === 'oven' && other) return { op: 'replace', node: node.id, code: STANDARD.hob };
  if (lex === 'microwave' && node.code === STANDARD.tallOvenMicrowave)
    return { op: 'replace', node: node.id, code: STANDARD.tallOven };
  return { op: 'remove', node: node.id };
}
