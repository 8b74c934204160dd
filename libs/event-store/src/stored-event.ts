import type { JsonObject } from '#libs/kernel';
import { KEYED_MARK, type RawEvent } from './chain.js';
import { DuplicateEventId } from './errors.js';
import { type EventRegistry, NewerEvent } from './event-types.js';
import type { EventMetadata, NewEvent, RecordedEvent } from './port.js';

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
  /** `headTerm`, where whoever committed the event computed it. */
  readonly headTerm?: Uint8Array;
  /** What this process has just turned into that text: it need not be read from it. */
  readonly given?: Given | undefined;
}

/** A new event's data and metadata as a command gave them. */
type Given = Pick<NewEvent, 'data' | 'metadata'>;

/**
 * A recorded event whose text is decoded on first use: a reader that only looks at types pays nothing, and all readers
 * of one batch share one decode. Data of a declared type is parsed by the schema that it was written under and upcast;
 * any other is raw JSON. The exact text stays for verification (`rawOf`).
 */
export class StoredEvent implements RecordedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly #row: StoredRow;
  readonly #registry: EventRegistry | undefined;
  #id: string | undefined;
  #version: number | undefined;
  #data: JsonObject | undefined;
  #metadata: (EventMetadata & { hash: string }) | undefined;

  constructor(row: StoredRow, registry?: EventRegistry) {
    this.stream = row.stream;
    this.revision = row.revision;
    this.position = row.position;
    this.type = row.type;
    this.#row = row;
    this.#registry = registry;
    this.#version = row.given?.metadata.schema;
  }

  get id(): string {
    this.#id ??= uuidOf(this.#row.id);
    return this.#id;
  }

  /** @throws {MalformedEvent}, {NewerEvent} */
  get data(): JsonObject {
    this.#data ??= this.#given ?? this.#read();
    return this.#data;
  }

  /** What was given, where its text would be read as the same: what an older version wrote is upcast. */
  get #given(): JsonObject | undefined {
    const data = this.#row.given?.data;
    const isLatest = this.version === (this.#registry?.latest(this.type) ?? 1);
    return isLatest && isReadAsGiven(data) ? data : undefined;
  }

  #read(): JsonObject {
    const data: JsonObject = JSON.parse(this.#row.data);
    const registry = this.#registry;
    return registry?.declares(this.type) ? registry.read(this, this.version, data) : data;
  }

  get metadata(): EventMetadata & { readonly hash: string } {
    if (this.#metadata === undefined) {
      const metadata = { ...this.#written, hash: hexOf(this.#row.hash) };
      const latest = this.#registry?.latest(this.type) ?? 1;
      this.#metadata = metadata.schema < latest ? { ...metadata, schema: latest } : metadata;
    }
    return this.#metadata;
  }

  get #written(): EventMetadata {
    const { given, metadata } = this.#row;
    if (!given || !isReadAsGiven(given.metadata)) return JSON.parse(metadata);
    return metadata.endsWith(KEYED_MARK) ? { ...given.metadata, chain: 2 } : given.metadata;
  }

  /** The version of its type's schema that it was written under; found without decoding the metadata. */
  get version(): number {
    this.#version ??= Number(SCHEMA.exec(this.#row.metadata)?.[1] ?? 1);
    return this.#version;
  }

  /** Characters of its data and metadata. */
  get size(): number {
    return this.#row.data.length + this.#row.metadata.length;
  }

  get headTerm(): Uint8Array | undefined {
    return this.#row.headTerm;
  }

  get raw(): RawEvent {
    const { stream, revision, position, type, data, metadata, hash } = this.#row;
    return { id: this.id, stream, revision, position, type, data, metadata, hash: hexOf(hash) };
  }

  toJSON(): object {
    const { id, stream, revision, type, data, metadata } = this;
    return { id, stream, revision, position: String(this.position), type, data, metadata };
  }
}

/** Whether its JSON text is read as the same: a member that is `undefined` is not written, other objects are not as they were. */
function isReadAsGiven(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isReadAsGiven);
      return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isReadAsGiven);
    }
    default:
      return false;
  }
}

/** In JSON text of flat metadata this can only be the key: a quote within a string is escaped. */
const SCHEMA = /"schema":(\d+)/;

/** What this code cannot read of an event: its type, or the version of it. */
export function newerThan(registry: EventRegistry, event: RecordedEvent): NewerEvent | undefined {
  const version = event instanceof StoredEvent ? event.version : event.metadata.schema;
  return registry.reads(event.type, version) ? undefined : new NewerEvent(event, version);
}

/** The exact text of an event that a store gave; undefined for one that was made by hand. */
export function rawOf(event: RecordedEvent): RawEvent | undefined {
  return event instanceof StoredEvent ? event.raw : undefined;
}

/** An event's `headTerm`, where its store has computed it. */
export function headTermOf(event: RecordedEvent): Uint8Array | undefined {
  return event instanceof StoredEvent ? event.headTerm : undefined;
}

/** Characters of an event's data and metadata; 0 for one that was made by hand. */
export function sizeOf(event: RecordedEvent): number {
  return event instanceof StoredEvent ? event.size : 0;
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

/** A new event as text: what is stored and hashed byte for byte. */
export interface Serialised {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  /** Not of a copy, whose metadata may bring a version of the chain. */
  readonly given?: Given | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Beyond this an append would stall its neighbours in the same commit. UTF-16 units of data and metadata. */
const MAX_APPEND = 32 * 1024 * 1024;

/**
 * Checks what every adapter demands of an append and turns it into text. Ids are lower-case UUIDs, each once.
 * @param keyed whether the store has the key that new events are chained under.
 */
export function serialise(stream: string, events: readonly NewEvent[], keyed: boolean): Serialised[] {
  if (stream === '' || stream.includes('\0'))
    throw new TypeError(`stream name ${JSON.stringify(stream)} is not usable`);
  const seen = new Set<string>();
  let size = 0;
  const serialised = events.map(({ id, type, data, metadata }) => {
    if (!UUID.test(id)) throw new TypeError(`event id ${id} for ${stream} is no lower-case UUID`);
    if ('hash' in metadata) throw new TypeError(`metadata of event ${id} for ${stream} brings its own hash`);
    if (events.length > 1) {
      if (seen.has(id)) throw new DuplicateEventId(stream, id);
      seen.add(id);
    }
    const given = 'chain' in metadata ? undefined : { data, metadata };
    const text = { id, type, data: JSON.stringify(data), metadata: metadataText(metadata, keyed), given };
    size += text.data.length + text.metadata.length;
    return text;
  });
  if (size > MAX_APPEND) throw new RangeError(`append of ${size} characters to ${stream}; at most ${MAX_APPEND}`);
  return serialised;
}

/** The mark of the chain's version stands last. A copy keeps the version that its original was written with. */
function metadataText(metadata: EventMetadata, keyed: boolean): string {
  const { chain = keyed ? 2 : 1 } = metadata;
  // No copy is made of what brings no version: every new event comes this way.
  const text = JSON.stringify('chain' in metadata ? { ...metadata, chain: undefined } : metadata);
  return chain === 2 ? `${text.slice(0, -1)}${KEYED_MARK}` : text;
}
