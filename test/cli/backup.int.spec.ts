import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../support/api.js';
import { garniturInProcess } from '../support/garnitur-in-process.js';
import { image, png } from '../support/images.js';
import { CommandLine } from './command-line.js';

const WORDS = ['прямая кухня 3 метра, мойка, плита', 'добавь пенал', 'посудомойку 45'];

/** A backup of a service that goes on working, and what can be done with it. */
describe('garnitur backup', () => {
  const home = mkdtempSync(join(tmpdir(), 'garnitur-backup-'));
  const dataDir = join(home, 'data');
  const shell = new CommandLine(dataDir, garniturInProcess);
  const backup = join(home, 'backups', 'monday');
  let api: Api;
  let before: string;

  beforeAll(async () => {
    const url = await shell.startService();
    const company = ['--title', 'Кухни', '--coins-included', '1000', '--period-end', '2040-01-01'];
    const { company_id } = await shell.json('company', 'create', ...company);
    const { api_key } = await shell.json('partner', 'create', '--company', company_id, '--name', 'П');
    api = new Api(url, api_key);
    before = await api.conversation();
    for (const words of WORDS) await api.say(before, words, { images: [image(png(9, 9))] });
  });
  afterAll(async () => {
    await shell.stopService();
    rmSync(home, { recursive: true, force: true });
  });

  it('is taken while turns go on, and holds every event that stood before; it is for its owner alone', async () => {
    let isGoing = true;
    const busy = (async () => {
      while (isGoing) await api.say(await api.conversation(), 'прямая кухня 2 метра');
    })();
    const { head, bytes, dir } = await new CommandLine(dataDir).json('backup', backup);
    isGoing = false;
    await busy;
    expect(dir).toBe(backup);
    expect(Number(head)).toBeGreaterThan(WORDS.length * 3);
    expect(statSync(join(backup, 'events.db')).size).toBe(bytes);
    expect(readdirSync(backup).sort()).toEqual(['blobs', 'events.db', 'installation-key', 'link-secret']);
    for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
    expect(readdirSync(join(home, 'backups'))).toEqual(['monday']);
  });

  it('is a data folder: verified as a whole, replayed as it stood, served', async () => {
    const restored = new CommandLine(backup, garniturInProcess);
    await restored.json('projections', 'list');
    expect(await restored.json('verify')).toMatchObject({ broken: [] });
    const { turns } = await restored.json('replay', '--conversation', before);
    expect(turns).toHaveLength(WORDS.length);
    try {
      const url = await restored.startService();
      const there = await new Api(url, api.key).get(`/v1/conversations/${before}/project`);
      const here = await api.get(`/v1/conversations/${before}/project`);
      expect([there.status, there.json]).toEqual([200, here.json]);
    } finally {
      await restored.stopService();
    }
  });

  it('refuses a folder that is there, and one without events, and leaves nothing half made', async () => {
    const again = await shell.garnitur('backup', backup);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is there already')]);
    const nowhere = new CommandLine(join(home, 'nothing'), garniturInProcess);
    expect(await nowhere.garnitur('backup', join(home, 'none'))).toMatchObject({ code: 1, out: '' });
    const damaged = join(home, 'damaged');
    await shell.json('backup', damaged);
    writeFileSync(join(damaged, 'events.db'), 'no database');
    const unreadable = new CommandLine(damaged, garniturInProcess);
    expect(await unreadable.garnitur('backup', join(home, 'half'))).toMatchObject({ code: 1, out: '' });
    expect(existsSync(join(home, 'half'))).toBe(false);
    expect(readdirSync(home).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
