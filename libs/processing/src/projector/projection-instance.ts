import type { RecordedEvent } from '#libs/event-store';
import {
  type Collection,
  checkpointOf,
  type Document,
  labelOf,
  type ParkedEvent,
  type Projection,
  type ReadModelStore,
} from '#libs/read-models';

/** Before every event. */
export const START = -1n;

/** A document as a fold sees it; position START where there is none. */
export interface Entry {
  position: bigint;
  document: Document | undefined;
}

const STREAM = 'stream:';

/** One rebuild of one read model: where it stands, what it has parked, and the documents it used last. */
export class ProjectionInstance {
  readonly label: string;
  readonly checkpoint: string;
  readonly types: ReadonlySet<string>;
  /** Everything up to here is folded. Moves after the commit only. */
  position: bigint = START;
  /** Events read since the start. */
  events = 0;
  private readonly parked = new Set<string>();
  private blockedStreams = 0;
  private readonly cache = new Map<string, Entry>();

  constructor(
    readonly projection: Projection,
    readonly collection: Collection,
    private readonly store: ReadModelStore,
    private readonly cached: number,
  ) {
    this.label = labelOf(collection);
    this.checkpoint = checkpointOf(collection);
    this.types = new Set(projection.types);
  }

  /** Takes up where the store says; also after a failure, when nothing in memory may be trusted. */
  async restore(): Promise<void> {
    this.cache.clear();
    this.parked.clear();
    this.blockedStreams = 0;
    for (const { key } of await this.store.parked(this.label)) this.block(key);
    const stored = await this.store.checkpoint(this.checkpoint);
    if (stored !== undefined && stored > this.position) this.position = stored;
  }

  block(key: string): void {
    if (!this.parked.has(key) && key.startsWith(STREAM)) this.blockedStreams += 1;
    this.parked.add(key);
  }

  unblock(key: string): void {
    if (this.parked.delete(key) && key.startsWith(STREAM)) this.blockedStreams -= 1;
  }

  isBlocked(key: string): boolean {
    return this.parked.has(key);
  }

  /**
   * Keys that an event touches. Where `keys` itself throws, nobody knows which documents it is about: then its stream
   * waits as a whole.
   */
  keysOf(event: RecordedEvent): { readonly keys: readonly string[]; readonly error?: unknown } {
    const stream = STREAM + event.stream;
    if (this.blockedStreams > 0 && this.parked.has(stream)) return { keys: [stream] };
    try {
      return { keys: this.projection.keys(event) };
    } catch (error) {
      return { keys: [stream], error };
    }
  }

  isStream(key: string): boolean {
    return key.startsWith(STREAM);
  }

  cachedEntry(key: string): Entry | undefined {
    return this.cache.get(key);
  }

  /** Keeps the documents used last; the oldest go. */
  remember(entries: ReadonlyMap<string, Entry>): void {
    for (const [key, entry] of entries) {
      this.cache.delete(key);
      this.cache.set(key, entry);
    }
    for (const key of this.cache.keys()) {
      if (this.cache.size <= this.cached) break;
      this.cache.delete(key);
    }
  }

  forget(key: string): void {
    this.cache.delete(key);
  }

  parkedEvent(key: string, event: RecordedEvent, error: string): Omit<ParkedEvent, 'waiting'> {
    const { position, id: event_id, type: event_type } = event;
    return { name: this.label, key, position, event_id, event_type, error };
  }
}
