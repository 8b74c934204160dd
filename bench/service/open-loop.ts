import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Plan, Report } from './open-loop.entry.js';

export type { PlannedRequest, Report, WindowReport } from './open-loop.entry.js';

/** Calls the service as planned, from a process of its own, and tells what came of it. */
export async function callOpenLoop(plan: Omit<Plan, 'pipelined' | 'nice'> & Partial<Plan>): Promise<Report> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`./open-loop.entry.${extension}`, import.meta.url));
  const child = fork(file, { execArgv: ['--no-warnings'] });
  child.send({ pipelined: 1, nice: 0, ...plan } satisfies Plan);
  const [report] = await Promise.race([once(child, 'message'), once(child, 'exit').then(ended)]);
  return report;
}

function ended([code, signal]: unknown[]): never {
  throw new Error(`a caller ended with ${code ?? signal}`);
}
