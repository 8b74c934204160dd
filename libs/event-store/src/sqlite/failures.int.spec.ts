import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { follow, note, notes, until } from '../../test/contract/subject.js';
import { temporaryFolder } from '../../test/processes/spawn.js';
import { StoreUnavailable } from '../errors.js';
import { verify } from '../verify.js';
import { openSqliteEventStore, type SqliteEventStore, type SqliteOptions } from './sqlite-event-store.js';

describe('the embedded event store in trouble', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: SqliteEventStore;
  const open = async (options: Partial<SqliteOptions> = {}) => {
    store = await openSqliteEventStore({ dir: folder.dir, ...options });
    return store;
  };
  /** Another process's open write transaction: a disk that takes its time looks the same. */
  const held = () => {
    const db = new DatabaseSync(join(folder.dir, 'events.db'));
    db.exec('BEGIN IMMEDIATE');
    return { release: () => db.close() };
  };
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('refuses a file of a newer version in one line and leaves it alone', async () => {
    await (await open()).close();
    const db = new DatabaseSync(join(folder.dir, 'events.db'));
    db.exec('PRAGMA user_version = 7');
    const refusal = await openSqliteEventStore({ dir: folder.dir }).catch((error: Error) => error);
    expect(refusal).toMatchObject({
      name: 'StoreTooNew',
      message: expect.stringMatching(/events\.db has schema 7, .* 1:/),
    });
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 7 });
    db.close();
  });

  it('names the file that cannot be opened', async () => {
    await (await open()).close();
    const db = new DatabaseSync(join(folder.dir, 'no-folder.db'));
    db.close();
    await expect(openSqliteEventStore({ dir: join(folder.dir, 'no-folder.db') })).rejects.toThrow(/no-folder\.db/);
  });

  it('on a full disk writes nothing half and says that it is unavailable; goes on when there is room', async () => {
    await open({ maxPages: 60 });
    const large = (n: number) => [note('Large', n, { text: 'x'.repeat(3_000) }), note('Large', n)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => store.append(`a-${n}`, 'no-stream', large(n))),
    );
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    const full = await Promise.allSettled(
      Array.from({ length: 90 }, (_, n) => store.append(`b-${n}`, 'no-stream', large(n))),
    );
    for (const outcome of full) expect(outcome).toMatchObject({ reason: { name: 'StoreUnavailable' } });
    expect(await verify(store)).toEqual({ streams: 20, events: 40, broken: [] });
    await store.close();
    await open();
    expect((await store.append('b-1', 'no-stream', large(1))).revision).toBe(1);
    expect(await verify(store)).toEqual({ streams: 21, events: 42, broken: [] });
  });

  it('stores appends to several streams in one commit: all of them or, where one cannot be written, none', async () => {
    await open({ maxPages: 60 });
    const to = (stream: string, text: string) => ({
      stream,
      expected: 'no-stream' as const,
      events: [note('Told', 0, { text })],
    });
    const both = (text: string) => store.appendAll(to('first', 'x'), [to('other', text)]);
    await expect(both('x'.repeat(300_000))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.load('first')).toEqual([]);
    expect(await both('x')).toMatchObject({ first: { revision: 0 }, others: [{ status: 'fulfilled' }] });
    expect(await verify(store)).toEqual({ streams: 2, events: 2, broken: [] });
  });

  it('while another process holds the file, answers unavailable in time and reads on', async () => {
    await open({ busyMs: 100 });
    await store.append('a', 'no-stream', notes('Told', 2));
    const other = held();
    await expect(store.append('a', 1, [note('Told', 2)])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.load('a')).toHaveLength(2);
    other.release();
    expect((await store.append('a', 1, [note('Told', 2)])).revision).toBe(2);
  });

  it('never makes the event loop wait for the disk', async () => {
    await open();
    const other = held();
    let stands = 0;
    for (let n = 0; n < 2_000; n += 1)
      void store.append(`s-${n}`, 'no-stream', [note('Told', n)]).then(() => (stands += 1));
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 2);
    // The lock is not released before: a loop that waited for it would not tick.
    await until(() => ticks > 20);
    expect(stands).toBe(0);
    other.release();
    await until(() => stands === 2_000);
    clearInterval(ticking);
  });

  it('refuses appends when too much waits already, and writes what it took', async () => {
    await open();
    const other = held();
    const text = 'x'.repeat(4 * 1024 * 1024);
    const tries = Array.from({ length: 20 }, (_, n) =>
      store.append(`s-${n}`, 'no-stream', [note('Large', n, { text })]),
    );
    const settled = Promise.allSettled(tries);
    await expect(tries[19]).rejects.toThrow(/waiting; try later/);
    other.release();
    const taken = (await settled).filter(({ status }) => status === 'fulfilled').length;
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(17);
    expect((await verify(store)).events).toBe(taken);
  });

  it('repeats after an unanswered append with the same ids: one event, one result', async () => {
    await open({ busyMs: 5_000, answerMs: 1_000 });
    const other = held();
    const event = note('Told', 0);
    await expect(store.append('a', 'no-stream', [event])).rejects.toThrow(/did not answer within 1000 ms/);
    other.release();
    await until(() => true);
    expect(await store.append('a', 'no-stream', [event])).toMatchObject({ revision: 0, position: 1n });
    expect(await store.load('a')).toHaveLength(1);
  });

  it('really removes what is deleted, from the file and from its log, and delivers nothing of it afterwards', async () => {
    await open();
    const words = 'кухня мечты';
    await store.append('gone', 'no-stream', [note('Told', 0, { words }), note('Told', 1, { words })]);
    await store.append('stays', 'no-stream', [note('Told', 2)]);
    const bytes = () => readdirSync(folder.dir).map((name) => readFileSync(join(folder.dir, name)));
    expect(bytes().some((file) => file.includes(words))).toBe(true);
    await store.delete('gone');
    expect(bytes().some((file) => file.includes(words))).toBe(false);
    const following = follow(store);
    await following.caughtUp();
    await following.stop();
    expect(following.events().map(({ stream }) => stream)).toEqual(['stays']);
  });

  it('gives no position twice, also when the last event was deleted before a restart', async () => {
    await open();
    await store.append('stays', 'no-stream', [note('Told', 0)]);
    const { position } = await store.append('gone', 'no-stream', notes('Told', 3));
    await store.delete('gone');
    await store.close();
    await open();
    expect(await store.head()).toBe(position);
    expect((await store.append('stays', 0, [note('Told', 1)])).position).toBe(position + 1n);
  });

  it('that is closed says so to everybody, also to those who wait', async () => {
    await open();
    const following = follow(store);
    await following.caughtUp();
    await store.close();
    await following.done;
    expect(following.failure()).toBeInstanceOf(StoreUnavailable);
    await expect(store.append('a', 'any', [note('Told', 0)])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.load('a')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
