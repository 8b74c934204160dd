import type { AnyLane } from './lane.js';

interface CachedLane extends AnyLane {
  readonly stream: string;
  readonly known: boolean;
}

/** Lanes by stream and decider; bounded by streams, least recently used first. A lane at work is never dropped. */
export class LaneCache {
  private readonly streams = new Map<string, Map<object, CachedLane>>();

  constructor(private readonly most: number) {}

  find(stream: string, decider: object): AnyLane | undefined {
    const lanes = this.streams.get(stream);
    if (!lanes) return undefined;
    this.streams.delete(stream);
    this.streams.set(stream, lanes);
    return lanes.get(decider);
  }

  *of(stream: string): Iterable<AnyLane> {
    yield* this.streams.get(stream)?.values() ?? [];
  }

  add(lane: CachedLane): void {
    const lanes = this.streams.get(lane.stream) ?? new Map<object, CachedLane>();
    lanes.set(lane.decider, lane);
    this.streams.set(lane.stream, lanes);
    if (this.streams.size > this.most) this.evict();
  }

  /** After work: a stream that does not exist is not worth a place (nobody may fill the cache by asking for it). */
  settle(lane: CachedLane): void {
    if (!lane.idle || lane.known) return;
    const lanes = this.streams.get(lane.stream);
    if (lanes?.get(lane.decider) !== lane) return;
    lanes.delete(lane.decider);
    if (lanes.size === 0) this.streams.delete(lane.stream);
  }

  dropAll(): void {
    for (const lanes of this.streams.values()) {
      for (const lane of lanes.values()) lane.drop();
    }
  }

  private evict(): void {
    for (const [stream, lanes] of this.streams) {
      if (this.streams.size <= this.most) return;
      if ([...lanes.values()].every((lane) => lane.idle)) this.streams.delete(stream);
    }
  }
}
