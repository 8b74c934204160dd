import type { EventMetadata, RecordedEvent } from '#libs/event-store';
import { eventId, type JsonObject, uuidv7 } from '#libs/kernel';
import type { Document, Projection } from '#libs/read-models';

/** An event as a store would hand it to a fold. `at`: ISO 8601. */
export function recorded<Event extends { readonly type: string; readonly data: object }>(
  stream: string,
  at: string,
  { type, data }: Event,
  metadata: Partial<EventMetadata> = {},
): RecordedEvent {
  const json: JsonObject = JSON.parse(JSON.stringify(data));
  const id = eventId(uuidv7(Date.parse(at)));
  return {
    id,
    stream,
    revision: 0,
    position: 0n,
    type,
    data: json,
    metadata: { at, schema: 1, hash: '', ...metadata },
  };
}

/**
 * The documents after the events, by key. Every step is folded twice from the same frozen document: a fold that changes
 * its input, reads a clock or draws a random number does not get through. Events of other types pass by, as in a projector.
 */
export function fold<Doc extends Document>(
  projection: Projection<Doc>,
  events: readonly RecordedEvent[],
): Map<string, Doc> {
  const documents = new Map<string, Doc>();
  for (const event of events) {
    if (!projection.types.includes(event.type)) continue;
    for (const key of projection.keys(deepFrozen(event))) {
      const before = documents.get(key);
      const after = projection.evolve(before, event, key);
      expect(projection.evolve(before, event, key)).toEqual(after);
      if (projection.anew?.includes(event.type)) {
        const [another] = documents.values();
        expect(after).toBeDefined();
        for (const stored of [undefined, another]) expect(projection.evolve(stored, event, key)).toEqual(after);
      }
      if (after) documents.set(key, deepFrozen(after));
      else documents.delete(key);
    }
  }
  return documents;
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}
