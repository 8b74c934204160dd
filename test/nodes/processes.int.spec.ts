import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServiceProcess } from '../faults/service-process.js';
import { Api, eventually } from '../support/api.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { ClusterOfProcesses } from './cluster.js';
import { runCli } from './run-cli.js';

describe('one api node and two workers on EventStoreDB and MongoDB', () => {
  let cluster: ClusterOfProcesses;
  beforeEach(async () => {
    cluster = await ClusterOfProcesses.create();
  });
  afterEach(() => cluster.end(), 60_000);

  it('a worker killed in mid-turn: its turn fails as internal within 20 s; others run on; SIGTERM exits 0', async () => {
    const workers = [cluster.spawn({ ROLE: 'worker' }), cluster.spawn({ ROLE: 'worker' })];
    const front = cluster.spawn({ ROLE: 'api' });
    const urls = await Promise.all(workers.map((worker) => worker.listening()));
    const { api } = await cluster.partner(await front.listening());
    const id = await api.conversation({ external_id: 'lead-7' });
    const turn = await api.send(id, 'виси');
    await api.running(turn);
    const runs = async (url: string) =>
      (await (await fetch(`${url}/metrics`)).text()).includes('garnitur_turns_running 1');
    const runner = (await runs(urls[0] ?? '')) ? 0 : 1;

    const since = performance.now();
    await workers[runner]?.kill();
    const failed = await api.outcome(turn, 30_000);
    const ms = Math.round(performance.now() - since);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(ms).toBeLessThan(20_000);
    await eventually(async () => (await api.usage()).coins_left === 100, 10_000);
    expect(await api.say(id, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
    process.stdout.write(`killed worker: its turn was failed after ${ms} ms\n`);

    const left = workers[1 - runner];
    expect(await left?.terminate()).toEqual({ code: 0, signal: null });
    expect(await front.terminate()).toEqual({ code: 0, signal: null });
  }, 120_000);

  it('stop is answered by an api node that does not run the turn, within 2 s', async () => {
    const worker = cluster.spawn({ ROLE: 'worker' });
    const fronts = [cluster.spawn({ ROLE: 'api' }), cluster.spawn({ ROLE: 'api' })];
    const [url = '', other = ''] = await Promise.all(fronts.map((front) => front.listening()));
    const workerUrl = await worker.listening();
    const { api } = await cluster.partner(url);
    const turn = await api.send(await api.conversation(), 'виси');
    await api.running(turn);
    const since = performance.now();
    expect((await new Api(other, api.key).post(`/v1/turns/${turn}/stop`)).json).toMatchObject({ state: 'stopped' });
    await eventually(async () =>
      (await (await fetch(`${workerUrl}/metrics`)).text()).includes('garnitur_turns_running 0'),
    );
    expect(performance.now() - since).toBeLessThan(2_000);
  }, 90_000);

  it('the command line works on the same stores: rebuild by the worker, verify clean', async () => {
    await cluster.spawn({ ROLE: 'worker' }).listening();
    const front = cluster.spawn({ ROLE: 'api' });
    const { api } = await cluster.partner(await front.listening());
    await api.say(await api.conversation(), 'прямая кухня 2400, мойка и плита');
    expect(await runCli(cluster.env, ['projections', 'rebuild', 'turns'])).toMatchObject({ name: 'turns' });
    expect(await runCli(cluster.env, ['verify'])).toMatchObject({ broken: [] });
  }, 90_000);

  it('moves an embedded store to the servers: the same history, verified, and a second run copies nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'garnitur-move-'));
    const embedded = ServiceProcess.spawn({ DATA_DIR: dir });
    await embedded.listening();
    const [, key = ''] = /^ +(pk_\w+)$/m.exec(embedded.stdout) ?? [];
    const before = new Api(await embedded.listening(), key);
    const id = await before.conversation({ external_id: 'lead-1' });
    await before.say(id, 'прямая кухня 2400, мойка и плита');
    const usage = await before.usage();
    await embedded.terminate();

    const args = ['migrate', '--from-data', dir, '--to-eventstore', cluster.env.EVENTSTORE_URL];
    const moved = await runCli({}, args);
    expect(moved).toMatchObject({ broken: [] });
    expect(moved.copied).toBe(moved.events);
    expect(await runCli({}, args)).toMatchObject({ copied: 0, broken: [], events: moved.events });

    await cluster.spawn({ ROLE: 'worker' }).listening();
    const after = new Api(await cluster.spawn({ ROLE: 'api' }).listening(), key);
    await eventually(async () => (await after.get(`/v1/conversations/${id}`)).json?.conversation?.has_project, 10_000);
    expect({ ...(await after.usage()), cabinet: '' }).toEqual({ ...usage, cabinet: '' });
    await rm(dir, { recursive: true, force: true });
  }, 90_000);
});

describe('a node whose stores are not as they should be', () => {
  const running: ServiceProcess[] = [];
  const closing: (() => unknown)[] = [];
  const spawn = (env: Record<string, string>) => {
    const process = ServiceProcess.spawn({ DATA_DIR: '/dev/null/nobody-makes-this', LINK_SECRET: 's', ...env });
    running.push(process);
    return process;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map((process) => process.kill()));
    for (const close of closing.splice(0)) await close();
  });
  const doubles = async (options: { version?: string } = {}) => {
    const [events, models] = [await EventStoreDouble.start(options), await MongoDouble.start()];
    closing.push(
      () => events.stop(),
      () => models.stop(),
    );
    return { EVENTSTORE_URL: events.url, MONGODB_URL: models.url };
  };
  const ends = async (process: ServiceProcess, line: RegExp) => {
    const since = performance.now();
    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(performance.now() - since).toBeLessThan(15_000);
    expect(process.stderr).toMatch(/^[^\n]+\n$/);
    expect(process.stderr).toMatch(line);
    expect(process.stderr).not.toContain('geheim');
  };

  it.each(['EVENTSTORE_URL', 'MONGODB_URL'])(
    '%s: nobody listens there',
    async (name) => {
      const nobody = `127.0.0.1:${await freePort()}`;
      const url = name === 'MONGODB_URL' ? `mongodb://u:geheim@${nobody}/g` : `esdb://u:geheim@${nobody}?tls=false`;
      await ends(spawn({ ...(await doubles()), [name]: url }), new RegExp(`^${name}.*127`));
    },
    60_000,
  );

  it.each(['EVENTSTORE_URL', 'MONGODB_URL'])(
    '%s: somebody listens and never answers',
    async (name) => {
      const mute = createServer(() => undefined);
      const port = await new Promise<number>((resolve) => {
        mute.listen(0, '127.0.0.1', () => {
          const address = mute.address();
          resolve(typeof address === 'object' && address ? address.port : 0);
        });
      });
      closing.push(() => mute.close());
      const url = name === 'MONGODB_URL' ? `mongodb://127.0.0.1:${port}/g` : `esdb://127.0.0.1:${port}?tls=false`;
      await ends(spawn({ ...(await doubles()), [name]: url }), new RegExp(`^${name}`));
    },
    60_000,
  );

  it('a server that is too old', async () => {
    await ends(spawn(await doubles({ version: '22.10.1' })), /^EVENTSTORE_URL.*22\.10\.1.*too old/);
  }, 60_000);

  it('WAIT_FOR_STORES: it waits, says so, answers 503, and starts when they are there', async () => {
    const [port, storePort] = [await freePort(), await freePort()];
    const { MONGODB_URL } = await doubles();
    const waiting = spawn({
      ROLE: 'worker',
      PORT: String(port),
      MONGODB_URL,
      EVENTSTORE_URL: `esdb://127.0.0.1:${storePort}?tls=false`,
      WAIT_FOR_STORES: 'true',
      LOG_LEVEL: 'info',
    });
    const health = () => fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => undefined);
    const answer = await eventually(health, 30_000);
    expect(answer.status).toBe(503);
    expect(waiting.stdout).toMatch(/waiting for a store/);
    const events = await EventStoreDouble.start();
    closing.push(await forward(storePort, Number(/:(\d+)/.exec(events.url)?.[1])), () => events.stop());
    await waiting.listening();
    expect((await health())?.status).toBe(200);
  }, 90_000);
});

/** Makes a server reachable at a port that was known before it. */
async function forward(port: number, target: number): Promise<() => void> {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => undefined);
    sockets.push(near, far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
}

describe('a node that is alone, with one store on a server', () => {
  it.each(['EVENTSTORE_URL', 'MONGODB_URL'] as const)(
    '%s alone: the same behaviour on a data folder',
    async (name) => {
      const dir = await mkdtemp(join(tmpdir(), 'garnitur-mixed-'));
      const double = name === 'MONGODB_URL' ? await MongoDouble.start() : await EventStoreDouble.start();
      const service = ServiceProcess.spawn({ DATA_DIR: dir, [name]: double.url });
      const url = await service.listening();
      const [, key = ''] = /^ +(pk_\w+)$/m.exec(service.stdout) ?? [];
      const api = new Api(url, key);
      const id = await api.conversation();
      expect(await api.say(id, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
      await service.kill();
      const again = ServiceProcess.spawn({ DATA_DIR: dir, [name]: double.url });
      const later = new Api(await again.listening(), key);
      await eventually(async () => (await later.get(`/v1/conversations/${id}`)).json?.conversation?.turn === 1);
      expect(await again.terminate()).toEqual({ code: 0, signal: null });
      expect(await runCli({ DATA_DIR: dir, [name]: double.url }, ['verify'])).toMatchObject({ broken: [] });
      await double.stop();
      await rm(dir, { recursive: true, force: true });
    },
    90_000,
  );
});
