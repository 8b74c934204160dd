import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import {
  AGGREGATES,
  type Aggregates,
  EVENT_STORE,
  type EventStore,
  eraseStream,
  isEventOf,
  type RecordedEvent,
} from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { BackgroundProcess, READ_MODEL_PROGRESS, type ReadModelProgress, type Saga } from '#libs/processing';
import { READ_MODEL_STORE, type ReadModelStore } from '#libs/read-models';
import { GiveUpWebhook } from '#libs/webhooks';
import { conversationStream } from '../domain/conversation.js';
import { conversationEvents } from '../events/conversation-events.js';

/**
 * Erasure of a deleted conversation (design section 7): deliveries given up, streams and blobs gone. It waits until every
 * read model and every other saga stands past the end, so that no charge is lost to it. Each step may be repeated.
 */
@Injectable()
@BackgroundProcess('saga')
export class EraseConversations implements Saga {
  readonly name = 'erase-conversations';
  readonly types = ['ConversationDeleted', 'ConversationExpired'];

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'load' | 'append' | 'delete'>,
    @Inject(BLOBS) private readonly blobs: Pick<Blobs, 'removeAll'>,
    @Inject(READ_MODEL_STORE) private readonly readModels: Pick<ReadModelStore, 'scrub'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'allPast'>,
    @Inject(CommandBus) private readonly commands: Pick<CommandBus, 'execute'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  partition({ metadata, stream }: RecordedEvent): string {
    return metadata.conversation_id ?? stream;
  }

  async handle(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    if (!isEventOf(conversationEvents, event)) return;
    if (event.type !== 'ConversationDeleted' && event.type !== 'ConversationExpired') return;
    if (event.type === 'ConversationExpired' && event.data.restorable) return;
    const { conversation_id, delivery_ids } = event.data;
    const allPast = (position: bigint) => this.progress.allPast(position, { exceptSaga: this.name, signal });
    await allPast(event.position);
    const context = { actor: `saga:${this.name}`, causationId: event.id };
    // A repeat appends nothing and is told where the first one's event stands: that too must be seen before it goes.
    const givenUp = await Promise.all(delivery_ids.map((id) => this.commands.execute(new GiveUpWebhook(id, context))));
    await allPast(givenUp.reduce((last, { position = 0n }) => (position > last ? position : last), event.position));
    await this.blobs.removeAll(conversation_id);
    await this.readModels.scrub();
    // The conversation's own stream goes last: while it stands, a repeat after a crash is asked to finish.
    for (const stream of [...givenUp.map((delivery) => delivery.stream), conversationStream(conversation_id)]) {
      await eraseStream(this.events, stream, { clock: this.clock, actor: context.actor });
      this.aggregates.forget(stream);
    }
  }
}
