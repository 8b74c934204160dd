import { availableParallelism } from 'node:os';
import { FairQueue, Problem, type ProcessorBudget } from '#libs/kernel';
import { Pace } from './pace.js';
import { PoolThread, type RunningTask } from './pool-thread.js';
import type { TaskTable } from './protocol.js';

export interface TaskOptions {
  /** Whose work it is: owners are served in turn. */
  readonly owner: string;
  /** What the task may take; lowered by what it took. */
  readonly budget: ProcessorBudget;
  /** Aborted: the task is not begun any more, or ended. */
  readonly signal?: AbortSignal;
  /** Refused as `unavailable` where the owner has so many tasks waiting; any number may wait by default. */
  readonly maxWaiting?: number;
}

/** Threads that there are now, tasks that they run, and those that wait for one. */
export interface WorkerLoad {
  readonly threads: number;
  readonly running: number;
  readonly waiting: number;
}

type Output<Task extends (input: never) => unknown> = Awaited<ReturnType<Task>>;

interface PoolTask extends RunningTask {
  /** Where it runs. */
  thread: PoolThread | undefined;
}

interface Thread {
  readonly worker: PoolThread;
  /** Whose task it runs. */
  owner: string | undefined;
  /** When that began, ms of the monotonic clock. */
  beganAt: number;
  /** Ends it; runs while it is idle. */
  timer: NodeJS.Timeout | undefined;
}

/** What a thread has loaded is tens of megabytes: one that is not needed for so long, ms, gives them back. */
const MAX_IDLE_MS = 2 * 60_000;

/**
 * Pure functions in worker threads, started as they are needed and ended when they are not: the thread that answers requests
 * computes nothing itself. An owner never has the last of them, so that nobody waits for the end of another's long task,
 * and one with work without end keeps its pace while others have some (docs/decisions/0021-worker-pool.md).
 */
export class WorkerPool<Tasks extends TaskTable> {
  private readonly queue: FairQueue<PoolTask>;
  private readonly pace: Pace;
  /** Fills the threads when the next owner may begin. */
  private paceTimer: NodeJS.Timeout | undefined;
  private readonly idle: Thread[] = [];
  private readonly threads = new Set<Thread>();
  private tickets = 0;
  private closed = false;

  /** @param tasks the module that exports them as `tasks` (`builtAddress`). */
  constructor(
    private readonly tasks: URL,
    threads: number = Math.max(2, availableParallelism()),
    private readonly maxIdleMs: number = MAX_IDLE_MS,
  ) {
    this.queue = new FairQueue(threads, 1);
    this.pace = new Pace(threads);
  }

  /** Threads that there are now. */
  get size(): number {
    return this.threads.size;
  }

  get load(): WorkerLoad {
    const { size: threads } = this.threads;
    return { threads, running: threads - this.idle.length, waiting: this.queue.size };
  }

  /**
   * Runs a task on copies of its input and output.
   * @throws {BudgetExceeded}; `signal.reason` where it is aborted; {Problem} `unavailable`; what the task throws.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    { owner, budget, signal, maxWaiting = Number.POSITIVE_INFINITY }: TaskOptions,
  ): Promise<Output<Tasks[Name]>> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.closed || this.queue.sizeOf(owner) >= maxWaiting)
      return Promise.reject(new Problem('unavailable', 'too much is being computed at the moment: repeat the request'));
    const { promise, resolve, reject } = Promise.withResolvers<Output<Tasks[Name]>>();
    this.tickets += 1;
    const key = String(this.tickets);
    const task: PoolTask = { name, input, budget, resolve, reject, thread: undefined };
    const abort = () => {
      if (this.queue.delete(key)) reject(signal?.reason);
      else task.thread?.abort(task, signal?.reason);
    };
    this.queue.add(owner, key, task);
    signal?.addEventListener('abort', abort, { once: true });
    this.fill();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Ends all threads; tasks that run or wait are refused. */
  close(): void {
    this.closed = true;
    clearTimeout(this.paceTimer);
    const reason = new Problem('unavailable', 'the service is stopping');
    for (const { worker } of this.threads) worker.end(reason);
  }

  private fill(): void {
    clearTimeout(this.paceTimer);
    const now = performance.now();
    const mayBegin = (owner: string) => this.closed || this.pace.waitMs(owner, now) === 0;
    for (let taken = this.queue.take(mayBegin); taken; taken = this.queue.take(mayBegin)) {
      const { item: task, owner } = taken;
      if (this.closed) {
        task.reject(new Problem('unavailable', 'the service is stopping'));
        this.queue.release({ owner });
        continue;
      }
      const thread = this.idle.pop() ?? this.startThread();
      clearTimeout(thread.timer);
      thread.owner = owner;
      thread.beganAt = now;
      this.pace.began(owner, now);
      task.thread = thread.worker;
      thread.worker.run(task);
    }
    const waits = [...this.queue.owners()].map((owner) => this.pace.waitMs(owner, now)).filter((ms) => ms > 0);
    if (waits.length > 0 && !this.closed) this.paceTimer = setTimeout(() => this.fill(), Math.min(...waits));
  }

  private startThread(): Thread {
    const onIdle = () => {
      this.idle.push(thread);
      thread.timer = setTimeout(() => this.retire(thread), this.maxIdleMs).unref();
      this.free(thread);
    };
    const onGone = () => {
      this.threads.delete(thread);
      clearTimeout(thread.timer);
      this.leaveIdle(thread);
      this.free(thread);
    };
    const thread: Thread = {
      worker: new PoolThread(this.tasks, onIdle, onGone),
      owner: undefined,
      beganAt: 0,
      timer: undefined,
    };
    this.threads.add(thread);
    return thread;
  }

  /** No task is given to it from here on. */
  private retire(thread: Thread): void {
    this.leaveIdle(thread);
    thread.worker.end(undefined);
  }

  private leaveIdle(thread: Thread): void {
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private free(thread: Thread): void {
    const { owner } = thread;
    thread.owner = undefined;
    if (owner !== undefined) {
      this.queue.release({ owner });
      const now = performance.now();
      this.pace.ended(owner, now - thread.beganAt, now);
    }
    this.fill();
  }
}
