import { randomUUID } from 'node:crypto';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../errors.js';
import type { Serialised } from '../serialise.js';
import { within } from './patience.js';
import { appendEvents, type WireExpected } from './requests.js';
import type { BatchCall, Wire } from './wire.js';

/** Bytes of events under way; beyond it appends are refused, so that a slow server cannot eat the memory. */
const UNDER_WAY_MOST = 64 * 1024 * 1024;

interface Waiting {
  readonly size: number;
  readonly resolve: (answer: BatchAppendResp) => void;
  readonly reject: (error: unknown) => void;
}

/** One long call that carries many appends, and who waits for an answer on it. */
interface Line {
  readonly call: BatchCall;
  readonly waiting: Map<string, Waiting>;
}

/**
 * Sends appends side by side over one call. What happens to the call happens to every append that is under way on it:
 * their outcome is unknown then, and each is to be repeated by its own caller. Answers find their append by number, on
 * the line that sent it, so a line that is gone never answers for another.
 */
export class Batches {
  private line: Promise<Line> | undefined;
  private underWay = 0;
  private silences = 0;

  constructor(
    private readonly wire: Wire,
    private readonly callMs: number,
  ) {}

  /** One try. Rejects when the outcome is unknown; what the server answers is the answer. */
  async append(
    stream: string,
    expected: WireExpected,
    events: readonly Serialised[],
    size: number,
  ): Promise<BatchAppendResp> {
    if (this.underWay > 0 && this.underWay + size > UNDER_WAY_MOST)
      throw new StoreUnavailable(`event store has ${this.underWay} bytes of events under way; try later`);
    this.underWay += size;
    let line: Line | undefined;
    const correlation = randomUUID();
    try {
      line = await within(this.callMs, 'a connection', this.opened());
      const answer = await within(
        this.callMs,
        `an append to ${stream}`,
        ask(line, correlation, stream, expected, events, size),
      );
      this.silences = 0;
      return answer;
    } catch (error) {
      if (error instanceof StoreUnavailable) await this.unanswered(line);
      throw error;
    } finally {
      line?.waiting.delete(correlation);
      this.underWay -= size;
    }
  }

  /** Leaves the line that gave no answer; after a second silence also the connection. */
  private async unanswered(line: Line | undefined): Promise<void> {
    this.silences += 1;
    if (line) drop(line, new StoreUnavailable('event store did not answer on this connection'));
    else this.line = undefined;
    if (this.silences > 1) await within(this.callMs, 'a connection', this.wire.reconnect()).catch(() => {});
  }

  private opened(): Promise<Line> {
    this.line ??= this.open();
    return this.line;
  }

  private open(): Promise<Line> {
    const opening = this.wire.batches().then((call) => {
      const line: Line = { call, waiting: new Map() };
      const over = (error: unknown) => {
        if (this.line === opening) this.line = undefined;
        drop(line, error);
      };
      call.on('data', (answer: BatchAppendResp) => {
        line.waiting.get(answer.getCorrelationId()?.getString() ?? '')?.resolve(answer);
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

function ask(
  line: Line,
  correlation: string,
  stream: string,
  expected: WireExpected,
  events: readonly Serialised[],
  size: number,
): Promise<BatchAppendResp> {
  return new Promise((resolve, reject) => {
    line.waiting.set(correlation, { size, resolve, reject });
    line.call.write(appendEvents(correlation, stream, expected, events));
  });
}

function drop(line: Line, error: unknown): void {
  const waiting = [...line.waiting.values()];
  line.waiting.clear();
  line.call.cancel();
  for (const { reject } of waiting) reject(error);
}
