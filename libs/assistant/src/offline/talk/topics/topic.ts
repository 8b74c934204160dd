import type { Order } from '#libs/furniture';
import type { Token } from '../../text/token.js';

/** Answers a question that is about its matter, in Russian, one or two sentences; nothing where it is about another. */
export type Topic = (tokens: readonly Token[], order: Order | undefined) => string | undefined;

export const square = (mm2: number): string => (mm2 / 1e6).toFixed(2).replace('.', ',');
export const metres = (mm: number): string => (mm / 1000).toFixed(1).replace('.', ',');
export const saysOf = (tokens: readonly Token[], pattern: RegExp): boolean =>
  tokens.some(({ text }) => pattern.test(text));
