// The commit worker. It runs from sources (Node strips the types) and from the build alike, so it imports types only; the
// modules of this project that it calls come by address.
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExpectedRevision } from '../port.js';
import type { AppendBatch, BatchResult, Code, Reply, Request, WorkerSettings } from './protocol.js';

const { file, busyMs, maxPages, key, headKey, modules }: WorkerSettings = workerData;
const { eventHash, headTerm }: typeof import('../chain.js') = await import(modules.chain);
const { commitsOf, openForWriting }: typeof import('./schema.js') = await import(modules.schema);

const MAX_HEADS = 100_000;
/** Between tries to truncate the write-ahead log while a reader holds it, ms. */
const TRUNCATE_AGAIN_MS = 1_000;
const CONSTRAINT_UNIQUE = 2067;

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
class Committer {
  private readonly heads = new Map<string, Head>();
  private version = -1;
  private last = 0n;
  /** Of what the batch has stored so far. */
  private hashes: Uint8Array[] = [];
  private headTerms: Uint8Array[] = [];
  private readonly db: DatabaseSync;
  private readonly sql;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.sql = prepared(db);
  }

  append(batch: AppendBatch): BatchResult {
    return this.transaction(() => {
      const before = this.last;
      this.hashes = [];
      this.headTerms = [];
      const outcomes: Outcome[] = [];
      let first = 0;
      batch.streams.forEach((stream, index) => {
        const end = first + (batch.counts[index] ?? 0);
        const before = outcomes[batch.behind[index] ?? -1];
        const skipped = before && before.code !== 'stored' && before.code !== 'repeat';
        const expected = batch.expected[index] ?? 'no-stream';
        outcomes.push(skipped ? refused('skipped', -1) : this.one(batch, stream, expected, first, end));
        first = end;
      });
      return {
        codes: outcomes.map(({ code }) => code),
        revisions: outcomes.map(({ revision }) => revision),
        repeats: outcomes.flatMap(({ code, position }) => (code === 'repeat' ? position : [])),
        duplicates: outcomes.flatMap(({ code, detail }) => (code === 'duplicate' ? detail : [])),
        hashes: joined(this.hashes),
        headTerms: joined(this.headTerms),
        before,
        head: this.last,
      };
    });
  }

  /** Removes a stream's events; its name stays as a tombstone. The rows' bytes go too (`secure_delete`). */
  delete(stream: string, expected?: number): { existed: boolean; head: bigint } | { revision: number } {
    const deleted = this.transaction(() => {
      const head = this.headOf(stream);
      if (head.key === 0 || head.deleted) return { existed: false, head: this.last };
      if (expected !== undefined && expected !== head.revision) return { revision: head.revision };
      this.sql.raiseFloor.run(this.last);
      this.sql.deleteEvents.run(head.key);
      this.sql.markDeleted.run(head.key);
      this.heads.delete(stream);
      return { existed: true, head: this.last };
    });
    // The write-ahead log would keep the deleted bytes until it is used again from its start.
    if ('existed' in deleted && deleted.existed) this.truncateLog();
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

  private one(batch: AppendBatch, stream: string, expected: ExpectedRevision, first: number, behind: number): Outcome {
    const head = this.headOf(stream);
    if (head.deleted) return refused('deleted', head.revision);
    const required = expected === 'no-stream' ? -1 : expected;
    if (required !== 'any' && required !== head.revision) {
      return this.repeat(batch, head, required + 1, first, behind) ?? refused('wrong-revision', head.revision);
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
      revision += 1;
      hash = eventHash(hash, { stream, revision, id, type, data, metadata }, key);
      this.last += 1n;
      try {
        this.sql.insert.run(this.last, head.key, revision, bytesOf(id), type, data, metadata, hash);
      } catch (error) {
        if (!isKnownId(error)) throw error;
        this.sql.deleteNewer.run(head.key, head.revision);
        if (fresh) this.sql.dropStream.run(head.key);
        this.hashes.length = hashes;
        this.headTerms.length = headKey ? hashes : 0;
        this.last = start;
        return this.duplicate(batch, stream, expected, first, behind, id);
      }
      this.hashes.push(hash);
      if (headKey) this.headTerms.push(headTerm({ position: this.last, stream, revision, hash: hexOf(hash) }, headKey));
    }
    this.remember(stream, { key: head.key, revision, hash, deleted: false });
    return { code: 'stored', revision, position: this.last, detail: '' };
  }

  /** With an expectation of `any` a known first id may be an identical repeat; all else is refused. */
  private duplicate(
    batch: AppendBatch,
    stream: string,
    expected: ExpectedRevision,
    first: number,
    behind: number,
    id: string,
  ) {
    const head = this.headOf(stream);
    if (expected === 'any' && head.key !== 0) {
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
    version: db.prepare('PRAGMA data_version'),
    head: db.prepare(
      'SELECT max(coalesce((SELECT max(position) FROM events), 0), (SELECT position FROM floor)) AS head',
    ),
    stream: db.prepare(
      `SELECT s.key, s.deleted, e.revision, e.hash FROM streams s LEFT JOIN events e ON e.stream = s.key
    WHERE s.name = ? ORDER BY e.revision DESC LIMIT 1`,
    ),
    addStream: db.prepare('INSERT INTO streams (name) VALUES (?) RETURNING key'),
    dropStream: db.prepare('DELETE FROM streams WHERE key = ?'),
    insert: db.prepare(
      `INSERT INTO events (position, stream, revision, id, type, data, metadata, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    deleteNewer: db.prepare('DELETE FROM events WHERE stream = ? AND revision > ?'),
    ids: db.prepare('SELECT id, position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision'),
    locate: db.prepare('SELECT stream, revision FROM events WHERE id = ?'),
    deleteEvents: db.prepare('DELETE FROM events WHERE stream = ?'),
    markDeleted: db.prepare('UPDATE streams SET deleted = 1 WHERE key = ?'),
    raiseFloor: db.prepare('UPDATE floor SET position = max(position, ?)'),
    truncateLog: db.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
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

const opened = openForWriting(file, { busyMs, maxPages });
if ('tooNew' in opened) {
  reply({ kind: 'too-new', schema: opened.tooNew });
} else {
  const committer = new Committer(opened.db);
  const commits = commitsOf(file);
  commits.unref();
  parentPort?.on('message', (request: Request) => {
    try {
      const answered = answer(request);
      reply(answered);
      // Threads that read by connections of their own learn of it at once.
      if (answered.kind === 'appended' && answered.result.head > answered.result.before)
        commits.postMessage(answered.result.head);
    } catch (error) {
      reply({ kind: 'failed', ticket: request.ticket, reason: error instanceof Error ? error.message : String(error) });
    }
    if (request.kind === 'close') parentPort?.close();
  });
  reply({ kind: 'ready' });

  function answer(request: Request): Reply {
    const { ticket } = request;
    switch (request.kind) {
      case 'append':
        return { kind: 'appended', ticket, result: committer.append(request) };
      case 'delete':
        return deletion(ticket, committer.delete(request.stream, request.expected));
      case 'close':
        if ('db' in opened) opened.db.close();
        return { kind: 'done', ticket };
      case 'ping':
        return { kind: 'done', ticket };
    }
  }
}

function deletion(ticket: number, done: ReturnType<Committer['delete']>): Reply {
  return 'revision' in done ? { kind: 'grown', ticket, ...done } : { kind: 'deleted', ticket, ...done };
}

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}
