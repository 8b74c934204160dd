import type { CoinEvent } from '#libs/coins';
import { type ConversationEvent, conversationStream, ENDING_TYPES } from '#libs/conversations';
import { type EventStore, typed } from '#libs/event-store';
import { type DeliveryEvent, deliveryStream } from '#libs/webhooks';
import { Failure } from '../verdict.js';
import { replayConversation } from './fold.js';
import type { Replayed } from './model.js';
import { coinStep, webhookStep } from './side-steps.js';

/**
 * Rebuilds a conversation from its stream, its turns' ledgers and its outcomes' deliveries. No read model is asked.
 * @throws {Failure} where there is no such conversation (any more), or it has no such turn.
 */
export async function replay(store: EventStore, conversationId: string, turn?: number): Promise<Replayed> {
  const events = (await store.load(conversationStream(conversationId))).map((event) => typed<ConversationEvent>(event));
  const whole = replayConversation(events);
  if (!whole) throw new Failure(`conversation ${conversationId} not found: it never was, or it is erased`);
  if (turn !== undefined && turn > whole.turns.length) {
    throw new Failure(`conversation ${conversationId} has no turn ${turn}: it has ${whole.turns.length}`);
  }
  const replayed = (turn === undefined ? undefined : replayConversation(events, turn)) ?? whole;
  const queued = events.flatMap((event) => (event.type === 'TurnQueued' ? [event.data] : []));
  await addCoins(store, replayed, new Set(queued.map(({ ledger }) => ledger)));
  const outcomes = events.filter(({ type }) => ENDING_TYPES.some((ending) => ending === type));
  await addWebhooks(store, replayed, outcomes);
  return replayed;
}

async function addCoins(store: EventStore, { turns }: Replayed, ledgers: ReadonlySet<string>): Promise<void> {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  for (const ledger of ledgers) {
    for await (const event of store.read(ledger)) {
      const found = coinStep(typed<CoinEvent>(event));
      if (!found) continue;
      const { turn_id, ...step } = found;
      byId.get(turn_id)?.coins.push(step);
    }
  }
}

async function addWebhooks(
  store: EventStore,
  { turns }: Replayed,
  outcomes: readonly { readonly id: string; readonly data: object }[],
): Promise<void> {
  for (const { id, data } of outcomes) {
    const turn = turns.find((one) => 'turn_id' in data && one.id === data.turn_id);
    if (!turn) continue;
    for await (const event of store.read(deliveryStream(id)))
      turn.webhooks.push(webhookStep(typed<DeliveryEvent>(event)));
  }
}
