import { StoreUnavailable } from '../src/errors.js';
import type {
  AppendedAll,
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  StreamAppend,
} from '../src/port.js';

/** A store whose answers can be held back, lost before or after the write, or preceded by another process's append. */
export class FaultyEventStore implements EventStore {
  appends = 0;
  loads = 0;
  /** Run before each append, in order, once each. */
  readonly before: (() => Promise<void>)[] = [];
  /** How the next appends fail: before anything is written, or after. */
  readonly losses: ('asked' | 'answered')[] = [];
  /** While set, everything fails. */
  down = false;

  constructor(readonly inner: EventStore) {}

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.ask(() => this.inner.append(stream, expected, events));
  }

  /** Counts as one append. */
  appendAll(first: StreamAppend, others: readonly StreamAppend[]): Promise<AppendedAll> {
    return this.ask(() => this.inner.appendAll(first, others));
  }

  private async ask<Result>(append: () => Promise<Result>): Promise<Result> {
    this.appends += 1;
    await this.before.shift()?.();
    const loss = this.losses.shift();
    if (this.down || loss === 'asked') throw new StoreUnavailable('the question was lost');
    const result = await append();
    if (loss === 'answered') throw new StoreUnavailable('the answer was lost');
    return result;
  }

  async load(stream: string, from?: number, limit?: number) {
    this.loads += 1;
    if (this.down) throw new StoreUnavailable('down');
    return this.inner.load(stream, from, limit);
  }

  read = (stream: string, options?: ReadOptions) => this.inner.read(stream, options);
  readAll = (options?: ReadAllOptions) => this.inner.readAll(options);
  subscribeAll = (options?: ReadAllOptions) => this.inner.subscribeAll(options);
  head = () => this.inner.head();
  delete = (stream: string, expected?: number) => this.inner.delete(stream, expected);
  ping = () => this.inner.ping();
  close = () => this.inner.close();
}
