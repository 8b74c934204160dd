import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '#libs/kernel';
import type { RecordedEvent } from './port.js';

/**
 * One event type as a contract: a schema of its data for each version, and for each older version the step that lifts it
 * to the next (an upcast). Stored events are never rewritten, so their hashes stay as they are.
 */
export class EventType<Data extends object> {
  /** One reader a version: data as it was stored under that version → data of the latest. */
  private constructor(private readonly readers: readonly ((data: unknown) => Data)[]) {}

  static of<Schema extends z.ZodType<object>>(schema: Schema): EventType<z.output<Schema>> {
    return new EventType([(data) => parsed(schema, data)]);
  }

  /** One version more. `upcast` is pure: a rebuild years later has to come to the same. */
  next<Schema extends z.ZodType<object>>(
    schema: Schema,
    upcast: (older: Data) => z.output<Schema>,
  ): EventType<z.output<Schema>> {
    const older = this.readers.map((read) => (data: unknown) => upcast(read(data)));
    return new EventType([...older, (data) => parsed(schema, data)]);
  }

  /** The version that new events are written with. */
  get latest(): number {
    return this.readers.length;
  }

  /**
   * Data that was stored under a version from 1 to `latest`, as the latest has it.
   * @throws {TypeError} naming the first field that breaks the schema of its version, never its value.
   */
  read(version: number, data: unknown): Data {
    const reader = this.readers[version - 1];
    if (!reader) throw new RangeError(`version ${version} is not one of 1 to ${this.latest}`);
    return reader(data);
  }
}

/** Zod's first fault as `path: what was expected`; a value may be a customer's words and is never repeated. */
function parsed<Schema extends z.ZodType<object>>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new TypeError(`${first?.path.join('.') || 'data'}: ${first?.message ?? 'invalid'}`);
}

/** The event types of one context by name: its published contract. */
export type EventTable = { readonly [type: string]: EventType<object> };

/** The union of a table's events: `{type: 'TurnQueued', data: …} | …`. */
export type EventOf<Table extends EventTable> = {
  [Type in keyof Table & string]: {
    readonly type: Type;
    readonly data: Table[Type] extends EventType<infer Data> ? Data : never;
  };
}[keyof Table & string];

/** A stored event whose type and data are those of a known union. */
export type Typed<Event extends { readonly type: string; readonly data: object }> = Event &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'metadata'>;

/** Whether an event is one of a table's; its data has been parsed by that table's schema when it was first read. */
export function isEventOf<Table extends EventTable>(
  table: Table,
  event: RecordedEvent,
): event is RecordedEvent & Typed<EventOf<Table>> {
  return Object.hasOwn(table, event.type);
}

/** An event before its data is read. */
type Unread = Pick<RecordedEvent, 'type' | 'stream' | 'revision' | 'position'>;

/**
 * Every event type that this version of the code reads and writes. A registry without tables reads everything as it is
 * stored: for tools that work below the contexts (migration) and for specs.
 */
export class EventRegistry {
  private readonly types = new Map<string, EventType<object>>();

  constructor(...tables: readonly EventTable[]) {
    for (const table of tables) {
      for (const [type, contract] of Object.entries(table)) {
        if (this.types.has(type)) throw new Error(`event type ${type} is declared by two contexts`);
        this.types.set(type, contract);
      }
    }
  }

  /** The version that new events of a type are written with. */
  latest(type: string): number {
    return this.types.get(type)?.latest ?? 1;
  }

  /** Without tables: nothing is parsed, and nothing is newer than known. */
  get isEmpty(): boolean {
    return this.types.size === 0;
  }

  /** Whether a table declares the type; data of any other one is given as it is stored. */
  declares(type: string): boolean {
    return this.types.has(type);
  }

  /** Whether this code can read an event: another version of the service may have written types and versions that it cannot. */
  reads(type: string, version: number): boolean {
    if (this.isEmpty) return true;
    const contract = this.types.get(type);
    return contract !== undefined && version <= contract.latest;
  }

  /**
   * Stored data as the latest version has it.
   * @throws {MalformedEvent} where it breaks its schema; {NewerEvent} for a type or version that this code does not know.
   */
  read(event: Unread, version: number, data: JsonObject): JsonObject {
    const contract = this.types.get(event.type);
    if (!contract || version > contract.latest) throw new NewerEvent(event, version);
    try {
      const read = contract.read(version, data);
      if (isJsonObject(read)) return read;
      throw new TypeError('data is an array; events carry objects');
    } catch (error) {
      throw new MalformedEvent(event, version, error);
    }
  }
}

/** An event that only a newer version of this service can understand: whoever meets it waits for a node of that version. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent';
  readonly type: string;
  readonly position: bigint;

  constructor(
    { type, position }: Unread,
    readonly version: number,
  ) {
    super(
      `event type ${type}, version ${version}, at position ${position} is not known to this version of the service: it waits there for a node of a newer one`,
    );
    this.type = type;
    this.position = position;
  }
}

/** Stored data that breaks the schema of its own version: damaged, or written by code that did not keep its contract. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';

  constructor({ type, stream, revision }: Unread, version: number, cause: unknown) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    super(`event type ${type}, version ${version}, at revision ${revision} of ${stream} breaks its schema: ${fault}`, {
      cause,
    });
  }
}
