import type { CommandBus } from '@nestjs/cqrs';
import type { Blobs } from '#libs/blobs';
import { type Aggregates, type EventStore, type RecordedEvent, typed } from '#libs/event-store';
import { GiveUpWebhook } from '#libs/webhooks';
import { conversationStream } from '../domain/conversation.js';
import type { ConversationEvent } from '../events/events.js';

export interface ErasePorts {
  readonly aggregates: Aggregates;
  readonly blobs: Blobs;
  readonly commands: CommandBus;
  readonly store: EventStore;
  /** Resolves once every projection and every other saga stands past the position: no charge is lost to an erasure. */
  allPast(position: bigint, signal: AbortSignal): Promise<void>;
}

/** Erasure of an ended conversation (design section 7): deliveries given up, streams and blobs gone. Repeatable. */
export async function eraseConversation(
  ports: ErasePorts,
  recorded: RecordedEvent,
  signal: AbortSignal,
): Promise<void> {
  const event = typed<ConversationEvent>(recorded);
  if (event.type !== 'ConversationDeleted' && event.type !== 'ConversationExpired') return;
  const { conversation_id, delivery_ids } = event.data;
  await ports.allPast(recorded.position, signal);
  const context = { actor: 'saga:erase', causationId: event.id };
  // A repeat appends nothing, and is told where the first try's event stands: it too must be seen before it goes.
  const erased = await Promise.all(delivery_ids.map((id) => ports.commands.execute(new GiveUpWebhook(id, context))));
  const last = erased.reduce((max, { position = 0n }) => (position > max ? position : max), recorded.position);
  await ports.allPast(last, signal);
  // The conversation's own stream goes last: while it stands, whoever comes after a crash is told to finish.
  await ports.blobs.removeAll(conversation_id);
  for (const stream of [...erased.map((delivery) => delivery.stream), conversationStream(conversation_id)]) {
    await ports.store.delete(stream);
    ports.aggregates.forget(stream);
  }
}
