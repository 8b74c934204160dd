import { type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type EventStore, type NewEvent, openEventStoreDb, openSqliteEventStore } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { type Figure, median } from './figure.js';
import event from './peers/event.json' with { type: 'json' };

const ROUNDS = 5;
/** What we measure of our own stores; the names of a peer's figures (bench/peers/measure.mjs) begin with these. */
const APPENDS = 'single appends';
const LOADS = 'loads of 20 events';
const LOADED = 20;

/** Another event store of the kind that one of ours is. */
interface Peer {
  readonly name: string;
  /** Its package, its lock and its script `emmett.mjs`, in bench/peers. */
  readonly folder: string;
  /** What the script is told: where its events lie. */
  readonly at: string;
  readonly open: () => Promise<EventStore>;
  /** Of our own store, a round. */
  readonly counts: { readonly appends: number; readonly loads: number };
  /** What a single append of ours is to be, of the peer's as it comes. */
  readonly target?: Figure['target'];
}

interface Round {
  readonly ours: ReadonlyMap<string, number>;
  readonly theirs: ReadonlyMap<string, { readonly value: number; readonly unit: string }>;
}

/**
 * Our event stores beside others of their kind: the same events, appended one after another; on SQLite both on disk in
 * `dir`, on EventStoreDB both on the server that EVENTSTORE_URL names, if any. Installs bench/peers first; throws when they
 * cannot be installed.
 */
export async function run(dir: string, { EVENTSTORE_URL }: NodeJS.ProcessEnv): Promise<Figure[]> {
  const own = mkdtempSync(join(dir, 'bench-peers-'));
  const sqlite: Peer = {
    name: 'Emmett 0.42 on SQLite',
    folder: 'sqlite',
    at: own,
    open: () => openSqliteEventStore({ dir: join(own, 'store') }),
    counts: { appends: 2_000, loads: 5_000 },
    target: { of: 'ratio', atLeast: 8 },
  };
  try {
    const figures = await beside(sqlite);
    if (!EVENTSTORE_URL) return figures;
    const eventStoreDb: Peer = {
      name: 'Emmett 0.20 on EventStoreDB',
      folder: 'eventstoredb',
      at: EVENTSTORE_URL,
      open: () => openEventStoreDb(EVENTSTORE_URL),
      counts: { appends: 500, loads: 500 },
    };
    return [...figures, ...(await beside(eventStoreDb))];
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function beside(peer: Peer): Promise<Figure[]> {
  await install(peer);
  const store = await peer.open();
  try {
    const rounds: Round[] = [];
    await ours(store, peer, 0.2);
    // In turns, so that what else the machine does meets both alike.
    while (rounds.length < ROUNDS) rounds.push({ ours: await ours(store, peer, 1), theirs: await theirs(peer) });
    return [...(rounds[0]?.theirs ?? [])].map(([name, { unit }]) => figure(peer, rounds, name, unit));
  } finally {
    await store.close();
  }
}

function figure(peer: Peer, rounds: readonly Round[], theirName: string, unit: string): Figure {
  const [what = '', way] = theirName.split(', ');
  const pairs = rounds.map((round) => ({
    value: round.ours.get(what) ?? Number.NaN,
    yardstick: round.theirs.get(theirName)?.value ?? Number.NaN,
  }));
  const isAsItComes = what === APPENDS && way === 'as it comes';
  return {
    name: `${what} beside ${peer.name}, ${way}`,
    value: Math.round(median(pairs.map(({ value }) => value))),
    unit,
    yardstick: { name: 'its own', value: Math.round(median(pairs.map(({ yardstick }) => yardstick))) },
    ratio: Number(median(pairs.map(({ value, yardstick }) => value / yardstick)).toFixed(2)),
    ...(isAsItComes && peer.target ? { target: peer.target } : {}),
  };
}

async function ours(store: EventStore, { counts }: Peer, scale: number): Promise<ReadonlyMap<string, number>> {
  return new Map([
    [APPENDS, await appends(store, counts.appends * scale)],
    [LOADS, await loads(store, counts.loads * scale)],
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

/** One round of a peer's script in a process of its own. */
async function theirs({ folder, at }: Peer): Promise<Round['theirs']> {
  const script = join(folderOf(folder), 'emmett.mjs');
  const { code, stdout } = await done(process.execPath, [script, at, '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (code !== 0) throw new Error(`${script} ended with ${code} instead of 0: see above`);
  return new Map(figuresOf(script, JSON.parse(stdout)).map((figure) => [figure.name, figure]));
}

function figuresOf(script: string, printed: unknown): { name: string; value: number; unit: string }[] {
  return (Array.isArray(printed) ? printed : [printed]).map((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'name' in entry && 'value' in entry && 'unit' in entry) {
      const { name, value, unit } = entry;
      if (typeof name === 'string' && typeof value === 'number' && typeof unit === 'string')
        return { name, value, unit };
    }
    throw new Error(`${script} printed ${JSON.stringify(entry)} instead of {name, value, unit}`);
  });
}

function folderOf(peer: string): string {
  return resolve('bench', 'peers', peer);
}

/** `npm ci` in a peer's folder, unless what is installed there is what the lock says. */
async function install({ name, folder }: Peer): Promise<void> {
  const cwd = folderOf(folder);
  const lock = createHash('sha256')
    .update(await readFile(join(cwd, 'package-lock.json')))
    .digest('hex');
  const mark = join(cwd, 'node_modules', '.installed-lock');
  if ((await readFile(mark, 'utf8').catch(() => '')) === lock) return;
  console.error(`Installing ${name} (once; where sqlite3 has no prebuilt binary this compiles for minutes) …`);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options: SpawnOptions = { cwd, stdio: ['ignore', 2, 2] };
  const { code } = npm?.endsWith('.js')
    ? await done(process.execPath, [npm, ...args], options)
    : await done('npm', args, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) {
    throw new Error(
      `npm ci in bench/peers/${folder} ended with ${code} instead of 0 (see above): it needs the package registry and, for ` +
        "sqlite3, either its prebuilt binary from GitHub or a C++ compiler, Python and Node's headers (npm_config_nodedir)",
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
