import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
  TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';
import { Faults } from './faults.js';
import { Log, type LogRecord } from './log.js';
import * as messages from './messages.js';
import { Subscribers } from './subscribers.js';

export interface DoubleOptions {
  /** Version that the server gives itself, `23.10.6` by default. */
  readonly version?: string;
  /** Position of the first event, and how far apart positions are. */
  readonly first?: bigint;
  readonly step?: bigint;
}

/** Longer than any deadline of a test. */
const NEVER_MS = 60_000;

/**
 * A double of EventStoreDB that speaks its wire (gRPC): appends in batches, reads, `$all` with filters, live
 * subscriptions with caught-up and checkpoints, tombstones, server features. It keeps everything in memory, and does
 * what was seen of server 23.10, its faults included; `faults` has a switch for each. It proves how the adapter behaves;
 * that a real server behaves so is for the specs that run with EVENTSTORE_URL.
 */
export class EventStoreDouble {
  readonly faults = new Faults();
  readonly log: Log;
  readonly subscribers: Subscribers;
  /** Calls by name, for tests that count them. */
  readonly calls = { read: 0, append: 0, subscribe: 0, tombstone: 0 };
  /** Is shown every call that names a stream, as it comes: its kind, and the stream. */
  watch: ((kind: 'read' | 'append', stream: string) => void) | undefined;
  private readonly server = new Server();
  private readonly version: string;
  private proxy: TcpProxy | undefined;
  private busyUntil = 0;

  private constructor({ version = '23.10.6', first = 1_000n, step = 117n }: DoubleOptions) {
    this.version = version;
    this.log = new Log(first, step);
    this.subscribers = new Subscribers(this.log, this.faults);
  }

  static async start(options: DoubleOptions = {}): Promise<EventStoreDouble> {
    const double = new EventStoreDouble(options);
    await double.listen();
    return double;
  }

  get port(): number {
    return this.proxy?.port ?? 0;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  cut(): void {
    this.proxy?.cut();
  }

  freeze(): void {
    this.proxy?.freeze();
  }

  thaw(): void {
    this.proxy?.thaw();
  }

  /** A link whose event is gone, as a message of its own. */
  writeHole(): void {
    const before = this.log.records.length;
    const none = new Uint8Array();
    this.log.write('links', [
      { id: '00000000-0000-8000-9000-000000000000', type: 'Linked', data: none, metadata: none },
    ]);
    for (const { position } of this.log.records.slice(before)) this.log.holes.add(position);
    this.subscribers.written(this.log.records.slice(before));
  }

  /** Events that another program or the server itself writes. */
  writeForeign(stream: string, type: string, metadata: string): void {
    const before = this.log.records.length;
    const id = `00000000-0000-8000-8000-${String(before).padStart(12, '0')}`;
    this.log.write(stream, [{ id, type, data: Buffer.from('no json'), metadata: Buffer.from(metadata) }]);
    this.subscribers.written(this.log.records.slice(before));
  }

  async stop(): Promise<void> {
    await this.proxy?.close();
    this.server.forceShutdown();
  }

  private async listen(): Promise<void> {
    this.server.addService(streams.StreamsService, {
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => this.soon(() => this.read(call)),
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => this.appends(call),
      tombstone: (call: ServerUnaryCall<TombstoneReq, unknown>, answer: sendUnaryData<unknown>) =>
        this.soon(() => this.tombstone(call, answer)),
    });
    this.server.addService(features.ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: sendUnaryData<unknown>) =>
        answer(null, messages.features(this.version)),
    });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.proxy = await startTcpProxy(port);
  }

  private read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    const options = call.request.getOptions();
    if (!options) return void call.end();
    const refusal = this.refusal();
    if (refusal) return void call.emit('error', refusal);
    if (!this.readsFromARecord(options)) return void call.emit('error', messages.noRecordThere(options));
    if (options.hasSubscription()) return void this.subscribe(call, options);
    this.calls.read += 1;
    const count = Number(options.getCount());
    const name = options.getStream()?.getStreamIdentifier();
    if (!name) {
      for (const record of this.ofAll(options).slice(0, count)) call.write(messages.ofAll(record, this.log.holes));
      return void call.end();
    }
    const stream = Buffer.from(name.getStreamName_asU8()).toString();
    this.watch?.('read', stream);
    if (this.log.tombstones.has(stream)) {
      const trailers = { exception: 'stream-deleted', 'stream-name': stream };
      const gone = messages.refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers);
      return void call.emit('error', gone);
    }
    const found = this.ofStream(stream, options);
    if (!found) call.write(messages.streamNotFound(stream));
    else for (const record of found.slice(0, count)) call.write(messages.eventMessage(record, false));
    call.end();
  }

  private subscribe(call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options): void {
    this.calls.subscribe += 1;
    if (this.faults.strikes('refuseSubscriptions'))
      return void call.emit('error', messages.refusal(status.UNAVAILABLE, 'Server Is Not Ready'));
    this.subscribers.add(call, options);
  }

  /** All streams are read from where a record begins, deleted or not, and forwards also from behind the end. */
  private readsFromARecord(options: ReadReq.Options): boolean {
    const from = positionIn(options);
    if (from === undefined || from === 0n || this.log.begins(from)) return true;
    return options.getReadDirection() !== 1 && from > (this.log.records.at(-1)?.position ?? 0n);
  }

  /** Forwards from a position on, backwards from before it. */
  private ofAll(options: ReadReq.Options): LogRecord[] {
    const from = positionIn(options);
    const passing = this.log.records.filter(messages.filterOf(options));
    if (options.getReadDirection() !== 1) return passing.filter(({ position }) => position >= (from ?? 0n));
    if (options.getAll()?.hasStart()) return [];
    return passing.filter(({ position }) => from === undefined || position < from).reverse();
  }

  private ofStream(stream: string, options: ReadReq.Options): LogRecord[] | undefined {
    const there = this.log.streams.get(stream);
    const backwards = options.getReadDirection() === 1;
    const given = options.getStream()?.hasRevision() ? Number(options.getStream()?.getRevision()) : undefined;
    if (!backwards) return there?.filter(({ revision }) => revision >= (given ?? 0));
    return there?.filter(({ revision }) => revision <= (given ?? revision)).reverse();
  }

  private appends(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => this.paced(() => this.soon(() => this.append(call, request))));
  }

  private append(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>, request: BatchAppendReq): void {
    this.calls.append += 1;
    const refusal = this.refusal();
    if (refusal) return void call.emit('error', refusal);
    if (this.faults.strikes('cutBeforeCommit')) return void this.cut();
    const before = this.log.records.length;
    const options = request.getOptions();
    const stream = Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
    this.watch?.('append', stream);
    const outcome = this.log.append(stream, messages.expectedOf(options), messages.proposedOf(request));
    const written = this.log.records.slice(before);
    this.subscribers.written(written);
    if (this.faults.strikes('cutAfterCommit')) return void this.cut();
    const repeat = written.length === 0 && outcome.kind === 'stored';
    if (this.faults.strikes('swallowAnswers') || (repeat && this.faults.strikes('muteRepeats'))) return;
    if (this.faults.strikes('halfCloseAppends')) return void call.end();
    if (this.faults.strikes('answerTimeout')) return void call.write(messages.unsettled(request, 'Timeout'));
    call.write(messages.outcomeMessage(request, outcome, !(repeat && this.faults.strikes('hidePositions'))));
  }

  private tombstone(call: ServerUnaryCall<TombstoneReq, unknown>, answer: sendUnaryData<unknown>): void {
    this.calls.tombstone += 1;
    const refusal = this.refusal();
    if (refusal) return void answer(refusal);
    if (this.faults.strikes('cutBeforeCommit')) return void this.cut();
    const name = call.request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
    const stream = Buffer.from(name).toString();
    const trailers = { exception: 'stream-deleted', 'stream-name': stream };
    if (this.log.tombstones.has(stream))
      return void answer(
        messages.refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers),
      );
    const options = call.request.getOptions();
    const last = this.log.records.findLast((record) => record.stream === stream)?.revision;
    if (options?.hasRevision() && Number(options.getRevision()) !== Number(last)) {
      const wrong = { exception: 'wrong-expected-version', 'stream-name': stream };
      return void answer(
        messages.refusal(status.FAILED_PRECONDITION, 'Append failed due to WrongExpectedVersion.', wrong),
      );
    }
    const before = this.log.records.length;
    this.log.tombstone(stream);
    this.subscribers.written(this.log.records.slice(before));
    if (this.faults.strikes('cutAfterCommit')) return void this.cut();
    answer(null, new streamsPb.TombstoneResp());
  }

  private refusal(): Partial<StatusObject> | undefined {
    const { faults } = this;
    if (faults.refuseUser === 'unknown') return messages.refusal(status.UNAUTHENTICATED, 'Bad HTTP status 401');
    if (faults.refuseUser === 'forbidden')
      return messages.refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
    if (!faults.strikes('notLeader')) return undefined;
    const { host, port } = faults.leader ?? { host: '127.0.0.1', port: this.port };
    const trailers = { exception: 'not-leader', 'leader-endpoint-host': host, 'leader-endpoint-port': `${port}` };
    return messages.refusal(status.NOT_FOUND, 'Leader info available', trailers);
  }

  private paced(act: () => void): void {
    const { paceMs } = this.faults;
    if (paceMs === 0) return void act();
    const now = performance.now();
    this.busyUntil = Math.max(now, this.busyUntil) + paceMs;
    setTimeout(act, this.busyUntil - now).unref();
  }

  private soon(act: () => void): void {
    if (this.faults.slowMs === 0) act();
    else setTimeout(act, Math.min(this.faults.slowMs, NEVER_MS)).unref();
  }
}

/** The position that a read of all streams names; undefined for one from the start or the end. */
function positionIn(options: ReadReq.Options): bigint | undefined {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  return position === undefined ? undefined : BigInt(position);
}
