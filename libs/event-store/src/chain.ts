// Loaded by the commit worker by its address: nothing of this project is imported but types.
import { hash } from 'node:crypto';

/** An event as stored: the exact text of data and of metadata without `hash`. */
export interface RawEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
}

export interface Broken {
  readonly stream: string;
  readonly revision: number;
  readonly reason: string;
}

/** What the first event of a stream is chained to. */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

/** A stream's chain as far as it was followed. */
export interface ChainEnd {
  readonly revision: number;
  readonly hash: Uint8Array;
}

let scratch = Buffer.alloc(16 * 1024);

/**
 * The hash that makes a stream's history tamper-evident (design section 8): SHA-256 over the previous event's hash, id,
 * type, data and metadata (without `hash`), the last four in UTF-8, each of the five with its length in bytes before it
 * as a 32-bit big-endian number.
 */
export function eventHash(previous: Uint8Array, id: string, type: string, data: string, metadata: string): Buffer {
  const maxBytes = 20 + previous.length + 3 * (id.length + type.length + data.length + metadata.length);
  if (maxBytes > scratch.length) scratch = Buffer.alloc(2 * maxBytes);
  scratch.writeUInt32BE(previous.length, 0);
  scratch.set(previous, 4);
  let end = 4 + previous.length;
  end = put(id, end);
  end = put(type, end);
  end = put(data, end);
  end = put(metadata, end);
  return hash('sha256', scratch.subarray(0, end), 'buffer');
}

function put(text: string, at: number): number {
  const length = scratch.write(text, at + 4, 'utf8');
  scratch.writeUInt32BE(length, at);
  return at + 4 + length;
}

/** Follows the chain by one event; what is wrong with it, or undefined. */
export function verifyNext(before: ChainEnd | undefined, event: RawEvent): string | undefined {
  const due = (before?.revision ?? -1) + 1;
  if (event.revision !== due) return `revision ${due} is missing before it`;
  const computed = eventHash(before?.hash ?? CHAIN_START, event.id, event.type, event.data, event.metadata);
  if (computed.toString('hex') !== event.hash) return 'hash does not match the event and the one before it';
  return undefined;
}

/** Everything that is broken in one stream's events, given from its start and in order. */
export function verifyStream(events: Iterable<RawEvent>): Broken[] {
  const broken: Broken[] = [];
  let before: ChainEnd | undefined;
  for (const event of events) {
    const reason = verifyNext(before, event);
    if (reason) broken.push({ stream: event.stream, revision: event.revision, reason });
    before = { revision: event.revision, hash: Buffer.from(event.hash, 'hex') };
  }
  return broken;
}
