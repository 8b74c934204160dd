import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MeasuredPartner {
  readonly partner_id: string;
  readonly key: string;
  readonly ids: readonly string[];
}

/** The service in a process of its own (measured-service.entry.ts). */
export interface MeasuredService {
  readonly child: ChildProcess;
  readonly dataDir: string;
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
  /** What the assistant takes for a turn, ms; nothing by default. ASSISTANT in `env` names another one. */
  readonly answerMs?: number;
}

/** What a measured service is asked; `reset` begins a new measurement of its event loop's delay. */
export type Question = 'reset' | 'delay' | 'cpu' | 'used';

export interface Scheduling {
  /** How many, of all partners together. */
  readonly webhooks: number;
  /** Each partner's is this one and its number. */
  readonly address: string;
  readonly dueInMs: number;
}

export async function withService<T>(wanted: Wanted, use: (service: MeasuredService) => Promise<T>): Promise<T> {
  const { dir, ...rest } = wanted;
  const dataDir = await mkdtemp(join(dir, 'bench-http-'));
  const file = fileURLToPath(new URL('./measured-service.entry.js', import.meta.url));
  const child = fork(file, [dataDir, JSON.stringify(rest)]);
  try {
    const { url, partners } = await answer(child);
    await ask(child, 'reset');
    return await use({ child, dataDir, url, partners });
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
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
  /** Of a receiver: when its requests came, ms. */
  arrivals: number[];
}

export function ask(child: ChildProcess, what: Question | Scheduling): Promise<Told> {
  child.send(what);
  return answer(child);
}

/** The next message of a process. */
export async function answer(child: ChildProcess): Promise<Told> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the measured process ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    answered.abort();
  }
}
