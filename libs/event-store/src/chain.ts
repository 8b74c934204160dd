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
  /** 64 hexadecimal digits; `eventHash`. */
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
  /** Whether the last event is of version 2. */
  readonly keyed?: boolean;
}

/** How metadata ends whose event is chained by version 2: the mark is part of what is hashed, so nobody can take it away. */
export const KEYED_MARK = ',"chain":2}';

/** An HMAC-SHA-256 key as the two padded blocks of RFC 2104: two one-shot hashes cost less than `createHmac`. */
export interface ChainKey {
  readonly inner: Uint8Array;
  /** With room behind it for the inner hash. */
  readonly outer: Uint8Array;
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** @param key 32 bytes: `InstallationKey.derive('event-chain')`. */
export function chainKey(key: Uint8Array): ChainKey {
  const padded = (pad: number) => Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ pad);
  return { inner: Uint8Array.from(padded(0x36)), outer: Uint8Array.from([...padded(0x5c), ...CHAIN_START]) };
}

let scratch = Buffer.alloc(16 * 1024);
/** Whose inner block stands at the start of `scratch`. */
let scratchKey: ChainKey | undefined;

/** What of an event is chained; `metadata` is without `hash`. */
export type Chained = Pick<RawEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/**
 * The hash that makes a stream's history tamper-evident (design section 8). Version 1: SHA-256 over the previous event's
 * hash, id, type, data and metadata. Version 2, which the metadata names: HMAC-SHA-256 under the installation's key over
 * the previous hash, stream, revision, id, type, data and metadata. All in UTF-8, the revision in decimal digits, each
 * part with its length in bytes before it as a 32-bit big-endian number.
 * @throws {TypeError} for version 2 without a key.
 */
export function eventHash(previous: Uint8Array, event: Chained, key?: ChainKey): Buffer {
  const { stream, id, type, data, metadata } = event;
  const characters = stream.length + id.length + type.length + data.length + metadata.length;
  reserve(BLOCK_BYTES + 64 + previous.length + 3 * characters);
  const keyed = isKeyed(metadata);
  if (keyed && !key) throw new TypeError(`event ${id} of ${stream} is chained under a key, and none was given`);
  const start = BLOCK_BYTES + 4 + previous.length;
  scratch.writeUInt32BE(previous.length, BLOCK_BYTES);
  scratch.set(previous, BLOCK_BYTES + 4);
  let end = keyed ? put(String(event.revision), put(stream, start)) : start;
  end = put(id, end);
  end = put(type, end);
  end = put(data, end);
  end = put(metadata, end);
  return keyed && key ? keyedHash(end, key) : bytesOf(sha256(scratch.subarray(BLOCK_BYTES, end)));
}

/** HMAC-SHA-256 of a text in UTF-8. */
export function hmac(text: string, key: ChainKey): Buffer {
  reserve(BLOCK_BYTES + 3 * text.length);
  return keyedHash(BLOCK_BYTES + scratch.write(text, BLOCK_BYTES, 'utf8'), key);
}

/** An event's place in the log and in its stream, and its hash as the store has it. */
export type Placed = Pick<RawEvent, 'position' | 'stream' | 'revision' | 'hash'>;

/** What one event adds to the sum that heads of the log sign (`HeadKey`): 32 bytes, under the heads' own key. */
export function headTerm({ position, stream, revision, hash }: Placed, key: ChainKey): Buffer {
  return hmac(`event\n${position}\n${revision}\n${hash}\n${stream}`, key);
}

/** HMAC-SHA-256 of what stands in `scratch` behind its first block. */
function keyedHash(end: number, key: ChainKey): Buffer {
  if (scratchKey !== key) scratch.set(key.inner, 0);
  scratchKey = key;
  write(sha256(scratch.subarray(0, end)), key.outer, BLOCK_BYTES);
  return bytesOf(sha256(key.outer));
}

/** As a string of 32 characters, one a byte: Node takes four times as long to hand over a Buffer of its own. */
function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'binary');
}

/** Outside of Node's pool: what is kept of a stream is to keep 32 bytes, not the pool's 8 KiB. */
function bytesOf(digest: string): Buffer {
  const bytes = Buffer.alloc(HASH_BYTES);
  write(digest, bytes, 0);
  return bytes;
}

function write(digest: string, to: Uint8Array, start: number): void {
  for (let at = 0; at < HASH_BYTES; at += 1) to[start + at] = digest.charCodeAt(at);
}

function reserve(bytes: number): void {
  if (bytes <= scratch.length) return;
  scratch = Buffer.alloc(2 * bytes);
  scratchKey = undefined;
}

function put(text: string, at: number): number {
  const length = scratch.write(text, at + 4, 'utf8');
  scratch.writeUInt32BE(length, at);
  return at + 4 + length;
}

function isKeyed(metadata: string): boolean {
  return metadata.endsWith(KEYED_MARK);
}

/** What events are verified against. */
export interface ChainRules {
  /** Without it, events of version 2 count as broken. */
  readonly key?: ChainKey | undefined;
  /** Position of the log's first signed head: from there on every event is of version 2. */
  readonly keyedAfter?: bigint | undefined;
}

/** Follows the chain by one event; what is wrong with it, or undefined. */
export function verifyNext(before: ChainEnd | undefined, event: RawEvent, rules: ChainRules = {}): string | undefined {
  const due = (before?.revision ?? -1) + 1;
  if (event.revision !== due) return `revision ${due} is missing before it`;
  const keyed = isKeyed(event.metadata);
  if (keyed && !rules.key) return 'its hash needs the key of the installation, and none was given';
  if (!keyed && before?.keyed) return 'its hash has no key, and that of the event before it has one';
  if (!keyed && rules.keyedAfter !== undefined && event.position > rules.keyedAfter)
    return "its hash has no key, and it was written after the log's first signed head";
  const computed = eventHash(before?.hash ?? CHAIN_START, event, rules.key);
  if (computed.toString('hex') !== event.hash) return 'hash does not match the event and the one before it';
  return undefined;
}

/** Where the chain stands behind an event, right or wrong: each break is reported once. */
export function chainEnd(event: RawEvent): ChainEnd {
  return { revision: event.revision, hash: Buffer.from(event.hash, 'hex'), keyed: isKeyed(event.metadata) };
}

/** Everything that is broken in one stream's events, given from its start and in order. */
export function verifyStream(events: Iterable<RawEvent>, rules: ChainRules = {}): Broken[] {
  const broken: Broken[] = [];
  let before: ChainEnd | undefined;
  for (const event of events) {
    const reason = verifyNext(before, event, rules);
    if (reason) broken.push({ stream: event.stream, revision: event.revision, reason });
    before = chainEnd(event);
  }
  return broken;
}
