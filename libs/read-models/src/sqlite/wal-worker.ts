import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Above this the log starts over, which makes writers wait for a moment. */
const RESTART_PAGES = 8_192;
const EVERY_MS = 250;

// Copies the log back into the file, so that no commit on the main thread ever waits for the disk.
// Runs as it stands, without a build: only erasable types, only node's own modules.
const path: string = workerData;
const db = new DatabaseSync(path, { timeout: 1_000 });

const timer = setInterval(() => {
  try {
    // A passive copy blocks nobody; most of the work is done before the log is restarted.
    const row = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    if (Number(row?.log ?? 0) > RESTART_PAGES) db.exec('PRAGMA wal_checkpoint(RESTART)');
  } catch {
    // Busy or a full disk: tried again at the next turn, and the writer sees a full disk itself.
  }
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  parentPort?.close();
});
