import { randomUUID } from 'node:crypto';
import { uuidv7 } from '#libs/kernel';
import type { EventRegistry } from '../../src/event-types.js';
import type {
  AllFilter,
  AppendResult,
  EventStore,
  EventSubscriptions,
  NewEvent,
  RecordedEvent,
  SubscriptionBatch,
} from '../../src/port.js';

/** A store under test. It may hold events of others: every case uses streams and types of its own. */
export interface Subject {
  readonly store: EventStore;
  dispose(): Promise<void>;
  /** Cuts whatever lies between the store and what it stands on, where there is such a thing; it heals by itself. */
  breakConnection?(): Promise<void>;
  /** `stream` where the store has no index of ids, so that an id is known within its own stream only. */
  readonly idsAreKnownIn?: 'store' | 'stream';
}

export interface SubjectFactory {
  (options?: { registry?: EventRegistry }): Promise<Subject>;
  /** Where the adapter can begin at any position: a store whose first position is `firstPosition`. */
  startingAt?: (firstPosition: bigint) => Promise<Subject>;
  /** Whether the adapter has `appendAll`. */
  appendsTogether?: boolean;
  /** Where several processes may share what the store stands on: two stores over the same, as two nodes have. */
  twoNodes?: () => Promise<TwoNodes>;
}

export interface TwoNodes {
  readonly one: EventStore;
  readonly other: EventStore;
  dispose(): Promise<void>;
}

export interface Case {
  readonly store: EventStore;
  readonly stream: string;
  /** An event type that no other case uses. */
  readonly type: string;
  readonly breakConnection?: () => Promise<void>;
  readonly idsAreKnownIn: 'store' | 'stream';
}

/** Runs a case against a store, with a stream and a type that are its own. */
export function withCase(subject: () => Subject, body: (given: Case) => Promise<void>): () => Promise<void> {
  return () => {
    const { store, breakConnection, idsAreKnownIn = 'store' } = subject();
    const own = randomUUID().replaceAll('-', '');
    return body({ store, stream: `contract-${own}`, type: `Noted${own}`, breakConnection, idsAreKnownIn });
  };
}

export function note(type: string, n: number, more: Record<string, string> = {}): NewEvent {
  return {
    id: uuidv7(),
    type,
    data: { n, ...more },
    metadata: { at: '2026-01-02T03:04:05.678Z', schema: 1, correlation_id: `req_${n}` },
  };
}

/** A store whose subscriptions are another's. */
export function subscribedThrough(subscriptions: EventSubscriptions, store: EventStore): EventStore {
  return {
    append: (stream, expected, events) => store.append(stream, expected, events),
    read: (stream, options) => store.read(stream, options),
    load: (stream, from, limit) => store.load(stream, from, limit),
    readAll: (options) => store.readAll(options),
    eventAt: (position) => store.eventAt(position),
    newest: () => store.newest(),
    subscribeAll: (options) => subscriptions.subscribeAll(options),
    head: () => store.head(),
    delete: (stream, expected) => store.delete(stream, expected),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

export function notes(type: string, count: number, first = 0): NewEvent[] {
  return Array.from({ length: count }, (_, index) => note(type, first + index));
}

export const numbersOf = (events: readonly RecordedEvent[]): unknown[] => events.map(({ data }) => data.n);

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A running subscription: collects batches as they come until it is stopped. */
export function follow(store: EventSubscriptions, options: { after?: bigint; filter?: AllFilter } = {}) {
  const abort = new AbortController();
  const batches: SubscriptionBatch[] = [];
  const events = () => batches.flatMap((batch) => (batch.kind === 'events' ? batch.events : []));
  let failure: unknown;
  const done = (async () => {
    for await (const batch of store.subscribeAll({ ...options, signal: abort.signal })) batches.push(batch);
  })().catch((error: unknown) => {
    failure = error;
  });
  return {
    batches,
    events,
    done,
    failure: () => failure,
    stop: () => {
      abort.abort();
      return done;
    },
    caughtUp: () => until(() => batches.at(-1)?.kind === 'caught-up'),
    seen: (count: number) => until(() => events().length >= count),
  };
}

/** Waits for something to become true; throws after `ms`. */
export async function until(test: () => boolean, ms = 10_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!test()) {
    if (performance.now() > deadline) throw new Error(`waited ${ms} ms in vain for ${test}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** What an append tells of the events as they are stored. */
export function recordedOf({ events }: AppendResult): readonly RecordedEvent[] | undefined {
  return events === 'as given' ? undefined : events;
}
