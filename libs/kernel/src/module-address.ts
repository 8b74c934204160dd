import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

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
