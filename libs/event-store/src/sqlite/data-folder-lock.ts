import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderLocked } from '../errors.js';

const SQLITE_BUSY = 5;

/** What is held is referred to from here: a connection that nobody refers to would be collected, and its lock with it. */
const held = new Set<DatabaseSync>();

export interface DataFolderLock {
  release(): void;
}

/**
 * Takes the data folder, which is there, for one service. The lock is an open exclusive transaction, that is a lock of the operating
 * system: it goes when the process goes, however it dies, so there is no stale lock to clear away. The process id lies
 * in a file beside it, since the locked file itself must not be opened by other means (closing it would free the lock).
 * Throws `DataFolderLocked`, and what SQLite and the file system say. Short commands beside the service do not take this lock.
 */
export function lockDataFolder(dir: string): DataFolderLock {
  const pidFile = join(dir, 'service.pid');
  const db = new DatabaseSync(join(dir, 'service.lock'), { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    db.close();
    if (isBusy(error)) {
      throw new DataFolderLocked(dir, holder(pidFile));
    }
    throw error;
  }
  held.add(db);
  return {
    release() {
      held.delete(db);
      db.close();
    },
  };
}

function holder(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
