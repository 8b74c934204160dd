import { messageOf, type ProcessingLog, silent } from '../log.js';
import { type Backoff, backoffMs, endsWithin, sleep } from './backoff.js';

/** Something that runs until it is told to stop, from the last place that it processed. */
export interface Task {
  readonly name: string;
  /**
   * `finished` when there is nothing more to do, ever. Any other end while the signal is not aborted counts as a
   * failure. `healthy` says that it made progress: the next failure waits the short time again.
   */
  run(signal: AbortSignal, healthy: () => void): Promise<'finished' | 'ended'>;
}

export interface TaskHealth {
  readonly name: string;
  readonly state: 'running' | 'waiting' | 'ended';
  /** Failures in a row. */
  readonly failures: number;
  readonly error: string | undefined;
}

interface Supervised {
  health: TaskHealth;
  readonly stop: AbortController;
  ended: Promise<void>;
}

export interface SupervisorOptions {
  readonly backoff?: Backoff;
  readonly log?: ProcessingLog;
}

/** Starts tasks, restarts what fails with backoff and jitter, stops all within a deadline. */
export class Supervisor {
  private readonly tasks = new Map<string, Supervised>();
  private readonly backoff: Backoff;
  private readonly log: ProcessingLog;

  constructor(options: SupervisorOptions = {}) {
    this.backoff = options.backoff ?? { initialMs: 100, maxMs: 10_000 };
    this.log = options.log ?? silent;
  }

  start(task: Task): void {
    if ((this.tasks.get(task.name)?.health.state ?? 'ended') !== 'ended')
      throw new Error(`task ${task.name} runs already`);
    const health: TaskHealth = { name: task.name, state: 'running', failures: 0, error: undefined };
    const supervised: Supervised = { health, stop: new AbortController(), ended: Promise.resolve() };
    this.tasks.set(task.name, supervised);
    supervised.ended = this.keep(task, supervised);
  }

  private async keep(task: Task, supervised: Supervised): Promise<void> {
    const { signal } = supervised.stop;
    const set = (change: Partial<TaskHealth>) => {
      supervised.health = { ...supervised.health, ...change };
    };
    const healthy = () => {
      if (supervised.health.failures > 0) set({ failures: 0, error: undefined });
    };
    while (!signal.aborted) {
      set({ state: 'running' });
      const failure = await outcome(task, signal, healthy);
      if (failure === undefined || signal.aborted) break;
      const { failures } = supervised.health;
      set({ state: 'waiting', failures: failures + 1, error: failure });
      const ms = backoffMs(failures, this.backoff);
      this.log.warn(
        { task: task.name, error: failure, again_in_ms: Math.round(ms) },
        'processing failed, starts again',
      );
      await sleep(ms, signal);
    }
    set({ state: 'ended' });
  }

  health(): readonly TaskHealth[] {
    return [...this.tasks.values()].map(({ health }) => health);
  }

  /** Aborts all and waits for them; the names of those that did not end in time. */
  async stop(deadlineMs: number): Promise<readonly string[]> {
    for (const { stop } of this.tasks.values()) stop.abort();
    const late = await Promise.all(
      [...this.tasks].map(async ([name, { ended }]) => ((await endsWithin(ended, deadlineMs)) ? [] : [name])),
    );
    return late.flat();
  }
}

/** What went wrong, or undefined when the task is finished. */
async function outcome(task: Task, signal: AbortSignal, healthy: () => void): Promise<string | undefined> {
  try {
    return (await task.run(signal, healthy)) === 'finished' ? undefined : 'it ended by itself';
  } catch (error) {
    return messageOf(error);
  }
}
