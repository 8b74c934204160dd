import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../faults/service-process.js';
import { Api } from '../support/api.js';
import { keyOf } from './fuzz/target.js';

const ONE_LINE = /^[^\n]+\n$/;
/** A start that cannot be ends within, ms. */
const ENDS_WITHIN_MS = 8_000;

/** A data folder that was damaged, or is none: the start ends with one line that says what and where, or mends it. */
describe('a data folder', () => {
  let dataDir: string;
  const running: ServiceProcess[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'garnitur-damaged-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.kill()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (folder: string) => {
    const service = ServiceProcess.spawn({ DATA_DIR: folder, ASSISTANT: 'offline' });
    running.push(service);
    return service;
  };
  /** The one line with which it ended; `hangs` or `listens` where it did not end. */
  const ending = async (service: ServiceProcess) => {
    const listens = service.listening().then(
      () => 'listens',
      () => service.stderr,
    );
    const ended = service.exited.then(({ code }) => (code === 1 ? service.stderr : `ended with ${code}`));
    return Promise.race([ended, listens, pause(ENDS_WITHIN_MS).then(() => 'hangs')]);
  };
  /** A folder in which a service has worked and been ended. */
  const used = async () => {
    const service = start(dataDir);
    const api = new Api(await service.listening(), await keyOf(service));
    await api.conversation();
    await service.terminate();
    return api.key;
  };
  const overwrite = async (name: string) => {
    const file = await open(join(dataDir, name), 'r+');
    await file.write(Buffer.alloc(8_192, 'damaged '), 0, 8_192, 0);
    await file.close();
  };

  it('whose read models are damaged is told in one line, or filled again', async () => {
    const key = await used();
    await overwrite('read-models.db');
    for (const name of await readdir(dataDir)) if (/^read-models\.db-/.test(name)) await rm(join(dataDir, name));
    const service = start(dataDir);
    const said = await ending(service);
    if (said === 'listens') expect((await new Api(await service.listening(), key).get('/v1/usage')).status).toBe(200);
    else {
      expect(said).toMatch(ONE_LINE);
      expect(said).toContain('read-models.db');
    }
  });

  it('whose events are damaged is told in one line', async () => {
    await used();
    await overwrite('events.db');
    const said = await ending(start(dataDir));
    expect(said).toMatch(ONE_LINE);
    expect(said).toContain('events.db');
  });

  it('whose lock is damaged is told in one line', async () => {
    await writeFile(join(dataDir, 'service.lock'), 'damaged '.repeat(1_000));
    const said = await ending(start(dataDir));
    expect(said).toMatch(ONE_LINE);
    expect(said).toContain('service.lock');
  });

  it('whose lock is a folder is told in one line', async () => {
    await mkdir(join(dataDir, 'service.lock'));
    expect(await ending(start(dataDir))).toMatch(ONE_LINE);
  });

  it('that is a file is told in one line', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const said = await ending(start(join(dataDir, 'file')));
    expect(said).toMatch(ONE_LINE);
    expect(said).toContain('DATA_DIR');
  });

  it.each(['/proc/garnitur', '/proc/1/garnitur', '/dev/null/garnitur'])(
    'where none can be (%s) is told in one line',
    async (folder) => {
      const said = await ending(start(folder));
      expect(said).toMatch(ONE_LINE);
      expect(said).toContain('DATA_DIR');
    },
  );
});
