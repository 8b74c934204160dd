import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  AGGREGATES,
  type Aggregates,
  EVENT_STORE,
  type EventStore,
  isEventOf,
  type RecordedEvent,
} from '#libs/event-store';
import { BackgroundProcess, type Saga } from '#libs/processing';
import { PlaceCard } from '../commands/place-card.js';
import { card, cardStream } from '../domain/card.js';
import { conversation } from '../domain/conversation.js';
import { conversationEvents } from '../events/conversation-events.js';
import type { OrderV1 } from '../events/order-v1.js';

/** Places the card of a handoff whose process died before it had. */
@Injectable()
@BackgroundProcess('saga')
export class PlaceCards implements Saga {
  readonly name = 'place-cards';
  readonly types = ['OrderHandedOff'];

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'read'>,
    @Inject(CommandBus) private readonly commands: Pick<CommandBus, 'execute'>,
  ) {}

  partition({ metadata, stream }: RecordedEvent): string {
    return metadata.conversation_id ?? stream;
  }

  async handle(event: RecordedEvent): Promise<void> {
    const { company_id, partner_id = '', conversation_id, external_id } = event.metadata;
    if (!isEventOf(conversationEvents, event) || event.type !== 'OrderHandedOff') return;
    if (company_id === undefined || conversation_id === undefined) return;
    const { state } = await this.aggregates.load(cardStream(event.data.card_id), card);
    const order = state.placed ? undefined : await this.orderBefore(event);
    if (!order) return;
    const context = { actor: `saga:${this.name}`, causationId: event.id };
    const owner = { company_id, partner_id, conversation_id, ...(external_id ? { external_id } : {}) };
    const { state: whole } = await this.aggregates.load(event.stream, conversation, { atLeast: event.revision });
    const first = whole.cards[0] === event.data.card_id;
    await this.commands.execute(new PlaceCard(event.data, order, owner, first, context));
  }

  /** The order as it stood at the handoff, whatever came after; none where the conversation was erased since. */
  private async orderBefore({ stream, revision }: RecordedEvent): Promise<OrderV1 | undefined> {
    for await (const event of this.events.read(stream, { from: revision, backwards: true })) {
      if (isEventOf(conversationEvents, event) && event.type === 'TurnCompleted' && event.data.order)
        return event.data.order;
    }
    return undefined;
  }
}
