import type { Meaning } from '../lexicon/lookup.js';
import type { Lex } from '../lexicon/words.js';

/** A number as given; what it measures depends on the context. */
export interface Quantity {
  readonly value: number;
  readonly unit?: 'm' | 'cm' | 'mm';
  /** In words («шестьдесят»), not digits. */
  readonly spoken?: true;
}

/** A word, a number or a punctuation mark. */
export interface Token extends Meaning {
  readonly text: string;
  readonly quantity?: Quantity;
  /** The node chosen for this word when the customer was asked which one. */
  readonly node?: string;
  /** `,` ends a clause; `.` a sentence (also `!`, `?`, `;` and a line break); `:` opens a list. */
  readonly mark?: ',' | '.' | ':' | 'x';
}

export const is = (token: Token | undefined, ...lexes: readonly Lex[]): boolean =>
  token?.lex !== undefined && lexes.includes(token.lex);

export const has = (tokens: readonly Token[], ...lexes: readonly Lex[]): boolean =>
  tokens.some((token) => is(token, ...lexes));

/** Index of the first token with one of these lexemes from `start`; −1 if there is none. */
export const find = (tokens: readonly Token[], lexes: readonly Lex[], start = 0): number =>
  tokens.findIndex((token, i) => i >= start && is(token, ...lexes));

/** Tokens between marks. Quantities joined by «x» stay together. */
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
