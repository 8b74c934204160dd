import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MeasuredPartner {
  readonly key: string;
  readonly ids: readonly string[];
}

/** The service in a process of its own (measured-service.entry.ts). */
export interface MeasuredService {
  readonly child: ChildProcess;
  readonly url: string;
  readonly partners: readonly MeasuredPartner[];
}

export type Env = Readonly<Record<string, string>>;

export interface Wanted {
  readonly dir: string;
  /** Of each partner. */
  readonly conversations: readonly number[];
  /** TURN_CONCURRENCY; 0: turns are accepted and never end. */
  readonly concurrency: number;
  readonly env: Env;
}

export async function withService<T>(wanted: Wanted, use: (service: MeasuredService) => Promise<T>): Promise<T> {
  const { dir, conversations, concurrency, env } = wanted;
  const folder = await mkdtemp(join(dir, 'bench-http-'));
  const args = [folder, conversations.join(','), String(concurrency), JSON.stringify(env)];
  const child = fork(fileURLToPath(new URL('./measured-service.entry.js', import.meta.url)), args);
  try {
    const { url, partners } = await answer(child);
    child.send('reset');
    return await use({ child, url, partners });
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

interface Told {
  url: string;
  partners: MeasuredPartner[];
  coinsUsed: number;
  delayP99Ms: number;
  /** Processor time of all threads, and of the one that serves, µs. */
  cpuUs: number;
  servingCpuUs: number;
}

export function ask(child: ChildProcess, what: 'delay' | 'used' | 'cpu'): Promise<Told> {
  child.send(what);
  return answer(child);
}

/** The next message of a process. */
export function answer(child: ChildProcess): Promise<Told> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: Told) => resolve(message));
    child.once('exit', (code) => reject(new Error(`the measured process ended with ${code}`)));
  });
}
