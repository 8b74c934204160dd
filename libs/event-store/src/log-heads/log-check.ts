import type { Placed } from '../chain.js';
import type { RecordedEvent } from '../port.js';
import { addTerms, between, type Head, type HeadKey, headOf, NO_HEAD } from './head-key.js';
import { erasedEvents, type SignedHead, type StreamErased } from './log-events.js';

/** A signed head, and where it was found: for what is told of it. */
export interface FoundHead {
  readonly head: SignedHead;
  readonly where: string;
}

/** Positions of the log between two heads, the earlier one's excluded, and what lies there. */
interface Stretch {
  readonly claimed: Head;
  readonly where: string;
  count: number;
  sum: bigint;
}

/**
 * Compares the log with its signed heads, those in it and those outside. Memory: one entry a head, one number a stream
 * that was erased.
 */
export class LogCheck {
  private readonly stretches: Stretch[] = [];
  private readonly faults: string[] = [];
  /** By erased stream: the revision up to which its events are listed. */
  private readonly listed = new Map<string, number>();

  constructor(
    private readonly key: HeadKey,
    heads: readonly FoundHead[],
  ) {
    const signed = heads.filter(({ head, where }) => {
      if (this.key.isSigned(head)) return true;
      this.faults.push(`the signed head of ${head.at} (${where}) is not signed by this installation's key`);
      return false;
    });
    const ordered = signed
      .map(({ head, where }) => ({ claimed: headOf(head), where, count: 0, sum: 0n }))
      .sort((one, other) => (one.claimed.position < other.claimed.position ? -1 : 1));
    for (const stretch of ordered) {
      const before = this.stretches.at(-1);
      if (before?.claimed.position !== stretch.claimed.position) this.stretches.push(stretch);
      else if (before.claimed.sum !== stretch.claimed.sum || before.claimed.count !== stretch.claimed.count)
        this.faults.push(
          `two signed heads up to position ${stretch.claimed.position} (${before.where}, ${stretch.where}) differ`,
        );
    }
  }

  /**
   * Of every record of an erasure, in order.
   * @param met last revision of the stream that was added before the record was read.
   * @returns positions of the events that no record listed before.
   */
  erased(record: StreamErased, met = -1): readonly bigint[] {
    const { stream } = record;
    const listed = this.listed.get(stream) ?? -1;
    const fresh = erasedEvents(record).filter(({ revision }) => revision > listed);
    this.listed.set(stream, Math.max(listed, record.from + record.events.length - 1));
    for (const event of fresh) if (event.revision > met) this.count(event);
    return fresh.map(({ position }) => position);
  }

  /** Streams of which a record says that they were erased. */
  get erasedStreams(): Iterable<string> {
    return this.listed.keys();
  }

  /** Whether an event that is stored was written down as erased. */
  isErased(stream: string, revision: number): boolean {
    return revision <= (this.listed.get(stream) ?? -1);
  }

  /** Of every event that is stored and not erased, in any order. */
  add({ position, stream, revision, metadata: { hash } }: RecordedEvent): void {
    this.count({ position, stream, revision, hash });
  }

  private count(event: Placed): void {
    const stretch = this.stretches[this.indexOf(event.position)];
    if (!stretch) return;
    stretch.count += 1;
    stretch.sum = addTerms(stretch.sum, this.key.term(event));
  }

  /** What does not hold, each once: after a wrong stretch the next ones are compared by themselves. */
  finish(): readonly string[] {
    let before = NO_HEAD;
    for (const { claimed, where, count, sum } of this.stretches) {
      const due = between(before, claimed);
      const stretch = `after position ${before.position} and up to ${claimed.position}`;
      if (count !== due.count)
        this.faults.push(`${stretch} the log has ${count} events, and ${due.count} by its signed head (${where})`);
      else if (sum !== due.sum)
        this.faults.push(`${stretch} the log has other events, or in other places, than were signed (${where})`);
      before = claimed;
    }
    return this.faults;
  }

  private indexOf(position: bigint): number {
    let low = 0;
    let high = this.stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.stretches[middle]?.claimed.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
