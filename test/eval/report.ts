import type { Judged } from './judge.js';

const NOTE_SHOWN = 200;
const TEXT_SHOWN = 90;

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
const quantile = (list: readonly number[], part: number): number => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

/** The report of one conversation; undefined for a passed one unless verbose. */
export function lineOf({ one, status, note, problems }: Judged, verbose: boolean): string | undefined {
  if (problems.length === 0 && !verbose) return undefined;
  const shown = verbose ? note : note.slice(0, NOTE_SHOWN);
  const head = `${problems.length > 0 ? 'FAIL' : 'ok  '} ${one.id} «${one.text.slice(0, TEXT_SHOWN)}» → ${status}: ${shown}`;
  return [head, ...problems.map((problem) => `       ${problem}`)].join('\n');
}

const HEADER = ['level', 'cases', 'passed', 'attempts', 'tokens', 'cost, USD', 'ms median', 'ms p99'];

/** One row; `runs` are all runs of a level's cases. */
function rowOf(name: string, runs: readonly Judged[]): string[] {
  const times = runs.flatMap((run) => run.times);
  const turns = Math.max(1, sum(runs.map((run) => run.turns)));
  return [
    name,
    String(new Set(runs.map(({ one }) => one.id)).size),
    `${runs.filter(({ problems }) => problems.length === 0).length}/${runs.length}`,
    (sum(runs.map((run) => run.attempts)) / turns).toFixed(2),
    String(sum(runs.map((run) => run.tokens))),
    sum(runs.map((run) => run.costUsd)).toFixed(4),
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.99).toFixed(0),
  ];
}

/** The table by level; attempts are averages per turn. */
export function tableOf(runs: readonly Judged[]): string {
  const levels = [...new Set(runs.map(({ one }) => one.level))].sort((a, b) => a - b);
  const rows = [
    HEADER,
    ...levels.map((level) =>
      rowOf(
        String(level),
        runs.filter(({ one }) => one.level === level),
      ),
    ),
    rowOf('all', runs),
  ];
  const widths = HEADER.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) => row.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ')).join('\n');
}

/** pass^k: conversations that passed in every one of k runs. */
export function passAll(runs: readonly Judged[]): { readonly held: number; readonly cases: number } {
  const broken = new Set(runs.filter(({ problems }) => problems.length > 0).map(({ one }) => one.id));
  const all = new Set(runs.map(({ one }) => one.id));
  return { held: all.size - broken.size, cases: all.size };
}
