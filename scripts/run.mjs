// `npm run garnitur -- …`, `npm run demo`, `npm run bench`: the same preparation, then a program of the build.
import { join } from 'node:path';
import { build, handOver, install, root } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
install();
build();
handOver([join(root, 'dist', program), ...args]);
