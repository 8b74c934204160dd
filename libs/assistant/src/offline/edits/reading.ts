import { type Edit, nodeName, type Order } from '#libs/furniture';
import type { Standing } from './refer.js';

/** What a clause asks of a standing order: edits and how to tell of them, or a question of which thing is meant. */
export type Reading = { readonly edits: Edit[]; readonly told: string } | { readonly ask: string };

export const done = (edits: Edit[], told: string): Reading => ({ edits, told });

/** «тумба с тремя ящиками 600», as the customer reads it. */
export const called = (order: Order, { node }: Standing): string => nodeName(order, node).replaceAll('\u00a0', ' ');

/** Which of several is meant: told by what they are and where. */
export function askWhich(order: Order, found: readonly Standing[]): Reading {
  const names = found
    .slice(0, 4)
    .map((one) => `${called(order, one)} (${one.node.at}–${Number(one.node.at) + one.node.w} мм от левого края)`);
  return { ask: `Уточните, пожалуйста, что именно: ${names.join(' или ')}?` };
}
