import type { RecordedEvent } from './port.js';

/** A stored event whose type and data are those of a known union. */
export type Typed<Event extends { readonly type: string; readonly data: unknown }> = Event &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'metadata'>;

/**
 * The one place where a stored event becomes a typed one. Folds and sagas are given only the types that they list, and
 * their data was written by our own deciders (older schemas are upcast before).
 */
export function typed<Event extends { readonly type: string; readonly data: unknown }>(
  event: RecordedEvent,
): Typed<Event> {
  return event as RecordedEvent & Typed<Event>;
}
