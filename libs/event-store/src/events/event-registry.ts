import type { EventTable, EventType } from './event-type.js';

/** Every event type that this version of the code reads and writes. */
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

  /** Whether this code can read an event: another version of the service may have written types and versions that it cannot. */
  reads(type: string, version: number): boolean {
    const contract = this.types.get(type);
    return contract !== undefined && version <= contract.latest;
  }

  /**
   * Stored data as the latest version has it.
   * @throws {MalformedEvent} where it breaks its schema; {NewerEvent} for a type or version that this code does not know.
   */
  read(type: string, version: number, data: object, position: bigint): object {
    const contract = this.types.get(type);
    if (!contract || version > contract.latest) throw new NewerEvent(type, version, position);
    try {
      return contract.read(version, data);
    } catch (error) {
      throw new MalformedEvent(type, version, position, error);
    }
  }
}

/** An event that only a newer version of this service can understand: whoever meets it waits for a node of that version. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent';

  constructor(
    readonly type: string,
    readonly version: number,
    readonly position: bigint,
  ) {
    super(
      `event type ${type}, version ${version}, at position ${position} is not known to this version of the service: it waits there for a node of a newer one`,
    );
  }
}

/** Stored data that breaks the schema of its own version: damaged, or written by code that did not keep its contract. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';

  constructor(type: string, version: number, position: bigint, cause: unknown) {
    super(
      `event type ${type}, version ${version}, at position ${position} breaks its schema: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}
