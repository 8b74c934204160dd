import type { z } from 'zod';
import type { RecordedEvent } from '../port.js';

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
