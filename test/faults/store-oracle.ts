import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { conversationEvents } from '#libs/conversations';
import { type ChainKey, chainKey, type EventStore, isEventOf, openSqliteEventStore, verify } from '#libs/event-store';
import { installationKey, readEnvironment } from '#libs/platform';
import { createProjector } from '#libs/processing';
import { type Document, type ReadModelStore, type ReadModels, SqliteReadModels } from '#libs/read-models';
import { projections } from '#projections';
import type { Journal } from './journal.js';
import { type Books, readBooks } from './ledger-oracle.js';

/** Time for all events of a run of ten minutes, read through a double in the same process, ms. */
const FOLD_WITHIN_MS = 180_000;

export interface Inspection {
  readonly events: number;
  readonly documents: number;
  readonly books: Books;
  readonly violations: readonly string[];
}

/** The same of the files of a service that has stopped. */
export async function inspectFolder(dataDir: string, journal: Journal): Promise<Inspection> {
  const store = await openSqliteEventStore({ dir: dataDir });
  const held = SqliteReadModels.open(join(dataDir, 'read-models.db'), { maintain: false });
  try {
    return await inspectStores(store, held, journal, chainKeyOf({ DATA_DIR: dataDir }));
  } finally {
    await held.close();
    await store.close();
  }
}

/** What the nodes on these stores chain their events under. */
export function chainKeyOf(env: Readonly<Record<string, string>>): ChainKey {
  return chainKey(installationKey(readEnvironment(env)).derive('event-chain'));
}

/** Everything that must hold of stores at rest, whatever was done before to the nodes that shared them. */
export async function inspectStores(
  store: EventStore,
  held: ReadModelStore,
  journal: Journal,
  key: ChainKey,
): Promise<Inspection> {
  const chains = await verify(store, { key });
  const broken = chains.broken.map(({ stream, revision, reason }) => `${stream} revision ${revision}: ${reason}`);
  const books = await readBooks(store);
  const models = await compareReadModels(store, held);
  const parked = (await held.parked()).map(({ name, key, error }) => `${name} parked ${key}: ${error}`);
  const violations = [
    ...broken,
    ...books.violations,
    ...(await streamViolations(store, journal, books)),
    ...models.violations,
    ...parked,
  ];
  return { events: chains.events, documents: models.documents, books, violations };
}

/** Turns end once, are paid by their own reservation, and leave their conversation free; what was deleted is gone. */
async function streamViolations(store: EventStore, journal: Journal, books: Books): Promise<string[]> {
  const violations: string[] = [];
  const open = new Map<string, string>();
  const queued = new Set<string>();
  const ended = new Set<string>();
  for await (const event of store.readAll()) {
    if (!isEventOf(conversationEvents, event)) continue;
    if (event.type === 'TurnQueued') {
      const { turn_id } = event.data;
      if (open.has(event.stream))
        violations.push(`turn ${turn_id} was queued while ${open.get(event.stream)} was open`);
      if (queued.has(turn_id)) violations.push(`turn ${turn_id} was queued twice`);
      if (!books.turns.has(turn_id)) violations.push(`turn ${turn_id} was queued without a reservation`);
      queued.add(turn_id);
      open.set(event.stream, turn_id);
    } else if (event.type === 'TurnCompleted' || event.type === 'TurnStopped' || event.type === 'TurnFailed') {
      const { turn_id } = event.data;
      if (ended.has(turn_id)) violations.push(`turn ${turn_id} ended twice`);
      const charged = books.turns.get(turn_id)?.charged;
      const price = event.type === 'TurnCompleted' ? event.data.result.usage.coins : 0;
      if (charged !== price) violations.push(`turn ${turn_id} costs ${price} and was charged ${charged}`);
      ended.add(turn_id);
      open.delete(event.stream);
    }
  }
  for (const [stream, turn] of open) violations.push(`${stream} is never free again: turn ${turn} is open`);
  for (const [id, { deleted }] of journal.conversations) {
    const events = await store.load(`conversation-${id}`);
    const { length } = events;
    if (deleted === 'answered' && length > 0)
      violations.push(
        `conversation ${id} was deleted and ${length} events of it are stored, up to ${events.at(-1)?.type}`,
      );
    if (deleted === 'no' && length === 0) violations.push(`conversation ${id} was acknowledged and is not stored`);
  }
  for (const turn of journal.kept())
    if (!queued.has(turn)) violations.push(`turn ${turn} was acknowledged and is not stored`);
  for (const key of journal.topUps.keys()) {
    if (books.topUps.get(key) !== 1) violations.push(`top-up ${key} was booked ${books.topUps.get(key) ?? 0} times`);
  }
  return violations;
}

/** The read models, kept through every kill, against a fold of all events from scratch. */
async function compareReadModels(
  events: EventStore,
  held: ReadModels,
): Promise<{ documents: number; violations: string[] }> {
  const store = SqliteReadModels.open(':memory:');
  const projector = createProjector({ events, store, projections });
  const violations: string[] = [];
  let documents = 0;
  try {
    await projector.start();
    const head = await events.head();
    if (!(await projector.waitFor(head, { timeoutMs: FOLD_WITHIN_MS })))
      throw new Error(`the oracle's own fold of ${head} did not end within ${FOLD_WITHIN_MS} ms: nothing was compared`);
    for (const { name } of projections) {
      const kept = await all(held, name);
      for (const [id, document] of await all(store, name)) {
        documents += 1;
        if (!kept.has(id)) violations.push(`${name} lacks ${id}`);
        else if (!isDeepStrictEqual(kept.get(id), document))
          violations.push(`${name} ${id} is not what its events say`);
        kept.delete(id);
      }
      for (const id of kept.keys()) violations.push(`${name} still holds ${id}, which no event made`);
    }
  } finally {
    await projector.stop();
    await store.close();
  }
  return { documents, violations };
}

async function all(models: ReadModels, name: string): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for await (const { id, document } of models.stream<Document>(name)) found.set(id, document);
  return found;
}
