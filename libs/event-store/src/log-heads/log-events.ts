import { z } from 'zod';
import type { Placed } from '../chain.js';
import { type EventOf, type EventTable, EventType } from '../event-types.js';

/** Signed heads of the whole log, one after the other; written by one node at a time. */
export const LOG_HEADS = 'log-heads';
/** What was erased, so that the heads can still be recomputed. */
export const LOG_ERASURES = 'log-erasures';

/** Bigger than a number of JSON can hold: in decimal digits. */
const position = z.string().regex(/^\d{1,20}$/);
const hex256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the log held when it was signed; also a line of ANCHOR_FILE. */
export const signedHead = z.strictObject({
  /** ISO 8601. */
  at: z.string(),
  /** Events up to `position`, those included that were erased since the first head. */
  count: z.number(),
  position,
  /** Sum of these events' terms (`HeadKey.term`) modulo 2^256. */
  sum: hex256,
  signature: hex256,
});
export type SignedHead = z.infer<typeof signedHead>;

const streamErased = z.strictObject({
  stream: z.string(),
  /** Revision of the first event listed; the others follow it. */
  from: z.number(),
  /** Position and hash of each event. */
  events: z.array(z.tuple([position, z.string()])),
});
export type StreamErased = z.infer<typeof streamErased>;

/** The events that a record lists. */
export function erasedEvents({ stream, from, events }: StreamErased): readonly Placed[] {
  return events.map(([position, hash], index) => ({
    position: BigInt(position),
    stream,
    revision: from + index,
    hash,
  }));
}

export const logEvents = {
  LogHeadSigned: EventType.of(signedHead),
  StreamErased: EventType.of(streamErased),
} satisfies EventTable;
export type LogEvent = EventOf<typeof logEvents>;
