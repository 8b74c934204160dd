import type { JsonObject } from '#libs/kernel';
import type { RawEvent } from './chain.js';
import type { EventMetadata, RecordedEvent } from './port.js';
import type { Upcasting } from './upcasting.js';

/** What an adapter hands over: id and hash as text (a UUID, or bare hexadecimal), or as bytes. */
export interface StoredRow {
  readonly id: string | Uint8Array;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  readonly hash: string | Uint8Array;
}

/**
 * A recorded event whose text is decoded on first use: a reader that only looks at types pays nothing, and all readers
 * of one batch share one decode. The exact text stays for verification (`rawOf`).
 */
export class StoredEvent implements RecordedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly #row: StoredRow;
  readonly #upcasting: Upcasting | undefined;
  #id: string | undefined;
  #data: JsonObject | undefined;
  #metadata: (EventMetadata & { hash: string }) | undefined;

  constructor(row: StoredRow, upcasting?: Upcasting) {
    this.stream = row.stream;
    this.revision = row.revision;
    this.position = row.position;
    this.type = row.type;
    this.#row = row;
    this.#upcasting = upcasting;
  }

  get id(): string {
    this.#id ??= uuidOf(this.#row.id);
    return this.#id;
  }

  get data(): JsonObject {
    if (this.#data === undefined) {
      const data: JsonObject = JSON.parse(this.#row.data);
      // Few types ever have an older version: only their events look up what they were written with.
      const old = this.#upcasting !== undefined && this.#upcasting.newest(this.type) > 1;
      this.#data = old ? this.#upcasting.lift(this.type, this.writtenSchema(), data) : data;
    }
    return this.#data;
  }

  get metadata(): EventMetadata & { readonly hash: string } {
    if (this.#metadata === undefined) {
      const metadata: EventMetadata & { hash: string } = JSON.parse(this.#row.metadata);
      metadata.hash = hexOf(this.#row.hash);
      const newest = this.#upcasting?.newest(this.type) ?? 1;
      this.#metadata = metadata.schema < newest ? { ...metadata, schema: newest } : metadata;
    }
    return this.#metadata;
  }

  get raw(): RawEvent {
    const { stream, revision, position, type, data, metadata, hash } = this.#row;
    return { id: this.id, stream, revision, position, type, data, metadata, hash: hexOf(hash) };
  }

  toJSON(): object {
    const { id, stream, revision, type, data, metadata } = this;
    return { id, stream, revision, position: String(this.position), type, data, metadata };
  }

  private writtenSchema(): number {
    const written: { schema?: number } = JSON.parse(this.#row.metadata);
    return written.schema ?? 1;
  }
}

/** The exact text of an event that a store gave; undefined for one that was made by hand. */
export function rawOf(event: RecordedEvent): RawEvent | undefined {
  return event instanceof StoredEvent ? event.raw : undefined;
}

/** SQLite writes hexadecimal in capitals. */
function hexOf(value: string | Uint8Array): string {
  return typeof value === 'string' ? value.toLowerCase() : Buffer.from(value).toString('hex');
}

const UUID_LENGTH = 36;

function uuidOf(value: string | Uint8Array): string {
  if (typeof value === 'string' && value.length === UUID_LENGTH) return value;
  const hex = hexOf(value);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
