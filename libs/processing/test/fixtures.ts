import type { AppendResult, EventStore } from '#libs/event-store';
import { type JsonObject, uuidv7 } from '#libs/kernel';
import type { Projection, ReadModelStore } from '#libs/read-models';

/** One event of a type on a stream. */
export function append(events: EventStore, stream: string, type: string, data: JsonObject = {}): Promise<AppendResult> {
  const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
  return events.append(stream, 'any', [{ id: uuidv7(), type, data, metadata }]);
}

export interface Tally {
  readonly count: number;
  readonly sum: number;
}

/** Counts and sums per stream; `refuses` throws, `removes` ends the document. */
export function tally(
  options: Partial<Projection<Tally>> & { refuses?: (n: number) => boolean } = {},
): Projection<Tally> {
  const { refuses = () => false, ...rest } = options;
  return {
    name: 'tally',
    version: 1,
    types: ['Added', 'Removed'],
    indexes: [['sum']],
    keys: (event) => [event.stream],
    evolve: (document, event) => {
      const n = Number(event.data.n ?? 0);
      if (refuses(n)) throw new Error(`no room for ${n}`);
      if (event.type === 'Removed') return undefined;
      return { count: (document?.count ?? 0) + 1, sum: (document?.sum ?? 0) + n };
    },
    ...rest,
  };
}

/** A store of which some calls are another's. */
export function overriding(store: ReadModelStore, calls: Partial<ReadModelStore>): ReadModelStore {
  return Object.assign(Object.create(store), calls);
}

export async function documentsOf(store: ReadModelStore, name = 'tally'): Promise<Record<string, object>> {
  const found: Record<string, object> = {};
  for await (const { id, document } of store.stream(name)) found[id] = document;
  return found;
}

/** Waits for what comes in its own time; fails with the last answer. */
export async function eventually(check: () => void | Promise<void>, ms = 5_000): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
