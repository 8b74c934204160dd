// What package.json's scripts start. Installs what is missing, builds what is stale, and runs
// - a program of the build: `npm start`, `npm run garnitur -- …`, `npm run demo`, …
// - `jest`, every spec that needs no external server: `npm test -- …`
// - `browser`, the tests of the console in a real Chromium: `npm run test:browser -- …`; `screens`, its figures and pictures
// - nothing more: `npm run build`.
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, handOver, install, root } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
install();
build();
if (program === 'jest') jest('jest.config.mjs');
else if (program === 'browser' || program === 'screens') {
  const { path, reason } = chromium();
  if (!path) console.log(`not run: ${reason}`);
  else if (program === 'browser') jest('jest.browser.config.mjs', { CHROMIUM: path });
  else handOver([join(root, 'dist/test/browser/screens.js'), ...args], { ...process.env, CHROMIUM: path });
} else if (program !== undefined) {
  // As in the image. Left to themselves V8 and malloc take what the machine has: 460 MB with 10,000 waiting turns.
  const memory = { NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=512', MALLOC_ARENA_MAX: '2' };
  handOver([join(root, 'dist', program), ...args], { ...memory, ...process.env });
}

function jest(config, env = {}) {
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const { FORCE_COLOR = '0' } = process.env;
  const path = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  handOver([...flags, path, '--config', join(root, config), ...args], { ...process.env, FORCE_COLOR, ...env });
}
