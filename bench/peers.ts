import { type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type EventStore, type NewEvent, openSqliteEventStore } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { type Figure, median } from './figure.js';
import event from './peers/event.json' with { type: 'json' };

const ROUNDS = 5;
const PEERS = resolve('bench', 'peers');
const EMMETT = 'Emmett 0.42 on SQLite';
/** What we measure of our own store; the names of Emmett's figures (bench/peers/emmett.mjs) begin with these. */
const APPENDS = 'single appends';
const LOADS = 'loads of 20 events';
const LOADED = 20;
/** A single append beside Emmett as it comes. */
const TARGET = { of: 'ratio', atLeast: 8 } as const;

interface Round {
  readonly ours: ReadonlyMap<string, number>;
  readonly emmett: ReadonlyMap<string, { readonly value: number; readonly unit: string }>;
}

/**
 * Our event store beside another of its kind: the same events, appended one after another, both on disk in `dir`.
 * Installs bench/peers first; throws when it cannot be installed.
 */
export async function run(dir: string): Promise<Figure[]> {
  await install();
  const own = mkdtempSync(join(dir, 'bench-peers-'));
  const store = await openSqliteEventStore({ dir: join(own, 'store') });
  try {
    const rounds: Round[] = [];
    await ours(store, 0.2);
    // In turns, so that what else the machine does meets both alike.
    while (rounds.length < ROUNDS) rounds.push({ ours: await ours(store, 1), emmett: await emmett(own) });
    return [...(rounds[0]?.emmett ?? [])].map(([name, { unit }]) => figure(rounds, name, unit));
  } finally {
    await store.close();
    rmSync(own, { recursive: true, force: true });
  }
}

function figure(rounds: readonly Round[], theirName: string, unit: string): Figure {
  const [name = '', way] = theirName.split(', ');
  const pairs = rounds.map((round) => ({
    value: round.ours.get(name) ?? Number.NaN,
    yardstick: round.emmett.get(theirName)?.value ?? Number.NaN,
  }));
  return {
    name,
    value: Math.round(median(pairs.map(({ value }) => value))),
    unit,
    yardstick: { name: `${EMMETT}, ${way}`, value: Math.round(median(pairs.map(({ yardstick }) => yardstick))) },
    ratio: Number(median(pairs.map(({ value, yardstick }) => value / yardstick)).toFixed(2)),
    ...(name === APPENDS && way === 'as it comes' ? { target: TARGET } : {}),
  };
}

async function ours(store: EventStore, scale: number): Promise<ReadonlyMap<string, number>> {
  return new Map([
    [APPENDS, await appends(store, 2_000 * scale)],
    [LOADS, await loads(store, 5_000 * scale)],
  ]);
}

async function appends(store: EventStore, count: number): Promise<number> {
  const stream = `bench-${uuidv7()}`;
  const began = performance.now();
  for (let n = 0; n < count; n += 1) await store.append(stream, n === 0 ? 'no-stream' : n - 1, [newEvent(n)]);
  return rate(count, began);
}

async function loads(store: EventStore, count: number): Promise<number> {
  const streams = Array.from({ length: 50 }, () => `bench-${uuidv7()}`);
  const events = () => Array.from({ length: LOADED }, (_, n) => newEvent(n));
  for (const stream of streams) await store.append(stream, 'no-stream', events());
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    const loaded = await store.load(streams[n % streams.length] ?? '');
    // Data and metadata are decoded when first asked for; Emmett has decoded both when it hands an event over.
    const turns = loaded.filter(({ data, metadata }) => data.turn !== undefined && metadata.at === event.metadata.at);
    if (turns.length !== LOADED) throw new Error(`${turns.length} events of ${LOADED} were loaded`);
  }
  return rate(count, began);
}

function newEvent(n: number): NewEvent {
  return { id: uuidv7(), type: event.type, data: { ...event.data, turn: n }, metadata: event.metadata };
}

function rate(count: number, began: number): number {
  return (count / (performance.now() - began)) * 1_000;
}

/** One round of bench/peers/emmett.mjs in a process of its own. */
async function emmett(dir: string): Promise<Round['emmett']> {
  const { code, stdout } = await done(process.execPath, [join(PEERS, 'emmett.mjs'), dir, '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (code !== 0) throw new Error(`bench/peers/emmett.mjs ended with ${code} instead of 0: see above`);
  return new Map(figuresOf(JSON.parse(stdout)).map((figure) => [figure.name, figure]));
}

function figuresOf(printed: unknown): { name: string; value: number; unit: string }[] {
  return (Array.isArray(printed) ? printed : [printed]).map((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'name' in entry && 'value' in entry && 'unit' in entry) {
      const { name, value, unit } = entry;
      if (typeof name === 'string' && typeof value === 'number' && typeof unit === 'string')
        return { name, value, unit };
    }
    throw new Error(`bench/peers/emmett.mjs printed ${JSON.stringify(entry)} instead of {name, value, unit}`);
  });
}

/** `npm ci` in bench/peers, unless what is installed there is what the lock says. */
async function install(): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(PEERS, 'package-lock.json')))
    .digest('hex');
  const mark = join(PEERS, 'node_modules', '.installed-lock');
  if ((await readFile(mark, 'utf8').catch(() => '')) === lock) return;
  console.error('Installing bench/peers (once; where sqlite3 has no prebuilt binary this compiles for minutes) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options: SpawnOptions = { cwd: PEERS, stdio: ['ignore', 2, 2] };
  const { code } = npm?.endsWith('.js')
    ? await done(process.execPath, [npm, ...args], options)
    : await done('npm', args, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) {
    throw new Error(
      `npm ci in bench/peers ended with ${code} instead of 0 (see above): it needs the package registry and, for sqlite3, ` +
        "either its prebuilt binary from GitHub or a C++ compiler, Python and Node's headers (npm_config_nodedir)",
    );
  }
  await writeFile(mark, lock);
}

function done(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<{ code: number | null; stdout: string }> {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, options);
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.on('error', fail);
    child.on('close', (code) => settle({ code, stdout }));
  });
}
