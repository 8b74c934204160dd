import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { Faults } from './faults.js';
import type { Log, LogRecord } from './log.js';
import { caughtUp, checkpoint, confirmation, filterOf, ofAll, refusal } from './messages.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

interface Subscriber {
  readonly call: Call;
  readonly passes: (record: LogRecord) => boolean;
  readonly every: number;
  skipped: number;
}

/** Live subscriptions of the double: catch up, say so, then get what is written. */
export class Subscribers {
  private readonly all = new Set<Subscriber>();

  constructor(
    private readonly log: Log,
    private readonly faults: Faults,
  ) {}

  get count(): number {
    return this.all.size;
  }

  add(call: Call, options: ReadReq.Options): void {
    const filter = options.getFilter();
    const every = Math.max(1, (filter?.getMax() ?? 32) * (filter?.getCheckpointintervalmultiplier() ?? 1));
    const subscriber = { call, passes: filterOf(options), every, skipped: 0 };
    call.write(confirmation());
    if (this.faults.markersFirst) call.write(caughtUp());
    for (const record of this.missed(options)) if (subscriber.passes(record)) call.write(ofAll(record, this.log.holes));
    if (!this.faults.markersFirst) call.write(caughtUp());
    this.all.add(subscriber);
    call.on('cancelled', () => this.all.delete(subscriber));
  }

  written(records: readonly LogRecord[]): void {
    for (const subscriber of [...this.all]) {
      if (records.length > this.faults.liveBuffer) this.drop(subscriber);
      else for (const record of records) this.send(subscriber, record);
    }
  }

  /** Ends every subscription in good order, as a proxy in between may. */
  halfClose(): void {
    for (const { call } of this.all) call.end();
    this.all.clear();
  }

  /** Forgets every subscription without a word: it looks alive and gets nothing more. */
  forget(): void {
    this.all.clear();
  }

  private send(subscriber: Subscriber, record: LogRecord): void {
    const { call } = subscriber;
    const messages: ReadResp[] = [];
    if (subscriber.passes(record)) messages.push(ofAll(record, this.log.holes));
    if (this.faults.repeatEvents) messages.push(...messages);
    subscriber.skipped += 1;
    if (subscriber.skipped >= subscriber.every || this.faults.markersFirst) {
      subscriber.skipped = 0;
      if (this.faults.markersFirst) messages.unshift(checkpoint(record.position), caughtUp());
      else messages.push(checkpoint(record.position));
    }
    for (const message of messages) call.write(message);
  }

  private drop(subscriber: Subscriber): void {
    this.all.delete(subscriber);
    const text = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
    subscriber.call.emit('error', refusal(status.ABORTED, text));
  }

  /** Server 23.10 leaves out the first event at or behind the position that it is given. */
  private missed(options: ReadReq.Options): readonly LogRecord[] {
    const from = options.getAll();
    if (!from || from.hasEnd()) return [];
    const position = BigInt(from.getPosition()?.getCommitPosition() ?? '-1');
    const behind = this.log.records.filter((record) => record.position >= position);
    return from.hasStart() ? this.log.records : behind.slice(1);
  }
}
