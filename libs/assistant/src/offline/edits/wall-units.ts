import {
  atOf,
  type Edit,
  endOf,
  findModule,
  hasTrait,
  isHoodCabinet,
  isMadeWidth,
  isOpenShelf,
  isOrdinary,
  itemsIn,
  nodesOf,
  type Order,
  STANDARD,
} from '#libs/furniture';
import { wallUnitCode } from '../brief/wall-tier.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, done, type EditInterpretation, unitLabel } from './interpretation.js';
import { covers, isPlainWallUnit, mentions, type NodeInRun, nodeOfReference } from './refer.js';

const plainWallUnits = (order: Order): NodeInRun[] => nodesOf(order).filter(({ node }) => isPlainWallUnit(node.code));

/** Wall units that a clause means: the one «над мойкой», or the whole row. */
function mentionedWallUnits(order: Order, clause: readonly Token[]): readonly NodeInRun[] {
  const at = clause.findIndex((token, i) => is(token, 'cabinet') && !is(clause[i - 1], 'low'));
  const above = find(clause, ['above']);
  const asTop: Token[] = [
    { text: 'верхний', lex: 'top' },
    { text: 'шкаф', lex: 'cabinet' },
    ...clause.slice(Math.max(0, above)),
  ];
  if (above >= 0) return mentions(order, asTop)[0]?.found ?? [];
  const one = at >= 0 && /^шкаф$|^шкафчик$/.test(clause[at]?.text ?? '');
  return one ? (mentions(order, clause).find(({ i }) => i === at)?.found ?? []) : plainWallUnits(order);
}

/**
 * «верхние над мойкой открытые», «шкаф над ящиками с витриной», «верхние с подъёмниками»: changes the kind of wall
 * units.
 */
export function readFronts(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const hung = has(clause, 'top') || (has(clause, 'above') && has(clause, 'cabinet'));
  if (!hung || has(clause, 'add', 'remove', 'push', 'no') || clause.some(({ finish }) => finish)) return undefined;
  const dryer = has(clause, 'dryer') && has(clause, 'above') ? STANDARD.drainer : undefined;
  const code =
    dryer ??
    wallUnitCode(clause, Math.max(0, find(clause, ['top']))) ??
    (has(clause, 'shelf') ? STANDARD.narrowWall : undefined);
  if (!code) return undefined;
  const found = has(clause, 'rest')
    ? mentionedWallUnits(order, clause).filter(({ node }) => !hasTrait(node.code, 'drainer'))
    : mentionedWallUnits(order, clause);
  if (dryer && found.length === 1 && found[0]?.node.code === code) return done([], '');
  if (found.length > 1 && has(clause, 'above')) return askWhich(order, found);
  const edits = replaceWallUnits(order, code, found);
  if (edits.length === 0)
    return { question: 'Такие верхние шкафы в этих размерах не делаются или уже стоят. Что изменить?' };
  return done(
    edits,
    `Верхние шкафы заменены: ${unitLabel(order, code)}${edits.length > 1 ? `, ${edits.length} шт` : ''}.`,
  );
}

/** «верхние только на длинной»: removes those of the other walls. */
export function readOnlyWall(
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation | undefined {
  if (!wall || !has(clause, 'only') || !has(clause, 'top') || has(clause, 'add', 'remove')) return undefined;
  const others = order.runs.filter((run) => run.tier === 'wall' && run.wall !== wall && run.nodes.length > 0);
  if (others.length === 0) return undefined;
  return done(
    others.map((run) => ({ op: 'remove_tier', tier: 'wall', wall: run.wall })),
    `Верхние шкафы остались только у стены ${wall}.`,
  );
}

/** «верхние убери, оставь только вытяжку»: keeps only the hood's cabinet. */
export function readOnlyHood(order: Order, tokens: readonly Token[]): EditInterpretation | undefined {
  const kept = tokens.some((token, i) => is(token, 'hood') && is(tokens[i - 1], 'only', 'keep'));
  const hood = nodesOf(order).some(({ node }) => isHoodCabinet(node.code));
  return kept && hood && has(tokens, 'keep', 'remove')
    ? done(keepOnlyOver(order, ['hob']), 'Из верхних осталась только вытяжка.')
    : undefined;
}

const inTier = (order: Order): NodeInRun[] => nodesOf(order).filter(({ run }) => run.tier === 'wall');

/** «верхние только над мойкой и плитой»: removes all others with their fillers. */
export function keepOnlyOver(order: Order, over: readonly string[]): Edit[] {
  const targets = over.flatMap((of) => nodeOfReference(order, of) ?? []);
  if (targets.length === 0) return [];
  const hung = inTier(order);
  const kept = hung.filter(
    (one) => isOrdinary(one.node.code) && !isOpenShelf(one.node.code) && targets.some((target) => covers(one, target)),
  );
  const beside = (one: NodeInRun): boolean =>
    kept.some(
      ({ node, run }) =>
        run.wall === one.run.wall && (endOf(node) === atOf(one.node) || atOf(node) === endOf(one.node)),
    );
  return hung
    .filter((one) => !kept.includes(one) && !(!isOrdinary(one.node.code) && beside(one)))
    .map(({ node }) => ({ op: 'remove', node: node.id }));
}

/** «верхние только слева»: removes those of the other half of a straight wall. */
export function keepOnlySide(order: Order, hand: 'left' | 'right'): Edit[] {
  const middle = (order.room.walls[0]?.length ?? 0) / 2;
  return inTier(order)
    .filter(({ node }) => (hand === 'left' ? atOf(node) >= middle : endOf(node) <= middle))
    .map(({ node }) => ({ op: 'remove', node: node.id }));
}

/** Wall units, without the dish drainer's if `dryer` (it was requested by name). */
export const wallUnitsIn = (order: Order, dryer: boolean): NodeInRun[] =>
  inTier(order).filter(({ node }) => !dryer || !hasTrait(node.code, 'drainer'));

/** Replaces plain wall units by another kind where it is made in their width; `only` limits which. */
export function replaceWallUnits(order: Order, code: string, only: readonly NodeInRun[] = inTier(order)): Edit[] {
  const module = findModule(code);
  return only.flatMap(({ node }): Edit[] =>
    module &&
    node.code !== code &&
    isPlainWallUnit(node.code) &&
    itemsIn(order, node.id).length === 0 &&
    isMadeWidth(module, node.w)
      ? [{ op: 'replace', node: node.id, code }]
      : [],
  );
}

/** Gives drawers to every plain base unit. */
export const replaceWithDrawers = (order: Order, code = STANDARD.drawers): Edit[] => {
  const module = findModule(code);
  return nodesOf(order).flatMap(({ node }): Edit[] =>
    node.code === STANDARD.base && module && isMadeWidth(module, node.w)
      ? [{ op: 'replace', node: node.id, code }]
      : [],
  );
};
