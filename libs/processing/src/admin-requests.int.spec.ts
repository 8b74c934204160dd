import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../event-store/test/memory-event-store.js';
import { append, eventually, tally } from '../test/fixtures.js';
import { RequestServer, requestService } from './admin-requests.js';
import { createProjector, type Projector } from './projector/projector.js';
import { storedParked, storedStatus } from './projector/status.js';
import { SagaRunner } from './sagas/saga-runner.js';

describe('requests of the CLI to the running service', () => {
  let folder: string;
  let events: MemoryEventStore;
  let service: SqliteReadModels;
  let cli: SqliteReadModels;
  let projector: Projector;
  let saga: SagaRunner;
  let server: RequestServer;
  let broken = true;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'requests-'));
    events = new MemoryEventStore();
    service = SqliteReadModels.open(join(folder, 'read-models.db'), { maintain: false });
    cli = SqliteReadModels.open(join(folder, 'read-models.db'), { maintain: false });
    broken = true;
    const projections = [tally({ refuses: () => broken })];
    projector = createProjector({ events, store: service, projections, flushMs: 10 });
    const settle = {
      name: 'settle',
      types: ['Added'],
      partition: () => 'p',
      handle: async () => {
        if (broken) throw new Error('no such ledger');
      },
    };
    saga = new SagaRunner(settle, { events, store: service, maxTries: 1, flushMs: 10 });
    server = new RequestServer(service);
    await append(events, 'a', 'Added', { n: 1 });
    await projector.start();
    await saga.start();
    await projector.waitFor(1n);
    await saga.waitFor(1n, 1_000);
  });
  afterEach(async () => {
    await server.stop(1_000);
    await projector.stop();
    await saga.stop();
    await cli.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  function serve() {
    server.serve({
      names: ['tally'],
      carryOut: (request) => projector[request.kind](request.name, request.key).then((done) => ({ ...done })),
    });
    server.serve({ names: ['settle'], carryOut: async ({ key }) => ({ ...(await saga.retry(key)) }) });
    server.start();
  }

  it('a rebuild and a retry are carried out by the service and answered as the contract says', async () => {
    serve();
    expect(await storedParked(cli)).toMatchObject([
      { name: 'settle' },
      { name: 'tally', key: 'a', error: 'Error: no room for 1' },
    ]);
    broken = false;
    expect(await requestService(cli.adminRequests, { kind: 'retry', name: 'tally', key: 'a' })).toEqual({
      name: 'tally',
      retried: 1,
      left: 0,
    });
    expect(await requestService(cli.adminRequests, { kind: 'retry', name: 'settle', key: undefined })).toEqual({
      name: 'settle',
      retried: 1,
      left: 0,
    });
    expect(await requestService(cli.adminRequests, { kind: 'rebuild', name: 'tally', key: undefined })).toEqual({
      name: 'tally',
      events: 1,
      ms: expect.any(Number),
    });
    expect(await storedParked(cli)).toEqual([]);
    expect((await cli.get('tally', 'a'))?.document).toEqual({ count: 1, sum: 1 });
    expect(await storedStatus(cli, [{ name: 'tally', version: 1 }], await events.head())).toEqual([
      { name: 'tally', version: 1, position: 1n, lag: 0, parked: 0 },
    ]);
  });

  it('what the service refuses is one clear line', async () => {
    const carryOut = () => projector.rebuild('talley').then((done) => ({ ...done }));
    server.serve({ names: ['talley'], carryOut });
    server.start();
    const asked = requestService(cli.adminRequests, { kind: 'rebuild', name: 'talley', key: undefined });
    await expect(asked).rejects.toThrow('no read model is called talley');
  });

  it('without a service the request is taken back', async () => {
    expect(
      await requestService(cli.adminRequests, { kind: 'rebuild', name: 'tally', key: undefined }, { takenMs: 60 }),
    ).toBeUndefined();
    serve();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await service.serving('tally')).toMatchObject({ build: 0 });
  });

  it('what a service took before it died is done by the next', async () => {
    const id = await cli.adminRequests.submit({ kind: 'rebuild', name: 'tally', key: undefined });
    await service.adminRequests.take();
    serve();
    for (let tries = 0; (await cli.adminRequests.read(id))?.state !== 'done' && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await cli.adminRequests.read(id)).toMatchObject({ state: 'done', result: { name: 'tally' } });
  });

  it('the queue is asked once for all jobs of a node, and no more for one that is over', async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const { adminRequests } = service;
    const take = (names?: readonly string[]) => {
      asked.push(names);
      return adminRequests.take(names);
    };
    server = new RequestServer({ adminRequests: Object.assign(Object.create(adminRequests), { take }) });
    serve();
    const unserved = server.serve({ names: ['other'], carryOut: async () => ({}) });
    await eventually(() => expect(asked.length).toBeGreaterThan(1));
    await unserved(1_000);
    for (const names of asked) expect(names).toEqual(['tally', 'settle', 'other']);
    asked.length = 0;
    await eventually(() => expect(asked).toEqual([['tally', 'settle']]));
  });

  it('what broke off because the node was told to stop is no failure: the next owner does it', async () => {
    const asked = requestService(cli.adminRequests, { kind: 'rebuild', name: 'tally', key: undefined });
    const stopped = new AbortController();
    let begun = false;
    const rebuild = () => {
      begun = true;
      return new Promise<never>((_, reject) =>
        stopped.signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    };
    const first = new RequestServer(service);
    const unserved = first.serve({ names: ['tally'], carryOut: rebuild });
    first.start();
    for (let tries = 0; !begun && tries < 100; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await unserved(1_000);
    await first.stop(1_000);
    stopped.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    serve();
    expect(await asked).toMatchObject({ name: 'tally', events: 1 });
  });
});
