import { collect } from '../../../libs/event-store/test/contract/subject.js';
import { openMongo, openMongoReadModels } from '../../../libs/read-models/src/index.js';
import { write } from '../../../libs/read-models/test/contract/subject.js';
import { eachOn } from '../concurrent-cases.js';
import { MongoDouble } from './double.js';

const NOTES = { name: 'notes', version: 1 };
const OWNER = 'projection:notes@1';

/** Read models on a double of their own. */
async function given(options: { replicaSet?: boolean } = {}) {
  const double = await MongoDouble.start(options);
  const store = await openMongoReadModels(await openMongo(double.url));
  await store.ensure(NOTES, []);
  await store.serve(NOTES);
  const put = (count: number, position: number) =>
    store.commit({
      writes: [
        {
          collection: NOTES,
          writes: Array.from({ length: count }, (_, at) => write(`n${String(at).padStart(5, '0')}`, position, { at })),
        },
      ],
      checkpoints: [{ name: OWNER, position: BigInt(position) }],
    });
  /** Every call of the port that a request, a projector or a node makes. */
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['get', () => store.get('notes', 'n00000')],
    ['find', () => store.find('notes', {})],
    ['stream', () => collect(store.stream('notes'))],
    ['loadMany', () => store.loadMany(NOTES, ['n00000'])],
    ['commit', () => put(1, 2)],
    ['checkpoints', () => store.checkpoints(['a'])],
    ['park', () => store.park({ name: 'n', key: 'k', position: 1n, event_id: 'e', event_type: 'T', error: 'x' })],
    ['take', () => store.adminRequests.take()],
    ['compareAndSet', () => store.leases.compareAndSet('lease:a', 0, {})],
    ['serving', () => store.serving('notes')],
    ['ping', () => store.ping()],
  ];
  const dispose = async () => {
    double.faults.clear();
    await store.close();
    await double.stop();
  };
  return { double, store, put, calls, dispose };
}

const on = (options: { replicaSet?: boolean }, run: (under: Awaited<ReturnType<typeof given>>) => Promise<void>) =>
  eachOn(
    () => given(options),
    (under) => under.dispose(),
  )(run);

describe('MongoDB is away', () => {
  const gone = [
    ['gone', false],
    ['frozen', false],
    ['gone, one of a replica set,', true],
  ] as const;
  for (const [how, replicaSet] of gone) {
    it.concurrent(
      `${how}: every call is told so within 10 s, and works again by itself`,
      on({ replicaSet }, async ({ double, store, put, calls }) => {
        await put(3, 1);
        if (how === 'frozen') double.frozen = true;
        else await double.stop();
        const begun = performance.now();
        const outcomes = await Promise.all(
          calls.map(async ([name, call]) => {
            const failure = await call().then(
              () => undefined,
              (error: Error) => error,
            );
            return [name, failure?.name, performance.now() - begun < 10_500];
          }),
        );
        expect(outcomes).toEqual(calls.map(([name]) => [name, 'ReadModelsUnavailable', true]));
        if (how === 'frozen') double.frozen = false;
        else await double.resume();
        for (const [, call] of calls) await call();
        expect((await store.get('notes', 'n00000'))?.position).toBe(2n);
        expect((await store.get('notes', 'n00001'))?.position).toBe(1n);
      }),
      60_000,
    );
  }

  it.concurrent(
    'a checkpoint moves after the documents, and not at all when they cannot be written',
    on({}, async ({ double, store, put }) => {
      await put(1, 1);
      double.faults.arm('update', 'drop before', 1_000);
      const begun = performance.now();
      await expect(put(1, 2)).rejects.toMatchObject({ name: 'ReadModelsUnavailable' });
      expect(performance.now() - begun).toBeLessThan(10_000);
      double.faults.clear();
      expect(await store.checkpoint(OWNER)).toBe(1n);
      expect((await store.get('notes', 'n00000'))?.position).toBe(1n);
      await put(1, 2);
      expect((await store.get('notes', 'n00000'))?.position).toBe(2n);
    }),
  );

  it.concurrent(
    'what is never answered is asked again, in time for whoever waits',
    on({}, async ({ double, store, put }) => {
      const begun = performance.now();
      for (const command of ['update', 'insert', 'findAndModify']) double.faults.arm(command, 'silence');
      await Promise.all([
        put(1, 1),
        store.leases.compareAndSet('lease:a', 0, { holder: 'one' }),
        store.adminRequests.take(),
      ]);
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect((await store.get('notes', 'n00000'))?.position).toBe(1n);
      expect(await store.checkpoint(OWNER)).toBe(1n);
    }),
  );

  it(
    'a server that comes back in time costs nobody an error',
    on({}, async ({ double, store, put, calls }) => {
      await put(3, 1);
      await double.stop();
      const waiting = calls.map(([, call]) => call());
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await double.resume();
      await Promise.all(waiting);
      expect((await store.get('notes', 'n00000'))?.position).toBe(2n);
    }),
  );

  it(
    'a large export goes on where its cursor was lost, its connection cut or its server started anew',
    on({}, async ({ double, store, put }) => {
      await put(2_600, 1);
      const reads = double.faults.seen.get('getMore') ?? 0;
      const seen: unknown[] = [];
      for await (const { document } of store.stream<{ at: number }>('notes')) {
        seen.push(document.at);
        if (seen.length === 100) double.faults.arm('getMore', 'cursor lost');
        if (seen.length === 1_100) double.faults.arm('getMore', 'drop after');
        if (seen.length === 1_700) {
          await double.stop();
          double.server.loseCursors();
          await double.resume();
        }
      }
      expect(seen).toEqual(Array.from({ length: 2_600 }, (_, at) => at));
      expect((double.faults.seen.get('getMore') ?? 0) - reads).toBeGreaterThan(3);
    }),
  );
});
