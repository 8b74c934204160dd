import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '../stored-event.js';

/** Events of a stream whose ids are remembered: an id that is known among them is refused. */
export const WINDOW = 256;
/** Ids remembered over all streams: about 10 MB. */
const MAX_IDS = 100_000;

/** The end of a stream: what the next event is chained to, and the ids that stand right before it. */
export interface Head {
  readonly revision: number;
  readonly hash: Uint8Array;
  readonly ids: readonly string[];
}

/** Ends of the streams that were last read or written. They only grow, so an old one is stale and never wrong. */
export class Heads {
  private readonly heads = new LRUCache<string, Head>({ maxSize: MAX_IDS, sizeCalculation: ({ ids }) => ids.length });

  get(stream: string): Head | undefined {
    return this.heads.get(stream);
  }

  /**
   * Takes over events that were read or written, in order. Events that neither begin the stream nor follow its known end
   * are ignored where they are fewer than the window: an id before them would not be recognised.
   */
  learn(stream: string, events: readonly StoredEvent[]): Head | undefined {
    const [first] = events;
    const last = events.at(-1);
    const before = this.heads.get(stream);
    if (!first || !last || (before && before.revision >= last.revision)) return before;
    const follows = before?.revision === first.revision - 1;
    const ids = events.map(({ id }) => id);
    const window = (follows ? [...before.ids, ...ids] : ids).slice(-WINDOW);
    if (window.length < Math.min(WINDOW, last.revision + 1)) return undefined;
    const head = { revision: last.revision, hash: Buffer.from(last.raw.hash, 'hex'), ids: window };
    this.heads.set(stream, head);
    return head;
  }

  forget(stream: string): void {
    this.heads.delete(stream);
  }
}
