import { type Backoff, backoffMs, endsWithin, sleep } from '#libs/kernel';
import { messageOf, type ProcessingLog, silent } from './log.js';

/** Something that runs until it is told to stop, and resumes by itself when it is started again. */
export interface Task {
  readonly name: string;
  /**
   * `finished` when there is nothing more to do, ever. Any other end while the signal is not aborted counts as a
   * failure. `healthy` says that it made progress: the back-off begins anew.
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

/** Starts tasks, restarts what fails with back-off, stops all within a deadline. */
export class Supervisor {
  private readonly tasks = new Map<string, Supervised>();
  private readonly backoff: Backoff;
  private readonly log: ProcessingLog;

  constructor({ backoff = { initialMs: 100, maxMs: 10_000 }, log = silent }: SupervisorOptions = {}) {
    this.backoff = backoff;
    this.log = log;
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
      const error = await failureOf(task, signal, healthy);
      if (error === undefined || signal.aborted) break;
      const { failures } = supervised.health;
      set({ state: 'waiting', failures: failures + 1, error });
      const ms = backoffMs(failures, this.backoff);
      this.log.warn({ task: task.name, error, again_in_ms: Math.round(ms) }, 'a task failed, starts again');
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
async function failureOf(task: Task, signal: AbortSignal, healthy: () => void): Promise<string | undefined> {
  try {
    return (await task.run(signal, healthy)) === 'finished' ? undefined : 'it ended by itself';
  } catch (error) {
    return messageOf(error);
  }
}
