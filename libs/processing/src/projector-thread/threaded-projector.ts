import { type Backoff, endsWithin } from '#libs/kernel';
import type { ParkedEvent, ReadModelStore } from '#libs/read-models';
import { type ProcessingLog, silent } from '../log.js';
import { PositionBoard } from '../projector/position-waiters.js';
import { START } from '../projector/projection-instance.js';
import type { Projector, ReadModelPositions, Rebuilt, WaitOptions } from '../projector/projector.js';
import type { Retried } from '../projector/retry-parked.js';
import type { ProjectionStatus } from '../projector/status.js';
import { Supervisor, type TaskHealth } from '../supervisor.js';
import { type Answers, type Question, type Reply, type Request, unpacked } from './protocol.js';

/** The part of a `Worker` that is needed. */
export interface ProjectorThread {
  on(event: 'message', listener: (reply: Reply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(question: Question): void;
  terminate(): Promise<unknown>;
}

export interface ThreadedProjectorOptions {
  /** Of the read models, in the order in which the thread has them. */
  readonly names: readonly string[];
  /** Starts a thread that runs `serveProjector` with stores of its own. */
  readonly startThread: () => ProjectorThread;
  /** This thread's own, which is told when another collection serves. */
  readonly store: Pick<ReadModelStore, 'refresh'>;
  readonly log?: ProcessingLog;
  readonly backoff?: Backoff;
}

const WAIT_MS = 2_000;
/** Beyond its deadline a stop has so long to close the thread's stores, ms; then the thread is ended. */
const CLOSE_MS = 2_000;

interface Asked {
  readonly request: Request;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A projector in a thread of its own (docs/decisions/0024-read-side-thread.md): events are read, folded and committed there, and
 * this side is told positions. A thread that dies is started again, and asked again what it has not answered.
 */
export class ThreadedProjector implements Projector {
  private readonly log: ProcessingLog;
  private readonly supervisor: Supervisor;
  private readonly asked = new Map<number, Asked>();
  private readonly rebuilds = new Map<string, Promise<Rebuilt>>();
  private tickets = 0;
  private thread: ProjectorThread | undefined;
  private known: ReadonlyMap<string, ReadModelPositions> = new Map();
  private readonly board = new PositionBoard((name) => this.known.get(name)?.serving);
  private watched = true;
  /** Of the supervised thread. */
  private healthy: () => void = () => undefined;
  private stopping = false;
  /** Called when the thread has ended. */
  private gone: (() => void) | undefined;

  constructor(private readonly options: ThreadedProjectorOptions) {
    this.log = options.log ?? silent;
    this.supervisor = new Supervisor({ log: this.log, ...(options.backoff && { backoff: options.backoff }) });
  }

  /** @throws what keeps the thread from opening its stores. */
  async start(): Promise<void> {
    let first: RunningThread | undefined = await this.open();
    const run = async (healthy: () => void) => {
      const { died } = first ?? (await this.open());
      first = undefined;
      this.healthy = healthy;
      return died;
    };
    this.supervisor.start({
      name: 'projector thread',
      run: (signal, healthy) => Promise.race([run(healthy), abortOf(signal)]),
    });
  }

  private async open(): Promise<RunningThread> {
    const thread = this.options.startThread();
    this.thread = thread;
    const started = Promise.withResolvers<void>();
    const died = Promise.withResolvers<never>();
    died.promise.catch(() => undefined);
    const end = (error: Error) => {
      started.reject(error);
      died.reject(error);
      if (this.thread === thread) this.lost();
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('the thread ended')));
    thread.on('message', (reply) => {
      if (reply.kind === 'started') started.resolve();
      else this.receive(reply);
    });
    await started.promise;
    // It may have made collections, or indexes.
    this.options.store.refresh();
    for (const [ticket, { request }] of this.asked) thread.postMessage({ ticket, request });
    if (!this.watched) this.tellWatched();
    return { died: died.promise };
  }

  /** What served shows at least what it showed; of what is rebuilt nothing is known until the next thread tells. */
  private lost(): void {
    this.thread = undefined;
    this.gone?.();
    this.known = new Map([...this.known].map(([name, { serving }]) => [name, { serving, rebuilding: START }]));
  }

  private receive(reply: Exclude<Reply, { kind: 'started' }>): void {
    switch (reply.kind) {
      case 'moved':
        this.known = unpacked(reply.positions, this.options.names);
        this.board.moved();
        this.healthy();
        return;
      case 'switched':
        this.options.store.refresh();
        return;
      case 'log':
        this.log[reply.level](reply.facts, reply.message);
        return;
      case 'done':
        this.answered(reply.ticket)?.resolve(reply.value);
        return;
      case 'failed':
        this.answered(reply.ticket)?.reject(new Error(reply.error));
    }
  }

  private answered(ticket: number): Asked | undefined {
    const asked = this.asked.get(ticket);
    this.asked.delete(ticket);
    return asked;
  }

  private ask<Kind extends Request['kind']>(request: Extract<Request, { kind: Kind }>): Promise<Answers[Kind]> {
    if (this.stopping && request.kind !== 'stop') return Promise.reject(new Error('the projector has stopped'));
    this.tickets += 1;
    const ticket = this.tickets;
    return new Promise((resolve, reject) => {
      this.asked.set(ticket, { request, resolve, reject });
      this.thread?.postMessage({ ticket, request });
    });
  }

  ready(): Promise<void> {
    return this.ask<'ready'>({ kind: 'ready' });
  }

  waitFor(position: bigint, options: WaitOptions = {}): Promise<boolean> {
    const { names = this.options.names, timeoutMs = WAIT_MS, movingOnly } = options;
    return this.board.waitFor(position, names, timeoutMs, movingOnly);
  }

  /** A rebuild that was asked for stands at the start until the thread tells of it: an erasure must not overtake it. */
  positions(): ReadonlyMap<string, ReadModelPositions> {
    return new Map(
      this.options.names.map((name) => {
        const { serving, rebuilding } = this.known.get(name) ?? {};
        return [name, { serving, rebuilding: rebuilding ?? (this.rebuilds.has(name) ? START : undefined) }];
      }),
    );
  }

  watch(watched: boolean): void {
    if (watched === this.watched) return;
    this.watched = watched;
    if (this.thread) this.tellWatched();
  }

  /** A thread that ends before it hears is followed by one that is told. */
  private tellWatched(): void {
    this.tickets += 1;
    this.thread?.postMessage({ ticket: this.tickets, request: { kind: 'watch', watched: this.watched } });
  }

  rebuild(name: string): Promise<Rebuilt> {
    const known = this.rebuilds.get(name);
    if (known) return known;
    const rebuilt = this.ask<'rebuild'>({ kind: 'rebuild', name }).finally(() => this.rebuilds.delete(name));
    this.rebuilds.set(name, rebuilt);
    return rebuilt;
  }

  retry(name: string, key?: string): Promise<Retried> {
    return this.ask<'retry'>({ kind: 'retry', name, key });
  }

  status(): Promise<readonly ProjectionStatus[]> {
    return this.ask<'status'>({ kind: 'status' });
  }

  parked(): Promise<readonly ParkedEvent[]> {
    return this.ask<'parked'>({ kind: 'parked' });
  }

  health(): Promise<readonly TaskHealth[]> {
    return this.thread ? this.ask<'health'>({ kind: 'health' }) : Promise.resolve(this.supervisor.health());
  }

  async stop(deadlineMs = 10_000): Promise<readonly string[]> {
    this.stopping = true;
    this.board.end();
    // First, so that a thread that ends is not started again.
    await this.supervisor.stop(deadlineMs);
    const late = await this.stopThread(deadlineMs);
    const error = new Error('the projector stopped; a rebuild goes on at the next start');
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
    return late;
  }

  private async stopThread(deadlineMs: number): Promise<readonly string[]> {
    const { thread } = this;
    if (!thread) return [];
    let late: readonly string[] = [];
    const gone = new Promise<void>((resolve) => {
      this.gone = resolve;
    });
    this.ask<'stop'>({ kind: 'stop', deadlineMs }).then(
      (names) => {
        late = names;
      },
      // It was ended before it could answer.
      () => undefined,
    );
    if (await endsWithin(gone, deadlineMs + CLOSE_MS)) return late;
    await thread.terminate();
    return ['projector thread'];
  }
}

interface RunningThread {
  /** Rejects with what it died of. */
  readonly died: Promise<never>;
}

function abortOf(signal: AbortSignal): Promise<'ended'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended'), { once: true }));
}
