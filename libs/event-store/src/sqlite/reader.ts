import { DatabaseSync } from 'node:sqlite';
import { BOUND_LIMIT, SharedSnapshot } from '#libs/kernel';
import { StoreUnavailable } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import { StoredEvent } from '../stored-event.js';
import type { Batch } from '../subscription.js';

const MIN_ROWS = 16;
/**
 * Rows a read takes at a time, short enough to let the log be checkpointed: where requests are served it keeps them waiting
 * for 2 ms at most, and what a longer one brings would survive collections of the young heap.
 */
const MAX_ROWS = 256;
/** Characters that a read is made longer or shorter to stay around. */
const TARGET_SIZE = 1024 * 1024;
const MAX_NAMES = 50_000;
/** Beyond this number of types nearly every row passes, and filtering in SQL costs more than it saves. */
const FEW_TYPES = 8;

/** Reads on the calling thread, by a connection that cannot write. Reads of streams share a snapshot; every other has its own. */
export class Reader {
  private readonly db: DatabaseSync;
  private readonly sql;
  private readonly snapshot: SharedSnapshot;
  private readonly names = new Map<bigint, string>();
  private rows = MAX_ROWS;
  private version = -1;

  constructor(
    file: string,
    private readonly registry: EventRegistry | undefined,
  ) {
    this.db = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
    this.snapshot = new SharedSnapshot(this.db);
    const forwards = this.db.prepare(`${OF_STREAM} ORDER BY e.revision ${BOUND_LIMIT}`);
    const backwards = this.db.prepare(`${OF_STREAM} ORDER BY e.revision DESC ${BOUND_LIMIT}`);
    const all = this.db.prepare(ALL);
    const some = this.db.prepare(SOME);
    const at = this.db.prepare(AT_POSITION);
    const newest = this.db.prepare(NEWEST);
    const head = this.db.prepare(HEAD);
    const last = this.db.prepare(LAST);
    for (const statement of [forwards, backwards, all, some, at, newest, head]) statement.setReadBigInts(true);
    // Rows as arrays, columns by place: a third faster.
    for (const statement of [forwards, backwards, all, some, at, newest]) statement.setReturnArrays(true);
    const names = this.db.prepare(NAMES);
    names.setReadBigInts(true);
    const version = this.db.prepare('PRAGMA data_version');
    this.sql = { forwards, backwards, all, some, at, newest, head, last, names, version };
  }

  /** A stream's events within revisions, both inclusive. */
  stream(name: string, low: number, high: number, limit: number, backwards = false): StoredEvent[] {
    const statement = backwards ? this.sql.backwards : this.sql.forwards;
    const rows = read(() => {
      this.snapshot.join();
      return statement.all(name, low, high, limit);
    });
    return rows.map((row) => this.event(row, name));
  }

  /** The next events after a position; a filter leaves out rows, not positions. */
  after(position: bigint, types: readonly string[] | undefined): Batch {
    const head = this.head();
    const limit = this.rows;
    const listed = types === undefined || types.length > FEW_TYPES ? undefined : JSON.stringify(types);
    const rows = this.readAlone(() =>
      listed ? this.sql.some.all(listed, position, limit) : this.sql.all.all(position, limit),
    );
    const fits = listed || !types ? undefined : new Set(types);
    const end = rows.length < limit;
    const last = bigintOf(rows.at(-1)?.[AT.position], position);
    const found = rows.filter((row) => row[AT.data] !== null && (!fits || fits.has(textOf(row[AT.type]))));
    const names = this.namesOf(found.map((row) => bigintOf(row[AT.stream], 0n)));
    const events = found.map((row, at) => this.event(row, names[at] ?? ''));
    if (!end) this.adapt(found.reduce((size, row) => size + textOf(row[AT.data]).length, 0));
    return { events, through: end && head > last ? head : last, end, history: true };
  }

  at(position: bigint): StoredEvent | undefined {
    return this.one(() => this.sql.at.all(position));
  }

  newest(): StoredEvent | undefined {
    return this.one(() => this.sql.newest.all());
  }

  head(): bigint {
    return bigintOf(this.readAlone(() => this.sql.head.get())?.head, 0n);
  }

  /** Last revision of a stream, −1 without events. */
  lastRevision(stream: string): number {
    return Number(this.readAlone(() => this.sql.last.get(stream))?.revision ?? -1);
  }

  /** Whether another connection, of this process or of another, has committed since this was asked last. */
  changed(): boolean {
    const version = Number(this.readAlone(() => this.sql.version.get())?.data_version);
    const changed = version !== this.version;
    this.version = version;
    return changed;
  }

  close(): void {
    this.snapshot.leave();
    this.db.close();
  }

  private readAlone<Result>(query: () => Result): Result {
    return read(() => {
      this.snapshot.leave();
      return query();
    });
  }

  private one(query: () => Record<number, unknown>[]): StoredEvent | undefined {
    const [row] = this.readAlone(query);
    return row && this.event(row, this.namesOf([bigintOf(row[AT.stream], 0n)])[0] ?? '');
  }

  private adapt(size: number): void {
    if (size < TARGET_SIZE / 2) this.rows = Math.min(this.rows * 2, MAX_ROWS);
    else if (size > TARGET_SIZE * 2) this.rows = Math.max(this.rows >> 1, MIN_ROWS);
  }

  private event(row: Record<number, unknown>, stream: string): StoredEvent {
    return new StoredEvent(
      {
        id: textOf(row[AT.id]),
        stream,
        revision: Number(row[AT.revision]),
        position: bigintOf(row[AT.position], 0n),
        type: textOf(row[AT.type]),
        data: textOf(row[AT.data]),
        metadata: textOf(row[AT.metadata]),
        hash: textOf(row[AT.hash]),
      },
      this.registry,
    );
  }

  /** Names never change, and tombstones keep theirs. Those that are not known yet are asked for at once: each question takes locks. */
  private namesOf(keys: readonly bigint[]): string[] {
    if (this.names.size >= MAX_NAMES) this.names.clear();
    const unknown = new Set(keys.filter((key) => !this.names.has(key)));
    if (unknown.size > 0) {
      const rows = this.readAlone(() => this.sql.names.all(`[${[...unknown].join()}]`));
      for (const { key, name } of rows) this.names.set(bigintOf(key, 0n), textOf(name));
    }
    return keys.map((key) => this.names.get(key) ?? '');
  }
}

/** Places of the columns in all reads of events. */
const AT = { position: 0, revision: 1, id: 2, type: 3, data: 4, metadata: 5, hash: 6, stream: 7 } as const;

/** Bytes come as text: an array buffer of its own for each of them costs more than the rest of the row. */
const COLUMNS = 'e.position, e.revision, hex(e.id), e.type, e.data, e.metadata, hex(e.hash), e.stream';
const OF_STREAM = `SELECT ${COLUMNS} FROM streams s JOIN events e ON e.stream = s.key
  WHERE s.name = ? AND e.revision BETWEEN ? AND ?`;
const ALL = `SELECT ${COLUMNS} FROM events e WHERE e.position > ? ORDER BY e.position ${BOUND_LIMIT}`;
const AT_POSITION = `SELECT ${COLUMNS} FROM events e WHERE e.position = ?`;
const NEWEST = `SELECT ${COLUMNS} FROM events e ORDER BY e.position DESC LIMIT 1`;
/** Rows that the filter leaves out come as bare positions: the limit counts what was looked at, not what was found. */
const SOME = `WITH wanted AS MATERIALIZED (SELECT value FROM json_each(?)),
  looked AS (SELECT position, type IN wanted AS fits FROM events WHERE position > ? ORDER BY position ${BOUND_LIMIT})
  SELECT l.position, e.revision, hex(e.id), e.type, e.data, e.metadata, hex(e.hash), e.stream
  FROM looked l LEFT JOIN events e ON l.fits AND e.position = l.position
  ORDER BY l.position`;
const NAMES = 'SELECT key, name FROM streams WHERE key IN (SELECT value FROM json_each(?))';
const HEAD = 'SELECT max(coalesce((SELECT max(position) FROM events), 0), (SELECT position FROM floor)) AS head';
const LAST = `SELECT max(e.revision) AS revision FROM streams s JOIN events e ON e.stream = s.key WHERE s.name = ?`;

function read<Result>(query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    throw new StoreUnavailable(`event store cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function bigintOf(value: unknown, otherwise: bigint): bigint {
  return typeof value === 'bigint' ? value : otherwise;
}
