import type { StoredEvent } from '../stored-event.js';
import type { Reader } from './reader.js';

interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly resolve: (event: StoredEvent | undefined) => void;
}

/** Events between those that are asked for, written by others meanwhile. */
const BETWEEN = 64;

/**
 * Reads back what an append has left, whoever wrote it. A read costs more than an append, so those that ask while one is
 * under way share the next: a stretch of the log instead of a stream each.
 */
export class ReadBack {
  private waiting: Place[] = [];
  private reading = false;

  constructor(private readonly reader: Reader) {}

  /** Undefined where it was not found at once: an answer may tell an old place. Never rejects. */
  event(stream: string, revision: number, position: bigint): Promise<StoredEvent | undefined> {
    return new Promise((resolve) => {
      this.waiting.push({ stream, revision, position, resolve });
      if (!this.reading) void this.read();
    });
  }

  private async read(): Promise<void> {
    this.reading = true;
    // Answers that arrived together are asked for together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const places = this.waiting;
      this.waiting = [];
      const found = await this.found(places).catch(() => []);
      const byPosition = new Map(found.map((event) => [event.position, event]));
      for (const { stream, revision, position, resolve } of places) {
        const event = byPosition.get(position);
        resolve(event?.stream === stream && event.revision === revision ? event : undefined);
      }
    }
    this.reading = false;
  }

  private found(places: readonly Place[]): Promise<readonly StoredEvent[]> {
    const [first, ...others] = places;
    if (!first) return Promise.resolve([]);
    if (others.length === 0) return this.reader.stream(first.stream, { from: first.revision, count: 1 });
    let from = first.position;
    for (const { position } of others) if (position < from) from = position;
    return this.reader.stretch(from, places.length + BETWEEN);
  }
}
