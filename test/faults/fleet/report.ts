import type { FaultRun } from './run.js';

/** A run's figures, in lines. */
export function reportOf(seed: number, run: FaultRun): string {
  const kinds = Map.groupBy(run.injected, ({ fault }) => fault);
  const faults = [...kinds].map(([fault, all]) => `${all.length} ${fault}`).join(', ');
  const counts = [...run.counts].map(([what, count]) => `${count} ${what}`).join(', ');
  return [
    `fault run (seed ${seed}) on ${run.stores}: two api nodes, three workers`,
    `  faults: ${run.injected.length} (${faults})`,
    `  operations: ${run.turns} turns acknowledged, ${run.outcomes} outcomes told, ${run.duplicates} delivered again${counts ? `, ${counts}` : ''}`,
    `  settled stores: ${run.events} events, ${run.documents} documents equal to their fold`,
    `  recovery, from a fault's beginning to a whole turn answered: ${spread(run.recoveries)}`,
    `  turns, queued to ended: untouched ${spread(run.waits.untouched)}; all ${spread(run.waits.all)}`,
    `  violations: ${run.violations.length}`,
    ...run.violations.slice(0, 40).map((violation) => `    ${violation}`),
  ].join('\n');
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number) => Math.round(sorted[index] ?? Number.NaN);
  return sorted.length === 0
    ? 'none'
    : `p50 ${at(sorted.length >> 1)} ms, worst ${at(sorted.length - 1)} ms (${sorted.length})`;
}
