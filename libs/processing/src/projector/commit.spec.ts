import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ReadModelStore, SqliteReadModels } from '#libs/read-models';
import { overriding, tally } from '../../test/fixtures.js';
import { type BatchCommit, Committer } from './commit.js';
import type { Folded } from './fold.js';
import { ProjectionInstance } from './projection-instance.js';
import { TimeSlice } from './time-slice.js';

type Commit = Parameters<ReadModelStore['commit']>[0];

/** So many documents that some of them are sent before the batch ends. */
const MANY = 300;

/** A commit that the store has begun. */
interface Begun extends PromiseWithResolvers<void> {
  readonly documents: number;
  readonly checkpoints: Commit['checkpoints'];
}

describe('the commits of a batch', () => {
  let database: SqliteReadModels;
  let begun: Begun[];
  let instance: ProjectionInstance;
  let batch: BatchCommit;

  beforeEach(() => {
    database = SqliteReadModels.open(':memory:');
    begun = [];
    const store = overriding(database, {
      commit: ({ writes, checkpoints }) => {
        const documents = writes.reduce((sum, part) => sum + part.writes.length, 0);
        const commit = { documents, checkpoints, ...Promise.withResolvers<void>() };
        begun.push(commit);
        return commit.promise;
      },
    });
    instance = new ProjectionInstance(tally(), { name: 'tally', version: 1 }, store, 1);
    batch = new Committer(store, 1_000, undefined).begin(new TimeSlice(1_000));
  });
  afterEach(() => database.close());

  const add = (count: number) => batch.add(instance, folded(count), () => undefined);
  /** Whatever does not wait for a commit has happened. */
  const settled = async () => {
    for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  };
  const sent = () => begun.map(({ documents, checkpoints }) => [documents, checkpoints.length]);

  it('move the checkpoint only when those that began before are stored', async () => {
    await add(MANY);
    await add(1);
    const ended = batch.end([instance], 7n, true);
    await settled();
    const early = [...begun];
    expect(early.length).toBeGreaterThan(0);
    expect(sent().filter(([, checkpoints]) => checkpoints !== 0)).toEqual([]);
    for (const { resolve } of early) resolve();
    await settled();
    expect(sent().slice(early.length)).toEqual([[1, 1]]);
    expect(begun.at(-1)?.checkpoints).toEqual([{ name: 'projection:tally@1', position: 7n }]);
    begun.at(-1)?.resolve();
    expect(await ended).toBe(true);
  });

  it('move no checkpoint where one of them fails, and say why', async () => {
    await add(MANY);
    await add(1);
    const ended = batch.end([instance], 7n, true);
    ended.catch(() => undefined);
    await settled();
    const [first, ...others] = begun;
    for (const { resolve } of others) resolve();
    first?.reject(new Error('the disk is full'));
    await expect(ended).rejects.toThrow('the disk is full');
    expect(sent().filter(([, checkpoints]) => checkpoints !== 0)).toEqual([]);
  });

  it('have all ended before a batch that failed is repeated', async () => {
    await add(MANY);
    let over = false;
    const all = batch.settled().then(() => {
      over = true;
    });
    await settled();
    expect(over).toBe(false);
    for (const { reject } of begun) reject(new Error('the disk is full'));
    await all;
  });
});

function folded(count: number): Folded {
  const document = { count: 1, sum: 1 };
  const writes = Array.from({ length: count }, (_, number) => ({ id: `s${number}`, position: 1n, document }));
  return { writes, size: count, park: [], queue: [] };
}
