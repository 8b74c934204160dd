import { capital, given, isBuiltInFridge, isMachineFront, isNiche, madeWidths, type Order } from '#libs/furniture';
import { nicheWidth } from '../brief/width.js';
import { changeOf, unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, askWidth, done, type EditInterpretation, labelOf } from './interpretation.js';
import { mentions, type NodeInRun } from './refer.js';

/** The next made width up or down; undefined at the end of the range. */
const nextWidth = ({ node }: NodeInRun, wider: boolean): number | undefined =>
  wider ? madeWidths(node.code).find((w) => w > node.w) : madeWidths(node.code).findLast((w) => w < node.w);

interface WidthChange {
  readonly wider?: boolean;
  readonly by?: number;
  readonly to?: number;
  /** «в два раза». */
  readonly times?: number;
}

/** «на 10 см», «до 60», «шириной 800», «80». */
function widthChangeOf(clause: readonly Token[]): WidthChange | undefined {
  const wider = has(clause, 'wider') ? true : has(clause, 'narrower') ? false : undefined;
  const instead = clause.findIndex(({ text }) => text === 'вместо');
  const at = clause.findLastIndex(
    (token, i) => token.quantity && (instead <= 0 || i < instead) && !is(clause[i - 1], 'height'),
  );
  const quantity = clause[at]?.quantity;
  if (!quantity) return wider === undefined ? undefined : { wider };
  if (/^раз/.test(clause[at + 1]?.text ?? '') && wider !== undefined)
    return { wider, times: wider ? quantity.value : 1 / quantity.value };
  const to = is(clause[at - 1], 'to') || wider === undefined;
  if (to) return { to: unitWidth(quantity), ...given({ wider }) };
  const change = changeOf(quantity);
  return is(clause[at - 1], 'on') || change < 150 ? { wider, by: change } : { to: unitWidth(quantity) };
}

/** «сделай мойку шире на 20», «ящики до 60», «посудомойку 45», «сузить тумбу». */
export function readResize(
  order: Order,
  clause: readonly Token[],
  last: NodeInRun | undefined,
): EditInterpretation | undefined {
  const wanted = widthChangeOf(clause);
  if (!wanted) return undefined;
  const named = mentions(order, clause);
  const target = named[0];
  if (!target && !(last && (wanted.wider !== undefined || has(clause, 'make', 'width')))) return undefined;
  const found = target ? target.found : last ? [last] : [];
  if (found.length === 0) return undefined;
  const all = has(clause, 'all') || has(clause, 'both');
  if (found.length > 1 && !all) return askWhich(order, found, target && clause[target.i]);
  const changes = found.flatMap((one) => {
    const w =
      (wanted.to && fitting(one, wanted.to)) ??
      (wanted.times !== undefined
        ? Math.round(one.node.w * wanted.times)
        : wanted.by === undefined
          ? nextWidth(one, wanted.wider === true)
          : one.node.w + (wanted.wider ? wanted.by : -wanted.by));
    return w === undefined ? [] : [{ one, w }];
  });
  const first = found[0];
  if (changes.length === 0 && first)
    return { question: `${capital(labelOf(order, first))} другой ширины не делается. Что изменить вместо неё?` };
  for (const { one, w } of changes) {
    const unmade = askWidth(one.node.code, w, `runs[${one.run.id}].nodes[${one.node.id}]`);
    if (unmade) return unmade;
  }
  return done(
    changes.map(({ one, w }) => ({ op: 'resize', node: one.node.id, w })),
    `Ширина изменена: ${changes.map(({ one, w }) => `${labelOf(order, one)} → ${w} мм`).join('; ')}.`,
  );
}

/** An appliance's width is rounded up to its niche: a fridge of 595 to 600. */
const fitting = ({ node }: NodeInRun, w: number): number =>
  isNiche(node.code) || isMachineFront(node.code) || isBuiltInFridge(node.code) ? nicheWidth(node.code, w) : w;

/** Whether the clause is about width: a comparative, or «ширина» with a number. */
export const speaksOfWidth = (clause: readonly Token[]): boolean =>
  has(clause, 'wider', 'narrower') || (find(clause, ['width']) >= 0 && clause.some(({ quantity }) => quantity));
