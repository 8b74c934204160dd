/** Where the build is, seen from the sources and from the build itself. */
export const DIST = new URL(import.meta.url.includes('/dist/test/') ? '../../' : '../../dist/', import.meta.url);
