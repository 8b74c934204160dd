/** Where the build is, seen from the sources and from the build itself. */
export const DIST = new URL(import.meta.url.includes('/dist/test/') ? '../../' : '../../dist/', import.meta.url);

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** What a started program gets of our own environment: nothing that could change what it does. */
export const BARE: Readonly<Record<string, string>> = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
