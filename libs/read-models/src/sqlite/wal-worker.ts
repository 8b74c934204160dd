import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Above this the log is restarted, which makes writers wait for a moment. */
const RESTART_PAGES = 8_192;
const EVERY_MS = 250;

// Checkpoints the write-ahead log, so that no commit waits for the disk.
// Runs as it is, without a build: only erasable types, only Node's own modules.
const path: string = workerData;
const db = new DatabaseSync(path, { timeout: 1_000 });

const timer = setInterval(() => {
  try {
    // A passive checkpoint blocks nobody and does most of the work before the log is restarted.
    const row = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    if (Number(row?.log ?? 0) > RESTART_PAGES) db.exec('PRAGMA wal_checkpoint(RESTART)');
  } catch {
    // Busy, or a full disk, which the writer meets itself: tried again at the next interval.
  }
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  parentPort?.close();
});
