import { createAggregates } from '#libs/event-store';
import { newId, uuidv7 } from '#libs/kernel';
import { contracted } from '../../../event-store/test/contracted-decider.js';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { goldenOrder } from '../../../furniture/test/golden-order.js';
import { PlaceCard, PlaceCardHandler } from '../commands/place-card.js';
import { card, cardStream } from '../domain/card.js';
import { conversationStream } from '../domain/conversation.js';
import { cardEvents } from '../events/lead-and-card-events.js';
import { PlaceCards } from './place-cards.js';

const conversation_id = newId('cnv');
const handoff = { card_id: newId('crd'), seat_id: 1, seat_title: 'Цех', order_id: 'заказ 7', turn: 1 };
const usage = { model: 'm', attempts: 1, prompt_tokens: 1, completion_tokens: 1, cost_usd: 0, ms: 1, coins: 1 };
const result = { status: 'built', note: 'Готово.', applied: 1, turn: 1, order_id: 'o', usage };

const built = (turn: number, ceiling: number) => ({
  type: 'TurnCompleted',
  data: { turn_id: `t${turn}`, turn, result, operations: [], order: { ...goldenOrder(), ceiling }, ledger: 'l' },
});

/** A conversation whose order was handed off at 2,700 mm and is at 3,000 mm since; its process died before the card. */
async function handedOff(order_id = handoff.order_id) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const metadata = {
    at: '2031-03-01T00:00:00.000Z',
    schema: 1,
    conversation_id,
    partner_id: 'prt_1',
    company_id: 'cmp_1',
  };
  const events = [built(1, 2_700), { type: 'OrderHandedOff', data: { ...handoff, order_id } }, built(2, 3_000)];
  const stream = conversationStream(conversation_id);
  const stored = events.map((event) => ({ ...JSON.parse(JSON.stringify(event)), id: uuidv7(), metadata }));
  await store.append(stream, 'no-stream', stored);
  const event = (await store.load(stream))[1];
  if (!event) throw new Error('nothing was handed off');
  const handler = new PlaceCardHandler(aggregates);
  const commands = { execute: (command: PlaceCard) => handler.execute(command) };
  return { store, aggregates, event, saga: new PlaceCards(aggregates, store, commands) };
}

describe('a handoff whose process died before its card was placed', () => {
  it('is completed once, with the order as it stood then under the name that it was given', async () => {
    const { store, event, saga } = await handedOff();
    await saga.handle(event);
    await saga.handle(event);
    const cards = await store.load(cardStream(handoff.card_id));
    expect(cards).toHaveLength(1);
    expect(cards[0]?.data).toMatchObject({ ...handoff, company_id: 'cmp_1', order: { id: 'заказ 7', ceiling: 2_700 } });
    expect(cards[0]?.data).toMatchObject({ from: { partner_id: 'prt_1', first: true } });
    expect(cards[0]?.metadata.causation_id).toBe(event.id);
  });

  it('keeps the default name to itself: it tells the lead', async () => {
    const { store, event, saga } = await handedOff(`lead-${conversation_id}`);
    await saga.handle(event);
    const [card] = await store.load(cardStream(handoff.card_id));
    expect(card?.data).toMatchObject({ order_id: null, order: { id: handoff.card_id } });
  });

  it('is left alone where its conversation has been erased since', async () => {
    const { store, event, saga } = await handedOff();
    await store.delete(conversationStream(conversation_id));
    await saga.handle(event);
    expect(await store.load(cardStream(handoff.card_id))).toEqual([]);
  });
});

describe('a card', () => {
  it('keeps its contract', () => {
    const { decide, initial } = contracted(card, cardEvents);
    const data = { ...handoff, company_id: 'cmp_1', order: goldenOrder() };
    expect(decide({ type: 'PlaceCard', data }, initial)).toHaveLength(1);
  });
});
