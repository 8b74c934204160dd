import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { notes } from '../test/contract/subject.js';
import { temporaryFolder } from '../test/processes/spawn.js';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.js';
import { verify } from './verify.js';

describe('verify', () => {
  it('finds what was changed in the file behind our back, and only that', async () => {
    const { dir, remove } = temporaryFolder();
    const store = await openSqliteEventStore({ dir });
    for (const stream of ['a', 'b', 'c', 'd']) await store.append(stream, 'no-stream', notes('Told', 4));
    expect(await verify(store)).toEqual({ streams: 4, events: 16, broken: [] });
    await store.delete('d');
    const db = new DatabaseSync(join(dir, 'events.db'));
    const touch = (set: string, stream: string, revision: number) =>
      db.exec(
        `UPDATE events SET ${set} WHERE revision = ${revision} AND stream = (SELECT key FROM streams WHERE name = '${stream}')`,
      );
    touch(`data = replace(data, '2', '7')`, 'a', 2);
    touch(`metadata = replace(metadata, '2026', '2025')`, 'b', 0);
    db.exec(`DELETE FROM events WHERE revision = 1 AND stream = (SELECT key FROM streams WHERE name = 'c')`);
    db.close();
    const { streams, events, broken } = await verify(store);
    expect({ streams, events }).toEqual({ streams: 3, events: 11 });
    expect(broken.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual(['a 2', 'b 0', 'c 2']);
    expect((await verify(store, { stream: 'b' })).broken).toHaveLength(1);
    await store.close();
    remove();
  });
});
