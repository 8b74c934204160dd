import type { Finding, Report } from './run.js';

/** Faults of one kind are told so often. */
const MAX_TOLD = 3;
const MAX_TOLD_WITHOUT_REQUEST = 10;
const MAX_BYTES_TOLD = 600;

/** What a run says, its last line `N requests, N findings`. */
export function reportOf({ seed, requests, seconds, findings, statuses, slowest, health, memory }: Report): string {
  const lines = [
    `seed ${seed}, ${Math.round(requests / seconds)} requests/s, ${seconds.toFixed(1)} s`,
    ...[...statuses].map(
      ([name, each]) =>
        `  ${name}: ${[...each]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status} × ${count}`)
          .join(', ')}`,
    ),
    `slowest answer ${Math.round(slowest.ms)} ms (${slowest.title}); health p99 ${health.p99Ms.toFixed(1)} ms, at most ${Math.round(health.maxMs)} ms (${health.pings} times)`,
    ...(memory
      ? [`memory ${memory.warm} MiB when warm, ${memory.end} MiB at the end, ${memory.most} MiB at the most`]
      : []),
  ];
  const kinds = Map.groupBy(findings, ({ what }) => what);
  for (const [what, all] of kinds) {
    lines.push('', `FOUND ${what} (${all.length} times)`);
    lines.push(
      ...all.slice(0, all[0]?.attack ? MAX_TOLD : MAX_TOLD_WITHOUT_REQUEST).map((finding) => told(finding, seed)),
    );
  }
  return [...lines, `${requests} requests, ${findings.length} findings`].join('\n');
}

function told({ attack, detail }: Finding, seed: number): string {
  if (!attack) return `  ${detail}`;
  const sent = attack.bytes.toString('latin1', 0, MAX_BYTES_TOLD).replaceAll(/pk_\w+/g, 'pk_…');
  const more = attack.bytes.length > MAX_BYTES_TOLD ? ` … ${attack.bytes.length} bytes` : '';
  return [
    `  ${attack.title}`,
    `    got:    ${detail}`,
    `    sent:   ${JSON.stringify(sent)}${more}`,
    `    repeat: npm run attack -- --seed ${seed} --only ${attack.number}`,
  ].join('\n');
}
