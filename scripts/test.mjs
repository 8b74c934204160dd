// `npm test`: every spec that needs no external server; then one line on the real engines, and the plain total.
import { join } from 'node:path';
import { build, handOver, install, root } from './prepare.mjs';

install();
build();
handOver(
  [
    '--experimental-vm-modules',
    '--no-warnings',
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--config',
    join(root, 'jest.config.mjs'),
    ...process.argv.slice(2),
  ],
  { ...process.env, FORCE_COLOR: process.env.FORCE_COLOR ?? '0' },
);
