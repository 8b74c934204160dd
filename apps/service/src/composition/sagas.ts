import type { CommandBus } from '@nestjs/cqrs';
import { completeHandoff, ENDING_TYPES, eraseConversation, scheduleOutcome, settleTurn } from '#libs/conversations';
import type { Stores } from '#libs/platform';
import type { Saga } from '#libs/processing';

export interface SagaPorts {
  readonly stores: Stores;
  readonly commands: CommandBus;
  /** Resolves once every projection and every other saga stands past the position. */
  allPast(position: bigint, except: string, signal: AbortSignal): Promise<void>;
}

const byConversation = (event: Parameters<Saga['partition']>[0]) => event.metadata.conversation_id ?? event.stream;

/** Durable subscriptions that turn events into further commands (design section 6); each is safe to repeat. */
export function createSagas({ stores, commands, allPast }: SagaPorts): Saga[] {
  const { aggregates } = stores;
  return [
    {
      name: 'settle-coins',
      types: ENDING_TYPES,
      partition: byConversation,
      handle: (event) => settleTurn({ aggregates, commands }, event),
    },
    {
      name: 'deliver-webhooks',
      types: ENDING_TYPES,
      partition: byConversation,
      // A webhook follows the settlement (contract.md): settling is repeated here, which costs nothing where it is done.
      async handle(event) {
        if (!event.metadata.webhook_url) return;
        await settleTurn({ aggregates, commands }, event);
        await scheduleOutcome(aggregates, event);
      },
    },
    {
      name: 'place-cards',
      types: ['OrderHandedOff'],
      partition: byConversation,
      handle: (event) => completeHandoff(aggregates, event),
    },
    {
      name: 'erase',
      types: ['ConversationDeleted', 'ConversationExpired'],
      partition: byConversation,
      handle: (event, signal) =>
        eraseConversation(
          {
            aggregates,
            blobs: stores.blobs,
            commands,
            store: stores.events,
            allPast: (position, aborted) => allPast(position, 'erase', aborted),
          },
          event,
          signal,
        ),
    },
  ];
}
