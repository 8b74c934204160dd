// What package.json's scripts start. Installs what is missing, builds what is stale, and runs
// - a program of the build: `npm start`, `npm run garnitur -- …`, `npm run demo`, …
// - `jest`, every spec that needs no external server: `npm test -- …`
// - nothing more: `npm run build`.
import { join } from 'node:path';
import { build, handOver, install, root } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
install();
build();
if (program === 'jest') {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const { FORCE_COLOR = '0' } = process.env;
  handOver([...flags, jest, '--config', join(root, 'jest.config.mjs'), ...args], { ...process.env, FORCE_COLOR });
} else if (program !== undefined) {
  // As in the image. Left to themselves V8 and malloc take what the machine has: 460 MB with 10,000 waiting turns.
  const memory = { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512', MALLOC_ARENA_MAX: '2' };
  handOver([join(root, 'dist', program), ...args], { ...memory, ...process.env });
}
