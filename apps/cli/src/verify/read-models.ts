import type { EventStore } from '#libs/event-store';
import {
  checkpointOf,
  type Document,
  labelOf,
  type Projection,
  type ReadModelStore,
  type ReadModels,
  type Stored,
} from '#libs/read-models';
import { type Audit, digestOf, type Held, type Holdings, type Suspect } from './audit.js';
import type { Broken } from './streams.js';

/**
 * What a read model holds now. Undefined while another version of it serves than this code folds: it is being filled
 * anew, and nothing can be said of it.
 */
export async function holdingsOf(
  store: ReadModelStore,
  projection: Projection,
  documents: AsyncIterable<Stored<Document>> = store.stream<Document>(projection.name),
): Promise<Holdings | undefined> {
  const serving = await store.serving(projection.name);
  if (serving?.version !== projection.version) return undefined;
  const checkpoint = (await store.checkpoint(checkpointOf(serving))) ?? 0n;
  const held = new Map<string, Held>();
  for await (const { id, position, document } of documents) held.set(id, { position, digest: digestOf(document) });
  const parked = await store.parked(labelOf(serving));
  return { checkpoint, documents: held, parked: new Map(parked.map(({ key, position }) => [key, position])) };
}

/**
 * What an audit suspects and still stands when it is looked at again: a service that folds, or erases a conversation,
 * while the events are read makes documents look wrong for a moment.
 */
export async function confirmed(
  audit: Audit,
  models: ReadModels,
  store: Pick<EventStore, 'eventAt'>,
): Promise<readonly Broken[]> {
  const { name } = audit.projection;
  const broken: Broken[] = [];
  for (const suspect of audit.finish()) {
    if (!(await stands(name, suspect, models, store))) continue;
    const { id, position, reason } = suspect;
    broken.push({ read_model: name, id, position: Number(position), reason });
  }
  return broken;
}

async function stands(
  name: string,
  { id, of, position }: Suspect,
  models: ReadModels,
  store: Pick<EventStore, 'eventAt'>,
): Promise<boolean> {
  const isStored = async () => (await store.eventAt(position)) !== undefined;
  if (of === 'event') return isStored();
  const now = await models.get<Document>(name, id);
  return of === 'document' ? now?.position === position : !now && (await isStored());
}
