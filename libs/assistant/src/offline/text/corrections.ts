import { is, type Token } from './token.js';

/** Maximum distance from «не» to its «а», in tokens. */
const MAX_DISTANCE = 6;

const VERBS = ['want', 'remove', 'add', 'put', 'make', 'replace', 'move', 'restore'] as const;

const means = (token: Token): boolean =>
  token.quantity !== undefined || token.finish !== undefined || token.lex !== undefined;

/** «не 60, а 80»: index of the «а» for the «не» at `i`; undefined if a verb is between. */
function replacementAfter(tokens: readonly Token[], i: number): number | undefined {
  for (let at = i + 2; at <= i + MAX_DISTANCE && at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.mark === '.' || (token && is(token, ...VERBS))) return undefined;
    if (token?.text === 'а' || token?.text === 'но') return tokens.slice(i + 1, at).some(means) ? at : undefined;
  }
  return undefined;
}

/** «80, а не 60»: index after the negated part. */
function endOfDenial(tokens: readonly Token[], i: number): number | undefined {
  const end = tokens.findIndex((token, at) => at > i && token.mark !== undefined && token.mark !== 'x');
  const stop = end < 0 ? tokens.length : end;
  const denied = tokens.slice(i + 1, stop);
  return denied.length > 0 && !denied.some((token) => is(token, ...VERBS)) && denied.some(means) ? stop : undefined;
}

/** Drops what the customer corrects in the same sentence: «не 60, а 80», «справа, а не слева». */
export function corrected(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token) continue;
    const turn = token.text === 'не' ? replacementAfter(tokens, i) : undefined;
    const denial = token.text === 'а' && tokens[i + 1]?.text === 'не' ? endOfDenial(tokens, i + 1) : undefined;
    if (turn !== undefined) i = turn;
    else if (denial !== undefined) {
      if (out.at(-1)?.mark === ',') out.pop();
      i = denial - 1;
    } else out.push(token);
  }
  return out;
}
