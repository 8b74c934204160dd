// `npm start`, `npm run garnitur -- …`, `npm run demo`, …: installs what is missing, builds what is stale, and runs a
// program of the build; `npm run build` names none.
import { join } from 'node:path';
import { build, handOver, install, root } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
install();
build();
if (program !== undefined) handOver([join(root, 'dist', program), ...args]);
