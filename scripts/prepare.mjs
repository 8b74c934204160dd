// What every command does first, in plain JavaScript for Node >= 20: install what is missing, build what is stale, and
// hand over to the Node that the lock brings.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = join(root, 'node_modules', '.installed-lock');
const BUILT = join(root, 'dist', '.built');
const SOURCES = [
  ...['apps', 'libs', 'packages/client/src', 'projections', 'samples', 'test', 'bench', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
];
const NODE_MAJOR = 24;

/** `npm ci`, unless the installed packages are those of the lock. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  const packages = join(root, 'node_modules');
  // npm ci would empty the folder that another checkout works with.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(`${packages} is a link to packages of another lock: remove it, and they are installed here`);
  console.error('Installing packages (once) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (done.status !== 0) fail('npm ci failed: see above');
  writeFileSync(INSTALLED, lock);
}

/** tsc, and vite for the console, unless nothing has changed since the last build. */
export function build() {
  const newest = Math.max(...SOURCES.map((path) => newestIn(join(root, path))));
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs >= newest) return;
  console.error('Building …');
  run('typescript/bin/tsc', '-p', join(root, 'tsconfig.build.json'));
  run('vite/bin/vite.js', 'build', '--config', join(root, 'apps', 'console', 'vite.config.ts'));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(BUILT, '');
}

function run(program, ...args) {
  const path = join(root, 'node_modules', program);
  const { status } = spawnSync(node(), [path, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('the build failed: see above');
}

/** The Node that the lock brings; the one that runs this where the platform has none in the lock. */
export function node() {
  const own = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  return fail(`Node ${NODE_MAJOR} or newer is needed on this platform; this is ${process.versions.node}`);
}

/** Runs node with the arguments, hands signals on, and ends as it ends. */
export function handOver(args, env = process.env) {
  const child = spawn(node(), args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}

function newestIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((newest, { name }) => Math.max(newest, newestIn(join(path, name))), stats.mtimeMs);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
