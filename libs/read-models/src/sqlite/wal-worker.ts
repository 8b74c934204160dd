import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Above this the log starts over, which makes writers wait for a moment. */
const RESTART_BYTES = 32 * 1024 * 1024;
const EVERY_MS = 250;

// Copies the log back into the file, so that no commit on the main thread ever waits for the disk.
// Runs as it stands, without a build: only erasable types, only node's own modules.
const path: string = workerData;
const db = new DatabaseSync(path, { timeout: 1_000 });
let copied = 0;

function logBytes(): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

const timer = setInterval(() => {
  try {
    // A passive copy blocks nobody; most of the work is done before the log is restarted.
    const row = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    const pages = Number(row?.log ?? 0);
    if (logBytes() > RESTART_BYTES && pages !== copied) db.exec('PRAGMA wal_checkpoint(RESTART)');
    copied = pages;
  } catch {
    // Busy or a full disk: tried again at the next turn, and the writer sees a full disk itself.
  }
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  parentPort?.close();
});
