import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `/v1/health` at short intervals, from a thread of its own so that nothing that the attacker does delays the
 * question. Time for which this thread, or the service's main thread, could run and got no processor is taken off: other
 * programs of the machine took it. Only modules of Node: it is started from the sources too.
 */
const { url, everyMs, pid } = workerData;
/** The thread's own delay is measured by a timer of this interval, ms. */
const TICK_MS = 20;

let ownDelayMs = 0;
let tickedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  ownDelayMs = Math.max(ownDelayMs, now - tickedAt - TICK_MS);
  tickedAt = now;
}, TICK_MS);

/** Time that the service's main thread has waited for a processor, ms; 0 where the platform does not say. */
function serviceDelayMs(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

for (;;) {
  ownDelayMs = 0;
  const delayedBefore = serviceDelayMs();
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
  const delayedMs = Math.max(ownDelayMs, serviceDelayMs() - delayedBefore);
  parentPort?.postMessage({ at, status, ms: Math.max(0, ms - delayedMs) });
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - ms)));
}
