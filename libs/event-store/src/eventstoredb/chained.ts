import { eventHash } from '../chain.js';
import type { Serialised } from '../serialise.js';
import { withHash } from './metadata-text.js';

/** What the server takes in one append by default (`MaxAppendSize`): data, metadata, and type twice, in bytes. */
export const MAX_APPEND = 1024 * 1024;

/** Events as they go over the wire, and what the last of them is chained with. */
interface Chained {
  readonly wire: readonly Serialised[];
  readonly hashes: readonly string[];
  readonly size: number;
}

/** Chains events to the hash of what they follow; `size` as the server counts it. */
export function chained(previous: Uint8Array, events: readonly Serialised[]): Chained {
  let hash = previous;
  let size = 0;
  const hashes: string[] = [];
  const wire = events.map(({ id, type, data, metadata }) => {
    hash = eventHash(hash, id, type, data, metadata);
    const hex = Buffer.from(hash).toString('hex');
    hashes.push(hex);
    const stored = withHash(metadata, hex);
    size += Buffer.byteLength(data) + Buffer.byteLength(stored) + 2 * type.length;
    return { id, type, data, metadata: stored };
  });
  return { wire, hashes, size };
}

export function tooLarge(stream: string, size: number, most = MAX_APPEND): RangeError {
  return new RangeError(`append of ${size} bytes to ${stream}; the event store takes at most ${most} in one append`);
}
