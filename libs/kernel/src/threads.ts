import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const { resolve } = createRequire(import.meta.url);

/**
 * The file of a module of `libs/` for a worker thread, as an address to start it from or to import there: of the sources
 * under the condition `source` (specs), else of the build.
 *
 * A thread that runs from sources has Node alone, which strips types but finds no `./committer.js` beside `committer.ts`.
 * So a thread's program imports its own modules by the addresses that it is handed.
 * @param name from `libs/` on, without its ending: `event-store/src/sqlite/committer`.
 */
export function moduleAddress(name: string): URL {
  return pathToFileURL(resolve(`#modules/${name}`));
}

/**
 * As `moduleAddress`, but of any folder, and of the build in specs too: Node cannot run sources that are more than a few modules with types,
 * and a thread that translated all of an engine's first would take seconds.
 * @param name from the root on, without its ending: `libs/processing/src/worker-pool/worker.entry`.
 */
export function builtAddress(name: string): URL {
  return pathToFileURL(resolve(`#built/${name}`));
}

/**
 * Starts a worker thread whose heap is bounded by its own `resourceLimits`. V8 would put the bounds of NODE_OPTIONS, which
 * are the main thread's and in force there by now, in their place.
 */
export function startThread(address: URL, options: WorkerOptions): Worker {
  setFlagsFromString('--max-old-space-size=0');
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(address, options);
}
