import { findModule, type Order } from '#libs/furniture';
import { nicheWidth } from '../brief/width.js';
import { changeOf, unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, askWidth, done, type EditInterpretation, labelOf } from './interpretation.js';
import { mentions, type PlacedNode } from './refer.js';

/** Made widths of a module, mm, ascending. */
const widthsOf = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((w): w is number => typeof w === 'number').sort((a, b) => a - b);

/** The next made width up or down; undefined at the end of the range. */
const nextWidth = ({ node }: PlacedNode, wider: boolean): number | undefined =>
  wider ? widthsOf(node.code).find((w) => w > node.w) : widthsOf(node.code).findLast((w) => w < node.w);

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
  if (to) return { to: unitWidth(quantity), ...(wider === undefined ? {} : { wider }) };
  const change = changeOf(quantity);
  return is(clause[at - 1], 'on') || change < 150 ? { wider, by: change } : { to: unitWidth(quantity) };
}

/** «сделай мойку шире на 20», «ящики до 60», «посудомойку 45», «сузить тумбу». */
export function readResize(
  order: Order,
  clause: readonly Token[],
  last: PlacedNode | undefined,
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
  const edits = found.flatMap((one) => {
    const w =
      (wanted.to && fitting(one, wanted.to)) ??
      (wanted.times !== undefined
        ? Math.round(one.node.w * wanted.times)
        : wanted.by === undefined
          ? nextWidth(one, wanted.wider === true)
          : one.node.w + (wanted.wider ? wanted.by : -wanted.by));
    return w === undefined ? [] : [{ op: 'resize' as const, node: one.node.id, w }];
  });
  const first = found[0];
  if (edits.length === 0 && first)
    return { question: `${capital(labelOf(order, first))} другой ширины не делается. Что изменить вместо неё?` };
  for (const { node, w } of edits) {
    const one = found.find((standing) => standing.node.id === node);
    const unmade = one && askWidth(one.node.code, w, `runs[${one.run.id}].nodes[${node}]`);
    if (unmade) return unmade;
  }
  const summary = `Ширина изменена: ${edits.map(({ node, w }) => `${labelOf(order, found.find((one) => one.node.id === node) ?? found[0]!)} → ${w} мм`).join('; ')}.`;
  return done(edits, summary);
}

/** An appliance's width is rounded up to its niche: a fridge of 595 to 600. */
const fitting = ({ node }: PlacedNode, w: number): number =>
  ['NF', 'TF', 'NB', 'FD'].includes(node.code) ? nicheWidth(node.code, w) : w;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Whether the clause is about width: a comparative, or «ширина» with a number. */
export const speaksOfWidth = (clause: readonly Token[]): boolean =>
  has(clause, 'wider', 'narrower') || (find(clause, ['width']) >= 0 && clause.some(({ quantity }) => quantity));
