import { type Edit, type Finding, findModule, isMadeWidth, nearestWidths, nodeName, type Order } from '#libs/furniture';
import type { Token } from '../text/token.js';
import type { Standing } from './refer.js';

/** What a clause asks of a standing order: edits and how to tell of them, or a question of which thing is meant. */
export type Reading = { readonly edits: Edit[]; readonly told: string } | Ask;

export interface Ask {
  readonly ask: string;
  /** The word that may mean several things, and what it may mean. */
  readonly about?: Token;
  readonly found?: readonly Standing[];
  readonly findings?: readonly Finding[];
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

/** A width that the module is not made in: which of the nearest is meant (GEO-WIDTH); nothing where it is made. */
export function askWidth(code: string, w: number, path: string): Ask | undefined {
  const module = findModule(code);
  if (!module || isMadeWidth(module, w)) return undefined;
  const widths = nearestWidths(module, w).sort((a, b) => a - b);
  const near = widths.join(' или ');
  const msg = `Ширина ${w} мм для «${module.title}» не делается.`;
  const finding: Finding = { code: 'GEO-WIDTH', severity: 'error', path, msg, fixHint: `Ближайшая ширина: ${near}.` };
  return {
    ask: `${msg} ${widths.length > 1 ? 'Ближайшие' : 'Ближайшая'}: ${near}. Какую сделать?`,
    findings: [finding],
  };
}
