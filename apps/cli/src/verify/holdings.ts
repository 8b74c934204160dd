import {
  checkpointOf,
  type Document,
  labelOf,
  type Projection,
  type ReadModelStore,
  type Stored,
} from '#libs/read-models';
import type { Held, Holdings } from './audit.js';
import { digestOf } from './digest.js';

/**
 * What a read model holds now. Undefined while another version of it serves than this code folds: it is being filled
 * anew, and nothing can be said of it.
 */
export async function holdingsOf(
  store: ReadModelStore,
  projection: Projection,
  documents: AsyncIterable<Stored<Document>> = store.stream<Document>(projection.name),
): Promise<Holdings | undefined> {
  const serving = await store.servingCollection(projection.name);
  if (serving?.version !== projection.version) return undefined;
  const checkpoint = (await store.checkpoint(checkpointOf(serving))) ?? 0n;
  const held = new Map<string, Held>();
  for await (const { id, position, document } of documents) held.set(id, { position, digest: digestOf(document) });
  const parked = await store.parked(labelOf(serving));
  return { checkpoint, documents: held, parked: new Map(parked.map(({ key, position }) => [key, position])) };
}
