// A thread of the worker pool: runs one task after another of the module that it is told. It runs from sources (specs) and
// from the build alike, and all that it imports before the hooks are set is Node's own.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Reply, Request, ThreadSettings } from './protocol.js';

// From sources Node alone would find no `./x.js` beside `x.ts`, and refuses syntax that is more than types.
if (import.meta.url.endsWith('.ts')) {
  registerHooks({
    resolve(specifier, context, next) {
      const ours = context.parentURL?.endsWith('.ts') === true;
      const name = ours && specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier;
      return next(name, ours ? { ...context, conditions: ['source', ...context.conditions] } : context);
    },
    load(url, context, next) {
      if (!url.endsWith('.ts')) return next(url, context);
      const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'), { mode: 'transform' });
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

const settings: ThreadSettings = workerData;
const { tasks }: { tasks: Readonly<Record<string, (input: unknown) => never>> } = await import(settings.tasks);

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function run({ name, input }: Request): Reply {
  try {
    const task = tasks[name];
    if (!task) throw new Error(`there is no task ${name}`);
    return { kind: 'done', value: task(input), usedMs: usedMs() };
  } catch (error) {
    return { kind: 'threw', error, usedMs: usedMs() };
  }
}

const reply = (message: Reply) => parentPort?.postMessage(message);
parentPort?.on('message', (request: Request) => reply(run(request)));
reply({ kind: 'ready', usedMs: usedMs() });
