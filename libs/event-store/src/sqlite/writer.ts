import { Worker } from 'node:worker_threads';
import { moduleAddress } from '#libs/kernel';
import { StoreTooNew, StoreUnavailable } from '../errors.js';
import type { AppendBatch, Reply, WriterData } from './protocol.js';
import { SCHEMA } from './schema.js';

export interface WriterOptions {
  readonly file: string;
  /** ms that a commit waits for another process's. */
  readonly busyMs: number;
  /** ms after which a question to the worker counts as unanswered; what it asked for may still happen. */
  readonly answerMs: number;
  readonly maxPages: number;
}

type Question =
  | { readonly kind: 'delete'; readonly stream: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }
  | Omit<AppendBatch, 'ticket'>;

interface Asked {
  readonly answered: (reply: Reply) => void;
  readonly lost: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The commit worker as seen from the store's thread: questions and answers by ticket. */
export class Writer {
  private readonly asked = new Map<number, Asked>();
  private tickets = 0;
  private closed = false;

  private constructor(
    private worker: Worker | undefined,
    private readonly options: WriterOptions,
  ) {
    if (worker) this.attach(worker);
  }

  /** Resolves when the file is open and its schema current; throws `StoreTooNew` or `StoreUnavailable`. */
  static async start(options: WriterOptions): Promise<Writer> {
    return new Writer(await started(options), options);
  }

  /** Throws `StoreUnavailable` when the worker fails or does not answer in time: the outcome is then unknown. */
  ask(question: Question): Promise<Reply> {
    if (this.closed) return Promise.reject(new StoreUnavailable('event store is closed', { kind: 'closed' }));
    this.tickets += 1;
    const ticket = this.tickets;
    return new Promise((answered, lost) => {
      const slow = () => this.fail(ticket, `did not answer within ${this.options.answerMs} ms`);
      this.asked.set(ticket, { answered, lost, timer: setTimeout(slow, this.options.answerMs) });
      this.worker ??= this.attach(spawn(this.options));
      this.worker.postMessage({ ...question, ticket });
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    const done = this.ask({ kind: 'close' }).catch(() => undefined);
    this.closed = true;
    await done;
    await this.worker?.terminate();
  }

  private attach(worker: Worker): Worker {
    // Only questions that are open keep the process alive, by their timers.
    worker.unref();
    worker.on('message', (reply: Reply) => this.receive(reply));
    worker.on('error', (error) => this.workerLost(worker, error.message));
    worker.on('exit', () => this.workerLost(worker, 'ended'));
    return worker;
  }

  private receive(reply: Reply): void {
    if (!('ticket' in reply)) return;
    const asked = this.asked.get(reply.ticket);
    if (!asked) return;
    this.asked.delete(reply.ticket);
    clearTimeout(asked.timer);
    if (reply.kind === 'failed') asked.lost(new StoreUnavailable(`event store cannot write: ${reply.reason}`));
    else asked.answered(reply);
  }

  /** A worker that died is replaced at the next question; what it was asked may or may not have happened. */
  private workerLost(worker: Worker, reason: string): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    for (const ticket of [...this.asked.keys()]) this.fail(ticket, reason);
  }

  private fail(ticket: number, reason: string): void {
    const asked = this.asked.get(ticket);
    if (!asked) return;
    this.asked.delete(ticket);
    clearTimeout(asked.timer);
    asked.lost(new StoreUnavailable(`event store's commit worker ${reason}`));
  }
}

function spawn({ file, busyMs, maxPages }: WriterOptions): Worker {
  const ours = (name: string) => moduleAddress(`event-store/src/${name}`);
  const modules = {
    chain: ours('chain').href,
    committer: ours('sqlite/committer').href,
    schema: ours('sqlite/schema').href,
  };
  const data: WriterData = { file, busyMs, maxPages, modules };
  return new Worker(ours('sqlite/writer.entry'), { workerData: data });
}

function started(options: WriterOptions): Promise<Worker> {
  const worker = spawn(options);
  const failed = (reason: string, cause?: Error) =>
    new StoreUnavailable(`event store ${options.file} cannot be opened: ${reason}`, { cause });
  return new Promise((resolve, reject) => {
    // Settling twice changes nothing: the first of the three counts.
    worker.once('error', (error) => reject(failed(error.message, error)));
    worker.once('exit', () => reject(failed('the commit worker ended')));
    worker.once('message', (reply: Reply) => {
      if (reply.kind !== 'too-new') return resolve(worker);
      void worker.terminate();
      reject(new StoreTooNew(options.file, reply.schema, SCHEMA));
    });
  });
}
