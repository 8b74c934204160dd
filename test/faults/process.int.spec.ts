import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedApi } from '../support/checked-api.js';
import { type Exit, freePort, ServiceProcess } from './service-process.js';

const ONE_LINE = /^[^\n]+\n$/;

const root = mkdtempSync(join(tmpdir(), 'garnitur-process-'));
const dataDir = join(root, 'data');
const running: ServiceProcess[] = [];
const spawn = (env: Record<string, string> = {}) => {
  const service = ServiceProcess.spawn({ DATA_DIR: dataDir, ...env }, 'thinking');
  running.push(service);
  return service;
};
afterAll(async () => {
  await Promise.all(running.map((service) => service.kill()));
  rmSync(root, { recursive: true, force: true });
});

/** How the process begins and ends, as an operator sees it. */
describe('the service as a process', () => {
  const keyOf = ({ stdout }: ServiceProcess) => /^ +(pk_\w+)$/m.exec(stdout)?.[1] ?? '';
  const refused = (exit: Exit, { stdout, stderr }: ServiceProcess) => {
    expect(exit).toEqual({ code: 1, signal: null });
    expect(stderr).toMatch(ONE_LINE);
    expect(stdout).not.toContain('listens');
    return stderr;
  };

  // One life of a folder: the tests follow one another.
  describe('on a folder that is empty at first', () => {
    let service: ServiceProcess;
    let api: CheckedApi;

    it('the first start prints a key that works', async () => {
      service = spawn();
      api = new CheckedApi(await service.listening(), keyOf(service));
      expect((await api.usage()).coins_left).toBeGreaterThan(0);
      expect(service.stdout).toContain('curl');
      expect((await api.get('/docs')).status).toBe(200);
    });

    it('a second service says who holds it, and leaves the first alone', async () => {
      const second = spawn();
      const words = refused(await second.exited, second);
      expect(words).toContain(dataDir);
      expect(words).toContain(String(service.pid));
      expect((await api.get('/v1/usage')).status).toBe(200);
    });

    it('a port that is taken is told in one line', async () => {
      const { port } = new URL(api.url);
      const other = spawn({ PORT: port, DATA_DIR: join(root, 'other') });
      expect(refused(await other.exited, other)).toContain(port);
    });

    it('after kill -9 it is free at once, and only the first start printed a key', async () => {
      await service.kill();
      service = spawn();
      api = new CheckedApi(await service.listening(), api.key);
      expect(keyOf(service)).toBe('');
      expect((await api.usage()).coins_left).toBeGreaterThan(0);
    });

    it('SIGTERM drains within 10 s: a turn that hangs is recorded as failed internal, and the exit code is 0', async () => {
      const id = await api.conversation();
      const turn = await api.send(id, 'виси');
      await api.running(turn);
      const began = performance.now();
      expect(await service.terminate()).toEqual({ code: 0, signal: null });
      expect(performance.now() - began).toBeLessThan(10_000);

      const next = spawn();
      const again = new CheckedApi(await next.listening(), api.key);
      expect((await again.get(`/v1/turns/${turn}`)).json.turn).toMatchObject({
        state: 'failed',
        error: { code: 'internal' },
      });
      expect((await again.get(`/v1/conversations/${id}`)).json.conversation.running_turn).toBeNull();
      expect(await again.usage()).toMatchObject({ coins_used: 0, coins_left: (await again.usage()).coins_included });
    });
  });

  // Every variable's own line is in libs/platform/src/settings/environment.spec.ts, every store's in test/nodes/stores.int.spec.ts.
  it('a value that cannot be used stops the start with one line', async () => {
    const service = spawn({ PORT: '70000' });
    expect(refused(await service.exited, service)).toMatch(/^PORT=70000 .*accepted/);
  });

  it.concurrent('a store where nobody listens stops the start within 15 s, with one line that says so and tells no secret', async () => {
    const port = await freePort();
    const since = performance.now();
    const EVENTSTORE_URL = `esdb://user:secret@127.0.0.1:${port}?tls=false`;
    const service = spawn({ EVENTSTORE_URL, DATA_DIR: join(root, 'elsewhere') });
    const words = refused(await service.exited, service);
    // The stores are waited for at most 15 s; a busy machine takes its time for the program itself.
    expect(performance.now() - since).toBeLessThan(40_000);
    expect(words).toMatch(new RegExp(`^EVENTSTORE_URL: .*127\\.0\\.0\\.1:${port}`));
    expect(words).not.toContain('secret');
  });
});
