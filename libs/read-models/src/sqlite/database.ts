import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { SharedSnapshot } from '#libs/kernel';
import { ReadModelsTooNew } from '../errors.js';

/** Version of the file's own tables (`user_version`); a read model's version is kept beside it. */
const SCHEMA = 4;

const TABLES = `
CREATE TABLE IF NOT EXISTS _collections (
  number INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL, version INTEGER NOT NULL, build INTEGER NOT NULL, serving INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS one_serves ON _collections (name) WHERE serving = 1;
CREATE TABLE IF NOT EXISTS _dropped (table_name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS _checkpoints (
  name TEXT PRIMARY KEY, position INTEGER NOT NULL, fence INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _parked (
  name TEXT NOT NULL, key TEXT NOT NULL, event_id TEXT NOT NULL, event_type TEXT NOT NULL, error TEXT NOT NULL,
  PRIMARY KEY (name, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _parked_positions (
  name TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, key, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _admin_requests (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, key TEXT, state TEXT NOT NULL, result TEXT, error TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _leases (name TEXT PRIMARY KEY, version INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _snapshots (stream TEXT NOT NULL UNIQUE, snapshot BLOB NOT NULL);
`;

/**
 * The file can be rebuilt from events, so a commit waits for no disk (`synchronous=NORMAL`: a power cut may cost the
 * last commits, documents and checkpoints together). What is deleted is overwritten: a customer's words must not stay in
 * free pages.
 */
export const PRAGMAS =
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON; PRAGMA cache_size=-8000;';

const MAX_STATEMENTS = 512;

export type Row = Record<string, SQLOutputValue>;

/** One connection with prepared statements kept: preparing per call costs a quarter (stack.md). */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  private readonly snapshot: SharedSnapshot;

  /** `:memory:` for specs. */
  constructor(readonly path: string) {
    this.connection = new DatabaseSync(path, { timeout: 5_000 });
    this.snapshot = new SharedSnapshot(this.connection);
    try {
      this.connection.exec(`${PRAGMAS} PRAGMA mmap_size=268435456`);
      this.transaction(() => this.migrate());
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  private migrate(): void {
    const version = number(this.get('PRAGMA user_version')?.user_version);
    if (version > SCHEMA) {
      throw new ReadModelsTooNew(
        `${this.path} has schema ${version}, this program knows up to ${SCHEMA}: start a newer one`,
      );
    }
    if (version === SCHEMA) return;
    this.connection.exec(`${TABLES} PRAGMA user_version=${SCHEMA}`);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.statement(sql).get(...values);
  }

  /** One row; many of them may share a read transaction. */
  lookUp(sql: string, value: SQLInputValue): Row | undefined {
    const statement = this.prepared(sql);
    this.snapshot.join();
    return statement.get(value);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...values);
  }

  /** How many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).changes);
  }

  exec(sql: string): void {
    this.snapshot.leave();
    this.connection.exec(sql);
  }

  get inTransaction(): boolean {
    this.snapshot.leave();
    return this.connection.isTransaction;
  }

  statement(sql: string): StatementSync {
    this.snapshot.leave();
    return this.prepared(sql);
  }

  /** Integers come as bigint: positions may pass 2^53. */
  private prepared(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const made = this.connection.prepare(sql);
    made.setReadBigInts(true);
    this.statements.set(sql, made);
    return made;
  }

  /** All or nothing. Never awaits inside, so no reader of this connection sees half of it. */
  transaction<T>(work: () => T): T {
    this.snapshot.leave();
    this.connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.snapshot.leave();
    this.statements.clear();
    if (this.connection.isOpen) this.connection.close();
  }
}

export function text(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new Error(`read-models.db: expected text, found ${typeof value}`);
  return value;
}

export function bigint(value: SQLOutputValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error(`read-models.db: expected an integer, found ${typeof value}`);
  return value;
}

export function number(value: SQLOutputValue | undefined): number {
  return Number(bigint(value));
}
