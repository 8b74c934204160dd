// Loaded by the commit worker as it stands: no imports from this project but types.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const SQL = {
  version: 'PRAGMA data_version',
  head: 'SELECT max(coalesce((SELECT max(position) FROM events), 0), (SELECT position FROM floor)) AS head',
  stream: `SELECT s.key, s.deleted, e.revision, e.hash FROM streams s LEFT JOIN events e ON e.stream = s.key
    WHERE s.name = ? ORDER BY e.revision DESC LIMIT 1`,
  addStream: 'INSERT INTO streams (name) VALUES (?) RETURNING key',
  dropStream: 'DELETE FROM streams WHERE key = ?',
  insert: `INSERT INTO events (position, stream, revision, id, type, data, metadata, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  takeBack: 'DELETE FROM events WHERE stream = ? AND revision > ?',
  ids: 'SELECT id, position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision',
  place: 'SELECT stream, revision FROM events WHERE id = ?',
  erase: 'DELETE FROM events WHERE stream = ?',
  bury: 'UPDATE streams SET deleted = 1 WHERE key = ?',
  raiseFloor: 'UPDATE floor SET position = max(position, ?)',
  truncateLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
} as const;

export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Prepared once: preparing for each call cost a quarter of the throughput. */
export function prepareStatements(db: DatabaseSync): Statements {
  const statements = {
    version: db.prepare(SQL.version),
    head: db.prepare(SQL.head),
    stream: db.prepare(SQL.stream),
    addStream: db.prepare(SQL.addStream),
    dropStream: db.prepare(SQL.dropStream),
    insert: db.prepare(SQL.insert),
    takeBack: db.prepare(SQL.takeBack),
    ids: db.prepare(SQL.ids),
    place: db.prepare(SQL.place),
    erase: db.prepare(SQL.erase),
    bury: db.prepare(SQL.bury),
    raiseFloor: db.prepare(SQL.raiseFloor),
    truncateLog: db.prepare(SQL.truncateLog),
  };
  statements.head.setReadBigInts(true);
  statements.ids.setReadBigInts(true);
  return statements;
}
