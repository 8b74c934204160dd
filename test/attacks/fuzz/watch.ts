import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const HEALTH_EVERY_MS = 50;
const MEMORY_EVERY_MS = 100;
const PAGE_BYTES = 4096;

/** One question for the service's health. */
export interface Ping {
  /** Unix time, ms. */
  readonly at: number;
  /** 0: no answer. */
  readonly status: number;
  readonly ms: number;
}

const pingSchema: z.ZodType<Ping> = z.object({ at: z.number(), status: z.number(), ms: z.number() });

/** Asks for the service's health all the time, from another thread. */
export class HealthWatch {
  readonly pings: Ping[] = [];
  private readonly worker: Worker;

  /** @param pid of the service, where it is known. */
  constructor(url: string, pid: number | undefined, onPing: (ping: Ping) => void) {
    const file = import.meta.url.endsWith('.ts') ? './health.entry.ts' : './health.entry.js';
    const workerData = { url: `${url}/v1/health`, everyMs: HEALTH_EVERY_MS, pid };
    this.worker = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] });
    this.worker.on('message', (message: unknown) => {
      const ping = pingSchema.parse(message);
      this.pings.push(ping);
      onPing(ping);
    });
  }

  /** Once the question that is under way was answered, or after the bound, ms. */
  async settled(boundMs: number): Promise<void> {
    const bound = new AbortController();
    await Promise.race([
      once(this.worker, 'message', { signal: bound.signal }),
      pause(boundMs, undefined, { signal: bound.signal }),
    ]);
    bound.abort();
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Resident memory of a process over the time of a run. */
export class MemoryWatch {
  readonly samples: { readonly requests: number; readonly bytes: number }[] = [];
  private readonly timer: NodeJS.Timeout;

  /** @param requests how many have been sent by now. */
  constructor(
    private readonly pid: number,
    private readonly requests: () => number,
  ) {
    this.timer = setInterval(() => void this.sample(), MEMORY_EVERY_MS);
  }

  async sample(): Promise<number> {
    const bytes = await residentBytes(this.pid);
    if (bytes > 0) this.samples.push({ requests: this.requests(), bytes });
    return bytes;
  }

  /** The least that was held while requests from one number to another were sent: peaks of single bodies aside. */
  leastBetween(from: number, to: number): number {
    const within = this.samples.filter(({ requests }) => requests >= from && requests <= to).map(({ bytes }) => bytes);
    return Math.min(...within);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** 0 where the process is gone, or the platform does not say. */
export async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}
