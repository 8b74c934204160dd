import type { Worker } from 'node:worker_threads';
import { moduleAddress, startThread } from '#libs/kernel';
import type { ChainKey } from '../chain.js';
import { DuplicateEventId, StoreTooNew, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import type { AppendedAll, AppendResult, ExpectedRevision } from '../port.js';
import { type Serialised, StoredEvent } from '../stored-event.js';
import type { AppendBatch, BatchResult, Reply, WorkerSettings } from './protocol.js';
import { SCHEMA } from './schema.js';

/** Appends that share a commit at most, and characters of events: bounds how long others wait for it. */
const MAX_BATCH = 1_024;
const MAX_BATCH_SIZE = 4 * 1024 * 1024;
/** Batches handed over and not yet answered: one being committed, one ready for when it is done. */
const MAX_UNDER_WAY = 2;
/** Characters of events that may wait; beyond it appends are refused, so that a slow disk cannot eat the memory. */
const MAX_WAITING = 64 * 1024 * 1024;

const HASH_BYTES = 32;
/** Of the worker: what a batch leaves behind is small, and is to be taken away before it grows. */
const HEAP = { maxYoungGenerationSizeMb: 12 };

interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly Serialised[];
}

/** Appends that are committed together: the first, and others that are made only behind it. */
interface Waiting {
  readonly first: Append;
  readonly others: readonly Append[];
  readonly size: number;
  readonly resolve: (result: AppendedAll) => void;
  readonly reject: (error: unknown) => void;
}

/** What a commit stored, in order; `before` and `head`: the store's head before and after it. */
export type OnCommit = (before: bigint, stored: readonly StoredEvent[], head: bigint) => void;

/**
 * Appends that wait at the same time become one message and one transaction (group commit). While one batch is being
 * committed the next one gathers, so a busy store makes larger commits by itself.
 */
export class CommitQueue {
  private waiting: Waiting[] = [];
  private size = 0;
  private underWay = 0;
  private flushing = false;

  constructor(
    private readonly worker: CommitWorker,
    private readonly registry: EventRegistry | undefined,
    private readonly onCommit: OnCommit,
  ) {}

  append(first: Append, others: readonly Append[]): Promise<AppendedAll> {
    let size = 0;
    for (const { expected, events } of [first, ...others]) {
      if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
        return Promise.reject(new RangeError(`expected revision ${expected} is none`));
      for (const { data, metadata } of events) size += data.length + metadata.length;
    }
    if (this.size > 0 && this.size + size > MAX_WAITING) {
      const reason = `event store has ${this.size} characters of events waiting; try later`;
      return Promise.reject(new StoreUnavailable(reason, { kind: 'overloaded' }));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ first, others, size, resolve, reject });
      this.size += size;
      if (this.flushing) return;
      this.flushing = true;
      // Not at once: appends of the same tick are to share the commit.
      queueMicrotask(() => {
        this.flushing = false;
        this.flush();
      });
    });
  }

  /** Refuses what still waits; what is under way is answered. */
  close(): void {
    for (const { reject } of this.waiting.splice(0))
      reject(new StoreUnavailable('event store is closed', { kind: 'closed' }));
  }

  private flush(): void {
    while (this.waiting.length > 0 && this.underWay < MAX_UNDER_WAY) {
      const batch = this.take();
      this.underWay += 1;
      this.worker
        .ask(messageOf(batch))
        .then((reply) => this.answered(batch, reply))
        .catch((error: unknown) => {
          for (const { reject } of batch) reject(error);
        })
        .finally(() => {
          this.underWay -= 1;
          for (const { size } of batch) this.size -= size;
          this.flush();
        });
    }
  }

  private take(): Waiting[] {
    let count = 0;
    let size = 0;
    let appends = 0;
    for (const { others, size: more } of this.waiting) {
      if (count > 0 && (appends + others.length >= MAX_BATCH || size + more > MAX_BATCH_SIZE)) break;
      count += 1;
      appends += 1 + others.length;
      size += more;
    }
    return this.waiting.splice(0, count);
  }

  private answered(batch: readonly Waiting[], reply: Reply): void {
    if (reply.kind !== 'appended') throw new StoreUnavailable(`event store answered an append with ${reply.kind}`);
    const { result } = reply;
    const outcomes = this.outcomesOf(batch, result);
    // Before the answers: a caller that has its answer finds the events in the live subscription.
    this.onCommit(result.before, outcomes.stored, result.head);
    let at = 0;
    for (const { others, resolve, reject } of batch) {
      const [first, ...rest] = outcomes.appends.slice(at, at + 1 + others.length);
      at += 1 + others.length;
      if (first?.status === 'fulfilled') resolve({ first: first.value, others: rest });
      else reject(first?.reason);
    }
  }

  private outcomesOf(batch: readonly Waiting[], result: BatchResult) {
    const stored: StoredEvent[] = [];
    const repeats = result.repeats.values();
    const duplicates = result.duplicates.values();
    const outcomeOf = (append: Append, index: number): AppendResult | Error => {
      const { stream, expected } = append;
      const revision = result.revisions[index] ?? -1;
      switch (result.codes[index]) {
        case 'stored': {
          const events = recorded(append, revision, result, stored.length, this.registry);
          stored.push(...events);
          return { revision, position: result.before + BigInt(stored.length), events };
        }
        case 'repeat':
          return { revision, position: repeats.next().value ?? 0n };
        case 'wrong-revision':
          return new WrongExpectedRevision(stream, expected, revision < 0 ? 'no-stream' : revision);
        case 'deleted':
          return new StreamDeleted(stream);
        case 'duplicate':
          return new DuplicateEventId(stream, duplicates.next().value ?? '');
        default:
          return new StoreUnavailable(`event store gave no outcome of an append to ${stream}`);
      }
    };
    const appends = appendsOf(batch).map((append, index): PromiseSettledResult<AppendResult> => {
      const outcome = outcomeOf(append, index);
      return outcome instanceof Error
        ? { status: 'rejected', reason: outcome }
        : { status: 'fulfilled', value: outcome };
    });
    return { stored, appends };
  }
}

function appendsOf(batch: readonly Waiting[]): Append[] {
  return batch.flatMap(({ first, others }) => [first, ...others]);
}

function messageOf(batch: readonly Waiting[]): Question {
  const appends = appendsOf(batch);
  const events = appends.flatMap((append) => append.events);
  const behind: number[] = [];
  for (const { others } of batch) {
    const first = behind.length;
    behind.push(-1);
    for (let other = 0; other < others.length; other++) behind.push(first);
  }
  return {
    kind: 'append',
    streams: appends.map(({ stream }) => stream),
    expected: appends.map(({ expected }) => expected),
    counts: appends.map((append) => append.events.length),
    behind,
    ids: events.map(({ id }) => id),
    types: events.map(({ type }) => type),
    data: events.map(({ data }) => data),
    metadata: events.map(({ metadata }) => metadata),
  };
}

/** @param behind events that the commit stored before these: their positions follow each other. */
function recorded(
  { stream, events }: Append,
  lastRevision: number,
  { before, hashes, headTerms }: BatchResult,
  behind: number,
  registry: EventRegistry | undefined,
): StoredEvent[] {
  return events.map(({ id, type, data, metadata, given }, index) => {
    const revision = lastRevision - (events.length - 1 - index);
    const position = before + BigInt(behind + index + 1);
    const of = (all: Uint8Array) => all.subarray((behind + index) * HASH_BYTES, (behind + index + 1) * HASH_BYTES);
    const row = { id, stream, revision, position, type, data, metadata, given, hash: of(hashes) };
    return new StoredEvent(headTerms.length > 0 ? { ...row, headTerm: of(headTerms) } : row, registry);
  });
}

export interface WorkerOptions {
  readonly file: string;
  /** ms that a commit waits for another process's. */
  readonly busyMs: number;
  /** ms after which a question to the worker counts as unanswered; what it asked for may still happen. */
  readonly answerMs: number;
  readonly maxPages: number;
  readonly key: ChainKey | undefined;
  readonly headKey: ChainKey | undefined;
}

type Question =
  | { readonly kind: 'delete'; readonly stream: string; readonly expected: number | undefined }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }
  | Omit<AppendBatch, 'ticket'>;

interface Asked {
  readonly answered: (reply: Reply) => void;
  readonly lost: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The store's side of the commit worker: requests and replies, matched by ticket. */
export class CommitWorker {
  private readonly asked = new Map<number, Asked>();
  private tickets = 0;
  private closed = false;

  private constructor(
    private worker: Worker | undefined,
    private readonly options: WorkerOptions,
  ) {
    if (worker) this.attach(worker);
  }

  /** Resolves when the file is open and its schema current; throws `StoreTooNew` or `StoreUnavailable`. */
  static async start(options: WorkerOptions): Promise<CommitWorker> {
    return new CommitWorker(await started(options), options);
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

function spawn({ file, busyMs, maxPages, key, headKey }: WorkerOptions): Worker {
  const ours = (name: string) => moduleAddress(`event-store/src/${name}`);
  const modules = { chain: ours('chain').href, schema: ours('sqlite/schema').href };
  const data: WorkerSettings = { file, busyMs, maxPages, key, headKey, modules };
  return startThread(ours('sqlite/commit-worker.entry'), { workerData: data, resourceLimits: HEAP });
}

function started(options: WorkerOptions): Promise<Worker> {
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
