import type { RecordedEvent } from './port.js';

/** Few: what stays here long survives the young heap's collections, which cost more than reading it again. */
const MAX_EVENTS = 1_024;

/**
 * The last events in memory, so that live readers do not read again what was just written. Complete for the stretch of
 * positions (start, end]; whoever stands before it reads from the file.
 */
export class Tail {
  private events: RecordedEvent[] = [];
  private start: bigint;
  private last: bigint;

  constructor(head: bigint) {
    this.start = head;
    this.last = head;
  }

  get end(): bigint {
    return this.last;
  }

  /** Adds a commit. `before`: the head that it was put upon; if that is not ours, another process wrote between. */
  push(before: bigint, events: readonly RecordedEvent[], last: bigint): void {
    if (before !== this.last) this.clear(before);
    for (const event of events) this.events.push(event);
    this.last = last;
    if (this.events.length <= MAX_EVENTS) return;
    const dropped = this.events.splice(0, this.events.length - MAX_EVENTS / 2);
    this.start = dropped.at(-1)?.position ?? this.start;
  }

  /** Forgets all; the next stretch begins after `head`. */
  clear(head: bigint): void {
    this.events = [];
    this.start = head;
    this.last = head;
  }

  /** The events after a position, or undefined where the tail does not reach back so far. */
  after(position: bigint): readonly RecordedEvent[] | undefined {
    if (position < this.start || position > this.last) return undefined;
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? 0n) <= position) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low);
  }
}
