import { hash } from 'node:crypto';
import type { Blobs } from '#libs/blobs';
import { conversationEvents } from '#libs/conversations';
import { type EventStore, isEventOf, type RecordedEvent } from '#libs/event-store';
import type { Broken } from './streams.js';

/** A conversation's pictures against their events: each is there, byte for byte. Those of an ended one go with it. */
export async function verifyPictures(
  store: EventStore,
  blobs: Blobs,
  events: readonly RecordedEvent[],
): Promise<readonly Broken[]> {
  const broken: Broken[] = [];
  const own = events.filter((event) => isEventOf(conversationEvents, event));
  for (const event of own) {
    if (event.type !== 'TurnQueued') continue;
    for (const { digest } of event.data.images) {
      const bytes = await blobs.get(event.metadata.conversation_id ?? '', digest);
      if (bytes && hash('sha256', bytes, 'hex') === digest) continue;
      if (await hasEnded(store, event.stream)) return [];
      const reason = `picture ${digest} ${bytes ? 'has other bytes than its event says' : 'is missing'}`;
      broken.push({ stream: event.stream, revision: event.revision, reason });
    }
  }
  return broken;
}

/** Asked of the stream as it is now: it may have ended since its events were read. */
async function hasEnded(store: EventStore, stream: string): Promise<boolean> {
  for await (const { type } of store.read(stream, { backwards: true, limit: 1 }))
    return type === 'ConversationDeleted' || type === 'ConversationExpired';
  return true;
}
