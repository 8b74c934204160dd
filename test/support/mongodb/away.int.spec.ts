import { collect } from '../../../libs/event-store/src/contract/subject.js';
import { write } from '../../../libs/read-models/src/contract/read-models.js';
import { type MongoReadModels, openMongo, openMongoReadModels } from '../../../libs/read-models/src/index.js';
import { MongoDouble } from './double.js';

const NOTES = { name: 'notes', version: 1 };

describe('MongoDB is away', () => {
  let double: MongoDouble;
  let store: MongoReadModels;
  const put = (count: number, position: number) =>
    store.commit({
      writes: [
        {
          collection: NOTES,
          writes: Array.from({ length: count }, (_, at) => write(`n${String(at).padStart(5, '0')}`, position, { at })),
        },
      ],
      checkpoints: [],
    });
  const setUp = async (options: { replicaSet?: boolean } = {}) => {
    double = await MongoDouble.start(options);
    store = await openMongoReadModels(await openMongo(double.url));
    await store.ensure(NOTES, []);
    await store.serve(NOTES);
  };
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  /** Every call of the port that a request, a projector or a node makes. */
  const calls = (): [string, () => Promise<unknown>][] => [
    ['get', () => store.get('notes', 'n00000')],
    ['find', () => store.find('notes', {})],
    ['stream', () => collect(store.stream('notes'))],
    ['loadMany', () => store.loadMany(NOTES, ['n00000'])],
    ['commit', () => put(1, 2)],
    ['checkpoints', () => store.checkpoints(['a'])],
    ['park', () => store.park({ name: 'n', key: 'k', position: 1n, event_id: 'e', event_type: 'T', error: 'x' })],
    ['take', () => store.mailbox.take()],
    ['swap', () => store.registers.swap('lease:a', 0, {})],
    ['serving', () => store.serving('notes')],
    ['ping', () => store.ping()],
  ];

  it.each([
    ['gone', false],
    ['frozen', false],
    ['gone, one of a replica set,', true],
  ])(
    '%s: every call is told so within 10 s, and works again by itself',
    async (how, replicaSet) => {
      await setUp({ replicaSet });
      await put(3, 1);
      if (how === 'frozen') double.frozen = true;
      else await double.stop();
      const begun = performance.now();
      const outcomes = await Promise.all(
        calls().map(async ([name, call]) => {
          const failure = await call().then(
            () => undefined,
            (error: Error) => error,
          );
          return [name, failure?.name, performance.now() - begun < 10_500];
        }),
      );
      expect(outcomes).toEqual(calls().map(([name]) => [name, 'ReadModelsUnavailable', true]));
      if (how === 'frozen') double.frozen = false;
      else await double.resume();
      for (const [, call] of calls()) await call();
      expect((await store.get('notes', 'n00000'))?.position).toBe(2n);
      expect((await store.get('notes', 'n00001'))?.position).toBe(1n);
    },
    60_000,
  );

  it('a server that comes back in time costs nobody an error', async () => {
    await setUp();
    await put(3, 1);
    await double.stop();
    const waiting = calls().map(([, call]) => call());
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await double.resume();
    await Promise.all(waiting);
    expect((await store.get('notes', 'n00000'))?.position).toBe(2n);
  });

  it('a large export goes on where its cursor was lost, its connection cut or its server started anew', async () => {
    await setUp();
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
  });
});
