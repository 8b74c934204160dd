import { messageOf, type ProcessingLog } from '../log.js';
import { backoffMs, sleep } from '../supervisor/backoff.js';
import type { SingletonJob } from './singleton-job.js';

const BACKOFF = { initialMs: 100, maxMs: 2_000 };

/** One stretch of holding a lease: begins its job, for as long as that takes, and stops it once. */
export class LeaseTerm {
  private readonly over = new AbortController();
  private deadlineMs = 0;
  /** Resolves when nothing of it runs any more. */
  readonly ended: Promise<void>;

  /** @param after this node's own stretch before, which may still be stopping: two would do the same work. */
  constructor(
    private readonly job: SingletonJob,
    readonly fence: number,
    after: Promise<unknown>,
    private readonly log: ProcessingLog,
  ) {
    this.ended = after.then(() => this.work());
  }

  stop(deadlineMs: number): Promise<void> {
    this.deadlineMs = deadlineMs;
    this.over.abort();
    return this.ended;
  }

  private async work(): Promise<void> {
    const { signal } = this.over;
    for (let failed = 0; !signal.aborted; failed++) {
      try {
        const shift = await this.job.begin(this.fence);
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await shift.stop(this.deadlineMs);
        return;
      } catch (error) {
        this.log.warn({ job: this.job.name, error: messageOf(error) }, 'a job did not begin or end as it should');
        await sleep(backoffMs(failed, BACKOFF), signal);
      }
    }
  }
}
