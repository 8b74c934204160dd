import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#libs/platform';
import { seed } from '../../test/seed/seed.js';
import { type BenchOptions, type Figure, median } from '../figure.js';

const PROGRAM = fileURLToPath(new URL('../../apps/service/src/main.js', import.meta.url));
/** Conversations of a log, by what it is called; the seed makes some 15 events of each. */
const LOGS = [
  { name: '100,000 events', conversations: 6_700 },
  { name: '5·10⁶ events', conversations: 335_000, large: true },
] as const;
const ROUNDS = 5;
const EVERY_MS = 5;
/** What a log may add to a start, s. */
const TARGET = { of: 'value', atMost: 0.5 } as const;

/** From the program's start to its first answer, with an empty folder and with logs of months, in turns; and what they take of the disk. */
export async function run({ dir, large }: BenchOptions): Promise<Figure[]> {
  const root = await mkdtemp(join(dir, 'bench-starts-'));
  try {
    const empty = join(root, 'empty');
    await start(empty);
    const figures: Figure[] = [];
    for (const log of LOGS.filter((one) => large || !('large' in one))) {
      const folder = join(root, log.name);
      const { turns } = await seed(
        readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'silent', ASSISTANT: 'offline' }),
        { conversations: log.conversations, seed: 4711 },
        () => undefined,
      );
      // Counted before the first start, and the first start not at all: it may finish what the seed left.
      const bytes = await bytesIn(folder);
      await start(folder);
      const pairs: { full: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) pairs.push({ full: await start(folder), bare: await start(empty) });
      figures.push(...figuresOf(log.name, pairs), diskOf(log.name, bytes / turns));
      await rm(folder, { recursive: true });
    }
    return figures;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function figuresOf(name: string, pairs: readonly { full: number; bare: number }[]): Figure[] {
  const seconds = (ms: number) => Math.round(ms / 10) / 100;
  return [
    {
      name: `start with ${name}, to the first answer`,
      value: seconds(median(pairs.map(({ full }) => full))),
      unit: 's',
      yardstick: { name: 'an empty folder', value: seconds(median(pairs.map(({ bare }) => bare))) },
      ratio: median(pairs.map(({ full, bare }) => full / bare)),
    },
    {
      name: `the same, more than with an empty folder`,
      value: seconds(median(pairs.map(({ full, bare }) => full - bare))),
      unit: 's',
      target: TARGET,
    },
  ];
}

function diskOf(name: string, bytes: number): Figure {
  return { name: `disk for a turn, of ${name}`, value: Math.round(bytes / 100) / 10, unit: 'KB' };
}

/** ms from the program's start to the first answer of its health. */
async function start(folder: string): Promise<number> {
  await rm(join(folder, 'service.url'), { force: true });
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ASSISTANT: 'offline' };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!(await isUp(folder))) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode} instead of starting`);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The service writes its address when it listens. */
async function isUp(folder: string): Promise<boolean> {
  const url = (await readFile(join(folder, 'service.url'), 'utf8').catch(() => '')).trim();
  return url !== '' && (await fetch(`${url}/v1/health`)).ok;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(join(folder, entry))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
