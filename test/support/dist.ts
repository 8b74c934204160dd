import { fileURLToPath } from 'node:url';

/** Where the build is, seen from the sources and from the build itself. */
const DIST = new URL(import.meta.url.includes('/dist/test/') ? '../../' : '../../dist/', import.meta.url);

/** A program as `npm start` and `npm run garnitur` run it: packed (scripts/bundle.mjs). */
export function programFile(program: 'service' | 'cli' | 'thinking'): string {
  return fileURLToPath(new URL(`bundle/${program}/main.js`, DIST));
}

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** What a started program gets of our own environment: nothing that could change what it does. */
export const BARE: Readonly<Record<string, string>> = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
