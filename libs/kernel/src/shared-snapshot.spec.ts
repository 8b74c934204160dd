import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedSnapshot } from './shared-snapshot.js';

describe('reads that share a snapshot', () => {
  let folder: string;
  let writer: DatabaseSync;
  let reader: DatabaseSync;
  let snapshot: SharedSnapshot;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
    writer = new DatabaseSync(join(folder, 'some.db'));
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (note TEXT)');
    reader = new DatabaseSync(join(folder, 'some.db'));
    snapshot = new SharedSnapshot(reader);
  });
  afterEach(async () => {
    snapshot.leave();
    reader.close();
    writer.close();
    await rm(folder, { recursive: true });
  });

  const note = () => writer.exec(`INSERT INTO notes VALUES ('milk')`);
  const notes = () => reader.prepare('SELECT count(*) AS notes FROM notes').get()?.notes;
  const read = () => {
    snapshot.join();
    return notes();
  };

  it('those that follow each other have one transaction, which is over with the microtasks', async () => {
    expect([read(), read()]).toEqual([0, 0]);
    await Promise.resolve();
    expect(reader.isTransaction).toBe(false);
    expect([read(), read()]).toEqual([0, 0]);
    note();
    expect([read(), reader.isTransaction]).toEqual([0, true]);
    await nextTurn();
    expect([read(), reader.isTransaction]).toEqual([1, false]);
  });

  it('a single read is none', async () => {
    read();
    expect(reader.isTransaction).toBe(false);
    await nextTurn();
    read();
    expect(reader.isTransaction).toBe(false);
  });

  it('what leaves it sees every commit, and writes by itself', () => {
    read();
    read();
    note();
    snapshot.leave();
    expect(notes()).toBe(1);
    reader.exec('DELETE FROM notes');
    expect([reader.isTransaction, read()]).toEqual([false, 0]);
  });

  it('within a transaction of the connection it reads what that has written', () => {
    reader.exec(`BEGIN; INSERT INTO notes VALUES ('bread')`);
    expect([read(), read()]).toEqual([1, 1]);
    reader.exec('COMMIT');
    expect(notes()).toBe(1);
  });

  it('a connection that is closed meanwhile is left alone', async () => {
    read();
    read();
    reader.close();
    await nextTurn();
    reader = new DatabaseSync(join(folder, 'some.db'));
    expect(notes()).toBe(0);
  });
});
