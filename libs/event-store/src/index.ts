import type { openEventStoreDb as open } from './eventstoredb/eventstoredb-event-store.js';

export {
  type AggregateOptions,
  createAggregates,
  type FollowingAggregates,
  withMetadata,
} from './aggregates/aggregates.js';
export { type SnapshotStore, Snapshots } from './aggregates/snapshots.js';
export { type Broken, type ChainKey, type ChainRules, chainKey, type RawEvent, verifyStream } from './chain.js';
export * from './decider.js';
export * from './errors.js';
export * from './event-types.js';
export type { EventStoreDbEventStore, EventStoreDbOptions } from './eventstoredb/eventstoredb-event-store.js';
export { appendAnchor, readAnchors } from './log-heads/anchor-file.js';
export { chainRulesOf } from './log-heads/chain-rules.js';
export { eraseStream } from './log-heads/erase-stream.js';
export { HeadKey } from './log-heads/head-key.js';
export { HeadSigner } from './log-heads/head-signer.js';
export { type FoundHead, LogCheck } from './log-heads/log-check.js';
export {
  LOG_ERASURES,
  LOG_HEADS,
  logEvents,
  type SignedHead,
  type StreamErased,
  signedHead,
} from './log-heads/log-events.js';
export * from './port.js';
export { RetryingEventStore, type RetryLimits, type RetryOptions } from './retrying-event-store.js';
export {
  EVENT_SOURCE,
  type EventSource,
  SharedSubscription,
  type SharedSubscriptionOptions,
} from './shared-subscription.js';
export { backUpEvents, type EventsCopy } from './sqlite/backup.js';
export { type DataFolderLock, lockDataFolder } from './sqlite/data-folder-lock.js';
export { SqliteEventReader } from './sqlite/event-reader.js';
export { type Gap, inspectEvents, tombstonesIn } from './sqlite/inspect.js';
export { openSqliteEventStore, type SqliteEventStore, type SqliteOptions } from './sqlite/sqlite-event-store.js';
export { rawOf, StoredEvent, sizeOf } from './stored-event.js';
export { type Verification, verify } from './verify.js';

/** See eventstoredb-event-store.ts. Loaded when it is asked for: embedded stores start without the client's modules. */
export const openEventStoreDb: typeof open = async (...where) =>
  (await import('./eventstoredb/eventstoredb-event-store.js')).openEventStoreDb(...where);
