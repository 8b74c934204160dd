// The thread that commits documents. Runs from sources (Node strips the types) and from the build alike, so what it shares
// with the main thread is imported by address.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Commit, Connection } from './apply-commit.js';
import type { Answer, CommitThreadData } from './threads.js';

const { path, pragmas, applying }: CommitThreadData = workerData;
const { apply }: typeof import('./apply-commit.js') = await import(applying);

const db = new DatabaseSync(path, { timeout: 5_000 });
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

parentPort?.on('message', (message: { ticket: number; commit: Commit } | 'stop') => {
  if (message === 'stop') {
    db.close();
    parentPort?.close();
    return;
  }
  const { ticket, commit } = message;
  let answer: Answer;
  try {
    answer = { ticket, stale: apply(connection, commit), failed: undefined };
  } catch (error) {
    answer = { ticket, stale: undefined, failed: error instanceof Error ? error.message : String(error) };
    // A table that was dropped and made again by the other connection has other columns: prepare anew.
    statements.clear();
  }
  parentPort?.postMessage(answer);
});
