import type { Finding } from '#libs/furniture';
import type { Answer } from '../../port.js';
import type { Lex } from '../lexicon/words.js';
import { clauses, has, is, type Token } from '../text/token.js';

/** What stands in no corner: it would not open there (furniture.ru.md, section 2, COR-DRAWER). */
const NEVER_IN_CORNER: readonly Lex[] = ['drawers', 'oven', 'dishwasher', 'washer', 'stove'];
/** What has no room below a sink: the drain and the pipes are there (furniture.ru.md, 1.2, ШНМ). */
const NEVER_UNDER_SINK: readonly Lex[] = ['oven', 'dishwasher', 'washer', 'fridge', 'microwave'];

const NAMES: Partial<Record<Lex, string>> = {
  drawers: 'ящики',
  oven: 'духовку',
  dishwasher: 'посудомойку',
  washer: 'стиральную машину',
  stove: 'плиту',
  fridge: 'холодильник',
  microwave: 'микроволновку',
};

const headBefore = (clause: readonly Token[], at: number, lexes: readonly Lex[]): Lex | undefined =>
  clause.slice(0, at).findLast((token) => is(token, ...lexes, 'sink', 'hob', 'fridge', 'cabinet', 'baseUnit', 'tall'))
    ?.lex;

/** «ящики в угол», «посудомойку прямо в угол» of a kitchen that turns a corner. */
function intoCorner(clause: readonly Token[]): Lex | undefined {
  const at = clause.findIndex(
    (token, i) => is(token, 'corner') && clause[i - 1]?.text === 'в' && !is(clause[i - 2], 'left', 'right'),
  );
  if (at < 0 || has(clause, 'left', 'right', 'near')) return undefined;
  const head =
    headBefore(clause, at, NEVER_IN_CORNER) ?? clause.slice(at + 1).find((token) => is(token, ...NEVER_IN_CORNER))?.lex;
  return head && NEVER_IN_CORNER.includes(head) ? head : undefined;
}

/** «духовку под мойку». */
function underSink(clause: readonly Token[]): Lex | undefined {
  const at = clause.findIndex((token, i) => is(token, 'under') && is(clause[i + 1], 'sink'));
  const head = at < 0 ? undefined : headBefore(clause, at, NEVER_UNDER_SINK);
  return head && NEVER_UNDER_SINK.includes(head) ? head : undefined;
}

/** «верхние поверх окна»: over the glass. */
const overWindow = (clause: readonly Token[]): boolean =>
  has(clause, 'top', 'cabinet') &&
  clause.some(({ text }, i) => /^(поверх|перед)$/.test(text) && is(clause[i + 1], 'window'));

/** A place where the thing can never stand is answered with why and where it can; `corner`: the kitchen turns one. */
export function answerMisplaced(tokens: readonly Token[], corner: boolean): Answer | undefined {
  for (const clause of clauses(tokens)) {
    const cornered = corner ? intoCorner(clause) : undefined;
    if (cornered) {
      const finding: Finding = {
        code: 'COR-DRAWER',
        severity: 'error',
        path: 'runs',
        msg: `В угол нельзя ${NAMES[cornered] ?? 'это'}: не откроется. В углу стоит угловой шкаф или мойка.`,
        fixHint: 'ШНУ или ШНУМ',
      };
      return {
        kind: 'question',
        reply: `${finding.msg} Могу поставить рядом с углом, на любой из двух стен. На какой?`,
        findings: [finding],
      };
    }
    if (overWindow(clause)) {
      const finding: Finding = {
        code: 'OBS-WIN',
        severity: 'error',
        path: 'runs',
        msg: 'Верхний шкаф закроет окно.',
        fixHint: 'убрать или пропуск у окна',
      };
      return {
        kind: 'question',
        reply: `${finding.msg} Могу повесить шкафы по бокам от окна, над ним ничего. Сделать так или без верхних?`,
        findings: [finding],
      };
    }
    const under = underSink(clause);
    if (under)
      return {
        kind: 'question',
        reply: `Под мойку ${NAMES[under] ?? 'это'} не ставим: там слив и трубы. Могу поставить рядом или в другом месте ряда. Куда?`,
      };
  }
  return undefined;
}
