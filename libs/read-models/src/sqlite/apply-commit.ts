// Loaded by the commit thread as it is: it imports nothing of this project but types.
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** One collection's part of a commit: an upsert and the values of all its rows behind each other, `width` a row. */
export interface Upserts {
  readonly sql: string;
  readonly width: number;
  readonly values: readonly SQLInputValue[];
}

/** A commit as it crosses to the commit thread. */
export interface Commit {
  readonly upserts: readonly Upserts[];
  readonly checkpoints: readonly { readonly name: string; readonly position: bigint; readonly fence?: number }[];
}

/** The part of a connection that a commit needs. */
export interface Connection {
  exec(sql: string): void;
  /** Prepared once and kept. */
  statement(sql: string): StatementSync;
  readonly inTransaction: boolean;
}

const CHECKPOINT = `INSERT INTO _checkpoints (name, position, fence) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position), fence = max(fence, excluded.fence)`;
const STALE = 'SELECT 1 FROM _checkpoints WHERE name = ? AND fence > ?';

/**
 * Documents and checkpoints in one transaction (design section 5).
 * @returns a checkpoint that a later owner has moved under a higher fence; then nothing was written.
 */
export function apply(db: Connection, { upserts, checkpoints }: Commit): string | undefined {
  db.exec('BEGIN IMMEDIATE');
  try {
    const higherFence = db.statement(STALE);
    const stale = checkpoints.find(({ name, fence }) => fence !== undefined && higherFence.get(name, fence));
    if (stale) {
      db.exec('ROLLBACK');
      return stale.name;
    }
    for (const { sql, width, values } of upserts) {
      const upsert = db.statement(sql);
      for (let at = 0; at < values.length; at += width) upsert.run(...values.slice(at, at + width));
    }
    const checkpoint = db.statement(CHECKPOINT);
    for (const { name, position, fence = 0 } of checkpoints) checkpoint.run(name, position, fence);
    db.exec('COMMIT');
    return undefined;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
