import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { moduleAddress } from '#libs/kernel';
import { ReadModelsUnavailable } from '../errors.js';
import type { Commit } from './apply-commit.js';

export interface CommitThreadData {
  readonly path: string;
  readonly pragmas: string;
  readonly applying: string;
}

export interface Answer {
  readonly ticket: number;
  readonly stale: string | undefined;
  readonly failed: string | undefined;
}

interface Asked {
  readonly answered: (stale: string | undefined) => void;
  readonly lost: (error: Error) => void;
}

/** Commits on a thread of its own, so that neither their work nor a slow disk keeps the event loop waiting. */
export class CommitThread {
  private readonly asked = new Map<number, Asked>();
  private tickets = 0;
  private ended = false;

  private constructor(private readonly worker: Worker) {
    worker.unref();
    worker.on('message', ({ ticket, stale, failed }: Answer) => {
      const asked = this.asked.get(ticket);
      this.asked.delete(ticket);
      if (failed === undefined) asked?.answered(stale);
      else asked?.lost(new ReadModelsUnavailable(`read-models.db cannot be written: ${failed}`));
      if (this.asked.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.end(error.message));
    worker.on('exit', () => this.end('the thread ended'));
  }

  static start(path: string, pragmas: string): CommitThread {
    const ours = (name: string) => moduleAddress(`read-models/src/sqlite/${name}`);
    const workerData: CommitThreadData = { path, pragmas, applying: ours('apply-commit').href };
    return new CommitThread(new Worker(ours('commit-worker'), { workerData, execArgv: [] }));
  }

  /** Once dead it stays so, and the caller commits by itself. */
  get alive(): boolean {
    return !this.ended;
  }

  /**
   * The checkpoint that is fenced off, as `apply` says.
   * @throws {ReadModelsUnavailable} when it cannot be written, or the thread dies: then it may have been written.
   */
  commit(commit: Commit): Promise<string | undefined> {
    this.tickets += 1;
    const ticket = this.tickets;
    this.worker.ref();
    return new Promise((answered, lost) => {
      this.asked.set(ticket, { answered, lost });
      this.worker.postMessage({ ticket, commit });
    });
  }

  async stop(): Promise<void> {
    if (!this.ended) await stopped(this.worker);
  }

  private end(reason: string): void {
    this.ended = true;
    for (const { lost } of this.asked.values()) {
      lost(new ReadModelsUnavailable(`read-models.db cannot be written: ${reason}`));
    }
    this.asked.clear();
  }
}

/** The thread that checkpoints the write-ahead log: without it, one commit in many would wait for two disk flushes. */
export class WalCheckpointer {
  private constructor(private readonly worker: Worker) {}

  static start(path: string): WalCheckpointer {
    const worker = new Worker(moduleAddress('read-models/src/sqlite/wal-worker'), {
      workerData: path,
      execArgv: [],
    });
    worker.unref();
    return new WalCheckpointer(worker);
  }

  /** Called when the thread dies: the writer then has to checkpoint by itself. */
  onError(handler: (error: Error) => void): void {
    this.worker.on('error', handler);
  }

  stop(): Promise<void> {
    return stopped(this.worker);
  }
}

async function stopped(worker: Worker): Promise<void> {
  // Else the process may end before the thread does.
  worker.ref();
  const exited = once(worker, 'exit');
  worker.postMessage('stop');
  await exited;
}
