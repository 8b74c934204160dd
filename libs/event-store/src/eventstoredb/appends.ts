import { setImmediate as arrivals } from 'node:timers/promises';
import { CHAIN_START, type ChainKey, eventHash } from '../chain.js';
import { DuplicateEventId, StoreRefused, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import type { AppendResult, ExpectedRevision } from '../port.js';
import type { Serialised } from '../stored-event.js';
import { StoredEvent } from '../stored-event.js';
import type { Batches } from './batches.js';
import type { Limits } from './failures.js';
import { type Head, type Heads, WINDOW } from './heads.js';
import type { Reader } from './reader.js';
import { type Outcome, withHash } from './responses.js';

/** ms after which whoever writes under derived ids looks whether they stand there; others when a call is long overdue. */
const LOOK_MS = 150;
/** What the server takes in one append by default (`MaxAppendSize`): data, metadata, and type twice. */
const MAX_APPEND_BYTES = 1024 * 1024;
/** Events between those that are read back, written by others meanwhile. */
const BETWEEN = 64;

/** UUIDs of version 7 are made once, by one process; those of version 8 follow from a cause, on every node alike. */
const MADE_ONCE = /^.{14}7/;

/**
 * Appends with an exact expectation, always: the chain needs to know what it follows. The server protects an identical
 * repeat (same ids, same expectation) and nothing else: an id that stands elsewhere in the stream would be written a
 * second time. So ids are looked for among the last events before, and a conflict is looked into after.
 * A repeat is told apart by its ids alone, so "stored" may mean what another node wrote under the same derived ids, with
 * other words and another hash. Of such an append nothing is taken for known: it is read before anything follows it, and
 * what is handed out of it is what was read.
 * An outcome that stays unknown is thrown: the whole append may be made again, and finds what the first try has written.
 */
export class Appends {
  private readonly readBack: ReadBack;

  constructor(
    private readonly batches: Batches,
    private readonly reader: Reader,
    private readonly heads: Heads,
    private readonly limits: Limits,
    private readonly codec: { readonly registry: EventRegistry | undefined; readonly key: ChainKey | undefined },
  ) {
    this.readBack = new ReadBack(reader);
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly Serialised[]): Promise<AppendResult> {
    if (expected === 'any') return this.anywhere(stream, events);
    const before = await this.before(stream, expected);
    if (before === 'elsewhere') return this.repeated(stream, expected, events);
    if (before) refuseKnown(stream, before, events);
    const written = await this.write(stream, before, events);
    return written ?? this.repeated(stream, expected, events);
  }

  /** The stream's end as the server has it now; undefined for one without events. Throws `StreamDeleted`. */
  async look(stream: string): Promise<Head | undefined> {
    this.heads.forget(stream);
    const last = await this.reader.stream(stream, { backwards: true, count: WINDOW });
    return this.heads.learn(stream, last.reverse());
  }

  /** The same, from what is known of it on. */
  private async readOn(stream: string): Promise<Head | undefined> {
    const known = this.heads.get(stream);
    if (!known) return this.look(stream);
    const newer = await this.reader.stream(stream, { from: known.revision + 1, count: WINDOW });
    return newer.length > 0 && newer.length < WINDOW ? this.heads.learn(stream, newer) : this.look(stream);
  }

  /** What the append is to follow: undefined is the start of a stream. */
  private async before(stream: string, expected: number | 'no-stream'): Promise<Head | undefined | 'elsewhere'> {
    const known = this.heads.get(stream);
    if (expected === 'no-stream') return known ? 'elsewhere' : undefined;
    const head = known && known.revision >= expected ? known : await this.readOn(stream);
    return head?.revision === expected ? head : 'elsewhere';
  }

  private async anywhere(stream: string, events: readonly Serialised[]): Promise<AppendResult> {
    const deadline = performance.now() + this.limits.appendMs;
    for (let head = this.heads.get(stream) ?? (await this.look(stream)); ; head = await this.readOn(stream)) {
      const at = head ? head.ids.indexOf(events[0]?.id ?? '') : -1;
      if (head && at >= 0) {
        const first = head.revision - head.ids.length + 1 + at;
        return this.repeated(stream, first === 0 ? 'no-stream' : first - 1, events);
      }
      if (head) refuseKnown(stream, head, events);
      const written = await this.write(stream, head, events);
      if (written) return written;
      if (performance.now() > deadline)
        throw new StoreUnavailable(`stream ${stream} grew faster than an append could follow`);
    }
  }

  /** After a conflict: the first result if this very append stands there already, else what is wrong with it. */
  private async repeated(
    stream: string,
    expected: number | 'no-stream',
    events: readonly Serialised[],
  ): Promise<AppendResult> {
    const there = await this.behind(stream, expected, events.length);
    const result = resultOf(there, events);
    if (result) return result;
    const [first] = events;
    if (first && there[0]?.id === first.id) throw new DuplicateEventId(stream, first.id);
    const head = await this.look(stream);
    throw new WrongExpectedRevision(stream, expected, head?.revision ?? 'no-stream');
  }

  private behind(stream: string, expected: number | 'no-stream', count: number): Promise<StoredEvent[]> {
    return this.reader.stream(stream, { from: expected === 'no-stream' ? 0 : expected + 1, count });
  }

  /** Undefined: the stream is not where it was. */
  private async write(
    stream: string,
    before: Head | undefined,
    events: readonly Serialised[],
  ): Promise<AppendResult | undefined> {
    const expected = before?.revision ?? 'no-stream';
    const { wire, hashes, bytes } = chained(stream, before, events, this.codec.key);
    if (bytes > MAX_APPEND_BYTES) throw tooLarge(stream, bytes);
    const madeOnce = events.some(({ id }) => MADE_ONCE.test(id));
    const overdue = {
      afterMs: madeOnce ? this.limits.callMs : LOOK_MS,
      look: async () => resultOf(await this.behind(stream, expected, events.length), events),
    };
    const outcome = await this.batches.append(stream, expected, wire, bytes, overdue);
    if (outcome.kind !== 'stored') return this.refused(stream, outcome, bytes);
    const position = outcome.position ?? (await this.positionOf(stream, outcome.revision));
    const result = { revision: outcome.revision, position };
    if (outcome.seen) return result;
    if (!madeOnce) return this.asStored(stream, result, events);
    this.learn(stream, before, outcome.revision, events, hashes);
    return { ...result, events: 'as given' };
  }

  /** With what stands there, where that is one event; what several left is read when it is asked for. */
  private async asStored(stream: string, result: AppendResult, events: readonly Serialised[]): Promise<AppendResult> {
    const [event, ...more] = events;
    if (more.length > 0) return result;
    const stored = await this.readBack.event(stream, result.revision, result.position);
    if (!stored || stored.id !== event?.id) return result;
    this.heads.learn(stream, [stored]);
    return { ...result, events: [stored] };
  }

  private refused(stream: string, outcome: Exclude<Outcome, { kind: 'stored' }>, bytes: number): undefined {
    // What is known of the stream's end stays true: others have written behind it.
    if (outcome.kind === 'wrong-revision') return undefined;
    if (outcome.kind === 'unknown') throw new StoreUnavailable(`event store did not append: ${outcome.reason}`);
    this.heads.forget(stream);
    switch (outcome.kind) {
      case 'deleted':
        throw new StreamDeleted(stream);
      case 'too-large':
        throw tooLarge(stream, bytes, outcome.maxBytes);
      case 'refused':
        throw new StoreRefused(`event store refuses an append to ${stream}: its user may not write there`, 'forbidden');
    }
  }

  private async positionOf(stream: string, revision: number): Promise<bigint> {
    const [event] = await this.reader.stream(stream, { from: revision, count: 1 });
    if (!event) throw new StreamDeleted(stream);
    return event.position;
  }

  /** A repeat may be answered after others have written behind it: then the end is not ours to know. */
  private learn(
    stream: string,
    before: Head | undefined,
    revision: number,
    events: readonly Serialised[],
    hashes: readonly string[],
  ): void {
    const first = (before?.revision ?? -1) + 1;
    if (revision !== first + events.length - 1) {
      this.heads.forget(stream);
      return;
    }
    const written = events.map((event, at) => {
      const place = { stream, revision: first + at, position: 0n, hash: hashes[at] ?? '' };
      return new StoredEvent({ ...event, ...place }, this.codec.registry);
    });
    this.heads.learn(stream, written);
  }
}

/** The append's first result, if it is these events that stand there. */
function resultOf(there: readonly StoredEvent[], events: readonly Serialised[]): AppendResult | undefined {
  const last = there.at(-1);
  if (!last || there.length < events.length || there.some(({ id }, at) => id !== events[at]?.id)) return undefined;
  return { revision: last.revision, position: last.position };
}

function refuseKnown(stream: string, { ids }: Head, events: readonly Serialised[]): void {
  const known = events.find(({ id }) => ids.includes(id));
  if (known) throw new DuplicateEventId(stream, known.id);
}

/** Events as they go over the wire, each chained to the one before it; `bytes` as the server counts them. */
function chained(stream: string, before: Head | undefined, events: readonly Serialised[], key: ChainKey | undefined) {
  let last = before?.hash ?? CHAIN_START;
  let revision = before?.revision ?? -1;
  let bytes = 0;
  const hashes: string[] = [];
  const wire = events.map(({ id, type, data, metadata }) => {
    revision += 1;
    last = eventHash(last, { stream, revision, id, type, data, metadata }, key);
    const hash = Buffer.from(last).toString('hex');
    hashes.push(hash);
    const stored = withHash(metadata, hash);
    bytes += Buffer.byteLength(data) + Buffer.byteLength(stored) + 2 * type.length;
    return { id, type, data, metadata: stored };
  });
  return { wire, hashes, bytes };
}

function tooLarge(stream: string, bytes: number, maxBytes = MAX_APPEND_BYTES): RangeError {
  return new RangeError(
    `append of ${bytes} bytes to ${stream}; the event store takes at most ${maxBytes} in one append`,
  );
}

interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly resolve: (event: StoredEvent | undefined) => void;
}

/**
 * Reads back what an append has left, whoever wrote it. A read costs more than an append, so those that ask while one is
 * under way share the next: a stretch of the log instead of a stream each.
 */
class ReadBack {
  private waiting: Place[] = [];
  private reading = false;

  constructor(private readonly reader: Reader) {}

  /** Undefined where it was not found at once: an answer may hold an outdated position. Never rejects. */
  event(stream: string, revision: number, position: bigint): Promise<StoredEvent | undefined> {
    return new Promise((resolve) => {
      this.waiting.push({ stream, revision, position, resolve });
      if (!this.reading) void this.read();
    });
  }

  private async read(): Promise<void> {
    this.reading = true;
    // Answers that arrived together are asked for together.
    await arrivals();
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
