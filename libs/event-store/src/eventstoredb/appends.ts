import { CHAIN_START, eventHash } from '../chain.js';
import { DuplicateEventId, StoreRefused, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { AppendResult, Expected } from '../port.js';
import type { Serialised } from '../serialise.js';
import { StoredEvent } from '../stored-event.js';
import type { Upcasting } from '../upcasting.js';
import type { Batches } from './batches.js';
import { type Head, type Heads, WINDOW } from './heads.js';
import { withHash } from './metadata-text.js';
import { type Outcome, outcomeOf } from './outcomes.js';
import { type Limits, untilKnown } from './patience.js';
import type { Reader } from './reader.js';

/** What the server takes in one append by default (`MaxAppendSize`): data, metadata, and type twice, in bytes. */
const APPEND_MOST = 1024 * 1024;

/** Events as they go over the wire, and what the last of them is chained with. */
interface Chained {
  readonly wire: readonly Serialised[];
  readonly hashes: readonly string[];
  readonly size: number;
}

/**
 * Appends with an exact expectation, always: the chain needs to know what it follows. The server protects an identical
 * repeat (same ids, same expectation) and nothing else: an id that stands elsewhere in the stream would be written a
 * second time. So ids are looked for among the last events before, and a conflict is looked into after.
 */
export class Appends {
  constructor(
    private readonly batches: Batches,
    private readonly reader: Reader,
    private readonly heads: Heads,
    private readonly limits: Limits,
    private readonly upcasting: Upcasting | undefined,
  ) {}

  async append(stream: string, expected: Expected, events: readonly Serialised[]): Promise<AppendResult> {
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

  /** What the append is to follow: undefined is the start of a stream. */
  private async before(stream: string, expected: number | 'no-stream'): Promise<Head | undefined | 'elsewhere'> {
    const known = this.heads.get(stream);
    if (expected === 'no-stream') return known ? 'elsewhere' : undefined;
    const head = known && known.revision >= expected ? known : await this.look(stream);
    return head?.revision === expected ? head : 'elsewhere';
  }

  private async anywhere(stream: string, events: readonly Serialised[]): Promise<AppendResult> {
    const deadline = performance.now() + this.limits.patienceMs;
    for (let head = this.heads.get(stream) ?? (await this.look(stream)); ; head = await this.look(stream)) {
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
    const from = expected === 'no-stream' ? 0 : expected + 1;
    const there = await this.reader.stream(stream, { from, count: events.length });
    const last = there.at(-1);
    const same = there.filter(({ id }, index) => id === events[index]?.id).length;
    if (last && same === events.length) return { revision: last.revision, position: last.position };
    const [first] = events;
    if (first && there[0]?.id === first.id) throw new DuplicateEventId(stream, first.id);
    const head = await this.look(stream);
    throw new WrongExpectedRevision(stream, expected, head?.revision ?? 'no-stream');
  }

  /** Writes, and repeats the identical append while its outcome is unknown. Undefined: the stream is not where it was. */
  private async write(
    stream: string,
    before: Head | undefined,
    events: readonly Serialised[],
  ): Promise<AppendResult | undefined> {
    const expected = before?.revision ?? 'no-stream';
    const { wire, hashes, size } = chained(before?.hash ?? CHAIN_START, events);
    if (size > APPEND_MOST) throw tooLarge(stream, size, APPEND_MOST);
    const outcome = await untilKnown(`an append to ${stream}`, this.limits, async () => {
      const answer = outcomeOf(await this.batches.append(stream, expected, wire, size));
      if (answer.kind === 'unknown') throw new StoreUnavailable(`event store did not append: ${answer.reason}`);
      return answer;
    });
    if (outcome.kind !== 'stored') return this.refused(stream, outcome, size);
    const position = outcome.position ?? (await this.positionOf(stream, outcome.revision));
    const result = { revision: outcome.revision, position };
    // Positions are known one by one only: of several events the server tells the last one's.
    const recorded = events.length === 1 ? this.recorded(stream, result, events, hashes) : undefined;
    this.learn(stream, before, outcome.revision, events, hashes);
    return recorded ? { ...result, events: recorded } : result;
  }

  private refused(stream: string, outcome: Exclude<Outcome, { kind: 'stored' }>, size: number): undefined {
    this.heads.forget(stream);
    switch (outcome.kind) {
      case 'deleted':
        throw new StreamDeleted(stream);
      case 'too-large':
        throw tooLarge(stream, size, outcome.most);
      case 'refused':
        throw new StoreRefused(`event store refuses an append to ${stream}: its user may not write there`);
      default:
        return undefined;
    }
  }

  private async positionOf(stream: string, revision: number): Promise<bigint> {
    const [event] = await this.reader.stream(stream, { from: revision, count: 1 });
    if (!event) throw new StreamDeleted(stream);
    return event.position;
  }

  private recorded(
    stream: string,
    { revision, position }: AppendResult,
    events: readonly Serialised[],
    hashes: readonly string[],
  ): StoredEvent[] {
    return events.map(
      (event, index) =>
        new StoredEvent(
          { ...event, stream, revision: revision - events.length + 1 + index, position, hash: hashes[index] ?? '' },
          this.upcasting,
        ),
    );
  }

  /** A repeat may be answered after others have written behind it: then the end is not ours to know. */
  private learn(
    stream: string,
    before: Head | undefined,
    revision: number,
    events: readonly Serialised[],
    hashes: readonly string[],
  ): void {
    if (revision !== (before?.revision ?? -1) + events.length) this.heads.forget(stream);
    else this.heads.learn(stream, this.recorded(stream, { revision, position: 0n }, events, hashes));
  }
}

function refuseKnown(stream: string, { ids }: Head, events: readonly Serialised[]): void {
  const known = events.find(({ id }) => ids.includes(id));
  if (known) throw new DuplicateEventId(stream, known.id);
}

function chained(previous: Uint8Array, events: readonly Serialised[]): Chained {
  let hash = previous;
  let size = 0;
  const hashes: string[] = [];
  const wire = events.map(({ id, type, data, metadata }) => {
    hash = eventHash(hash, id, type, data, metadata);
    const hex = Buffer.from(hash).toString('hex');
    hashes.push(hex);
    const stored = withHash(metadata, hex);
    size += Buffer.byteLength(data) + Buffer.byteLength(stored) + 2 * type.length;
    return { id, type, data, metadata: stored };
  });
  return { wire, hashes, size };
}

function tooLarge(stream: string, size: number, most: number): RangeError {
  return new RangeError(`append of ${size} bytes to ${stream}; the event store takes at most ${most} in one append`);
}
