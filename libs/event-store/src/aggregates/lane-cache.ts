import type { AnyLane } from './lane.js';

interface CachedLane extends AnyLane {
  readonly stream: string;
  readonly known: boolean;
}

interface Entry {
  readonly lanes: Map<object, CachedLane>;
  /** Asked for since the hand came by. */
  recent: boolean;
}

/**
 * Lanes by stream and decider, bounded by streams. Streams that were not asked for since the hand last came by go first
 * (second chance): a hit costs one look-up, where moving the entry to the end of a large map cost more than the command.
 * A lane at work is never dropped.
 */
export class LaneCache {
  private readonly streams = new Map<string, Entry>();
  private hand: Iterator<[string, Entry]> | undefined;

  constructor(private readonly most: number) {}

  find(stream: string, decider: object): AnyLane | undefined {
    const entry = this.streams.get(stream);
    if (!entry) return undefined;
    entry.recent = true;
    return entry.lanes.get(decider);
  }

  *of(stream: string): Iterable<AnyLane> {
    yield* this.streams.get(stream)?.lanes.values() ?? [];
  }

  add(lane: CachedLane): void {
    const entry = this.streams.get(lane.stream) ?? { lanes: new Map(), recent: true };
    entry.lanes.set(lane.decider, lane);
    this.streams.set(lane.stream, entry);
    if (this.streams.size > this.most) this.evict();
  }

  /** After work: a stream that does not exist is not worth a place (nobody may fill the cache by asking for it). */
  settle(lane: CachedLane): void {
    if (!lane.idle || lane.known) return;
    const entry = this.streams.get(lane.stream);
    if (entry?.lanes.get(lane.decider) !== lane) return;
    entry.lanes.delete(lane.decider);
    if (entry.lanes.size === 0) this.streams.delete(lane.stream);
  }

  doubtAll(): void {
    for (const { lanes } of this.streams.values()) {
      for (const lane of lanes.values()) lane.doubt();
    }
  }

  /** Two rounds at most: by the second every entry that is not at work has lost its second chance. */
  private evict(): void {
    for (let looked = 0; looked < 2 * this.streams.size && this.streams.size > this.most; looked++) {
      const next = this.turnHand();
      if (!next) return;
      const [stream, entry] = next;
      if (entry.recent) entry.recent = false;
      else if ([...entry.lanes.values()].every((lane) => lane.idle)) this.streams.delete(stream);
    }
  }

  /** The hand goes round and round; a map's iterator stands fast while entries come and go. */
  private turnHand(): [string, Entry] | undefined {
    this.hand ??= this.streams.entries();
    let { value, done } = this.hand.next();
    if (done) {
      this.hand = this.streams.entries();
      ({ value, done } = this.hand.next());
    }
    return done ? undefined : value;
  }
}
