import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '#libs/event-store';
import { readEnvironment } from '../settings/environment.js';
import { unusable } from './data-folder.js';
import { keepSecret } from './kept-secret.js';
import { StoreUnusable } from './remote-stores.js';
import { openStores } from './stores.js';

const root = mkdtempSync(join(tmpdir(), 'garnitur-folder-'));
const sound = join(root, 'sound');
const NOISE = Buffer.alloc(4_096, 0xa5);

const open = (dataDir: string) => openStores(readEnvironment({ DATA_DIR: dataDir }), true);

beforeAll(async () => {
  const stores = await open(sound);
  keepSecret(join(sound, 'link-secret'));
  await stores.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy of a sound data folder with one file changed. */
let copies = 0;
function folder(name: string, change: (path: string) => void): string {
  copies += 1;
  const dir = join(root, String(copies));
  cpSync(sound, dir, { recursive: true });
  change(join(dir, name));
  return dir;
}

const noise = (path: string) => writeFileSync(path, NOISE);
const cutTo = (bytes: number) => (path: string) => truncateSync(path, bytes);
const makeFolderOf = (path: string) => {
  rmSync(path);
  mkdirSync(path);
};

/** The one line that a start ends with. */
async function refusal(start: () => unknown): Promise<string> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    expect(error.message).not.toContain('\n');
    return error.message;
  }
  throw new Error('the folder was taken');
}

describe('a data folder', () => {
  it.each([
    ['read-models.db', 'noise', noise, /: read-models\.db is damaged .*: delete .*; they are rebuilt from events$/],
    [
      'read-models.db',
      'cut',
      cutTo(10_000),
      /: read-models\.db is damaged .*: delete .*; they are rebuilt from events$/,
    ],
    [
      'read-models.db',
      'cut in its header',
      cutTo(50),
      /: read-models\.db is damaged .*: delete .*; they are rebuilt from events$/,
    ],
    ['read-models.db', 'a folder', makeFolderOf, / cannot be used \(read-models\.db: .*\); accepted: /],
    ['events.db', 'noise', noise, /: events\.db is damaged .*: put it back from a backup/],
    ['events.db', 'cut', cutTo(10_000), /: events\.db is damaged .*: put it back from a backup/],
    ['events.db', 'a folder', makeFolderOf, / cannot be used \(events\.db: .*\); accepted: /],
    ['service.lock', 'noise', noise, /: service\.lock is damaged .*: delete it while no service runs/],
    ['service.lock', 'a folder', makeFolderOf, / cannot be used \(service\.lock: .*\); accepted: /],
    ['service.pid', 'a folder', makeFolderOf, / cannot be used \(EISDIR: .*\); accepted: /],
  ])('whose %s is %s says what to do', async (name, _what, change, says) => {
    const dir = folder(name, change);
    const line = await refusal(() => open(dir));
    expect(line.startsWith(`DATA_DIR=${dir}`)).toBe(true);
    expect(line).toMatch(says);
  });

  it('whose damage is found after the opening: each store is told by its own name', () => {
    const found = Object.assign(new Error('database disk image is malformed'), { errcode: 267 });
    const wrapped = new StoreUnavailable('event store cannot be read', { cause: found });
    expect(String(unusable('d', wrapped))).toContain('DATA_DIR=d: events.db is damaged');
    expect(String(unusable('d', found))).toContain('DATA_DIR=d: read-models.db is damaged');
  });

  it.each([
    Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' }),
    new StoreUnavailable('no answer', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    }),
    new TypeError('a defect'),
  ])('has no part in what is neither of SQLite nor of the file system: %p', (error) => {
    expect(unusable('d', error)).toBe(error);
  });

  it.each([
    ['empty', cutTo(0), /: link-secret holds fewer than 32 characters: put back what was in it/],
    ['short', (path: string) => writeFileSync(path, 'a'), /: link-secret holds fewer than 32 characters/],
    ['a folder', makeFolderOf, / cannot be used \(EISDIR: .*\); accepted: /],
  ])('whose kept secret is %s says what to do', async (_what, change, says) => {
    const dir = folder('link-secret', change);
    expect(await refusal(() => keepSecret(join(dir, 'link-secret')))).toMatch(says);
  });

  it.each([
    ['a file', '/etc/hosts'],
    ['below a file', '/etc/hosts/data'],
    // Nobody may write there, root neither.
    ['a folder that cannot be written', '/sys/garnitur'],
    ['a link to nothing', join(root, 'nothing')],
  ])('that is %s is refused', async (_what, dir) => {
    if (dir.startsWith(root)) symlinkSync(join(root, 'gone', 'away'), dir);
    expect(await refusal(() => open(dir))).toMatch(
      / cannot be used \(E[A-Z]+: .*\); accepted: a folder that this user may write, on a disk with room$/,
    );
  });
});
