import { StoreUnavailable } from '../errors.js';
import { RecentEvents } from '../recent-events.js';
import type { StoredEvent } from '../stored-event.js';
import { type Batch, Notifier, type Source } from '../subscription.js';
import type { Reader } from './reader.js';

/** How soon another process's commit is noticed, ms. Own commits wake at once. */
const POLL_MS = 20;
/** A commit that was noticed may be an own one whose answer is on its way: it is waited for, ms, before the file is read. */
const ANSWER_MS = 5;
/** Events of one live batch at most. */
const MAX_LIVE_EVENTS = 1_024;

/** History from the file, recent events from memory; knows how far the store has come, also by other processes. */
export class LiveSource implements Source {
  private readonly recent: RecentEvents;
  private readonly changes = new Notifier();
  private head: bigint;
  private poll: NodeJS.Timeout | undefined;
  private noticed: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly reader: Reader) {
    this.head = reader.head();
    this.recent = new RecentEvents(this.head);
  }

  next(after: bigint, types: readonly string[] | undefined): Batch {
    this.checkOpen();
    // Of several subscriptions to one store the slower read from the file; a process has one (SharedSubscription).
    this.recent.release(after);
    const fresh = this.recent.after(after);
    const behind = this.head > this.recent.end;
    if (!fresh || (behind && fresh.length === 0)) return this.reader.after(after, types);
    const taken = fresh.length > MAX_LIVE_EVENTS ? fresh.slice(0, MAX_LIVE_EVENTS) : fresh;
    const end = taken.length === fresh.length;
    const through = end ? this.recent.end : (taken.at(-1)?.position ?? after);
    const events = types ? taken.filter(({ type }) => types.includes(type)) : taken;
    return { events, through, end: end && !behind, history: false };
  }

  async changed(position: bigint, signal: AbortSignal | undefined): Promise<void> {
    while (!this.closed && !signal?.aborted && this.head <= position) {
      this.poll ??= setInterval(() => this.check(), POLL_MS);
      await this.changes.wait(signal);
      if (this.changes.size === 0 && (signal?.aborted || this.closed)) this.stopPolling();
    }
    if (!signal?.aborted) this.checkOpen();
  }

  /** An own commit. */
  committed(before: bigint, stored: readonly StoredEvent[], head: bigint): void {
    if (head <= this.recent.end) return;
    this.recent.push(before, stored, head);
    this.advance(head);
  }

  /** After a deletion nothing deleted may be delivered from memory. */
  forget(head: bigint): void {
    this.recent.clear(head);
    this.advance(head);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.noticed);
    this.stopPolling();
    this.changes.wake();
  }

  private check(): void {
    if (this.changes.size === 0) this.stopPolling();
    try {
      if (!this.reader.changed()) return;
      const head = this.reader.head();
      if (head > this.head) this.noticed ??= setTimeout(() => this.arrived(head), ANSWER_MS);
    } catch {
      // Cannot be read just now: whoever waits goes on waiting, the next poll tries again.
    }
  }

  private arrived(head: bigint): void {
    this.noticed = undefined;
    this.advance(head);
  }

  /** The file reaches to `head` by now: who waits reads on. */
  advance(head: bigint): void {
    if (head <= this.head) return;
    this.head = head;
    this.changes.wake();
  }

  private stopPolling(): void {
    clearInterval(this.poll);
    this.poll = undefined;
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('event store is closed', { kind: 'closed' });
  }
}
