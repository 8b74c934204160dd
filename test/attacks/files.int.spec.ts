import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ServiceProcess } from '../faults/service-process.js';
import { eventually } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { BARE, PROGRAMS, programFile } from '../support/dist.js';
import { garnitur } from '../support/garnitur.js';
import { garniturInProcess } from '../support/garnitur-in-process.js';

jest.setTimeout(60_000);

/** A start that cannot succeed is over within this time (docs/operations.md), ms. */
const QUICK_MS = 15_000;
const NOISE = Buffer.alloc(4_096, 0xa5);

const root = mkdtempSync(join(tmpdir(), 'garnitur-files-'));
/** A data folder with a demo partner and one turn, no service on it. */
const sound = join(root, 'sound');
let key = '';
let conversation = '';
let made: readonly string[] | undefined;
const umask = process.umask(0o022);

beforeAll(async () => {
  // As an operator makes it: everybody may look into it.
  mkdirSync(sound);
  const service = start(sound);
  const api = new CheckedApi(await service.listening(), /^ +(pk_\w+)$/m.exec(service.stdout)?.[1] ?? '');
  key = api.key;
  conversation = await api.conversation();
  expect(await api.say(conversation, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
  made = openTo(sound);
  await service.terminate();
});

const running: ServiceProcess[] = [];
function start(dataDir: string): ServiceProcess {
  const service = ServiceProcess.spawn({ DATA_DIR: dataDir, ASSISTANT: 'offline' });
  running.push(service);
  return service;
}

afterAll(async () => {
  await Promise.all(running.map((service) => service.kill()));
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});

let copies = 0;
/** A copy of the sound folder, changed. */
function folder(change: (dir: string) => void = () => undefined): string {
  copies += 1;
  const dir = join(root, `copy-${copies}`);
  cpSync(sound, dir, { recursive: true });
  change(dir);
  return dir;
}

/** What is in a folder, itself included, that anybody but its owner may read, write or enter. */
function openTo(dir: string): readonly string[] {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return ['', ...paths].filter((path) => (statSync(join(dir, path)).mode & 0o077) !== 0);
}

interface End {
  readonly code: number | null;
  readonly err: string;
  readonly ms: number;
}

/** Runs a program of the build until it ends. @param blocks what one file may hold, in blocks of the shell's ulimit. */
function endOf(program: keyof typeof PROGRAMS, dataDir: string, args: readonly string[] = [], blocks?: number) {
  const since = performance.now();
  const command = [process.execPath, programFile(program), ...args];
  const [file = '', ...rest] =
    blocks === undefined ? command : ['sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`, ...command];
  const env = { ...BARE, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ASSISTANT: 'offline' };
  const child = spawn(file, rest, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: QUICK_MS,
    killSignal: 'SIGKILL',
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise<End>((resolve) => {
    child.on('close', (code) => resolve({ code, err, ms: performance.now() - since }));
  });
}

function expectOneLine({ code, err, ms }: End, says: RegExp): void {
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toMatch(says);
  expect(code).toBe(1);
  expect(ms).toBeLessThan(QUICK_MS);
}

describe('files of a data folder', () => {
  it('that was there, empty and open to all, are made for their owner alone', () => {
    expect(made).toEqual([]);
  });

  it('that existed before and was open to all are tightened by the next start, and by a command', async () => {
    const loosen = (dir: string) => {
      for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) chmodSync(join(dir, path), 0o755);
      chmodSync(dir, 0o755);
    };
    const [served, commanded] = [folder(loosen), folder(loosen)];
    const service = start(served);
    await service.listening();
    expect(openTo(served)).toEqual([]);
    await service.terminate();
    expect(await garniturInProcess({ DATA_DIR: commanded }, ['projections', 'list'])).toMatchObject({ code: 0 });
    expect(openTo(commanded)).toEqual([]);
  });

  it('among those of others: only ours are touched', async () => {
    const dir = folder((copy) => {
      writeFileSync(join(copy, 'notes.txt'), 'theirs');
      chmodSync(join(copy, 'events.db'), 0o644);
      chmodSync(copy, 0o755);
    });
    expect(await garniturInProcess({ DATA_DIR: dir }, ['projections', 'list'])).toMatchObject({ code: 0 });
    expect(openTo(dir)).toEqual(['', 'notes.txt']);
  });

  it("made by a command are its owner's alone", async () => {
    const dir = join(root, 'made');
    expect(await garnitur({ DATA_DIR: dir }, ['company', 'create', '--title', 'К'])).toMatchObject({ code: 0 });
    expect(openTo(dir)).toEqual([]);
  });
});

// Each kind of damage has its line in libs/platform/src/stores/data-folder.int.spec.ts.
describe('a start on a data folder that cannot be used is one line with what to do, and exit 1', () => {
  it('where no folder can be made, of the service and of a command', async () => {
    const dir = '/proc/garnitur';
    const ends = await Promise.all([endOf('service', dir), endOf('cli', dir, ['projections', 'list'])]);
    for (const end of ends) expectOneLine(end, /^DATA_DIR=\/proc\/garnitur cannot be used .*; accepted: a folder/);
  });

  it('on a disk without room', async () => {
    // The lock, the log of events and the read models meet it in this order.
    const ends = await Promise.all(
      [0, 8, 64].map((blocks) => endOf('service', join(root, `full-${blocks}`), [], blocks)),
    );
    for (const end of ends) expectOneLine(end, /^DATA_DIR=.* cannot be used .*on a disk with room/);
  });

  it('with damaged read models; what the line says is enough, and nothing is missing after it', async () => {
    const dir = folder((copy) => writeFileSync(join(copy, 'read-models.db'), NOISE));
    const [served, commanded] = await Promise.all([endOf('service', dir), endOf('cli', dir, ['projections', 'list'])]);
    for (const end of [served, commanded]) expectOneLine(end, /: read-models\.db is damaged /);
    const [, named = ''] = /delete (.*) while/.exec(served.err) ?? [];
    for (const name of named.split(/, | and /)) rmSync(join(dir, name), { force: true });
    const service = start(dir);
    const api = new CheckedApi(await service.listening(), key);
    // Until the read models are filled again keys and reads may be refused.
    const found = await eventually(async () => (await api.get(`/v1/conversations/${conversation}`)).json.conversation);
    expect(found).toMatchObject({ turn: 1 });
    await service.terminate();
    expect(await garniturInProcess({ DATA_DIR: dir }, ['verify'])).toMatchObject({ code: 0 });
  });
});
