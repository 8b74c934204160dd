import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(import.meta.url);

/**
 * The file of a module of `libs/`, for worker threads, whose programs are files: beside the sources for whoever runs
 * from them, of the build for all others, wherever those were bundled to.
 * @param name from `libs/` on, without its ending: `event-store/src/sqlite/committer`.
 */
export function moduleAddress(name: string): URL {
  return pathToFileURL(resolve(`#modules/${name}`));
}
