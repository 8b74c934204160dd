// Loaded by the commit worker by its address: nothing of this project is imported but types.
import type { DatabaseSync } from 'node:sqlite';
import type { AppendBatch, BatchResult, Code } from './protocol.js';

export const NO_STREAM = -1;
export const ANY = -2;

const MAX_HEADS = 100_000;
/** Where a reader was in the way of truncating the log. */
const TRUNCATE_AGAIN_MS = 1_000;
const CONSTRAINT_UNIQUE = 2067;

const SQL = {
  version: 'PRAGMA data_version',
  head: 'SELECT max(coalesce((SELECT max(position) FROM events), 0), (SELECT position FROM floor)) AS head',
  stream: `SELECT s.key, s.deleted, e.revision, e.hash FROM streams s LEFT JOIN events e ON e.stream = s.key
    WHERE s.name = ? ORDER BY e.revision DESC LIMIT 1`,
  addStream: 'INSERT INTO streams (name) VALUES (?) RETURNING key',
  dropStream: 'DELETE FROM streams WHERE key = ?',
  insert: `INSERT INTO events (position, stream, revision, id, type, data, metadata, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  deleteNewer: 'DELETE FROM events WHERE stream = ? AND revision > ?',
  ids: 'SELECT id, position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision',
  locate: 'SELECT stream, revision FROM events WHERE id = ?',
  deleteEvents: 'DELETE FROM events WHERE stream = ?',
  markDeleted: 'UPDATE streams SET deleted = 1 WHERE key = ?',
  raiseFloor: 'UPDATE floor SET position = max(position, ?)',
  truncateLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
} as const;

type EventHash = (previous: Uint8Array, id: string, type: string, data: string, metadata: string) => Uint8Array;

interface Head {
  key: number;
  /** −1 before the first event. */
  revision: number;
  hash: Uint8Array;
  deleted: boolean;
}

interface Outcome {
  readonly code: Code;
  readonly revision: number;
  readonly position: bigint;
  readonly detail: string;
}

/**
 * Commits batches of appends, one transaction each. Every append is checked before it is written; the one thing that
 * only the insert itself finds (an event id that is known) undoes that append's rows alone, so its neighbours are not
 * affected. Heads of streams are cached until `data_version` shows another process's commit.
 */
export class Committer {
  private heads = new Map<string, Head>();
  private version = -1;
  private last = 0n;
  private hashes: Uint8Array[] = [];
  private readonly db: DatabaseSync;
  private readonly eventHash: EventHash;
  private readonly sql;

  constructor(db: DatabaseSync, eventHash: EventHash) {
    this.db = db;
    this.eventHash = eventHash;
    this.sql = prepared(db);
  }

  append(batch: AppendBatch): BatchResult {
    return this.transaction(() => {
      const before = this.last;
      this.hashes = [];
      const outcomes: Outcome[] = [];
      let first = 0;
      batch.streams.forEach((stream, index) => {
        const behind = first + (batch.counts[index] ?? 0);
        outcomes.push(this.one(batch, stream, batch.expected[index] ?? NO_STREAM, first, behind));
        first = behind;
      });
      return {
        codes: outcomes.map(({ code }) => code),
        revisions: outcomes.map(({ revision }) => revision),
        repeats: outcomes.flatMap(({ code, position }) => (code === 'repeat' ? position : [])),
        duplicates: outcomes.flatMap(({ code, detail }) => (code === 'duplicate' ? detail : [])),
        hashes: joined(this.hashes),
        before,
        head: this.last,
      };
    });
  }

  /** Removes a stream's events; its name stays as a tombstone. The rows' bytes go too (`secure_delete`). */
  delete(stream: string): { existed: boolean; head: bigint } {
    const deleted = this.transaction(() => {
      const head = this.headOf(stream);
      if (head.key === 0 || head.deleted) return { existed: false, head: this.last };
      this.sql.raiseFloor.run(this.last);
      this.sql.deleteEvents.run(head.key);
      this.sql.markDeleted.run(head.key);
      this.heads.delete(stream);
      return { existed: true, head: this.last };
    });
    // The write-ahead log would keep the deleted bytes until it is used again from its start.
    if (deleted.existed) this.truncateLog();
    return deleted;
  }

  private truncateLog(): void {
    const busy = this.sql.truncateLog.get()?.busy;
    if (busy !== 0) setTimeout(() => this.truncateLog(), TRUNCATE_AGAIN_MS).unref();
  }

  private transaction<Result>(work: () => Result): Result {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const version = Number(this.sql.version.get()?.data_version);
      if (version !== this.version) {
        this.heads.clear();
        this.last = toBigInt(this.sql.head.get()?.head);
        this.version = version;
      }
      const result = work();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      this.version = -1;
      throw error;
    }
  }

  private one(batch: AppendBatch, stream: string, expected: number, first: number, behind: number): Outcome {
    const head = this.headOf(stream);
    if (head.deleted) return refused('deleted', head.revision);
    if (expected !== ANY && expected !== head.revision) {
      return this.repeat(batch, head, expected + 1, first, behind) ?? refused('wrong-revision', head.revision);
    }
    const fresh = head.key === 0;
    if (fresh) head.key = Number(this.sql.addStream.get(stream)?.key);
    const start = this.last;
    const hashes = this.hashes.length;
    let { revision, hash } = head;
    for (let at = first; at < behind; at += 1) {
      const id = batch.ids[at] ?? '';
      const type = batch.types[at] ?? '';
      const data = batch.data[at] ?? '';
      const metadata = batch.metadata[at] ?? '';
      hash = this.eventHash(hash, id, type, data, metadata);
      revision += 1;
      this.last += 1n;
      try {
        this.sql.insert.run(this.last, head.key, revision, bytesOf(id), type, data, metadata, hash);
      } catch (error) {
        if (!isKnownId(error)) throw error;
        this.sql.deleteNewer.run(head.key, head.revision);
        if (fresh) this.sql.dropStream.run(head.key);
        this.hashes.length = hashes;
        this.last = start;
        return this.duplicate(batch, stream, expected, first, behind, id);
      }
      this.hashes.push(hash);
    }
    this.remember(stream, { key: head.key, revision, hash, deleted: false });
    return { code: 'stored', revision, position: this.last, detail: '' };
  }

  /** With an expectation of `any` a known first id may be an identical repeat; all else is refused. */
  private duplicate(batch: AppendBatch, stream: string, expected: number, first: number, behind: number, id: string) {
    const head = this.headOf(stream);
    if (expected === ANY && head.key !== 0) {
      const found = this.sql.locate.get(bytesOf(batch.ids[first] ?? ''));
      if (Number(found?.stream) === head.key) {
        const repeat = this.repeat(batch, head, Number(found?.revision), first, behind);
        if (repeat) return repeat;
      }
    }
    return refused('duplicate', head.revision, id);
  }

  /** Whether exactly these events already stand from `revision` on. */
  private repeat(batch: AppendBatch, head: Head, revision: number, first: number, behind: number): Outcome | undefined {
    if (head.key === 0 || revision > head.revision) return undefined;
    const last = revision + behind - first - 1;
    const known = this.sql.ids.all(head.key, revision, last);
    const same = known.filter((row, index) => hexOf(row.id) === batch.ids[first + index]?.replaceAll('-', ''));
    if (same.length === behind - first) {
      return { code: 'repeat', revision: last, position: toBigInt(known.at(-1)?.position), detail: '' };
    }
    if (hexOf(known[0]?.id) !== batch.ids[first]?.replaceAll('-', '')) return undefined;
    return refused('duplicate', head.revision, batch.ids[first]);
  }

  private headOf(stream: string): Head {
    const cached = this.heads.get(stream);
    if (cached) return { ...cached };
    const row = this.sql.stream.get(stream);
    if (!row) return { key: 0, revision: -1, hash: new Uint8Array(32), deleted: false };
    const hash = row.hash instanceof Uint8Array ? row.hash : new Uint8Array(32);
    return { key: Number(row.key), revision: Number(row.revision ?? -1), hash, deleted: row.deleted === 1 };
  }

  private remember(stream: string, head: Head): void {
    this.heads.delete(stream);
    this.heads.set(stream, head);
    if (this.heads.size <= MAX_HEADS) return;
    for (const oldest of this.heads.keys()) {
      this.heads.delete(oldest);
      return;
    }
  }
}

/** Prepared once: preparing for each call cost a quarter of the throughput. */
function prepared(db: DatabaseSync) {
  const statements = {
    version: db.prepare(SQL.version),
    head: db.prepare(SQL.head),
    stream: db.prepare(SQL.stream),
    addStream: db.prepare(SQL.addStream),
    dropStream: db.prepare(SQL.dropStream),
    insert: db.prepare(SQL.insert),
    deleteNewer: db.prepare(SQL.deleteNewer),
    ids: db.prepare(SQL.ids),
    locate: db.prepare(SQL.locate),
    deleteEvents: db.prepare(SQL.deleteEvents),
    markDeleted: db.prepare(SQL.markDeleted),
    raiseFloor: db.prepare(SQL.raiseFloor),
    truncateLog: db.prepare(SQL.truncateLog),
  };
  statements.head.setReadBigInts(true);
  statements.ids.setReadBigInts(true);
  return statements;
}

/** In a buffer of its own: a pooled one would be posted with everything else that lies in it. */
function joined(hashes: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(32 * hashes.length);
  for (const [index, hash] of hashes.entries()) all.set(hash, 32 * index);
  return all;
}

function refused(code: Code, revision: number, detail = ''): Outcome {
  return { code, revision, position: 0n, detail };
}

function bytesOf(id: string): Uint8Array {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function hexOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : '';
}

function toBigInt(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

function isKnownId(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    error.errcode === CONSTRAINT_UNIQUE &&
    /events\.id/.test(error.message)
  );
}
