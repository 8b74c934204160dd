import { isJsonObject, type JsonObject } from '#libs/kernel';
import type { RecordedEvent } from '../port.js';
import type { EventTable, EventType } from './event-type.js';

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
