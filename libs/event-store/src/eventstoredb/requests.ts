import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Serialised } from '../stored-event.js';

/** What an append expects of its stream; never `any`, see appends.ts. */
export type WireExpected = number | 'no-stream';

/** System events (`$stats`, `$metadata`, links) stay on the server. */
const NO_SYSTEM_EVENTS = '^[^$]';
/** Events that the server looks at in one go of a filtered read; its own default, 32, makes rare types slow to find. */
const WINDOW = 2_000;
/** Live events between two checkpoints, which nobody here goes by: rarely. */
const CHECKPOINT_EVERY = 1_000;

/** Options with `no_stream` (field 3, an empty message) set: its class is not among what the client hands out. */
const NO_STREAM = Uint8Array.of(0x1a, 0x00);

export interface StreamRange {
  /** First revision to read; the stream's start, or backwards its end, by default. */
  readonly from?: number | undefined;
  readonly backwards?: boolean;
  readonly count: number;
}

export function readStream(stream: string, { from, backwards, count }: StreamRange): ReadReq {
  const of = new streams.ReadReq.Options.StreamOptions();
  of.setStreamIdentifier(identifier(stream));
  if (from !== undefined) of.setRevision(`${from}`);
  else if (backwards) of.setEnd(new shared.Empty());
  else of.setStart(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setStream(of);
  options.setNoFilter(new shared.Empty());
  return reading(options, backwards === true, count);
}

/** From a position on (inclusive) or from the start; system events stay out. */
export function readAllForwards(after: bigint, types: readonly string[] | undefined, count: number): ReadReq {
  const options = ofAll(after);
  options.setFilter(filterOf(types));
  return reading(options, false, count);
}

/** From before a position (exclusive) or from the end backwards; system events stay out. */
export function readAllBackwards(before: bigint | 'end', count: number): ReadReq {
  const options = ofAll(before);
  options.setFilter(filterOf(undefined));
  return reading(options, true, count);
}

/** The record that begins at a position, or where none is left there the next one, whatever it is. */
export function readOneAt(position: bigint): ReadReq {
  const options = ofAll(position);
  options.setNoFilter(new shared.Empty());
  return reading(options, false, 1);
}

/** The last event of all, whatever it is. */
export function readLast(): ReadReq {
  const options = ofAll('end');
  options.setNoFilter(new shared.Empty());
  return reading(options, true, 1);
}

/**
 * What comes from now on. Never from a position: server 23.10 leaves out the first event at or behind the given
 * position, so a position at which no event stands any more would cost an event.
 */
export function subscribeLive(types: readonly string[] | undefined): ReadReq {
  const options = ofAll('end');
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  options.setFilter(filterOf(types));
  return request(options);
}

export function appendEvents(
  correlation: string,
  stream: string,
  expected: WireExpected,
  events: readonly Serialised[],
): BatchAppendReq {
  const options =
    expected === 'no-stream'
      ? streams.BatchAppendReq.Options.deserializeBinary(NO_STREAM)
      : new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier(stream));
  if (expected !== 'no-stream') options.setStreamPosition(`${expected}`);
  // No deadline: the server would measure it by its own clock, which may be minutes away from ours.
  const append = new streams.BatchAppendReq();
  append.setCorrelationId(uuid(correlation));
  append.setOptions(options);
  append.setIsFinal(true);
  append.setProposedMessagesList(events.map(proposed));
  return append;
}

function proposed({ id, type, data, metadata }: Serialised) {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuid(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(Buffer.from(data, 'utf8'));
  message.setCustomMetadata(Buffer.from(metadata, 'utf8'));
  return message;
}

function filterOf(types: readonly string[] | undefined) {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  // Prefixes let in more than was asked for; whoever reads looks at the whole type again.
  if (types) expression.setPrefixList([...types]);
  else expression.setRegex(NO_SYSTEM_EVENTS);
  const filter = new streams.ReadReq.Options.FilterOptions();
  filter.setEventType(expression);
  filter.setMax(WINDOW);
  filter.setCheckpointintervalmultiplier(CHECKPOINT_EVERY);
  return filter;
}

/**
 * Options for all streams, from a position (0n: the start) or from the end. At the position a record must begin, else
 * the server answers `Unexpected ReadAllResult: Error`; that its event was deleted does no harm.
 */
function ofAll(from: bigint | 'end'): ReadReq.Options {
  const all = new streams.ReadReq.Options.AllOptions();
  if (from === 'end') all.setEnd(new shared.Empty());
  else if (from === 0n) all.setStart(new shared.Empty());
  else {
    // Commit and prepare position: one and the same for whatever came over gRPC.
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(`${from}`);
    position.setPreparePosition(`${from}`);
    all.setPosition(position);
  }
  const options = new streams.ReadReq.Options();
  options.setAll(all);
  return options;
}

function reading(options: ReadReq.Options, backwards: boolean, count: number): ReadReq {
  options.setReadDirection(backwards ? 1 : 0);
  options.setCount(`${count}`);
  return request(options);
}

function request(options: ReadReq.Options): ReadReq {
  const uuids = new streams.ReadReq.Options.UUIDOption();
  uuids.setString(new shared.Empty());
  options.setUuidOption(uuids);
  options.setResolveLinks(false);
  const read = new streams.ReadReq();
  read.setOptions(options);
  return read;
}

function identifier(stream: string) {
  const name = new shared.StreamIdentifier();
  name.setStreamName(Buffer.from(stream, 'utf8'));
  return name;
}

function uuid(text: string) {
  const id = new shared.UUID();
  id.setString(text);
  return id;
}
