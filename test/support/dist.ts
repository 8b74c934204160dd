import { fileURLToPath } from 'node:url';

/** Where the build is, seen from the sources and from the build itself. */
const DIST = new URL(import.meta.url.includes('/dist/test/') ? '../../' : '../../dist/', import.meta.url);

/** As `npm start` and `npm run garnitur` run them, packed (scripts/bundle.mjs), and as the image does, plain. */
const PROGRAMS = {
  service: 'bundle/service/main.js',
  thinking: 'bundle/thinking/main.js',
  cli: 'bundle/cli/main.js',
  'plain service': 'apps/service/src/main.js',
  'plain cli': 'apps/cli/src/main.js',
} as const;

export function programFile(program: keyof typeof PROGRAMS): string {
  return fileURLToPath(new URL(PROGRAMS[program], DIST));
}

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** What a started program gets of our own environment: nothing that could change what it does. */
export const BARE: Readonly<Record<string, string>> = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
