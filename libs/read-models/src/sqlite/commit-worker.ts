// The thread that commits documents. Runs from sources (Node strips the types) and from the build alike, so what it shares
// with the main thread is imported by address.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Connection } from './apply-commit.js';
import type { Answer, CommitThreadData, Question } from './threads.js';

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

const lines = new Set<MessagePort>();

function answered({ ticket, commit }: Question): Answer {
  try {
    return { ticket, stale: apply(connection, commit), failed: undefined };
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
