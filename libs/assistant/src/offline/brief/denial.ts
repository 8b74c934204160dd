import { has, is, type Token } from '../text/token.js';
import type { Chunk } from './chunks.js';

/** Places that are not this kitchen. */
const ELSEWHERE = /^(коридор|балкон|лоджи|кладов|прихож|ванн|гостин|зал|погреб|подвал|постирочн)/;

/** «Без вытяжки», «холодильник не нужен», «посудомойки нет», «холодильник в другом месте»: not in this kitchen. */
export function denied(chunk: Chunk): boolean {
  const { before } = chunk;
  const after = chunk.after.filter(({ text }) => !/^(там|тут|здесь|у|нас|вообще|совсем|никакого|никакой)$/.test(text));
  const last = before.at(-1);
  if (is(last, 'no', 'remove')) return true;
  if (is(before.at(-2), 'no') && is(last, 'want', 'builtIn', 'separate', 'top', 'gas', 'electric', 'all')) return true;
  if (is(after[0], 'no') && (after.length === 1 || is(after[1], 'want') || isConjunction(after[1]))) return true;
  if (is(after[0], 'want') && is(after[1], 'no')) return true;
  if (is(after[0], 'remove') || /^(откаж|отказ)/.test(before.at(-1)?.text ?? '')) return true;
  return elsewhere(after);
}

const isConjunction = (token: Token | undefined): boolean => is(token, 'and');

function elsewhere(tokens: readonly Token[]): boolean {
  if (tokens.some(({ text }) => ELSEWHERE.test(text))) return true;
  return has(tokens, 'elsewhere') && tokens.some(({ text }) => /^(мест|комнат|стен)/.test(text));
}
