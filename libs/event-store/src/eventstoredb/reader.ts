import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreRefused, StoreUnavailable, StreamDeleted } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import type { StoredEvent } from '../stored-event.js';
import { kindOf, type Limits, openedWithin, reasonOf } from './failures.js';
import { readAllBackwards, readAllForwards, readLast, readOneAt, readStream, type StreamRange } from './requests.js';
import { eventOf, positionOf } from './responses.js';
import type { ReadCall, Wire } from './wire.js';

/** Events of one page of `$all`. */
export const PAGE = 1_000;
/** Bytes of one page, about: events may be a megabyte each. */
const PAGE_BYTES = 16 * 1024 * 1024;

export interface Page {
  readonly events: readonly StoredEvent[];
  /** Position of the last event looked at; the one that was asked for when there was none behind it. */
  readonly through: bigint;
  /** Nothing was behind it. */
  readonly end: boolean;
}

/** What one call gave. */
interface Answer {
  readonly events: StoredEvent[];
  /** Event messages, also those of other programs. */
  readonly count: number;
  /** Position of the last of them; 0n when there was none. */
  readonly last: bigint;
  /** Ended early, because of its bytes. */
  readonly cut: boolean;
}

/** Reads, each one call within its time limit. */
export class Reader {
  private highest = 0n;

  constructor(
    private readonly wire: Wire,
    private readonly limits: Limits,
    private readonly registry: EventRegistry | undefined,
  ) {}

  /** Events of a stream in one read; none for one that is not there. Throws `StreamDeleted`. */
  async stream(stream: string, range: StreamRange, signal?: AbortSignal): Promise<StoredEvent[]> {
    const request = readStream(stream, range);
    const { events } = await this.ask(`a read of ${stream}`, request, signal).catch((error: unknown) => {
      throw kindOf(error) === 'deleted' ? new StreamDeleted(stream) : error;
    });
    return events;
  }

  /** Events of all streams after a position, and how far was looked. System events and foreign ones are left out. */
  async page(after: bigint, types: readonly string[] | undefined, signal?: AbortSignal): Promise<Page> {
    const request = readAllForwards(after, types, PAGE + 1);
    const { events, count, last, cut } = await this.ask('a read of all events', request, signal, true);
    return {
      events: events.filter(({ position, type }) => position > after && (!types || types.includes(type))),
      through: last > after ? last : after,
      end: !cut && count <= PAGE,
    };
  }

  /** The same backwards, from before a position or from the end, the newest first; `through` is 0n where there was none. */
  async pageBefore(before: bigint | 'end', size: number): Promise<Page> {
    const request = readAllBackwards(before, size);
    const { events, count, last, cut } = await this.ask('a read of the newest events', request, undefined, true);
    return { events, through: last, end: !cut && count < size };
  }

  /** The event at a position, in a list of its own; none where no event of ours stands. */
  async at(position: bigint): Promise<readonly StoredEvent[]> {
    const { events } = await this.ask(`a read of the event at ${position}`, readOneAt(position));
    return events.filter((event) => event.position === position);
  }

  /** Events of all streams from a position on, as many as there are up to `count`. */
  async stretch(from: bigint, count: number): Promise<readonly StoredEvent[]> {
    return (await this.ask('a read of the latest events', readAllForwards(from, undefined, count))).events;
  }

  /** Position of the last event of the store, system events included: it never falls. */
  async head(signal?: AbortSignal): Promise<bigint> {
    return this.raised(await this.ask('a read of the last event', readLast(), signal));
  }

  async ping(): Promise<void> {
    this.raised(await this.ask('a ping', readLast()));
  }

  /** Never falls, also when a node answers that lags behind the one asked before. */
  private raised({ last }: Answer): bigint {
    if (last > this.highest) this.highest = last;
    return this.highest;
  }

  /** `long`: silence alone is no failure while the server answers another question. */
  private async ask(what: string, request: ReadReq, signal?: AbortSignal, long = false): Promise<Answer> {
    const { callMs } = this.limits;
    const call = await openedWithin(callMs, what, this.wire.read(request));
    const alive = long ? () => this.ping() : undefined;
    try {
      return await collected(call, what, callMs, this.registry, alive, signal);
    } catch (error) {
      if (kindOf(error) === 'refused')
        throw new StoreRefused(`event store refuses ${what}: ${reasonOf(error)}`, 'forbidden');
      throw error;
    }
  }
}

/** All messages of a call; rejects on an error, an abort, and a silence of `silenceMs` in which `alive` fails too. */
function collected(
  call: ReadCall,
  what: string,
  silenceMs: number,
  registry: EventRegistry | undefined,
  alive: (() => Promise<void>) | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    const answer = { events, count: 0, last: 0n, cut: false };
    let bytes = 0;
    let over = false;
    const settle = (end: () => void) => {
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      end();
    };
    const give = () => settle(() => resolve(answer));
    const fail = (error: unknown) => {
      settle(() => reject(error));
      call.cancel();
    };
    const abort = () => fail(signal?.reason);
    const silent = () => {
      if (!alive) return fail(new StoreUnavailable(`event store did not answer ${what} within ${silenceMs} ms`));
      alive().then(() => over || timer.refresh(), fail);
    };
    const timer = setTimeout(silent, silenceMs);
    call.on('data', (message: ReadResp) => {
      if (over) return;
      timer.refresh();
      const event = message.getEvent();
      if (!event) return;
      // Converted as it comes: collecting messages first costs the garbage collector more than the conversion.
      const own = eventOf(message, registry);
      if (own) events.push(own);
      answer.count += 1;
      answer.last = positionOf(message) ?? answer.last;
      bytes += event.getEvent()?.getData_asU8().length ?? 0;
      if (bytes <= PAGE_BYTES || !alive) return;
      answer.cut = true;
      give();
      call.cancel();
    });
    call.on('end', give);
    call.on('error', fail);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
