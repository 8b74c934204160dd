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
  // As in the image. Left to itself V8 takes what the machine has: 460 MB with 10,000 waiting turns, instead of 350.
  const heap = '--max-semi-space-size=16 --max-old-space-size=768';
  handOver([join(root, 'dist', program), ...args], { NODE_OPTIONS: heap, ...process.env });
}
