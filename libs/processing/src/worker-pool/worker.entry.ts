// A thread of the worker pool: runs one task after another of the module that it is told.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Reply, Request, ThreadSettings } from './protocol.js';

// On Linux a priority is a thread's own. Where processors are few, the thread that answers requests comes first: at 5 the
// slowest answers beside a flood took twice as long (docs/benchmarks.md).
const NICENESS = 10;
if (process.platform === 'linux') setPriority(NICENESS);

const settings: ThreadSettings = workerData;
const { tasks }: { tasks: Readonly<Record<string, (input: unknown) => never>> } = await import(settings.tasks);

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function run({ name, input }: Request): Promise<Reply> {
  try {
    const task = tasks[name];
    if (!task) throw new Error(`there is no task ${name}`);
    return { kind: 'done', value: await task(input), usedMs: usedMs() };
  } catch (error) {
    return { kind: 'threw', error, usedMs: usedMs() };
  }
}

const reply = (message: Reply) => parentPort?.postMessage(message);
parentPort?.on('message', async (request: Request) => reply(await run(request)));
reply({ kind: 'ready', usedMs: usedMs() });
