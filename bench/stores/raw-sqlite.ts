import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NewEvent } from '#libs/event-store';
import { openForWriting } from '../../libs/event-store/src/sqlite/schema.js';

export interface RawAppend {
  readonly stream: number;
  /** Of the first event. */
  readonly revision: number;
  readonly events: readonly NewEvent[];
}

/** The yardstick: node:sqlite on the calling thread, with our schema, settings, ids and events, and nothing else. */
export interface RawSqlite {
  /** One transaction: begin, insert all, commit (to the disk). */
  append(appends: readonly RawAppend[]): void;
  /** All rows of a stream, with data and metadata parsed. */
  load(stream: number): unknown[];
  /** How many events there are, all read in order, with data parsed. */
  readAll(): number;
  close(): void;
}

export function openRawSqlite(dir: string): RawSqlite {
  mkdirSync(dir, { recursive: true });
  const opened = openForWriting(join(dir, 'raw.db'), { busyMs: 1_000, maxPages: 0 });
  if (!('db' in opened)) throw new Error('the yardstick file is of a newer schema');
  const { db } = opened;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const addStream = db.prepare('INSERT OR IGNORE INTO streams (key, name) VALUES (?, ?)');
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const ofStream = db.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision');
  const after = db.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT 4096');
  const noHash = new Uint8Array(32);
  let position = 0;
  return {
    append(appends) {
      begin.run();
      for (const { stream, revision, events } of appends) {
        if (revision === 0) addStream.run(stream, `bench-${stream}`);
        for (const [index, { id, type, data, metadata }] of events.entries()) {
          position += 1;
          const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
          const row = [JSON.stringify(data), JSON.stringify(metadata)] as const;
          insert.run(position, stream, revision + index, bytes, type, ...row, noHash);
        }
      }
      commit.run();
    },
    load: (stream) =>
      ofStream.all(stream).map(({ data, metadata, ...row }) => ({
        ...row,
        data: JSON.parse(String(data)),
        metadata: JSON.parse(String(metadata)),
      })),
    readAll() {
      let last = 0;
      let count = 0;
      for (;;) {
        const rows = after.all(last);
        for (const row of rows) if (JSON.parse(String(row.data))) count += 1;
        if (rows.length === 0) return count;
        last = Number(rows.at(-1)?.position);
      }
    },
    close: () => db.close(),
  };
}
