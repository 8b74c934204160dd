import type { Worker } from 'node:worker_threads';
import { BudgetExceeded, builtAddress, type ProcessorBudget, startThread } from '#libs/kernel';
import type { Reply, Request, ThreadSettings } from './protocol.js';

/** A task that a thread runs. */
export interface RunningTask extends Request {
  readonly budget: ProcessorBudget;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Far more than any kitchen takes: beyond it the thread ends, and not the process. Left to itself V8 lets the young heap
 * take 128 MB after some thousands of tasks, of which 34 serve as well.
 */
const HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };
/** A thread that is asked for its processor time says it between two statements; one that does not is stuck, ms. */
const ANSWER_MS = 2_000;
const MIN_WAIT_MS = 20;

/** One worker thread, which runs one task at a time and is ended where that takes more than its budget. */
export class PoolThread {
  private readonly worker: Worker;
  private task: RunningTask | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Processor time at the end of the task before; undefined until the thread has loaded its tasks. */
  private usedMs: number | undefined;

  /**
   * @param onIdle a task has ended, and the thread takes the next one.
   * @param onGone the thread has ended for good.
   */
  constructor(
    tasks: URL,
    private readonly onIdle: () => void,
    onGone: () => void,
  ) {
    const settings: ThreadSettings = { tasks: tasks.href };
    this.worker = startThread(builtAddress('libs/processing/src/worker-pool/worker.entry'), {
      workerData: settings,
      resourceLimits: HEAP,
    });
    // A thread keeps the process alive only while it runs a task.
    this.worker.unref();
    this.worker.on('message', (reply: Reply) => this.receive(reply));
    this.worker.on('error', (error) => this.fail(isOutOfMemory(error) ? new BudgetExceeded('memory') : error));
    this.worker.on('exit', () => {
      this.fail(new Error('a worker thread ended'));
      onGone();
    });
  }

  /** Begins a task as soon as the thread has loaded them. */
  run(task: RunningTask): void {
    this.task = task;
    this.worker.ref();
    if (this.usedMs !== undefined) this.begin(task);
  }

  /**
   * Rejects this task, if it is the one that the thread has, and ends the thread that runs it. One that is still loading goes
   * on and takes the next: where loading takes longer than a deadline, no thread would ever be ready.
   */
  abort(task: RunningTask, reason: unknown): void {
    if (task !== this.task) return;
    if (this.usedMs !== undefined) {
      this.end(reason);
      return;
    }
    this.fail(reason);
    this.onIdle();
  }

  /** Ends the thread, and with it the task that it runs. */
  end(reason: unknown): void {
    this.fail(reason);
    void this.worker.terminate();
  }

  private begin({ name, input, budget }: RunningTask): void {
    try {
      this.worker.postMessage({ name, input } satisfies Request);
    } catch (notCloneable) {
      this.fail(notCloneable);
      this.onIdle();
      return;
    }
    this.watchAfter(budget.leftMs);
  }

  private receive(reply: Reply): void {
    const spentMs = reply.usedMs - (this.usedMs ?? reply.usedMs);
    this.usedMs = reply.usedMs;
    const { task } = this;
    if (!task) return;
    if (reply.kind === 'ready') {
      this.begin(task);
      return;
    }
    task.budget.leftMs -= spentMs;
    this.clear();
    if (reply.kind === 'done') task.resolve(reply.value);
    else task.reject(reply.error);
    this.onIdle();
  }

  /** Time on the wall counts other work of a busy machine too, so it only says when to ask for the processor's. */
  private watchAfter(ms: number): void {
    this.timer = setTimeout(() => void this.watch(), Math.max(ms, MIN_WAIT_MS));
  }

  private async watch(): Promise<void> {
    const { task, usedMs = 0 } = this;
    if (!task) return;
    const spentMs = (await this.processorMs()) - usedMs;
    if (task !== this.task) return;
    if (spentMs < task.budget.leftMs) this.watchAfter(task.budget.leftMs - spentMs);
    else this.end(new BudgetExceeded('processor time'));
  }

  private async processorMs(): Promise<number> {
    const { promise: silence, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), ANSWER_MS);
    const asked = this.worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => Number.POSITIVE_INFINITY,
    );
    return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
  }

  private fail(error: unknown): void {
    const { task } = this;
    this.clear();
    task?.reject(error);
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.task = undefined;
    this.worker.unref();
  }
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
