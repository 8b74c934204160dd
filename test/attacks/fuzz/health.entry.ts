import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `/v1/health` at short intervals from a thread of its own, so that nothing that the attacker does delays the
 * question; how late this thread itself was is taken off. Only modules of Node: it is started from the sources too.
 */
const { url, everyMs } = workerData;
/** The thread's own delay is measured by a timer of this interval, ms. */
const TICK_MS = 20;

let ownDelayMs = 0;
let tickedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  ownDelayMs = Math.max(ownDelayMs, now - tickedAt - TICK_MS);
  tickedAt = now;
}, TICK_MS);

for (;;) {
  ownDelayMs = 0;
  const at = performance.timeOrigin + performance.now();
  const began = performance.now();
  const status = await fetch(url).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );
  const ms = performance.now() - began;
  parentPort?.postMessage({ at, status, ms: Math.max(0, ms - ownDelayMs) });
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - ms)));
}
