import { follow, note, numbersOf } from '../../test/contract/subject.js';
import { otherProcess, temporaryFolder } from '../../test/processes/spawn.js';
import { DataFolderLocked } from '../errors.js';
import { verify } from '../verify.js';
import { lockDataFolder } from './data-folder-lock.js';
import { openSqliteEventStore, type SqliteEventStore } from './sqlite-event-store.js';

describe('the embedded event store beside other processes', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: SqliteEventStore;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openSqliteEventStore({ dir: folder.dir });
  });
  const spawned = (...args: string[]) => {
    const other = otherProcess(...args);
    others.push(other);
    return other;
  };
  let others: ReturnType<typeof otherProcess>[] = [];
  afterEach(async () => {
    await Promise.all(others.map((other) => other.kill()));
    others = [];
    await store.close();
    folder.remove();
  });

  it('delivers what another process appends among its own, in one order, without gap or repeat', async () => {
    const following = follow(store);
    await following.caughtUp();
    const other = spawned('append', folder.dir, 'theirs', '200');
    await other.said(2);
    for (let n = 0; n < 200; n += 1) await store.append('ours', n === 0 ? 'no-stream' : n - 1, [note('Told', n)]);
    await other.ended;
    await following.seen(400);
    await following.stop();
    const events = following.events();
    expect(events).toHaveLength(400);
    expect(events.map(({ position }) => Number(position))).toEqual(Array.from({ length: 400 }, (_, n) => n + 1));
    const written = Array.from({ length: 200 }, (_, n) => n);
    expect(numbersOf(events.filter(({ stream }) => stream === 'ours'))).toEqual(written);
    expect(numbersOf(events.filter(({ stream }) => stream === 'theirs'))).toEqual(written);
    expect((await verify(store)).broken).toEqual([]);
  });

  it('wakes for another process although it appends nothing itself', async () => {
    const following = follow(store);
    await following.caughtUp();
    const other = spawned('append', folder.dir, 'theirs', '1');
    await other.ended;
    await following.seen(1);
    await following.stop();
  });

  it('does not trust its cached revision of a stream that another process went on with', async () => {
    await store.append('shared', 'no-stream', [note('Told', 0)]);
    const other = spawned('append', folder.dir, 'shared', '3');
    await other.ended;
    const stale = store.append('shared', 0, [note('Told', 9)]);
    await expect(stale).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 3 });
    expect((await store.append('shared', 3, [note('Told', 4)])).revision).toBe(4);
    expect((await verify(store)).broken).toEqual([]);
  });

  it('loses nothing acknowledged when a writer is killed in mid-load, and no append is torn', async () => {
    const other = spawned('for-ever', folder.dir, 'load');
    await other.said(300);
    await other.kill();
    await store.close();
    store = await openSqliteEventStore({ dir: folder.dir });
    let acknowledged = 0;
    for (const line of other.lines.slice(1)) {
      const [stream = '', revision = ''] = line.split(' ');
      const [event] = await store.load(stream, Number(revision));
      expect(event?.revision).toBe(Number(revision));
      acknowledged += 2;
    }
    expect(acknowledged).toBeGreaterThan(500);
    for (let writer = 0; writer < 8; writer += 1) expect((await store.load(`load-${writer}`)).length % 2).toBe(0);
    expect(await verify(store)).toMatchObject({ streams: 8, broken: [] });
    await store.append('after', 'no-stream', [note('Told', 0)]);
  });

  it('serves a data folder once: a second service learns who holds it, and a killed one holds nothing', async () => {
    const holder = spawned('lock', folder.dir);
    await holder.said(1);
    const refusal = new DataFolderLocked(folder.dir, holder.pid);
    expect(() => lockDataFolder(folder.dir)).toThrow(refusal);
    await holder.kill();
    const lock = lockDataFolder(folder.dir);
    expect(() => lockDataFolder(folder.dir)).toThrow(new DataFolderLocked(folder.dir, process.pid));
    lock.release();
    lockDataFolder(folder.dir).release();
  });
});
