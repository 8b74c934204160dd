import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { moduleAddress } from '#libs/kernel';
import { ReadModelsUnavailable } from '../errors.js';
import type { Commit } from './applying.js';

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

/** Commits on a thread of their own: what they cost, and a disk that is slow, are not the event loop's. */
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
    const workerData: CommitThreadData = { path, pragmas, applying: ours('applying').href };
    return new CommitThread(new Worker(ours('commit-worker'), { workerData, execArgv: [] }));
  }

  /** Whether it can be asked; once dead it stays so, and the caller commits by itself. */
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
    if (this.ended) return;
    this.worker.ref();
    const exited = once(this.worker, 'exit');
    this.worker.postMessage('stop');
    await exited;
  }

  private end(reason: string): void {
    this.ended = true;
    for (const { lost } of this.asked.values()) {
      lost(new ReadModelsUnavailable(`read-models.db cannot be written: ${reason}`));
    }
    this.asked.clear();
  }
}
