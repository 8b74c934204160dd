import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import { type AppendOutcome, type LogRecord, MAX_APPEND, type Proposed, type WireExpected } from './log.js';

const PACKAGE = 'event_store.client';
const NO_POSITION = '18446744073709551615';

export function eventMessage(record: LogRecord, withPlace: boolean): ReadResp {
  const id = new shared.UUID();
  id.setString(record.id);
  const name = new shared.StreamIdentifier();
  name.setStreamName(Buffer.from(record.stream));
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(name);
  recorded.setStreamRevision(`${record.revision}`);
  recorded.setCommitPosition(`${record.position}`);
  recorded.setPreparePosition(`${record.position}`);
  recorded.getMetadataMap().set('type', record.type).set('content-type', 'application/json').set('created', '0');
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  if (withPlace) event.setCommitPosition(`${record.position}`);
  const message = new streams.ReadResp();
  message.setEvent(event);
  return message;
}

/** A record as a reader of all events meets it. */
export function ofAll(record: LogRecord, holes: ReadonlySet<bigint>): ReadResp {
  return holes.has(record.position) ? hole(record.position) : eventMessage(record, true);
}

/** A link whose event is gone: a message with a position and no event. */
function hole(position: bigint): ReadResp {
  const event = new streams.ReadResp.ReadEvent();
  event.setCommitPosition(`${position}`);
  const message = new streams.ReadResp();
  message.setEvent(event);
  return message;
}

export function confirmation(): ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId('double');
  const message = new streams.ReadResp();
  message.setConfirmation(confirmed);
  return message;
}

export function caughtUp(): ReadResp {
  const message = new streams.ReadResp();
  message.setCaughtUp(new streams.ReadResp.CaughtUp());
  return message;
}

export function checkpoint(position: bigint): ReadResp {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(`${position}`);
  reached.setPreparePosition(`${position}`);
  const message = new streams.ReadResp();
  message.setCheckpoint(reached);
  return message;
}

export function streamNotFound(stream: string): ReadResp {
  const name = new shared.StreamIdentifier();
  name.setStreamName(Buffer.from(stream));
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(name);
  const message = new streams.ReadResp();
  message.setStreamNotFound(missing);
  return message;
}

export function proposedOf(request: BatchAppendReq): Proposed[] {
  return request.getProposedMessagesList().map((message) => ({
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }));
}

export function expectedOf(options: BatchAppendReq.Options | undefined): WireExpected {
  if (options?.hasNoStream()) return 'no-stream';
  return options?.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any';
}

export function outcomeMessage(
  request: BatchAppendReq,
  outcome: AppendOutcome,
  withPosition: boolean,
): BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (outcome.kind !== 'stored') return failed(answer, outcome);
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(withPosition ? `${outcome.position}` : NO_POSITION);
  position.setPreparePosition(withPosition ? `${outcome.position}` : NO_POSITION);
  const stored = new streams.BatchAppendResp.Success();
  stored.setCurrentRevision(`${outcome.revision}`);
  stored.setPosition(position);
  answer.setSuccess(stored);
  return answer;
}

/** An answer that says nothing about the append: `Timeout`, or a server that is not ready. */
export function unsettled(request: BatchAppendReq, type: 'Timeout' | 'Unknown'): BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  return withError(answer, new shared[type]().serializeBinary(), type);
}

function failed(answer: BatchAppendResp, outcome: Exclude<AppendOutcome, { kind: 'stored' }>): BatchAppendResp {
  switch (outcome.kind) {
    case 'wrong': {
      const wrong = new shared.WrongExpectedVersion();
      if (outcome.actual >= 0) wrong.setCurrentStreamRevision(`${outcome.actual}`);
      return withError(answer, wrong.serializeBinary(), 'WrongExpectedVersion');
    }
    case 'too-large': {
      const exceeded = new shared.MaximumAppendSizeExceeded();
      exceeded.setMaxappendsize(MAX_APPEND);
      return withError(answer, exceeded.serializeBinary(), 'MaximumAppendSizeExceeded');
    }
    default:
      return withError(answer, new shared.StreamDeleted().serializeBinary(), 'StreamDeleted');
  }
}

function withError(answer: BatchAppendResp, bytes: Uint8Array, type: string): BatchAppendResp {
  const details = new anyPb.Any();
  details.pack(bytes, `${PACKAGE}.${type}`);
  const error = new statuses.Status();
  error.setDetails(details);
  answer.setError(error);
  return answer;
}

/** An error as the server's transport carries it: a status code, and in its trailers what it is about. */
export function refusal(code: status, details: string, trailers: Record<string, string> = {}): Partial<StatusObject> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** How server 23.10 answers a read, or a subscription, of all streams from where no record begins. */
export function noRecordThere(options: ReadReq.Options): Partial<StatusObject> {
  if (options.hasSubscription()) return refusal(status.UNKNOWN, 'Exception was thrown by handler.');
  return refusal(status.UNKNOWN, `Unexpected ${options.hasFilter() ? 'Filtered' : ''}ReadAllResult: Error`);
}

/** Which events a filter lets through. */
export function filterOf(options: ReadReq.Options): (record: LogRecord) => boolean {
  const expression = options.getFilter()?.getEventType();
  if (!expression) return () => true;
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return ({ type }) => prefixes.some((prefix) => type.startsWith(prefix));
  const regex = new RegExp(expression.getRegex());
  return ({ type }) => regex.test(type);
}

/** What a server says of itself: its version, and that it takes batches. */
export function features(version: string) {
  const batch = new featuresPb.SupportedMethod();
  batch.setServiceName('event_store.client.streams.streams');
  batch.setMethodName('batchappend');
  const answer = new featuresPb.SupportedMethods();
  answer.setEventStoreServerVersion(version);
  answer.setMethodsList([batch]);
  return answer;
}
