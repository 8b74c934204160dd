import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus, release, type } from 'node:os';
import { join, resolve } from 'node:path';
import { projections } from '#projections';
import type { Measured } from './appends.js';
import { type Figure, meets } from './figure.js';

/** `npm run bench [-- --only NAME] [--json FILE]`: every benchmark with its yardstick in the same run. */
const SUITES = ['appends', 'projections', 'http', 'furniture', 'assistant'] as const;
/** Only when asked for: `load` takes six minutes, `peers` installs other people's packages, `engines` needs servers by URL. */
const ASKED = ['load', 'peers', 'engines'] as const;
type Suite = (typeof SUITES)[number] | (typeof ASKED)[number];

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const only = option('--only')?.split(',');
  const dir = resolve('data', 'bench');
  await mkdir(dir, { recursive: true });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${type()} ${release()}, Node ${process.versions.node}`;
  console.log(`${machine}, ${new Date().toISOString().slice(0, 10)}`);
  const results: Record<string, Figure[]> = {};
  try {
    for (const suite of [...SUITES, ...ASKED]) {
      if (only ? !only.includes(suite) : isAsked(suite)) continue;
      console.log(`\n${suite}`);
      const figures = await runSuite(suite, dir);
      results[suite] = figures;
      for (const figure of figures) console.log(line(figure));
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  const file = option('--json');
  if (file) await writeFile(join(process.cwd(), file), `${JSON.stringify({ machine, results }, null, 2)}\n`);
}

async function runSuite(suite: Suite, dir: string): Promise<Figure[]> {
  switch (suite) {
    case 'appends':
      return (await (await import('./appends.js')).run(dir)).map(besideRawSqlite);
    case 'projections':
      return [
        ...(await (await import('./projections.js')).run(dir)),
        ...(await (await import('./service-projections.js')).run(dir, projections)),
      ];
    case 'http':
      return (await import('./http.js')).run(dir);
    case 'load':
      return (await import('./load.js')).run(dir);
    case 'engines':
      return (await import('./engines.js')).run(dir, process.env);
    case 'peers':
      return (await import('./peers.js')).run(dir);
    case 'assistant':
      return (await import('./assistant.js')).run();
    case 'furniture':
      return (await import('./furniture.js')).run();
  }
}

function isAsked(suite: Suite): boolean {
  return ASKED.some((asked) => asked === suite);
}

/** Targets of the embedded event store beside raw node:sqlite at equal schema, ids and file. */
const APPEND_TARGETS: Readonly<Record<string, number>> = { 'single appends': 0.55, '64 appends at once': 0.55 };

function besideRawSqlite({ yardstick, ...measured }: Measured): Figure {
  const atLeast = APPEND_TARGETS[measured.name];
  const target = atLeast === undefined ? {} : { target: { of: 'ratio' as const, atLeast } };
  return { ...measured, yardstick: { name: 'raw node:sqlite', value: yardstick }, ...target };
}

function line(figure: Figure): string {
  const { name, value, unit, yardstick, ratio, target } = figure;
  const beside =
    yardstick && ratio !== undefined
      ? `, ${ratio.toFixed(2)} of ${yardstick.name} (${yardstick.value.toLocaleString('en')})`
      : '';
  const wanted = target
    ? `  [${meets(figure) ? 'met' : 'MISSED'}: ${target.of} ${target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`}]`
    : '';
  return `  ${name}: ${value.toLocaleString('en')} ${unit}${beside}${wanted}`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
