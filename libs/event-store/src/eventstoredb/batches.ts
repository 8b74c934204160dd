import { randomUUID } from 'node:crypto';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../errors.js';
import type { Serialised } from '../stored-event.js';
import { type Limits, within } from './failures.js';
import { appendEvents, type WireExpected } from './requests.js';
import { type Outcome, outcomeOf } from './responses.js';
import type { BatchCall, Wire } from './wire.js';

/** Bytes of events under way; beyond it appends are refused, so that a slow server cannot eat the memory. */
const MAX_BYTES_UNDER_WAY = 64 * 1024 * 1024;

interface Waiting {
  readonly answered: (answer: BatchAppendResp) => void;
  readonly reject: (error: unknown) => void;
}

/** One long call that carries many appends, and who waits for an answer on it. */
interface AppendCall {
  readonly call: BatchCall;
  readonly waiting: Map<string, Waiting>;
  /** When the last answer came, on the monotonic clock, ms. */
  answeredAt: number;
}

/**
 * A look at the stream, for an append that is overdue: everything that was sent before it on its call is answered, and
 * it is not. Of two nodes that write the same at the same moment, the server answers the later one after 3 s, and then
 * that it does not know; but what stands there is written, and no repeat writes it again.
 */
export interface Overdue {
  readonly afterMs: number;
  readonly look: () => Promise<{ readonly revision: number; readonly position: bigint } | undefined>;
}

/** The call answers nobody. */
class SilentCall extends StoreUnavailable {}

/**
 * Sends appends side by side over one call. What happens to the call happens to every append that is under way on it:
 * their outcome is unknown then, and each is to be repeated by its own caller. Answers find their append by number, on
 * the call that sent it, so a call that is gone never answers for another. A call is left for its silence alone: one
 * that is slow under a thousand appends would get them all a second time, and be slower.
 */
export class Batches {
  private current: Promise<AppendCall> | undefined;
  private underWay = 0;
  private silentCalls = 0;

  constructor(
    private readonly wire: Wire,
    private readonly limits: Limits,
  ) {}

  /** One try. Rejects when the outcome is unknown; what the server answers is the answer. */
  async append(
    stream: string,
    expected: WireExpected,
    events: readonly Serialised[],
    size: number,
    overdue: Overdue,
  ): Promise<Outcome> {
    if (this.underWay > 0 && this.underWay + size > MAX_BYTES_UNDER_WAY)
      throw new StoreUnavailable(`event store has ${this.underWay} bytes of events under way; try later`, {
        kind: 'overloaded',
      });
    this.underWay += size;
    let current: AppendCall | undefined;
    const correlation = randomUUID();
    try {
      current = await within(this.limits.callMs, 'a connection', this.opened());
      const request = appendEvents(correlation, stream, expected, events);
      const outcome = await ask(current, request, correlation, this.limits, overdue);
      this.silentCalls = 0;
      return outcome;
    } catch (error) {
      if (error instanceof SilentCall || (!current && error instanceof StoreUnavailable))
        await this.unanswered(current);
      throw error;
    } finally {
      current?.waiting.delete(correlation);
      this.underWay -= size;
    }
  }

  /** Leaves the call that gave nobody an answer; after a second silence also the connection. */
  private async unanswered(current: AppendCall | undefined): Promise<void> {
    this.silentCalls += 1;
    if (current) drop(current, new StoreUnavailable('event store did not answer on this connection'));
    else this.current = undefined;
    if (this.silentCalls > 1) await within(this.limits.callMs, 'a connection', this.wire.reconnect()).catch(() => {});
  }

  private opened(): Promise<AppendCall> {
    this.current ??= this.open();
    return this.current;
  }

  private open(): Promise<AppendCall> {
    const opening = this.wire.batches().then((call) => {
      const current: AppendCall = { call, waiting: new Map(), answeredAt: 0 };
      const over = (error: unknown) => {
        if (this.current === opening) this.current = undefined;
        drop(current, error);
      };
      call.on('data', (answer: BatchAppendResp) => {
        current.answeredAt = performance.now();
        current.waiting.get(answer.getCorrelationId()?.getString() ?? '')?.answered(answer);
      });
      call.on('error', over);
      // A server that ends the call in good order leaves those who wait without an answer all the same.
      call.on('end', () => over(new StoreUnavailable('event store ended the connection')));
      return current;
    });
    opening.catch(() => {
      if (this.current === opening) this.current = undefined;
    });
    return opening;
  }
}

/** Waits as long as the call answers anybody: what waits behind others on the server is not to be sent again. */
function ask(
  current: AppendCall,
  request: BatchAppendReq,
  correlation: string,
  { callMs, appendMs }: Limits,
  { afterMs, look }: Overdue,
): Promise<Outcome> {
  const sent = performance.now();
  let pause = afterMs;
  let lookAt = sent + pause;
  let timer: NodeJS.Timeout;
  let over = false;
  return new Promise<Outcome>((resolve, reject) => {
    const tick = () => {
      if (over) return;
      const now = performance.now();
      const silentAt = Math.max(current.answeredAt, sent) + callMs;
      const lateAt = sent + appendMs;
      if (now >= silentAt) return void reject(new SilentCall(`event store answered nothing within ${callMs} ms`));
      if (now >= lateAt) return void reject(new StoreUnavailable(`event store did not append within ${appendMs} ms`));
      if (now >= lookAt) {
        pause *= 2;
        lookAt = now + pause;
        const [oldest] = current.waiting.keys();
        if (oldest === correlation)
          look().then(
            (found) => found && resolve({ kind: 'stored', ...found, seen: true }),
            () => {},
          );
      }
      timer = later(tick, Math.min(silentAt, lateAt, lookAt) - now + 1);
    };
    timer = later(tick, Math.min(callMs, afterMs) + 1);
    current.waiting.set(correlation, { answered: (answer) => resolve(outcomeOf(answer)), reject });
    current.call.write(request);
  }).finally(() => {
    over = true;
    clearTimeout(timer);
  });
}

/** After `ms` and one round of I/O: answers that came while this process was blocked are taken before time-outs are judged. */
function later(act: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(act), ms);
}

function drop(current: AppendCall, error: unknown): void {
  const waiting = [...current.waiting.values()];
  current.waiting.clear();
  current.call.cancel();
  for (const { reject } of waiting) reject(error);
}
