import { DuplicateEventId } from './errors.js';
import type { NewEvent } from './port.js';

/** A new event as text: what is stored and hashed byte for byte. */
export interface Serialised {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Beyond this an append would stall its neighbours in the same commit. UTF-16 units of data and metadata. */
const MAX_APPEND = 32 * 1024 * 1024;

/** Checks what every adapter demands of an append and turns it into text. Ids are lower-case UUIDs, each once. */
export function serialise(stream: string, events: readonly NewEvent[]): Serialised[] {
  if (stream === '' || stream.includes('\0'))
    throw new TypeError(`stream name ${JSON.stringify(stream)} is not usable`);
  const seen = new Set<string>();
  let size = 0;
  const serialised = events.map(({ id, type, data, metadata }) => {
    if (!UUID.test(id)) throw new TypeError(`event id ${id} for ${stream} is no lower-case UUID`);
    if ('hash' in metadata) throw new TypeError(`metadata of event ${id} for ${stream} brings its own hash`);
    if (events.length > 1) {
      if (seen.has(id)) throw new DuplicateEventId(stream, id);
      seen.add(id);
    }
    const text = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    size += text.data.length + text.metadata.length;
    return text;
  });
  if (size > MAX_APPEND) throw new RangeError(`append of ${size} characters to ${stream}; at most ${MAX_APPEND}`);
  return serialised;
}
