import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedApi } from '../support/checked-api.js';
import { eachOn } from '../support/concurrent-cases.js';
import { type Exit, freePort, ServiceProcess, type ServiceProgram } from './service-process.js';

const ONE_LINE = /^[^\n]+\n$/;

const on = eachOn(
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-process-'));
    const running: ServiceProcess[] = [];
    const spawn = (env: Record<string, string> = {}, program: ServiceProgram = 'thinking') => {
      const service = ServiceProcess.spawn({ DATA_DIR: dataDir, ...env }, program);
      running.push(service);
      return service;
    };
    return { dataDir, running, spawn };
  },
  async ({ dataDir, running }) => {
    await Promise.all(running.map((service) => service.kill()));
    await rm(dataDir, { recursive: true, force: true });
  },
);

/** How the process begins and ends, as an operator sees it. */
describe('the service as a process', () => {
  const keyOf = ({ stdout }: ServiceProcess) => /^ +(pk_\w+)$/m.exec(stdout)?.[1] ?? '';
  const refused = (exit: Exit, { stdout, stderr }: ServiceProcess) => {
    expect(exit).toEqual({ code: 1, signal: null });
    expect(stderr).toMatch(ONE_LINE);
    expect(stdout).not.toContain('listens');
    return stderr;
  };

  it(
    'the first start in an empty folder prints a key that works, and only the first',
    on(async ({ spawn }) => {
      const first = spawn();
      const api = new CheckedApi(await first.listening(), keyOf(first));
      expect((await api.usage()).coins_left).toBeGreaterThan(0);
      expect(first.stdout).toContain('curl');
      expect((await api.get('/docs')).status).toBe(200);
      await first.terminate();
      const second = spawn();
      const again = new CheckedApi(await second.listening(), api.key);
      expect(keyOf(second)).toBe('');
      expect((await again.usage()).coins_left).toBeGreaterThan(0);
    }),
    90_000,
  );

  it.concurrent(
    'SIGTERM drains within 10 s: a turn that hangs is recorded as failed internal, and the exit code is 0',
    on(async ({ spawn }) => {
      const service = spawn();
      const api = new CheckedApi(await service.listening(), keyOf(service));
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
    }),
    90_000,
  );

  it(
    'a second service on the same folder says who holds it, and leaves the first alone',
    on(async ({ dataDir, spawn }) => {
      const first = spawn();
      const api = new CheckedApi(await first.listening(), keyOf(first));
      const second = spawn();
      const words = refused(await second.exited, second);
      expect(words).toContain(dataDir);
      expect(words).toContain(String(first.pid));
      expect((await api.get('/v1/usage')).status).toBe(200);
    }),
    90_000,
  );

  it(
    'after kill -9 the folder is free at once',
    on(async ({ spawn }) => {
      const first = spawn();
      await first.listening();
      await first.kill();
      await expect(spawn().listening()).resolves.toMatch(/^http/);
    }),
    90_000,
  );

  it(
    'a port that is taken is told in one line',
    on(async ({ spawn }) => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      const service = spawn({ PORT: String(port) });
      expect(refused(await service.exited, service)).toContain(String(port));
      await new Promise((resolve) => holder.close(resolve));
    }),
    60_000,
  );

  // Every variable's own line is in libs/platform/src/settings/environment.spec.ts, every store's in test/nodes/stores.int.spec.ts.
  it(
    'a value that cannot be used stops the start with one line',
    on(async ({ spawn }) => {
      const service = spawn({ PORT: '70000' });
      expect(refused(await service.exited, service)).toMatch(/^PORT=70000 .*accepted/);
    }),
    60_000,
  );

  it.concurrent(
    'a store where nobody listens stops the start within 15 s, with one line that says so and tells no secret',
    on(async ({ dataDir, spawn }) => {
      const [events, models] = [await freePort(), await freePort()];
      const starts = [
        { name: 'EVENTSTORE_URL', port: events, url: `esdb://user:secret@127.0.0.1:${events}?tls=false` },
        { name: 'MONGODB_URL', port: models, url: `mongodb://user:secret@127.0.0.1:${models}/garnitur` },
      ].map(async ({ name, port, url }) => {
        const since = performance.now();
        const service = spawn({ [name]: url, DATA_DIR: join(dataDir, name) });
        const words = refused(await service.exited, service);
        // The stores are waited for at most 15 s; a busy machine takes its time for the program itself.
        expect(performance.now() - since).toBeLessThan(40_000);
        expect(words).toMatch(new RegExp(`^${name}: .*127\\.0\\.0\\.1:${port}`));
        expect(words).not.toContain('secret');
      });
      await Promise.all(starts);
    }),
    60_000,
  );
});
