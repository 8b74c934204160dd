import { type Edit, findModule, nodeName, type Order } from '#libs/furniture';
import type { Token } from '../text/token.js';
import type { Standing } from './refer.js';

/** What a clause asks of a standing order: edits and how to tell of them, or a question of which thing is meant. */
export type Reading = { readonly edits: Edit[]; readonly told: string } | Ask;

export interface Ask {
  readonly ask: string;
  /** The word that may mean several things, and what it may mean. */
  readonly about?: Token;
  readonly found?: readonly Standing[];
}

export const done = (edits: Edit[], told: string): Reading => ({ edits, told });

/** «тумба с тремя ящиками 600», as the customer reads it. */
export const called = (order: Order, { node }: Standing): string => nodeName(order, node).replaceAll('\u00a0', ' ');

/** A unit that is not in the order yet, in the designer's words; with its width where the customer named one. */
export function namedUnit(order: Order, code: string, w?: number): string {
  const usual = findModule(code)?.widths.find((width) => typeof width === 'number');
  const name = nodeName(order, { id: '', code, at: '0', w: w ?? (typeof usual === 'number' ? usual : 0) });
  return (w === undefined ? name.replace(/ \d+$/, '') : name).replaceAll('\u00a0', ' ');
}

/** Which of several is meant: told by what they are and where. */
export function askWhich(order: Order, found: readonly Standing[], about?: Token): Ask {
  const names = found
    .slice(0, 4)
    .map((one) => `${called(order, one)} (${one.node.at}–${Number(one.node.at) + one.node.w} мм от левого края)`);
  return {
    ask: `Уточните, пожалуйста, что именно: ${names.join(' или ')}?`,
    found,
    ...(about ? { about } : {}),
  };
}
