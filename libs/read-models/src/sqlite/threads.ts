import { once } from 'node:events';
import { statSync } from 'node:fs';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { moduleAddress, startThread } from '#libs/kernel';
import { ReadModelsUnavailable } from '../errors.js';
import type { Commit } from './apply-commit.js';

export interface WalThreadData {
  readonly path: string;
  /** 1 from when the log is long and all of it has been copied, until the thread that commits has seen it. */
  readonly restartDue: Int32Array<SharedArrayBuffer>;
}

export interface CommitThreadData extends WalThreadData {
  readonly pragmas: string;
  readonly applying: string;
}

/** Of a thread: what a commit leaves behind is small, and is to be taken away before it grows. */
const HEAP = { maxYoungGenerationSizeMb: 12 };

export interface Question {
  readonly ticket: number;
  readonly commit: Commit;
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

/** What a line needs of either end of a channel, or of the thread at its end. */
interface LineEnd {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (answer: Answer) => void): unknown;
  ref(): void;
  unref(): void;
}

/** Asks the thread that commits, and keeps the process alive only while it is asked. */
export class CommitLine {
  private readonly asked = new Map<number, Asked>();
  private tickets = 0;
  private ended = false;

  constructor(private readonly thread: LineEnd) {
    thread.on('message', ({ ticket, stale, failed }) => {
      const asked = this.asked.get(ticket);
      this.asked.delete(ticket);
      if (failed === undefined) asked?.answered(stale);
      else asked?.lost(new ReadModelsUnavailable(`read-models.db cannot be written: ${failed}`));
      if (this.asked.size === 0) thread.unref();
    });
    thread.unref();
  }

  static over(port: MessagePort): CommitLine {
    const line = new CommitLine(port);
    port.on('close', () => line.end('the thread ended'));
    return line;
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
    this.thread.ref();
    return new Promise((answered, lost) => {
      this.asked.set(ticket, { answered, lost });
      this.thread.postMessage({ ticket, commit } satisfies Question);
    });
  }

  end(reason: string): void {
    this.ended = true;
    for (const { lost } of this.asked.values()) {
      lost(new ReadModelsUnavailable(`read-models.db cannot be written: ${reason}`));
    }
    this.asked.clear();
  }
}

/** Commits on a thread of its own, so that neither their work nor a slow disk keeps the event loop waiting. */
export class CommitThread {
  readonly line: CommitLine;

  private constructor(private readonly worker: Worker) {
    this.line = new CommitLine(worker);
    worker.on('error', (error) => this.line.end(error.message));
    worker.on('exit', () => this.line.end('the thread ended'));
  }

  static start(wal: WalThreadData, pragmas: string): CommitThread {
    const ours = (name: string) => moduleAddress(`read-models/src/sqlite/${name}`);
    const workerData: CommitThreadData = { ...wal, pragmas, applying: ours('apply-commit').href };
    return new CommitThread(startThread(ours('commit-worker'), { workerData, execArgv: [], resourceLimits: HEAP }));
  }

  /** Another thread's end of a line to this one; undefined once it is dead. */
  connect(): MessagePort | undefined {
    if (!this.line.alive) return undefined;
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ port: port1 }, [port1]);
    return port2;
  }

  async stop(): Promise<void> {
    if (this.line.alive) await stopped(this.worker);
  }
}

/** How long a truncation is waited for, ms. */
const TRUNCATE_WITHIN_MS = 10_000;

/** The log is worth a thread from here on; SQLite itself, left alone, checkpoints at this size. */
const START_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

/**
 * The thread that checkpoints the write-ahead log: without it, one commit in many would wait for two disk flushes. It takes
 * 10 MB, so that it begins only when the log has grown, or has to be emptied.
 */
export class WalCheckpointer {
  private readonly truncations = new Map<number, () => void>();
  private tickets = 0;
  private worker: Worker | undefined;
  private ended = false;
  private readonly timer: NodeJS.Timeout;

  /** @param onDeath the writer then has to checkpoint by itself. */
  constructor(
    private readonly wal: WalThreadData,
    private readonly onDeath: () => void,
  ) {
    this.timer = setInterval(() => {
      const size = statSync(`${wal.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (size > START_BYTES) this.start();
    }, LOOK_EVERY_MS).unref();
  }

  get alive(): boolean {
    return !this.ended;
  }

  private start(): Worker {
    clearInterval(this.timer);
    if (this.worker) return this.worker;
    const address = moduleAddress('read-models/src/sqlite/wal-worker');
    const worker = startThread(address, { workerData: this.wal, execArgv: [], resourceLimits: HEAP });
    worker.unref();
    worker.on('message', (ticket: number) => this.truncations.get(ticket)?.());
    worker.on('error', () => {
      this.end();
      this.onDeath();
    });
    worker.on('exit', () => this.end());
    this.worker = worker;
    return worker;
  }

  /** Empties the log; with a reader in the way it goes on by itself after 10 s. */
  truncate(): Promise<void> {
    this.tickets += 1;
    const ticket = this.tickets;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.truncations.delete(ticket);
        resolve();
      };
      const timer = setTimeout(done, TRUNCATE_WITHIN_MS);
      this.truncations.set(ticket, done);
      this.start().postMessage(ticket);
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.worker && !this.ended) await stopped(this.worker);
  }

  private end(): void {
    this.ended = true;
    for (const done of this.truncations.values()) done();
  }
}

async function stopped(worker: Worker): Promise<void> {
  // Else the process may end before the thread does.
  worker.ref();
  const exited = once(worker, 'exit');
  worker.postMessage('stop');
  await exited;
}
