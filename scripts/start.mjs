// `npm start`: installs what is missing, builds what is stale, starts the whole service in one process.
import { join } from 'node:path';
import { build, handOver, install, root } from './prepare.mjs';

install();
build();
handOver([join(root, 'dist', 'bundle', 'service', 'main.js')]);
