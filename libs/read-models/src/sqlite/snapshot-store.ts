import type { SnapshotStore } from '#libs/event-store';
import { apply } from './apply-commit.js';
import type { Database } from './database.js';
import type { CommitLine } from './threads.js';

const KEEP = `INSERT INTO _snapshots (stream, snapshot) VALUES (?, ?)
  ON CONFLICT (stream) DO UPDATE SET snapshot = excluded.snapshot`;

/** Snapshots as rows, of some megabytes at most; written by the thread that commits. */
export class SqliteSnapshotStore implements SnapshotStore {
  constructor(
    private readonly db: Database,
    private readonly line: CommitLine | undefined,
  ) {}

  async load(stream: string): Promise<Uint8Array | undefined> {
    const snapshot = this.db.get('SELECT snapshot FROM _snapshots WHERE stream = ?', stream)?.snapshot;
    return snapshot instanceof Uint8Array ? snapshot : undefined;
  }

  async keep(stream: string, snapshot: Uint8Array): Promise<void> {
    const commit = { upserts: [{ sql: KEEP, width: 2, values: [stream, snapshot] }], checkpoints: [] };
    if (this.line?.alive) await this.line.commit(commit);
    else apply(this.db, commit);
  }
}
