import { randomUUID } from 'node:crypto';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../errors.js';
import type { Serialised } from '../serialise.js';
import { type Outcome, outcomeOf } from './outcomes.js';
import { appendEvents, type WireExpected } from './requests.js';
import { type Limits, later, within } from './retry-policy.js';
import type { BatchCall, Wire } from './wire.js';

/** Bytes of events under way; beyond it appends are refused, so that a slow server cannot eat the memory. */
const MAX_UNDER_WAY = 64 * 1024 * 1024;

interface Waiting {
  readonly answered: (answer: BatchAppendResp) => void;
  readonly reject: (error: unknown) => void;
}

/** One long call that carries many appends, and who waits for an answer on it. */
interface Line {
  readonly call: BatchCall;
  readonly waiting: Map<string, Waiting>;
  /** When the last answer came, on the monotonic clock, ms. */
  heard: number;
}

/**
 * A look at the stream, for an append that is overdue: its turn has come, since all that was sent before it on its line
 * is answered, and there is no answer. Of two nodes that write the same at the same moment, the server answers the later
 * one after 3 s, and then that it does not know; but what stands there is written, and no repeat writes it again.
 */
export interface Overdue {
  readonly afterMs: number;
  readonly look: () => Promise<{ readonly revision: number; readonly position: bigint } | undefined>;
}

/** The line says nothing to anybody. */
class Silence extends StoreUnavailable {}

/**
 * Sends appends side by side over one call. What happens to the call happens to every append that is under way on it:
 * their outcome is unknown then, and each is to be repeated by its own caller. Answers find their append by number, on
 * the line that sent it, so a line that is gone never answers for another. A line is left for its silence alone: one
 * that is slow under a thousand appends would get them all a second time, and be slower.
 */
export class Batches {
  private line: Promise<Line> | undefined;
  private underWay = 0;
  private silences = 0;

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
    if (this.underWay > 0 && this.underWay + size > MAX_UNDER_WAY)
      throw new StoreUnavailable(`event store has ${this.underWay} bytes of events under way; try later`);
    this.underWay += size;
    let line: Line | undefined;
    const correlation = randomUUID();
    try {
      line = await within(this.limits.callMs, 'a connection', this.opened());
      const request = appendEvents(correlation, stream, expected, events);
      const outcome = await ask(line, request, correlation, this.limits, overdue);
      this.silences = 0;
      return outcome;
    } catch (error) {
      if (error instanceof Silence || (!line && error instanceof StoreUnavailable)) await this.unanswered(line);
      throw error;
    } finally {
      line?.waiting.delete(correlation);
      this.underWay -= size;
    }
  }

  /** Leaves the line that gave nobody an answer; after a second silence also the connection. */
  private async unanswered(line: Line | undefined): Promise<void> {
    this.silences += 1;
    if (line) drop(line, new StoreUnavailable('event store did not answer on this connection'));
    else this.line = undefined;
    if (this.silences > 1) await within(this.limits.callMs, 'a connection', this.wire.reconnect()).catch(() => {});
  }

  private opened(): Promise<Line> {
    this.line ??= this.open();
    return this.line;
  }

  private open(): Promise<Line> {
    const opening = this.wire.batches().then((call) => {
      const line: Line = { call, waiting: new Map(), heard: 0 };
      const over = (error: unknown) => {
        if (this.line === opening) this.line = undefined;
        drop(line, error);
      };
      call.on('data', (answer: BatchAppendResp) => {
        line.heard = performance.now();
        line.waiting.get(answer.getCorrelationId()?.getString() ?? '')?.answered(answer);
      });
      call.on('error', over);
      // A server that ends the call in good order leaves those who wait without an answer all the same.
      call.on('end', () => over(new StoreUnavailable('event store ended the connection')));
      return line;
    });
    opening.catch(() => {
      if (this.line === opening) this.line = undefined;
    });
    return opening;
  }
}

/** Waits as long as the line answers anybody: what waits behind others on the server is not to be sent again. */
function ask(
  line: Line,
  request: BatchAppendReq,
  correlation: string,
  { callMs, giveUpMs }: Limits,
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
      const silentAt = Math.max(line.heard, sent) + callMs;
      const lateAt = sent + giveUpMs;
      if (now >= silentAt) return void reject(new Silence(`event store answered nothing within ${callMs} ms`));
      if (now >= lateAt) return void reject(new StoreUnavailable(`event store did not append within ${giveUpMs} ms`));
      if (now >= lookAt) {
        pause *= 2;
        lookAt = now + pause;
        const [oldest] = line.waiting.keys();
        if (oldest === correlation)
          look().then(
            (found) => found && resolve({ kind: 'stored', ...found, seen: true }),
            () => {},
          );
      }
      timer = later(tick, Math.min(silentAt, lateAt, lookAt) - now + 1);
    };
    timer = later(tick, Math.min(callMs, afterMs) + 1);
    line.waiting.set(correlation, { answered: (answer) => resolve(outcomeOf(answer)), reject });
    line.call.write(request);
  }).finally(() => {
    over = true;
    clearTimeout(timer);
  });
}

function drop(line: Line, error: unknown): void {
  const waiting = [...line.waiting.values()];
  line.waiting.clear();
  line.call.cancel();
  for (const { reject } of waiting) reject(error);
}
