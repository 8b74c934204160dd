import type { Meaning } from '../lexicon/lookup.js';
import type { Lex } from '../lexicon/words.js';

/** A number as the customer gave it; what it measures, and in what, depends on where it stands. */
export interface Quantity {
  readonly value: number;
  readonly unit?: 'm' | 'cm' | 'mm';
  /** Said in words («шестьдесят»), not in figures. */
  readonly spoken?: true;
}

/** A word, a number, or a mark that ends a clause. */
export interface Token extends Meaning {
  readonly text: string;
  readonly quantity?: Quantity;
  /** The node that the customer, asked which one, meant by this word. */
  readonly node?: string;
  /** `,` ends a clause; `.` ends a sentence (also `!`, `?`, `;`, a new line); `:` opens a list. */
  readonly mark?: ',' | '.' | ':' | 'x';
}

export const is = (token: Token | undefined, ...lexes: readonly Lex[]): boolean =>
  token?.lex !== undefined && lexes.includes(token.lex);

export const has = (tokens: readonly Token[], ...lexes: readonly Lex[]): boolean =>
  tokens.some((token) => is(token, ...lexes));

/** Index of the first token with one of these meanings, from `start`; −1 where there is none. */
export const find = (tokens: readonly Token[], lexes: readonly Lex[], start = 0): number =>
  tokens.findIndex((token, i) => i >= start && is(token, ...lexes));

/** Clauses: what stands between marks. Quantities joined by «x» stay in one. */
export function clauses(tokens: readonly Token[]): Token[][] {
  const out: Token[][] = [[]];
  for (const token of tokens) {
    if (token.mark && token.mark !== 'x') out.push([]);
    else out.at(-1)?.push(token);
  }
  return out.filter((clause) => clause.length > 0);
}

/** Sentences as lists of clauses. */
export function sentences(tokens: readonly Token[]): Token[][][] {
  const out: Token[][] = [[]];
  for (const token of tokens) {
    if (token.mark === '.') out.push([]);
    else out.at(-1)?.push(token);
  }
  return out.map(clauses).filter((sentence) => sentence.length > 0);
}
