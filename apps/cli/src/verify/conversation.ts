import { type CoinEvent, coinEvents, parseLedgerStream } from '#libs/coins';
import { conversationStream } from '#libs/conversations';
import { chainRulesOf, type EventStore, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import type { InstallationKey } from '#libs/kernel';
import type { Stores } from '#libs/platform';
import type { Document, Projection, ReadModelStore, Stored } from '#libs/read-models';
import { type ConversationDocuments, projections } from '#projections';
import { Failure } from '../errors.js';
import { Audit } from './audit.js';
import { confirmed, holdingsOf } from './read-models.js';
import type { Broken, Verified } from './streams.js';
import { streamsOf, verifyOneStream } from './streams.js';

/**
 * One conversation: its stream, those that its events lead to, and the documents that are made of them.
 * @throws {Failure} where nothing is stored of it, and nothing is left of it either.
 */
export async function verifyConversation(
  { events: store, readModels: models, blobs }: Pick<Stores, 'events' | 'readModels' | 'blobs'>,
  key: InstallationKey,
  id: string,
): Promise<Verified> {
  const own = await store.load(conversationStream(id));
  const streams = streamsOf(own, key.derive('lead-streams'));
  const events = [...own, ...(await besides(store, id, streams))].sort((one, other) =>
    one.position < other.position ? -1 : 1,
  );
  const broken: Broken[] = [];
  for (const projection of projections) {
    const { conversation } = projection;
    if (conversation === 'none' || (own.length === 0 && !conversation.erased)) continue;
    const holdings = await holdingsOf(models, projection, documentsOf(models, projection, conversation, id, events));
    if (!holdings) continue;
    const audit = new Audit(projection, holdings);
    for (const event of events) audit.see(event);
    broken.push(...(await confirmed(audit, models, store)));
  }
  if (own.length === 0 && broken.length === 0)
    throw new Failure(`conversation ${id} not found: it never was, or it is erased`);
  const rules = await chainRulesOf(store, key);
  const verified = await Promise.all(streams.map((stream) => verifyOneStream(store, blobs, stream, rules)));
  return {
    streams: verified.filter(({ events: count }) => count > 0).length,
    events: verified.reduce((sum, { events: count }) => sum + count, 0),
    broken: [...broken, ...verified.flatMap((one) => one.broken)],
  };
}

/** Of the other streams, what concerns this conversation: a ledger is its company's. */
async function besides(store: EventStore, id: string, streams: readonly string[]): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (const stream of streams.filter((name) => name !== conversationStream(id))) {
    const turns = parseLedgerStream(stream) ? new Set<string>() : undefined;
    for await (const event of store.read(stream)) if (!turns || concerns(event, id, turns)) events.push(event);
  }
  return events;
}

function concerns(event: RecordedEvent, id: string, turns: Set<string>): boolean {
  if (!isEventOf(coinEvents, event)) return false;
  const { type, data }: Typed<CoinEvent> = event;
  if (type === 'CoinsReserved' && data.conversation_id === id) turns.add(data.turn_id);
  return 'turn_id' in data && data.turn_id !== undefined && turns.has(data.turn_id);
}

/** What the events make, and what says that it belongs to the conversation although no event makes it. */
async function* documentsOf(
  models: ReadModelStore,
  projection: Projection,
  { field }: ConversationDocuments,
  id: string,
  events: readonly RecordedEvent[],
): AsyncGenerator<Stored<Document>> {
  const { name } = projection;
  const seen = new Set<string>();
  for (const key of events.flatMap((event) => keysOf(projection, event))) {
    const found = seen.has(key) ? undefined : await models.get<Document>(name, key);
    seen.add(key);
    if (found) yield found;
  }
  if (field === undefined) return;
  for await (const found of models.stream<Document>(name, { where: { [field]: id } }))
    if (!seen.has(found.id)) yield found;
}

/** The audit tells of an event whose keys cannot be read. */
function keysOf({ types, keys }: Projection, event: RecordedEvent): readonly string[] {
  try {
    return types.includes(event.type) ? keys(event) : [];
  } catch {
    return [];
  }
}
