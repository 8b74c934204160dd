import { ClockMonitor, createProjector, SagaRunner, silent } from '#libs/processing';
import { SqliteReadModels } from '#libs/read-models';
import { Audit } from '../../../apps/cli/src/verify/audit.js';
import { confirmed } from '../../../apps/cli/src/verify/read-models.js';
import { readModelsOf } from '../../../apps/cli/test/read-models-of.js';
import { collect, note, notes, numbersOf } from '../../../libs/event-store/test/contract/subject.js';
import { append, documentsOf, tally } from '../../../libs/processing/test/fixtures.js';
import { storeOnDouble } from './store-on-double.js';

const DAY = 24 * 60 * 60 * 1_000;
const NEWEST = Date.parse('2026-01-02T03:04:05.678Z');

/** All streams are read from where a record begins; from anywhere else the server answers with an error, for ever. */
describe('on EventStoreDB', () => {
  const given = storeOnDouble();
  beforeEach(() => given.open({ giveUpMs: 300 }));

  it('a read of all from where no record begins fails, from where a deleted one begins it goes on', async () => {
    const { position } = await given.store.append('s', 'no-stream', notes('Told', 2));
    const gone = await given.store.append('gone', 'no-stream', [note('Told', 2)]);
    await given.store.append('s', 1, [note('Told', 3)]);
    await given.store.delete('gone');
    const numbersAfter = async (after: bigint) => numbersOf(await collect(given.store.readAll({ after })));
    for (const after of [position - 1n, position + 1n, 1n])
      await expect(numbersAfter(after)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(await numbersAfter(position)).toEqual([3]);
    expect(await numbersAfter(gone.position)).toEqual([3]);
    expect(await numbersAfter((await given.store.head()) + 1_000n)).toEqual([]);
  });

  it("the clock is compared with the newest event of ours, also where the server's own are newer", async () => {
    await given.store.append('s', 'no-stream', [note('Told', 0)]);
    const warnings: string[] = [];
    const log = { ...silent, warn: (_facts: object, text: string) => warnings.push(text) };
    const settledAt = async (wallMs: number) => {
      const clock = { now: () => new Date(wallMs), monotonicMs: () => performance.now() };
      const monitor = new ClockMonitor(clock, given.store, log, DAY);
      await monitor.start();
      await monitor.stop();
      return monitor.isSettled();
    };
    expect(await settledAt(NEWEST + 2 * DAY)).toBe(false);
    given.double.writeForeign('$stats-127.0.0.1:2113', '$statsCollected', '{}');
    expect(await settledAt(NEWEST + 2 * DAY)).toBe(false);
    expect(await settledAt(NEWEST - 2 * DAY)).toBe(false);
    expect(await settledAt(NEWEST + DAY / 2)).toBe(true);
    expect(warnings).toEqual([]);
  });

  describe('parked events', () => {
    let models: SqliteReadModels;
    const running: { stop(): Promise<unknown> }[] = [];
    beforeEach(() => {
      models = SqliteReadModels.open(':memory:');
    });
    afterEach(async () => {
      for (const process of running.splice(0)) await process.stop();
      await models.close();
    });

    it('of a read model are folded again', async () => {
      const started = async (refused: number | undefined) => {
        const projections = [tally({ refuses: (n) => n === refused })];
        const projector = createProjector({ events: given.store, store: models, projections });
        running.push(projector);
        await projector.start();
        return projector;
      };
      const first = await started(13);
      for (const n of [1, 13, 2]) await append(given.store, 'a', 'Added', { n });
      const { position } = await append(given.store, 'b', 'Added', { n: 7 });
      expect(await first.waitFor(position)).toBe(true);
      await first.stop();
      const mended = await started(undefined);
      expect(await mended.retry('tally')).toEqual({ name: 'tally', retried: 1, left: 0 });
      expect(await documentsOf(models)).toEqual({ a: { count: 3, sum: 16 }, b: { count: 1, sum: 7 } });
    });

    it('of a saga are handled again', async () => {
      const handled: unknown[] = [];
      let broken = true;
      const handle = async ({ data }: { data: { n?: unknown } }) => {
        if (broken && data.n === 13) throw new Error('no such ledger');
        handled.push(data.n);
      };
      const runner = new SagaRunner(
        { name: 'settle', types: ['Ended'], partition: ({ stream }) => stream, handle },
        { events: given.store, store: models, backoff: { initialMs: 1, maxMs: 4 }, maxTries: 2 },
      );
      running.push(runner);
      await runner.start();
      for (const n of [1, 13]) await append(given.store, 'a', 'Ended', { n });
      const { position } = await append(given.store, 'a', 'Ended', { n: 2 });
      expect(await runner.waitFor(position, 5_000)).toBe(true);
      broken = false;
      expect(await runner.retry()).toEqual({ name: 'settle', retried: 1, left: 0 });
      expect(handled).toEqual([1, 13, 2]);
    });
  });

  it('what verification suspects is confirmed while its event stands', async () => {
    await append(given.store, 'a', 'Added', { n: 1 });
    await append(given.store, 'gone', 'Added', { n: 2 });
    const audit = () => {
      const audited = new Audit(tally(), { documents: new Map(), checkpoint: 2n ** 62n, parked: new Map() });
      for (const event of events) audited.see(event);
      return audited;
    };
    const events = await collect(given.store.readAll());
    const brokenKeys = async () =>
      (await confirmed(audit(), readModelsOf({}), given.store)).map((broken) => 'id' in broken && broken.id);
    expect(await brokenKeys()).toEqual(['a', 'gone']);
    await given.store.delete('gone');
    expect(await brokenKeys()).toEqual(['a']);
  });
});
