import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, type } from 'node:os';
import { resolve } from 'node:path';
import { type Baseline, compare, rebased } from './baseline.js';
import { type Figure, meets } from './figure.js';
import { SUITES, type Suite } from './suites.js';

/**
 * `npm run bench [-- --only NAMES] [--large] [--json FILE] [--write-baseline]`: benchmarks, each with its yardstick in the
 * same run. `npm run bench:check` compares their ratios with the baseline besides, and fails where one got worse.
 */
const BASELINE = resolve('bench', 'baseline.json');

async function main(args: readonly string[]): Promise<void> {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${type()} ${release()}, Node ${process.versions.node}`;
  console.log(`${machine}, ${new Date().toISOString().slice(0, 10)}`);
  const suites = pick(option('--only')?.split(','));
  const json = option('--json');
  const results: Record<string, readonly Figure[]> = {};
  // After each suite: one that fails in the end costs none of those before it.
  for await (const [name, figures] of figuresOf(suites, args.includes('--large'))) {
    results[name] = figures;
    if (json) await writeJson(resolve(json), { machine, results });
    if (args.includes('--write-baseline')) await writeJson(BASELINE, rebased(await baseline(), { [name]: figures }));
  }
  if (args.includes('--check')) check(await baseline(), results);
}

/** @throws for a name that no suite has. */
function pick(only: readonly string[] | undefined): (readonly [string, Suite])[] {
  const all: [string, Suite][] = Object.entries(SUITES);
  const unknown = only?.find((name) => !(name in SUITES));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: choose from ${Object.keys(SUITES).join(', ')}`);
  return all.filter(([name, { asked }]) => (only ? only.includes(name) : !asked));
}

async function* figuresOf(
  suites: readonly (readonly [string, Suite])[],
  large: boolean,
): AsyncGenerator<readonly [string, readonly Figure[]]> {
  const dir = resolve('data', 'bench');
  await mkdir(dir, { recursive: true });
  try {
    for (const [name, suite] of suites) {
      console.log(`\n${name}`);
      const figures = await suite.run({ dir, large });
      for (const figure of figures) console.log(line(figure));
      yield [name, figures];
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function baseline(): Promise<Baseline> {
  return JSON.parse(await readFile(BASELINE, 'utf8'));
}

function check(before: Baseline, results: Readonly<Record<string, readonly Figure[]>>): void {
  const { worse, unmatched, compared } = compare(before, results);
  console.log(`\n${compared} ratios compared with the baseline, ${worse.length} worse`);
  for (const { suite, name, ratio, was, limit } of worse)
    console.log(`  WORSE ${suite}, ${name}: ${ratio.toFixed(2)}, was ${was.toFixed(2)}, limit ${limit.toFixed(2)}`);
  for (const row of unmatched) console.log(`  ${row}`);
  if (worse.length > 0) process.exitCode = 1;
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

function line(figure: Figure): string {
  const { name, value, unit, yardstick, ratio, target } = figure;
  const share = ratio === undefined ? 'beside' : `${ratio.toFixed(2)} of`;
  const beside = yardstick ? `, ${share} ${yardstick.name} (${yardstick.value.toLocaleString('en')})` : '';
  const wanted = target
    ? `  [${meets(figure) ? 'met' : 'MISSED'}: ${target.of} ${target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`}]`
    : '';
  return `  ${name}: ${value.toLocaleString('en')} ${unit}${beside}${wanted}`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
