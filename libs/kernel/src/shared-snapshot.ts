import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Reads of one SQLite connection that follow each other within the same microtasks, as those of requests that were admitted
 * together do, in one read transaction. A read by itself takes and leaves the file's locks, which costs as much as the row,
 * and begins with an empty page cache wherever another connection has committed since the last one.
 *
 * The snapshot is never older than the microtasks that are under way, so it shows every commit that anybody here was told
 * of: word of another thread's commit comes as an event of the loop, and the snapshot has ended by then.
 */
export class SharedSnapshot {
  private readonly begin: StatementSync;
  private readonly commit: StatementSync;
  private reads = 0;
  private open = false;

  constructor(private readonly db: DatabaseSync) {
    this.begin = db.prepare('BEGIN');
    this.commit = db.prepare('COMMIT');
  }

  /** Before a read that may share the snapshot. A single one needs no transaction of ours. */
  join(): void {
    this.reads += 1;
    if (this.reads === 1) {
      // `queueMicrotask` would make an asynchronous resource for each.
      void Promise.resolve().then(() => this.end());
    } else if (!this.open && !this.db.isTransaction) {
      this.begin.run();
      this.open = true;
    }
  }

  /** Before any other use of the connection: nothing else is read from the snapshot or written in its transaction. */
  leave(): void {
    if (!this.open) return;
    this.open = false;
    if (this.db.isOpen) this.commit.run();
  }

  private end(): void {
    this.reads = 0;
    this.leave();
  }
}
