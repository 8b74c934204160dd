import { LRUCache } from 'lru-cache';
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
  /** Characters of the largest event folded into it since it was loaded: about its own. */
  size: number;
}

const STREAM = 'stream:';

/** One collection of one projection at work: its position, the keys it has parked, and the documents it used last. */
export class ProjectionInstance {
  readonly label: string;
  readonly checkpoint: string;
  readonly types: ReadonlySet<string>;
  /** Everything up to here is folded and stored: it moves after the commit only. */
  position: bigint = START;
  /** Events read since the start. */
  events = 0;
  private readonly parked = new Set<string>();
  private blockedStreams = 0;
  private readonly cache: LRUCache<string, Entry>;

  constructor(
    readonly projection: Projection,
    readonly collection: Collection,
    private readonly store: ReadModelStore,
    maxCachedSize: number,
  ) {
    this.label = labelOf(collection);
    this.checkpoint = checkpointOf(collection);
    this.types = new Set(projection.types);
    this.cache = new LRUCache({
      maxSize: Math.max(1, maxCachedSize),
      sizeCalculation: ({ size }) => Math.max(1, size),
    });
  }

  /** Takes position and parked keys from the store: at the start, and after a failure. */
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

  /** Keys that an event touches. Where `keys` itself throws, its documents are unknown: its whole stream is parked. */
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

  remember(entries: ReadonlyMap<string, Entry>): void {
    for (const [key, entry] of entries) this.cache.set(key, entry);
  }

  forget(key: string): void {
    this.cache.delete(key);
  }

  parkedEvent(key: string, event: RecordedEvent, error: string): Omit<ParkedEvent, 'waiting'> {
    const { position, id: event_id, type: event_type } = event;
    return { name: this.label, key, position, event_id, event_type, error };
  }
}
