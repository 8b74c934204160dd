import { hash as digest, randomFillSync } from 'node:crypto';

/**
 * Identifiers are opaque, sortable by time and typed by prefix. New event ids are UUIDv7; ids derived from a cause are
 * UUIDv8 that keep the cause's 48-bit time prefix, so that they still sort by time, which the store's index needs.
 */
export type Prefix = 'cnv' | 'trn' | 'evt' | 'prt' | 'cmp' | 'key' | 'crd' | 'req' | 'nod' | 'ses';

const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let sequence = 0;

/** A new UUIDv7 (RFC 9562): ids made by one process never sort before an earlier one of the same process. */
export function uuidv7(nowMs: number = Date.now()): string {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = pool.readUInt16BE(used) & 0x3ff;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const hex = pool.toString('hex', used + 8, used + 16);
  used += 16;
  const time = lastMs.toString(16).padStart(12, '0');
  const variant = ((Number.parseInt(hex[0] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${hex.slice(1, 4)}-${hex.slice(4, 16)}`;
}

/**
 * The id of what a saga or an idempotent command appends: the same cause and purpose give the same id (design rule 3).
 * `cause` is a UUID, or an id of ours with a prefix; its time prefix is kept.
 */
export function derivedUuid(cause: string, purpose: string): string {
  const compact = bare(cause);
  const hash = digest('sha256', `${compact}\0${purpose}`, 'hex');
  const time = compact.slice(0, 12);
  const variant = ((Number.parseInt(hash[3] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-8${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** A new id with a prefix: `cnv_0192…` (32 hexadecimal digits after it). */
export function newId(prefix: Prefix, nowMs?: number): string {
  return `${prefix}_${bare(uuidv7(nowMs))}`;
}

/** An id with a prefix, derived from a cause. */
export function derivedId(prefix: Prefix, cause: string, purpose: string): string {
  return `${prefix}_${bare(derivedUuid(cause, purpose))}`;
}

/** The public id of an event: `evt_` and its UUID. */
export function eventId(uuid: string): string {
  return `evt_${uuid}`;
}

/** The time that an id of ours or a UUIDv7/v8 carries, in ms since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(bare(id).slice(0, 12), 16);
}

/** Whether a string from outside has the shape of an id of ours; anything else is not found, never an error. */
export function isId(prefix: Prefix, value: string): boolean {
  return (
    value.length === prefix.length + 33 && value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(-32))
  );
}

function bare(id: string): string {
  const at = id.indexOf('_');
  return (at === -1 ? id : id.slice(at + 1)).replaceAll('-', '');
}
