import { type CoinEvent, coinEvents } from '#libs/coins';
import { type EventStore, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { type DeliveryEvent, deliveryEvents, deliveryStream } from '#libs/webhooks';
import { conversationStream } from '../domain/conversation.js';
import { conversationEvents, type TurnEnded, turnEndings } from '../events/conversation-events.js';
import { type CoinStep, type Replayed, replayConversation, type WebhookStep } from './fold.js';

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
  const queued = events.flatMap((event) => (event.type === 'TurnQueued' ? [event.data] : []));
  await addCoins(store, replayed, new Set(queued.map(({ ledger }) => ledger)));
  await addWebhooks(
    store,
    replayed,
    stored.filter((event) => isEventOf(turnEndings, event)),
  );
  return replayed;
}

async function addCoins(store: EventStore, { turns }: Replayed, ledgers: ReadonlySet<string>): Promise<void> {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  for (const ledger of ledgers) {
    for await (const event of store.read(ledger)) {
      const found = isEventOf(coinEvents, event) && coinStep(event);
      if (!found) continue;
      const { turn_id, ...step } = found;
      byId.get(turn_id)?.coins.push(step);
    }
  }
}

async function addWebhooks(store: EventStore, { turns }: Replayed, outcomes: readonly TurnEnded[]): Promise<void> {
  for (const { id, data } of outcomes) {
    const turn = turns.find((one) => one.id === data.turn_id);
    if (!turn) continue;
    for await (const event of store.read(deliveryStream(id)))
      if (isEventOf(deliveryEvents, event)) turn.webhooks.push(webhookStep(event));
  }
}

/** What an event of a ledger says of a turn's coins; undefined for what concerns no turn. */
export function coinStep(event: Typed<CoinEvent>): (CoinStep & { turn_id: string }) | undefined {
  const about = { at: event.metadata.at, ledger: event.stream };
  switch (event.type) {
    case 'CoinsReserved':
      return { ...about, ...moved(event.data), step: 'reserved' };
    case 'CoinsCharged':
      return { ...about, ...moved(event.data), step: 'charged' };
    case 'CoinsReleased':
      return { ...about, ...moved(event.data), step: 'released' };
    default:
      return undefined;
  }
}

type Movement = Pick<CoinStep, 'coins' | 'balance'> & { turn_id: string };

function moved({ turn_id, coins, balance }: Movement): Movement {
  return { turn_id, coins, balance };
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
