import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { StreamDeleted } from '../errors.js';
import type { NewEvent, RecordedEvent } from '../port.js';
import { SingleFlightRead } from '../single-flight-read.js';
import type { Reader } from './reader.js';

/** The stream in which this adapter writes down which streams were deleted. It is never handed out. */
export const REGISTER = 'garnitur-deleted-streams';
const TYPE = 'StreamDeleted';
const PAGE = 4_000;
/** Streams of which it is remembered whether they are deleted. */
export const MAX_NAMES = 10_000;
/** 4 MiB: two million deletions give a false "maybe" for one stream in a thousand, ten million for one in five. */
const FILTER_BITS = 2 ** 25;

/**
 * Which streams were deleted. Their events stay in `$all` until the server is scavenged, and of a single event met there
 * nothing tells that its stream is gone. So each deletion is written down in a register when it is done: what stands
 * there is never handed out again, by any node.
 *
 * The register grows for ever, what is kept of it in memory does not: a Bloom filter says "certainly not deleted" or
 * "maybe"; a maybe is looked up, and the latest answers are remembered.
 */
export class DeletedStreams {
  private readonly filter = new Uint32Array(FILTER_BITS / 32);
  private readonly answers = new LRUCache<string, boolean>({ max: MAX_NAMES });
  private revision = -1;
  private readonly reading = new SingleFlightRead(() => this.readOn());

  constructor(private readonly reader: Pick<Reader, 'stream'>) {}

  /** Names in memory, at most `MAX_NAMES`. */
  get remembered(): number {
    return this.answers.size;
  }

  /** Reads what other nodes have written down until now. */
  refresh(): Promise<void> {
    return this.reading.fresh();
  }

  /** Takes the register's own events out, learns from them, and leaves out the events of deleted streams. */
  async without<Event extends RecordedEvent>(events: readonly Event[]): Promise<readonly Event[]> {
    for (const event of events) if (event.stream === REGISTER) this.learn(event);
    const streams = new Set(events.map(({ stream }) => stream));
    const deleted = new Set([REGISTER]);
    const lookUps: Promise<unknown>[] = [];
    for (const stream of streams) {
      const answer = this.answers.get(stream) ?? (this.mayBeDeleted(stream) ? undefined : false);
      if (answer) deleted.add(stream);
      if (answer === undefined && stream !== REGISTER) {
        lookUps.push(this.lookUp(stream).then((found) => found && deleted.add(stream)));
      }
    }
    if (lookUps.length > 0) await Promise.all(lookUps);
    return events.filter(({ stream }) => !deleted.has(stream));
  }

  /** After its note is written. */
  add(stream: string): void {
    for (const bit of bitsOf(stream)) this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    this.answers.set(stream, true);
  }

  private learn({ type, data, revision }: RecordedEvent): void {
    if (type === TYPE && typeof data.stream === 'string') this.add(data.stream);
    if (revision === this.revision + 1) this.revision = revision;
  }

  private mayBeDeleted(stream: string): boolean {
    return bitsOf(stream).every((bit) => ((this.filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }

  private async lookUp(stream: string): Promise<boolean> {
    const deleted = await this.reader.stream(stream, { backwards: true, count: 1 }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof StreamDeleted) return true;
        throw error;
      },
    );
    // It may have been deleted, and noted, while the answer was on its way.
    if (this.answers.get(stream)) return true;
    this.answers.set(stream, deleted);
    return deleted;
  }

  private async readOn(): Promise<void> {
    for (;;) {
      const events = await this.reader.stream(REGISTER, { from: this.revision + 1, count: PAGE });
      for (const event of events) this.learn(event);
      if (events.length < PAGE) return;
    }
  }
}

/** Seven places of the filter, each a word of the name's hash. */
function bitsOf(stream: string): number[] {
  const digest = hash('sha256', stream, 'buffer');
  return Array.from({ length: 7 }, (_, word) => digest.readUInt32LE(4 * word) % FILTER_BITS);
}

/** The note about one stream; its id follows from the name, so that a deletion done twice is one note. */
export function noteOf(stream: string, now: Date): NewEvent {
  const hex = hash('sha256', stream, 'hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { id, type: TYPE, data: { stream }, metadata: { at: now.toISOString(), schema: 1 } };
}
