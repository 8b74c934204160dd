import type { RecordedEvent } from './port.js';
import { sizeOf } from './stored-event.js';

export interface RecentEventsLimits {
  readonly maxEvents: number;
  /** Characters of data and metadata. */
  readonly maxSize: number;
}

const LIMITS: RecentEventsLimits = { maxEvents: 1_024, maxSize: 8 * 1024 * 1024 };

/**
 * The last events in memory, so that live readers do not read again what was just written. Complete for the stretch of
 * positions (start, end]; whoever stands before it reads from the store. What every reader has taken is to be released:
 * at 10,000 events a second the last thousand of them outlive each collection of the young heap, and were half of all that
 * did.
 */
export class RecentEvents {
  private events: RecordedEvent[] = [];
  private size = 0;
  private first: bigint;
  private last: bigint;

  constructor(
    head: bigint,
    private readonly limits = LIMITS,
  ) {
    this.first = head;
    this.last = head;
  }

  get start(): bigint {
    return this.first;
  }

  get end(): bigint {
    return this.last;
  }

  /** Adds what was written after `before`, up to `last`. Where `before` is not our end, others wrote in between. */
  push(before: bigint, events: readonly RecordedEvent[], last: bigint): void {
    if (before !== this.last) this.clear(before);
    for (const event of events) {
      this.events.push(event);
      this.size += sizeOf(event);
    }
    this.last = last;
    if (this.events.length > this.limits.maxEvents || this.size > this.limits.maxSize) this.drop();
  }

  /** Forgets what is not behind this position: nobody stands before it who could take it from here. */
  release(position: bigint): void {
    if (position <= this.first) return;
    const through = position < this.last ? position : this.last;
    const taken = this.events.splice(0, indexAfter(this.events, through));
    for (const event of taken) this.size -= sizeOf(event);
    this.first = through;
  }

  /** Forgets all; the next stretch begins after `head`. */
  clear(head: bigint): void {
    this.events = [];
    this.size = 0;
    this.first = head;
    this.last = head;
  }

  /** The events after a position, or undefined where they do not reach back so far. */
  after(position: bigint): readonly RecordedEvent[] | undefined {
    if (position < this.first || position > this.last) return undefined;
    return this.events.slice(indexAfter(this.events, position));
  }

  /** Keeps the newest, up to half of each limit: dropping one by one would move all others each time. */
  private drop(): void {
    let from = this.events.length;
    let size = 0;
    for (; this.events.length - from < this.limits.maxEvents / 2; from -= 1) {
      const event = this.events[from - 1];
      const next = event ? sizeOf(event) : 0;
      if (size + next > this.limits.maxSize / 2) break;
      size += next;
    }
    this.first = this.events[from - 1]?.position ?? this.first;
    this.events.splice(0, from);
    this.size = size;
  }
}

/** Where the events after a position begin among events in order. */
export function indexAfter(events: readonly Pick<RecordedEvent, 'position'>[], position: bigint): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.position ?? 0n) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
