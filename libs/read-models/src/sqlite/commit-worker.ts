// The thread that commits documents. Runs from sources (Node strips the types) and from the build alike, so what it shares
// with the main thread is imported by address.
import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Connection } from './apply-commit.js';
import type { Answer, CommitThreadData, Question } from './threads.js';

const { path, pragmas, applying, restartDue }: CommitThreadData = workerData;
const { apply }: typeof import('./apply-commit.js') = await import(applying);

/** What a reader that stayed for long has let the log's file grow to; below, it is written again from its start. */
const MAX_LOG_BYTES = 192 * 1024 * 1024;
/** Where a reader is in the way, it is tried again so much later. */
const AGAIN_MS = 2_000;
const BUSY_MS = 5_000;
/** How long readers are waited for, and before them a checkpoint of somebody else's, ms. */
const READERS_MS = 100;
const CHECKPOINT_MS = 5_000;
const LOOK_MS = 5;

const db = new DatabaseSync(path, { timeout: BUSY_MS });
db.exec(pragmas);
const statements = new Map<string, StatementSync>();
const connection: Connection = {
  exec: (sql) => db.exec(sql),
  statement(sql) {
    const made = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, made);
    return made;
  },
  get inTransaction() {
    return db.isTransaction;
  },
};

let againAtMs = 0;

function boundLog(): void {
  const isRestartDue = Atomics.exchange(restartDue, 0, 0) === 1;
  if (performance.now() < againAtMs) return;
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // Giving the file's blocks back takes three times as long as starting over in them.
  const mode = size > MAX_LOG_BYTES ? 'TRUNCATE' : isRestartDue ? 'RESTART' : undefined;
  if (mode && !isStartedOver(mode)) againAtMs = performance.now() + AGAIN_MS;
}

function isStartedOver(mode: 'RESTART' | 'TRUNCATE'): boolean {
  try {
    db.exec(`PRAGMA busy_timeout=${READERS_MS}`);
    const checkpoint = db.prepare(`PRAGMA wal_checkpoint(${mode})`);
    for (const lateMs = performance.now() + CHECKPOINT_MS; performance.now() < lateMs; ) {
      const { busy, log } = checkpoint.get() ?? {};
      // While another connection checkpoints SQLite does not wait, and says nothing of the log.
      if (busy === 0 || log !== -1) return busy === 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
    return false;
  } catch {
    return false;
  } finally {
    db.exec(`PRAGMA busy_timeout=${BUSY_MS}`);
  }
}

const lines = new Set<MessagePort>();

function answered({ ticket, commit }: Question): Answer {
  try {
    const stale = apply(connection, commit);
    boundLog();
    return { ticket, stale, failed: undefined };
  } catch (error) {
    // A table that was dropped and made again by another connection has other columns: prepare anew.
    statements.clear();
    return { ticket, stale: undefined, failed: error instanceof Error ? error.message : String(error) };
  }
}

function serve(port: MessagePort): void {
  lines.add(port);
  port.on('message', (question: Question) => port.postMessage(answered(question)));
  port.on('close', () => lines.delete(port));
}

parentPort?.on('message', (message: Question | { port: MessagePort } | 'stop') => {
  if (message === 'stop') {
    for (const port of lines) port.close();
    db.close();
    parentPort?.close();
  } else if ('port' in message) serve(message.port);
  else parentPort?.postMessage(answered(message));
});
