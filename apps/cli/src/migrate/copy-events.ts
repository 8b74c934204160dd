import {
  type Broken,
  type ChainRules,
  type EventStore,
  LOG_ERASURES,
  LOG_HEADS,
  type NewEvent,
  type RecordedEvent,
  verify,
} from '#libs/event-store';
import { Failure } from '../errors.js';

/** Events of one stream that follow one another go in one append; far below what any server takes. */
const MAX_RUN = 64;

export interface Copied {
  readonly streams: number;
  readonly events: number;
  /** Of them, in this run; the others were there already. */
  readonly copied: number;
}

/**
 * Copies a store event by event, in the order of all events, under the ids that they have. What the target holds already
 * is walked through beside the source, so that an interrupted copy goes on where it stopped; what the source has erased
 * since then goes from the target too.
 * @throws {Failure} where the target holds anything else: nothing is written over it.
 */
export async function copyEvents(
  source: EventStore,
  target: EventStore,
  told: (events: number) => void = () => undefined,
): Promise<Copied> {
  const streams = new Set<string>();
  let events = 0;
  let copied = 0;
  const there = new Walk(target, source);
  let run: RecordedEvent[] = [];
  const flush = async () => {
    const [first] = run;
    if (!first) return;
    await target.append(first.stream, first.revision === 0 ? 'no-stream' : first.revision - 1, run.map(copyOf));
    copied += run.length;
    run = [];
  };
  for await (const event of contents(source)) {
    streams.add(event.stream);
    events += 1;
    const held = await there.next();
    if (held && held.id !== event.id) {
      throw new Failure(
        `the target holds ${held.type} ${held.id} where ${event.type} ${event.id} of the source belongs: it takes a copy only while it is empty, or holds the beginning of this one`,
      );
    }
    if (held) continue;
    if (run.length >= MAX_RUN || (run[0] && run[0].stream !== event.stream)) await flush();
    run.push(event);
    if (events % 10_000 === 0) told(events);
  }
  await flush();
  const more = await there.next();
  if (more) throw new Failure(`the target holds more than the source: ${more.type} ${more.id} in ${more.stream}`);
  return { streams: streams.size, events, copied };
}

/** What is copied: signed heads are about positions, which the target gives anew, so it signs its own. */
async function* contents(store: EventStore): AsyncGenerator<RecordedEvent, void> {
  for await (const event of store.readAll())
    if (event.stream !== LOG_HEADS && event.stream !== LOG_ERASURES) yield event;
}

/** The target's events as it held them before, in their order; undefined once there are no more. */
class Walk {
  private readonly events: AsyncIterator<RecordedEvent>;
  private over = false;
  private readonly erased = new Set<string>();

  constructor(
    private readonly target: EventStore,
    private readonly source: EventStore,
  ) {
    this.events = target.readAll()[Symbol.asyncIterator]();
  }

  async next(): Promise<RecordedEvent | undefined> {
    while (!this.over) {
      const { value, done } = await this.events.next();
      if (done) this.over = true;
      else if (!(await this.isErased(value.stream))) return value;
    }
    return undefined;
  }

  private readonly alive = new Set<string>();

  private async isErased(stream: string): Promise<boolean> {
    if (this.alive.has(stream)) return false;
    if (this.erased.has(stream)) return true;
    for await (const _ of this.source.read(stream, { limit: 1 })) {
      this.alive.add(stream);
      return false;
    }
    this.erased.add(stream);
    await this.target.delete(stream);
    return true;
  }
}

/** As it was written: the store that takes it computes the same hash over the same text. */
function copyOf({ id, type, data, metadata: { hash: _, chain = 1, ...metadata } }: RecordedEvent): NewEvent {
  return { id, type, data: Object(data), metadata: { ...metadata, chain } };
}

/**
 * Whether a copy is the source: every chain of the target recomputed, and each event beside the source's, in order, by
 * id, place and hash. The hash covers all that came before it in its stream.
 */
export async function compareStores(
  source: EventStore,
  target: EventStore,
  rules: ChainRules = {},
): Promise<readonly Broken[]> {
  const { broken } = await verify(target, rules);
  const copies = target.readAll()[Symbol.asyncIterator]();
  for await (const event of contents(source)) {
    const { value: copy, done } = await copies.next();
    const reason = done ? 'the copy ends before it' : difference(event, copy);
    if (reason === undefined) continue;
    return [...broken, { stream: event.stream, revision: event.revision, reason }];
  }
  return broken;
}

function difference(event: RecordedEvent, copy: RecordedEvent): string | undefined {
  if (copy.id !== event.id) return `the copy has ${copy.id} in its place`;
  if (copy.stream !== event.stream || copy.revision !== event.revision)
    return `the copy lies at ${copy.stream} ${copy.revision}`;
  return copy.metadata.hash === event.metadata.hash ? undefined : 'the copy has another hash';
}
