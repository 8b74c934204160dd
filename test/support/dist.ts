import { fileURLToPath } from 'node:url';

/** The repository, seen from the sources and from the build (`npm run faults`). */
export const ROOT = new URL(import.meta.url.includes('/dist/test/') ? '../../../' : '../../', import.meta.url);
const DIST = new URL('dist/', ROOT);

/** Programs of the build. `npm start`, `npm run garnitur` and the image run the same files (compose.spec.ts). */
export const PROGRAMS = {
  service: 'apps/service/src/main.js',
  cli: 'apps/cli/src/main.js',
  thinking: 'test/faults/thinking-service.js',
  way: 'test/support/way-of-a-turn.js',
  loop: 'test/http/measured-loop.js',
  planted: 'test/attacks/fuzz/planted.js',
  faults: 'test/faults/fleet/main.js',
} as const;

export function programFile(program: keyof typeof PROGRAMS): string {
  return fileURLToPath(new URL(PROGRAMS[program], DIST));
}

const { PATH = '' } = process.env;
/** What a started program gets of our own environment: nothing that could change what it does. */
export const BARE: Readonly<Record<string, string>> = { PATH };
