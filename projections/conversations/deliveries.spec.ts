import type { CoinEvent } from '#libs/coins';
import { type CardEvent, type ConversationEvent, cardEvents } from '#libs/conversations';
import type { DeliveryEvent } from '#libs/webhooks';
import { goldenOrder } from '../../libs/furniture/test/golden-order.js';
import { fold, recorded } from '../test/fold.js';
import { cards } from './cards.js';
import { deliveries } from './deliveries.js';
import { reservations } from './reservations.js';

const AT = '2031-03-01T00:00:00.000Z';
const LATER = '2031-03-01T00:00:10.000Z';
const event_id = 'evt_1';

describe('deliveries', () => {
  const of = (event: DeliveryEvent) => recorded('delivery-1', AT, event);
  const scheduled = of({
    type: 'WebhookScheduled',
    data: {
      event_id,
      event: 'turn.completed',
      partner_id: 'prt_1',
      address: 'https://a.test/',
      body: '{}',
      body_digest: '0',
      due_at: AT,
    },
  });
  const attempted = of({
    type: 'WebhookAttempted',
    data: { event_id, attempt: 1, status: 500, ms: 3, next_attempt_at: LATER },
  });
  const delivered = of({ type: 'WebhookDelivered', data: { event_id, attempt: 2, status: 204, ms: 2 } });
  const exhausted = of({ type: 'WebhookGivenUp', data: { event_id, attempts: 2, reason: 'exhausted' } });
  const shown = (...events: ReturnType<typeof of>[]) => fold(deliveries, events).get(event_id);

  it('are due while they are scheduled, and log every attempt', () => {
    expect(shown(scheduled)).toMatchObject({ state: 'scheduled', due_at: AT, attempts: [] });
    expect(shown(scheduled, attempted)).toMatchObject({
      state: 'scheduled',
      due_at: LATER,
      attempts: [{ attempt: 1, status: 500 }],
    });
    const done = shown(scheduled, attempted, delivered);
    expect(done).toMatchObject({ state: 'delivered', attempts: [{ attempt: 1 }, { attempt: 2, status: 204 }] });
    expect(done).not.toHaveProperty('due_at');
  });

  it('are undeliverable without a time that they are due at', () => {
    const marked = of({ type: 'WebhookUndeliverable', data: { event_id, attempts: 1 } });
    const shownThen = shown(scheduled, attempted, marked);
    expect(shownThen).toMatchObject({ state: 'undeliverable', attempts: [{ attempt: 1 }] });
    expect(shownThen).not.toHaveProperty('due_at');
  });

  it('are due again when they are asked for, and gone when they are erased', () => {
    expect(shown(scheduled, attempted, exhausted)).toMatchObject({ state: 'given_up' });
    const again = of({ type: 'RedeliveryRequested', data: { event_id, due_at: LATER } });
    expect(shown(scheduled, delivered, again)).toMatchObject({ state: 'scheduled', due_at: LATER });
    expect(
      shown(scheduled, of({ type: 'WebhookGivenUp', data: { event_id, attempts: 0, reason: 'erased' } })),
    ).toBeUndefined();
  });
});

describe('reservations', () => {
  const split = { included: 1, extra: 0 };
  const balance = { included: 0, extra: 0, reserved: split, used: 0 };
  const coins = (event: CoinEvent) => recorded('coins-cmp_1-1', AT, event);
  const reserved = coins({
    type: 'CoinsReserved',
    data: { turn_id: 't1', conversation_id: 'cnv_1', coins: 1, from: split, balance },
  });
  const turn: ConversationEvent = {
    type: 'TurnQueued',
    data: { turn_id: 't1', turn: 1, text: 'a', images: [], ledger: 'coins-cmp_1-1', coins: 1, expires_at: AT },
  };

  it('stand only while their turn is not there', () => {
    expect(fold(reservations, [reserved]).get('t1')).toMatchObject({ ledger: 'coins-cmp_1-1', reserved_at: AT });
    expect(fold(reservations, [reserved, recorded('conversation-cnv_1', AT, turn)]).size).toBe(0);
    const released = coins({ type: 'CoinsReleased', data: { turn_id: 't1', coins: 1, from: split, balance } });
    expect(fold(reservations, [reserved, released]).size).toBe(0);
  });
});

describe('cards', () => {
  const [card_id, conversation_id, seat] = ['crd_1', 'cnv_1', { seat_id: 2, seat_title: 'Цех', turn: 3 }];
  const owner = { conversation_id, company_id: 'cmp_1', partner_id: 'prt_1', external_id: '+7 912' };
  const handedOff = (order_id: string) =>
    recorded<ConversationEvent>(
      'conversation-cnv_1',
      AT,
      { type: 'OrderHandedOff', data: { card_id, order_id, ...seat } },
      owner,
    );
  const placed = (order_id: string | null) =>
    recorded<CardEvent>('card-crd_1', AT, {
      type: 'CardPlaced',
      data: { card_id, company_id: 'cmp_1', order_id, ...seat, order: { ...goldenOrder(), id: order_id ?? card_id } },
    });
  const deleted = recorded<ConversationEvent>(
    'conversation-cnv_1',
    AT,
    { type: 'ConversationDeleted', data: { conversation_id, turn_ids: [], delivery_ids: [], card_ids: [card_id] } },
    owner,
  );
  const shown = (...events: ReturnType<typeof recorded>[]) => fold(cards, events).get(card_id);

  it('hold the order and its place under the name that the partner gave it, also when the conversation has gone', () => {
    const whole = shown(handedOff('Заказ 7'), placed('Заказ 7'));
    expect(whole).toMatchObject({ company_id: 'cmp_1', ...seat, order_id: 'Заказ 7', placed_at: AT, named: true });
    expect(whole?.order?.id).toBe('Заказ 7');
    expect(whole?.conversation_id).toBe(conversation_id);
    const gone = { ...whole, conversation_id: null };
    expect(shown(handedOff('Заказ 7'), placed('Заказ 7'), deleted)).toEqual(gone);
    expect(shown(placed('Заказ 7'))).toEqual(gone);
  });

  it('bear the default name while the conversation stands, then their own id: a rebuild comes to the same', () => {
    expect(shown(handedOff('lead-+7 912'), placed(null))).toMatchObject({ order_id: 'lead-+7 912', named: false });
    const erased = shown(handedOff('lead-+7 912'), placed(null), deleted);
    expect(erased).toMatchObject({ order_id: card_id, order: { id: card_id } });
    expect(JSON.stringify(erased)).not.toContain('912');
    expect(shown(placed(null))).toEqual(erased);
    expect(shown(handedOff('lead-+7 912'), deleted, placed(null))).toEqual(erased);
  });

  it('that were stored under a default name are read without it', () => {
    const v1 = { ...placed('lead-+7 912').data, order_id: 'lead-+7 912' };
    expect(cardEvents.CardPlaced.read(1, v1)).toMatchObject({ order_id: null, order: { id: card_id } });
    expect(cardEvents.CardPlaced.read(1, { ...v1, order_id: 'Заказ 7' })).toMatchObject({ order_id: 'Заказ 7' });
    const v2 = { ...v1, order_id: null };
    expect(cardEvents.CardPlaced.read(2, v2)).toEqual(v2);
  });
});
