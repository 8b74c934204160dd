import { type Edit, type Finding, findModule, given, nodeName, type Order } from '#libs/furniture';
import { unmadeWidth } from '../brief/width.js';
import type { Token } from '../text/token.js';
import type { NodeInRun } from './refer.js';

/** A clause read as edits with a summary for the customer, or a question to clarify it. */
export type EditInterpretation = { readonly edits: Edit[]; readonly summary: string } | Clarification;

export interface Clarification {
  readonly question: string;
  /** The ambiguous token and the nodes it may mean. */
  readonly about?: Token;
  readonly candidates?: readonly NodeInRun[];
  readonly findings?: readonly Finding[];
}

export const done = (edits: Edit[], summary: string): EditInterpretation => ({ edits, summary });

/** «тумба с тремя ящиками 600»: the node in the customer's words. */
export const labelOf = (order: Order, { node }: NodeInRun): string => nodeName(order, node).replaceAll('\u00a0', ' ');

/** The same for a unit that is not in the order yet; with its width if the customer gave one. */
export function unitLabel(order: Order, code: string, w?: number): string {
  const usual = findModule(code)?.widths.find((width) => typeof width === 'number');
  const name = nodeName(order, { id: '', code, at: '0', w: w ?? (typeof usual === 'number' ? usual : 0) });
  return (w === undefined ? name.replace(/ \d+$/, '') : name).replaceAll('\u00a0', ' ');
}

/** Asks which of several nodes is meant, by name and position. */
export function askWhich(order: Order, candidates: readonly NodeInRun[], about?: Token): Clarification {
  const names = candidates
    .slice(0, 4)
    .map((one) => `${labelOf(order, one)} (${one.node.at}–${Number(one.node.at) + one.node.w} мм от левого края)`);
  return {
    question: `Уточните, пожалуйста, что именно: ${names.join(' или ')}?`,
    candidates,
    ...given({ about }),
  };
}

/** Asks for another width where the module is not made in this one (GEO-WIDTH). */
export function askWidth(code: string, w: number, path: string): Clarification | undefined {
  const unmade = unmadeWidth(code, w, path);
  return unmade && { question: `${unmade.text}. Какую сделать?`, findings: unmade.findings };
}
