import { type EventStore, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { type DeliveryEvent, deliveryEvents, deliveryStream } from '#libs/webhooks';
import { conversationStream } from '../domain/conversation.js';
import { conversationEvents, type TurnEnded, turnEndings } from '../events/conversation-events.js';
import { coinStepsOf, type TurnOnLedger } from './coin-steps.js';
import { type Replayed, replayConversation, type WebhookStep } from './fold.js';

/**
 * Rebuilds a conversation from its stream, its turns' ledgers and its outcomes' deliveries. No read model is asked.
 * @throws {Problem} `not_found` where there is no such conversation (any more), or it has no such turn.
 */
export async function replay(store: EventStore, conversationId: string, turn?: number): Promise<Replayed> {
  return replayOf(store, conversationId, await store.load(conversationStream(conversationId)), turn);
}

/** The same, of the conversation's events as they were read. */
export async function replayOf(
  store: EventStore,
  conversationId: string,
  stored: readonly RecordedEvent[],
  turn?: number,
): Promise<Replayed> {
  const events = stored.filter((event) => isEventOf(conversationEvents, event));
  const whole = replayConversation(events);
  if (!whole) throw new Problem('not_found', `conversation ${conversationId} not found: it never was, or it is erased`);
  if (turn !== undefined && turn > whole.turns.length) {
    throw new Problem('not_found', `conversation ${conversationId} has no turn ${turn}: it has ${whole.turns.length}`);
  }
  const replayed = (turn === undefined ? undefined : replayConversation(events, turn)) ?? whole;
  const queued = events.flatMap((event) =>
    event.type === 'TurnQueued'
      ? [{ turn_id: event.data.turn_id, ledger: event.data.ledger, position: event.position }]
      : [],
  );
  await addCoins(store, replayed, queued);
  await addWebhooks(
    store,
    replayed,
    stored.filter((event) => isEventOf(turnEndings, event)),
  );
  return replayed;
}

async function addCoins(store: EventStore, { turns }: Replayed, queued: readonly TurnOnLedger[]): Promise<void> {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  for (const turn of queued) byId.get(turn.turn_id)?.coins.push(...(await coinStepsOf(store, turn)));
}

async function addWebhooks(store: EventStore, { turns }: Replayed, outcomes: readonly TurnEnded[]): Promise<void> {
  for (const { id, data } of outcomes) {
    const turn = turns.find((one) => one.id === data.turn_id);
    if (!turn) continue;
    for await (const event of store.read(deliveryStream(id)))
      if (isEventOf(deliveryEvents, event)) turn.webhooks.push(webhookStep(event));
  }
}

/** What an event of a delivery says; the body is the outcome, which the turn shows already. */
export function webhookStep({ type, data, metadata: { at } }: Typed<DeliveryEvent>): WebhookStep {
  const { event_id } = data;
  switch (type) {
    case 'WebhookScheduled':
      return { at, step: 'scheduled', event_id, address: data.address };
    case 'WebhookAttempted': {
      const { attempt, status, error } = data;
      const answer = { ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) };
      return { at, step: 'attempted', event_id, attempt, ...answer };
    }
    case 'WebhookDelivered':
      return { at, step: 'delivered', event_id, attempt: data.attempt, status: data.status };
    case 'WebhookGivenUp':
      return { at, step: 'given_up', event_id };
    case 'WebhookUndeliverable':
      return { at, step: 'undeliverable', event_id };
    case 'RedeliveryRequested':
      return { at, step: 'redelivery_requested', event_id };
  }
}
