import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { WalThreadData } from './threads.js';

/** Pages that the log has before it is started over, 96 MiB: writers wait for that, 10 ms where all of it has just been copied. */
const RESTART_PAGES = 24_576;
const EVERY_MS = 250;
/** While a restart or a truncation waits for readers, writers wait too: so it waits for little, and comes again. */
const BUSY_MS = 50;
const TRUNCATE_AGAIN_MS = 250;

// Checkpoints the write-ahead log, so that no commit waits for the disk.
// Runs as it is, without a build: only erasable types, only Node's own modules.
const { path, restartDue }: WalThreadData = workerData;
const db = new DatabaseSync(path, { timeout: BUSY_MS });
const truncating = new Set<number>();
let again: NodeJS.Timeout | undefined;

function checkpoint(): void {
  try {
    // A passive checkpoint blocks nobody and does most of the work before the log is restarted.
    const row = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    if (Number(row?.log ?? 0) <= RESTART_PAGES) return;
    // The thread that commits does it between two commits, for whose lock we might wait in vain. Where it has not since the
    // last time, nothing was committed meanwhile, or that thread is gone.
    if (Atomics.exchange(restartDue, 0, 1) === 1) db.exec('PRAGMA wal_checkpoint(RESTART)');
  } catch {
    // Busy, or a full disk, which the writer meets itself: tried again at the next interval.
  }
}

// It has grown to where it is worth a thread.
checkpoint();
const timer = setInterval(checkpoint, EVERY_MS);

/** Answers every truncation that was asked for before it, once the log is empty. */
function truncate(): void {
  again = undefined;
  if (truncated()) {
    for (const ticket of truncating) parentPort?.postMessage(ticket);
    truncating.clear();
  } else again = setTimeout(truncate, TRUNCATE_AGAIN_MS);
}

function truncated(): boolean {
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch {
    return false;
  }
}

parentPort?.on('message', (message: number | 'stop') => {
  if (message !== 'stop') {
    truncating.add(message);
    if (again === undefined) truncate();
    return;
  }
  clearInterval(timer);
  clearTimeout(again);
  db.close();
  parentPort?.close();
});
