import { fileURLToPath } from 'node:url';

/** Where the build is, seen from the sources and from the build itself. */
const DIST = new URL(import.meta.url.includes('/dist/test/') ? '../../' : '../../dist/', import.meta.url);

/** Programs of the build. `npm start`, `npm run garnitur` and the image run the same files (compose.spec.ts). */
export const PROGRAMS = {
  service: 'apps/service/src/main.js',
  cli: 'apps/cli/src/main.js',
  thinking: 'test/faults/thinking-service.js',
  way: 'test/support/way-of-a-turn.js',
} as const;

export function programFile(program: keyof typeof PROGRAMS): string {
  return fileURLToPath(new URL(PROGRAMS[program], DIST));
}

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** What a started program gets of our own environment: nothing that could change what it does. */
export const BARE: Readonly<Record<string, string>> = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
