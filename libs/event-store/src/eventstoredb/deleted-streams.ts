import { createHash } from 'node:crypto';
import type { NewEvent, RecordedEvent } from '../port.js';
import { SingleFlightRead } from '../single-flight-read.js';
import type { Reader } from './reader.js';

/** The stream in which this adapter writes down what was deletedStreams. It is never shown to anybody. */
export const REGISTER = 'garnitur-deletedStreams-streams';
const TYPE = 'StreamErased';
const PAGE = 4_000;

/**
 * Names of the deleted streams. Their events stay in `$all` until the server is scavenged, so whoever reads all events
 * would replay a customer's deletedStreams words; and of a single event met there nothing tells that its stream is gone. So a
 * deletion that was done is written down here: what is in the register is never handed out again, by any node.
 * About 100 bytes of memory for each stream that was ever deleted.
 */
export class DeletedStreams {
  private readonly streams = new Set<string>();
  private revision = -1;
  private readonly reading = new SingleFlightRead(() => this.readOn());

  constructor(private readonly reader: Reader) {}

  /** Reads what other nodes have written down until now. */
  refresh(): Promise<void> {
    return this.reading.fresh();
  }

  /** Takes the register's own events out, learns from them, and leaves out what was deletedStreams. */
  without<Event extends RecordedEvent>(events: readonly Event[]): readonly Event[] {
    for (const event of events) if (event.stream === REGISTER) this.learn(event);
    return events.filter(({ stream }) => stream !== REGISTER && !this.streams.has(stream));
  }

  /** After its note is written. */
  add(stream: string): void {
    this.streams.add(stream);
  }

  private learn({ type, data, revision }: RecordedEvent): void {
    if (type === TYPE && typeof data.stream === 'string') this.streams.add(data.stream);
    if (revision === this.revision + 1) this.revision = revision;
  }

  private async readOn(): Promise<void> {
    for (;;) {
      const events = await this.reader.stream(REGISTER, { from: this.revision + 1, count: PAGE });
      for (const event of events) this.learn(event);
      if (events.length < PAGE) return;
    }
  }
}

/** The note about one stream; its id follows from the name, so that a deletion done twice is one note. */
export function noteOf(stream: string, now: Date): NewEvent {
  const hex = createHash('sha256').update(stream).digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { id, type: TYPE, data: { stream }, metadata: { at: now.toISOString(), schema: 1 } };
}
