import { jest } from '@jest/globals';
import { follow, note, numbersOf } from '../../test/contract/subject.js';
import { otherProcess, temporaryFolder } from '../../test/processes/spawn.js';
import { SqliteEventReader } from './event-reader.js';
import { openSqliteEventStore, type SqliteEventStore } from './sqlite-event-store.js';

describe('a reader beside the embedded event store', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: SqliteEventStore;
  let reader: SqliteEventReader;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openSqliteEventStore({ dir: folder.dir });
    reader = new SqliteEventReader({ dir: folder.dir });
  });
  afterEach(async () => {
    reader.close();
    await store.close();
    folder.remove();
  });

  it('follows what the store and another process append, in one order, without gap or repeat', async () => {
    await store.append('ours', 'no-stream', [note('Told', 0)]);
    const following = follow(reader);
    await following.caughtUp();
    const other = otherProcess('append', folder.dir, 'theirs', '50');
    for (let n = 1; n < 50; n += 1) await store.append('ours', n - 1, [note('Told', n)]);
    await other.ended;
    await following.seen(100);
    await following.stop();
    const events = following.events();
    expect(events.map(({ position }) => Number(position))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    const written = Array.from({ length: 50 }, (_, n) => n);
    expect(numbersOf(events.filter(({ stream }) => stream === 'ours'))).toEqual(written);
    expect(numbersOf(events.filter(({ stream }) => stream === 'theirs'))).toEqual(written);
  });

  it('is told of a commit by the thread that makes it', async () => {
    const following = follow(reader);
    await following.caughtUp();
    // Nothing else would wake it: it never looks by itself.
    jest.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined, 0));
    try {
      await store.append('ours', 'no-stream', [note('Told', 0)]);
      await following.seen(1);
    } finally {
      jest.restoreAllMocks();
    }
    await following.stop();
  });

  it('gives nothing of a stream that is deleted, and keeps the head', async () => {
    const kept = await store.append('kept', 'no-stream', [note('Told', 1)]);
    const { position } = await store.append('gone', 'no-stream', [note('Told', 2)]);
    await store.delete('gone');
    const streams: string[] = [];
    for await (const { stream } of reader.readAll()) streams.push(stream);
    expect(streams).toEqual(['kept']);
    expect((await reader.eventAt(kept.position))?.stream).toBe('kept');
    expect(await reader.eventAt(position)).toBeUndefined();
    expect(await reader.head()).toBe(position);
  });

  it('refuses to read once it is closed', async () => {
    reader.close();
    for (const refused of [reader.head(), reader.eventAt(1n)])
      await expect(refused).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'closed' });
  });
});
