import { type Hop, type JudgedTalk, VERDICTS } from './judge.js';
import { orderLine } from './scene.js';

const hopLines = ({ text, scene, verdict, reasons }: Hop): string[] => [
  `  U ${text}`,
  `  A ${scene.status} → ${verdict}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}: ${scene.note}`,
  `    ${orderLine(scene)}`,
];

/** The report of a conversation: every message, or only the turn that falls short; none of one that does not. */
export function linesOf({ talk, verdict, turns, error }: JudgedTalk, verbose: boolean): string[] {
  const isShort = verdict === 'wrong' || verdict === 'harmful';
  if (!isShort && !verbose) return [];
  const worst = turns.findIndex((hops) => hops.at(-1)?.verdict === verdict);
  const shown = verbose ? turns.flat() : (turns[worst] ?? []);
  const at = talk.turns.length > 1 && !verbose && worst >= 0 ? ` turn ${worst + 1}` : '';
  const head = `${verdict.toUpperCase()} ${talk.id} [${talk.category}: ${talk.trap}]${at}${error ? ` ${error}` : ''}`;
  return [head, ...shown.flatMap(hopLines), ''];
}

const count = (judged: readonly JudgedTalk[]): number[] =>
  VERDICTS.map((verdict) => judged.filter((one) => one.verdict === verdict).length);

/** The table by category. */
export function tableOf(judged: readonly JudgedTalk[]): string {
  const categories = [...new Set(judged.map(({ talk }) => talk.category))];
  const rows = categories.map((category): readonly [string, readonly (string | number)[]] => {
    const own = judged.filter(({ talk }) => talk.category === category);
    return [category, [own.length, ...count(own)]];
  });
  return [['category', ['cases', ...VERDICTS]] as const, ...rows]
    .map(([name, cells]) => name.padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join(''))
    .join('\n');
}

export const totalOf = (judged: readonly JudgedTalk[]): string =>
  `${judged.length} cases: ${count(judged)
    .map((n, i) => `${n} ${VERDICTS[i]}`)
    .join(', ')}`;
