// Loaded by the commit worker by its address: nothing of this project is imported but types.
import { DatabaseSync } from 'node:sqlite';
import { BroadcastChannel } from 'node:worker_threads';

/** Carried by `PRAGMA user_version`; each number is a step in `STEPS`. */
export const SCHEMA = 1;

/**
 * Rows name their stream by number: a text key in each row and in the index cost a quarter of the throughput. `floor`
 * keeps positions from being given out again after the last event's stream was deleted.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, deleted INTEGER NOT NULL DEFAULT 0) STRICT;
   CREATE TABLE events (
     position INTEGER PRIMARY KEY,
     stream INTEGER NOT NULL REFERENCES streams (key),
     revision INTEGER NOT NULL,
     id BLOB NOT NULL,
     type TEXT NOT NULL,
     data TEXT NOT NULL,
     metadata TEXT NOT NULL,
     hash BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
   CREATE UNIQUE INDEX events_by_id ON events (id);
   CREATE TABLE floor (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT;
   INSERT INTO floor VALUES (1, 0);`,
];

/** On which the commit worker says, to all threads of this process, where each commit has brought the file's head (a bigint). */
export function commitsOf(file: string): BroadcastChannel {
  return new BroadcastChannel(`commits to ${file}`);
}

export interface WriterSettings {
  /** ms that a commit waits for another process's. */
  readonly busyMs: number;
  /** Pages that the file may grow to; 0 for no limit. */
  readonly maxPages: number;
}

/** Opens the file for writing and brings its schema up to date; `schema` is what was found when it is too new. */
export function openForWriting(file: string, settings: WriterSettings): { db: DatabaseSync } | { tooNew: number } {
  const db = new DatabaseSync(file, { timeout: settings.busyMs, enableForeignKeyConstraints: false });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.exec('PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8000');
    if (settings.maxPages > 0) db.exec(`PRAGMA max_page_count = ${settings.maxPages}`);
    const tooNew = migrate(db);
    if (tooNew === undefined) return { db };
    db.close();
    return { tooNew };
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): number | undefined {
  if (schemaOf(db) === SCHEMA) return undefined;
  db.exec('BEGIN IMMEDIATE');
  const found = schemaOf(db);
  if (found > SCHEMA) {
    db.exec('ROLLBACK');
    return found;
  }
  for (const step of STEPS.slice(found)) db.exec(step);
  db.exec(`PRAGMA user_version = ${SCHEMA}; COMMIT`);
  return undefined;
}

function schemaOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}
