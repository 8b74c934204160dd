import { StoreUnavailable } from '../src/errors.js';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent, ReadAllOptions, ReadOptions } from '../src/port.js';

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

  /** As of a store that can append to several streams in one commit. Counts as one append. */
  readonly appendAll: EventStore['appendAll'];

  constructor(
    readonly inner: EventStore,
    { together = true }: { readonly together?: boolean } = {},
  ) {
    const { appendAll } = inner;
    if (appendAll && together) this.appendAll = (...appends) => this.ask(() => appendAll.apply(inner, appends));
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.ask(() => this.inner.append(stream, expected, events));
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
  eventAt = (position: bigint) => this.inner.eventAt(position);
  newest = () => this.inner.newest();
  subscribeAll = (options?: ReadAllOptions) => this.inner.subscribeAll(options);
  head = () => this.inner.head();
  delete = (stream: string, expected?: number) => this.inner.delete(stream, expected);
  ping = () => this.inner.ping();
  close = () => this.inner.close();
}
