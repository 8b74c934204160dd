import type { EventStore, ReadAllOptions, SubscriptionBatch } from '#libs/event-store';

/** An event that only a newer version of this service can understand. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent';

  constructor(type: string, position: bigint) {
    super(
      `event type ${type} at position ${position} is not known to this version: it waits there for a node of a newer one`,
    );
  }
}

/**
 * What projections and sagas read while versions run side by side: everything, so that a type which this version does
 * not know stops them in front of it, instead of being filtered out and passed by a checkpoint for ever.
 */
export function withoutSkipping(store: EventStore, known: ReadonlySet<string>): EventStore {
  return {
    append: (stream, expected, events) => store.append(stream, expected, events),
    read: (stream, options) => store.read(stream, options),
    load: (stream, from, limit) => store.load(stream, from, limit),
    readAll: (options) => store.readAll(options),
    subscribeAll: (options) => subscribe(store, known, options),
    head: () => store.head(),
    delete: (stream) => store.delete(stream),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

async function* subscribe(
  store: EventStore,
  known: ReadonlySet<string>,
  { filter, ...options }: ReadAllOptions = {},
): AsyncGenerator<SubscriptionBatch, void> {
  const wanted = filter?.types && new Set(filter.types);
  for await (const delivery of store.subscribeAll(options)) {
    if (delivery.kind !== 'events') {
      yield delivery;
      continue;
    }
    const { events } = delivery;
    const newer = events.findIndex(({ type }) => !known.has(type));
    const before = newer === -1 ? events : events.slice(0, newer);
    const concerned = wanted ? before.filter(({ type }) => wanted.has(type)) : before;
    if (concerned.length > 0) yield { kind: 'events', events: concerned };
    const stop = newer === -1 ? undefined : events[newer];
    if (stop) throw new NewerEvent(stop.type, stop.position);
  }
}
