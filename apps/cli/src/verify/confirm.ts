import type { EventStore } from '#libs/event-store';
import type { Document, ReadModels } from '#libs/read-models';
import type { Audit, Suspect } from './audit.js';
import type { Broken } from './broken.js';

/**
 * What an audit suspects and still stands when it is looked at again: a service that folds, or erases a conversation,
 * while the events are read makes documents look wrong for a moment.
 */
export async function confirmed(audit: Audit, models: ReadModels, store: EventStore): Promise<readonly Broken[]> {
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
  store: EventStore,
): Promise<boolean> {
  if (of === 'event') return isStored(store, position);
  const now = await models.get<Document>(name, id);
  return of === 'document' ? now?.position === position : !now && (await isStored(store, position));
}

async function isStored(store: EventStore, position: bigint): Promise<boolean> {
  for await (const event of store.readAll({ after: position - 1n })) return event.position === position;
  return false;
}
