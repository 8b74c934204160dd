import { type Clock, endsWithin, type JsonObject, sleep, systemClock } from '#libs/kernel';
import type { AdminRequest, AdminRequestQueue } from '#libs/read-models';
import { logged, messageOf, type ProcessingLog, silent } from './log.js';
import { Supervisor } from './supervisor.js';

/** How often the queue is asked: by whoever waits for an answer, and by whoever serves requests, ms. */
const ANSWER_POLL_MS = 50;
const SERVE_POLL_MS = 250;
const TAKEN_MS = 2_000;

/**
 * Has a request carried out by the process that does the job. Undefined when none took it within `takenMs`: then the
 * caller may do the work itself. Throws what the other process answers when it fails.
 */
export async function requestService(
  adminRequests: AdminRequestQueue,
  request: Pick<AdminRequest, 'kind' | 'name' | 'key'>,
  { takenMs = TAKEN_MS, signal }: { readonly takenMs?: number; readonly signal?: AbortSignal } = {},
): Promise<JsonObject | undefined> {
  const id = await adminRequests.submit(request);
  const start = performance.now();
  for (;;) {
    const now = await adminRequests.read(id);
    if (!now) return undefined;
    if (now.state === 'done') return now.result ?? {};
    if (now.state === 'failed') throw new Error(now.error ?? `${request.kind} of ${request.name} failed`);
    const ignored = now.state === 'open' && performance.now() - start > takenMs;
    if (ignored && (await adminRequests.withdraw(id))) return undefined;
    if (signal?.aborted) throw new Error(`${request.kind} of ${request.name}: stopped waiting for the service`);
    await sleep(ANSWER_POLL_MS, signal);
  }
}

/** A job of this node that requests are about. */
export interface RequestedJob {
  /** Read models or sagas that this job owns: requests about others are left to their owners. */
  readonly names: readonly string[];
  carryOut(request: AdminRequest): Promise<JsonObject>;
}

export interface RequestServerOptions {
  readonly adminRequests: AdminRequestQueue;
  readonly log?: ProcessingLog;
  readonly clock?: Clock;
}

interface ServedJob extends RequestedJob {
  readonly stopped: AbortController;
  recovered: boolean;
}

/** Carries out what is asked of the jobs of this node while they run here; a long rebuild holds up no other request. */
export class RequestServer {
  private readonly jobs = new Set<ServedJob>();
  private taking: Promise<AdminRequest | undefined> = Promise.resolve(undefined);
  private readonly supervisor: Supervisor;

  constructor(private readonly options: RequestServerOptions) {
    this.supervisor = new Supervisor(options);
  }

  start(): void {
    const run = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        this.taking = this.take();
        const request = await this.taking;
        if (request) this.answer(request);
        else await sleep(SERVE_POLL_MS, signal);
      }
      return 'ended' as const;
    };
    this.supervisor.start({ name: 'admin requests', run });
  }

  async stop(graceMs: number): Promise<void> {
    await this.supervisor.stop(graceMs);
  }

  /** @returns what ends it: afterwards, or when the time is over, no request is taken for this job any more. */
  serve(job: RequestedJob): (graceMs: number) => Promise<void> {
    const served = { ...job, stopped: new AbortController(), recovered: false };
    this.jobs.add(served);
    return async (graceMs) => {
      this.jobs.delete(served);
      served.stopped.abort();
      const taken = this.taking.catch(() => undefined);
      await endsWithin(taken, graceMs);
    };
  }

  private async take(): Promise<AdminRequest | undefined> {
    const { adminRequests, clock = systemClock } = this.options;
    for (const job of this.jobs) {
      // Whoever owned these names before may have died with requests taken.
      if (!job.recovered) await adminRequests.recover(clock.now(), job.names);
      job.recovered = true;
    }
    const names = [...this.jobs].flatMap((job) => job.names);
    return names.length === 0 ? undefined : adminRequests.take(names);
  }

  private answer(request: AdminRequest): void {
    const { adminRequests, log = silent } = this.options;
    // Its job was stopped meanwhile: the request stays taken, and the job's next owner recovers it.
    const job = [...this.jobs].find(({ names }) => names.includes(request.name));
    if (!job) return;
    const carriedOut = async () => {
      const outcome = await job.carryOut(request).then(
        (result) => ({ result }),
        (error: unknown) => ({ error: messageOf(error) }),
      );
      // Broken off because the job was told to stop: the same.
      if ('error' in outcome && job.stopped.signal.aborted) return;
      await adminRequests.finish(request.id, outcome);
    };
    carriedOut().catch(
      logged(log, { request: request.id }, 'an answer could not be stored: the next owner repeats it'),
    );
  }
}
