import type { Order } from '#libs/furniture';
import { hungCodeOf } from '../brief/wall-tier.js';
import { find, has, is, type Token } from '../text/token.js';
import { hungAs, onlyOver } from './hung.js';
import { askWhich, done, namedUnit, type Reading } from './reading.js';
import { allOf, mentions, type Standing } from './refer.js';

const hanging = (order: Order): Standing[] =>
  allOf(order).filter(({ node, run }) => run.tier === 'wall' && /^(W|WL|WL2|WG|WO|WD)$/.test(node.code));

/** The hung units that a clause means: one «над мойкой», or the whole row. */
function meant(order: Order, clause: readonly Token[]): readonly Standing[] {
  const at = clause.findIndex((token, i) => is(token, 'cabinet') && !is(clause[i - 1], 'low'));
  const above = find(clause, ['above']);
  const asTop: Token[] = [
    { text: 'верхний', lex: 'top' },
    { text: 'шкаф', lex: 'cabinet' },
    ...clause.slice(Math.max(0, above)),
  ];
  if (above >= 0) return mentions(order, asTop)[0]?.found ?? [];
  const one = at >= 0 && /^шкаф$|^шкафчик$/.test(clause[at]?.text ?? '');
  return one ? (mentions(order, clause).find(({ i }) => i === at)?.found ?? []) : hanging(order);
}

/** «верхние над мойкой открытые», «шкаф над ящиками с витриной», «верхние с подъёмниками»: another kind of hung unit. */
export function readFronts(order: Order, clause: readonly Token[]): Reading | undefined {
  const hung = has(clause, 'top') || (has(clause, 'above') && has(clause, 'cabinet'));
  if (!hung || has(clause, 'add', 'remove', 'push', 'no') || clause.some(({ finish }) => finish)) return undefined;
  const dryer = has(clause, 'dryer') && has(clause, 'above') ? 'WD' : undefined;
  const code =
    dryer ?? hungCodeOf(clause, Math.max(0, find(clause, ['top']))) ?? (has(clause, 'shelf') ? 'WO' : undefined);
  if (!code) return undefined;
  const found = has(clause, 'rest')
    ? meant(order, clause).filter(({ node }) => node.code !== 'WD')
    : meant(order, clause);
  if (dryer && found.length === 1 && found[0]?.node.code === code) return done([], '');
  if (found.length > 1 && has(clause, 'above')) return askWhich(order, found);
  const edits = hungAs(order, code, found);
  if (edits.length === 0)
    return { ask: 'Такие верхние шкафы в этих размерах не делаются или уже стоят. Что изменить?' };
  return done(
    edits,
    `Верхние шкафы заменены: ${namedUnit(order, code)}${edits.length > 1 ? `, ${edits.length} шт` : ''}.`,
  );
}

/** «верхние только на длинной»: those of the other walls go. */
export function readOnlyWall(order: Order, clause: readonly Token[], wall: string | undefined): Reading | undefined {
  if (!wall || !has(clause, 'only') || !has(clause, 'top') || has(clause, 'add', 'remove')) return undefined;
  const others = order.runs.filter((run) => run.tier === 'wall' && run.wall !== wall && run.nodes.length > 0);
  if (others.length === 0) return undefined;
  return done(
    others.map((run) => ({ op: 'remove_tier', tier: 'wall', wall: run.wall })),
    `Верхние шкафы остались только у стены ${wall}.`,
  );
}

/** «верхние убери, оставь только вытяжку»: of the wall units her cabinet alone stays. */
export function readOnlyHood(order: Order, tokens: readonly Token[]): Reading | undefined {
  const kept = tokens.some((token, i) => is(token, 'hood') && is(tokens[i - 1], 'only', 'keep'));
  const hood = allOf(order).some(({ node }) => node.code === 'WH');
  return kept && hood && has(tokens, 'keep', 'remove')
    ? done(onlyOver(order, ['hob']), 'Из верхних осталась только вытяжка.')
    : undefined;
}
