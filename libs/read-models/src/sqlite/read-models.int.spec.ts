import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readModelContract } from '../../test/contract/read-models.js';
import { NOTES, type StoreUnderTest, write } from '../../test/contract/subject.js';
import { SqliteReadModels } from './read-models.js';

async function onDisk(maintain: boolean): Promise<StoreUnderTest & { path: string; store: SqliteReadModels }> {
  const folder = await mkdtemp(join(tmpdir(), 'read-models-'));
  const path = join(folder, 'read-models.db');
  let store = SqliteReadModels.open(path, { maintain });
  return {
    path,
    store,
    reopen: async () => {
      await store.close();
      store = SqliteReadModels.open(path, { maintain });
      return store;
    },
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

readModelContract('SQLite', () => onDisk(false));

describe('read-models.db', () => {
  let under: Awaited<ReturnType<typeof onDisk>>;
  beforeEach(async () => {
    under = await onDisk(true);
    await under.store.ensure(NOTES, [['owner', 'at']]);
    await under.store.serve(NOTES);
  });
  afterEach(() => under.dispose());

  it('a file of a newer program is refused with one line', async () => {
    const other = new DatabaseSync(under.path);
    other.exec('PRAGMA user_version=99');
    other.close();
    expect(() => SqliteReadModels.open(under.path)).toThrow(
      /schema 99, this program knows up to 4: start a newer one$/,
    );
  });

  it("another thread's store commits by the same thread, under the same fences, and by itself once that is gone", async () => {
    const other = SqliteReadModels.open(under.path, { maintain: false, commits: under.store.commitLine() });
    const commit = (store: SqliteReadModels, position: number, fence: number) =>
      store.commit({
        writes: [{ collection: NOTES, writes: [write('n1', position, { v: position })] }],
        checkpoints: [{ name: 'notes', position: BigInt(position), fence }],
      });
    await commit(other, 1, 2);
    expect((await under.store.get('notes', 'n1'))?.document).toEqual({ v: 1 });
    await commit(under.store, 2, 3);
    await expect(commit(other, 3, 2)).rejects.toThrow('fencing number 2 has been overtaken');
    expect((await other.get('notes', 'n1'))?.document).toEqual({ v: 2 });
    await under.store.close();
    // What is asked while the thread ends is refused, and may be repeated.
    while (
      !(await commit(other, 4, 3).then(
        () => true,
        () => false,
      ))
    );
    expect((await other.get('notes', 'n1'))?.document).toEqual({ v: 4 });
    await other.close();
  });

  it('scrubs what another connection has dropped', async () => {
    const other = SqliteReadModels.open(under.path, { maintain: false });
    const next = { name: 'notes', version: 2 };
    const writes = Array.from({ length: 1_000 }, (_, n) => write(`n${n}`, 1, { words: 'кухня' }));
    await other.commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });
    await other.ensure(next, []);
    await other.serve(next);
    await under.store.scrub();
    const left = new DatabaseSync(under.path);
    expect(left.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'dropped%'").all()).toEqual([]);
    left.close();
    await other.close();
  });

  it('a second process reads a name through a switch', async () => {
    const reader = SqliteReadModels.open(under.path, { maintain: false });
    const next = { name: 'notes', version: 2 };
    await under.store.commit({ writes: [{ collection: NOTES, writes: [write('n1', 1, { v: 1 })] }], checkpoints: [] });
    expect((await reader.get('notes', 'n1'))?.document).toEqual({ v: 1 });
    await under.store.ensure(next, []);
    await under.store.commit({ writes: [{ collection: next, writes: [write('n1', 1, { v: 2 })] }], checkpoints: [] });
    await under.store.serve(next);
    expect((await reader.get('notes', 'n1'))?.document).toEqual({ v: 2 });
    expect((await reader.find('notes', {})).documents).toHaveLength(1);
    await reader.close();
  });

  it('analysts find a read model as a view under its plain name', async () => {
    await under.store.commit({
      writes: [{ collection: NOTES, writes: [write('n1', 1, { owner: 'a', at: 5 }), write('n2', 2, undefined)] }],
      checkpoints: [],
    });
    const analyst = new DatabaseSync(under.path, { readOnly: true });
    expect(analyst.prepare('SELECT _id, owner, at FROM notes').all()).toEqual([{ _id: 'n1', owner: 'a', at: 5 }]);
    analyst.close();
  });

  it('a list by index needs no sorting and no scan, on later pages neither', () => {
    const db = new DatabaseSync(under.path, { readOnly: true });
    for (const range of ['', `AND (at >= 5 AND (at > 5 OR (at = 5 AND _id > 'n1')))`]) {
      const plan = db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT _doc FROM "notes@1" WHERE _doc IS NOT NULL AND owner = 'a' ${range} ORDER BY at, _id LIMIT 5`,
        )
        .all()
        .map(({ detail }) => String(detail));
      expect(plan).toHaveLength(1);
      expect(plan[0]).toMatch(/^SEARCH notes@1 USING INDEX 1:owner,at \(owner=\?/);
    }
    db.close();
  });

  it('the log, once it has grown, is copied back beside the service, which never waits for it', async () => {
    const writes = Array.from({ length: 600 }, (_, at) => write(`n${at}`, 1, { words: 'x'.repeat(10_000) }));
    await under.store.commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });
    const size = async () => (await stat(under.path)).size;
    for (let tries = 0; (await size()) < 6_000_000 && tries < 500; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await size()).toBeGreaterThan(6_000_000);
  });

  /** As a rebuild does it: four at a time, each some 3 MB of log. The most that the log's file came to, MiB. */
  async function commitMany(count: number, pauseMs = 0): Promise<number> {
    const words = 'x'.repeat(900);
    let most = 0;
    let begun = 0;
    const committer = async () => {
      for (let batch = begun++; batch < count; batch = begun++) {
        const id = (at: number) => `n${(at * 7_919 + batch * 104_729) % 50_000}`;
        const writes = Array.from({ length: 1_000 }, (_, at) => write(id(at), batch + 1, { owner: 'a', at, words }));
        await under.store.commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });
        most = Math.max(most, (await stat(`${under.path}-wal`)).size / 1024 ** 2);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    await Promise.all(Array.from({ length: 4 }, committer));
    return most;
  }

  it('the log is written again from its start, at some 96 MiB, while commits come', async () => {
    // Of 360 MiB. It is never cut, which would take longer: that begins at 192.
    expect(await commitMany(120, 80)).toBeLessThan(180);
    expect((await stat(`${under.path}-wal`)).size / 1024 ** 2).toBeGreaterThan(90);
  });

  it('the log is cut where commits come too fast for that', async () => {
    expect(await commitMany(180)).toBeLessThan(256);
  });

  it('a store that is closed leaves no log behind', async () => {
    const { path, store } = await onDisk(true);
    await store.ensure(NOTES, []);
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
    await store.close();
    await expect(stat(`${path}-wal`)).rejects.toThrow('ENOENT');
    await rm(dirname(path), { recursive: true });
  });

  it('a reader in the way of the log keeps no commit waiting for long', async () => {
    const reader = new DatabaseSync(under.path, { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM notes');
    expect(await commitMany(120)).toBeGreaterThan(192);
    reader.exec('COMMIT');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await commitMany(4);
    expect((await stat(`${under.path}-wal`)).size / 1024 ** 2).toBeLessThan(64);
    reader.close();
  });

  it('what a dropped version held is removed for good, by the next start at the latest', async () => {
    const writes = Array.from({ length: 1_000 }, (_, at) => write(`n${at}`, 1, { secret: 'x'.repeat(50) }));
    await under.store.commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });
    await under.store.drop(NOTES);
    await under.reopen();
    const db = new DatabaseSync(under.path, { readOnly: true });
    const left = () => db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 'dropped %'`).get()?.n;
    for (let tries = 0; left() !== 0 && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(left()).toBe(0);
    db.close();
  });
});
