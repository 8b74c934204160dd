import { contracted } from '../../../event-store/test/contracted-decider.js';
import { deliveryEvents } from '../events/delivery-events.js';
import { type DeliveryCommand, type DeliveryState, delivery as deliveryDecider } from './delivery.js';

const delivery = contracted(deliveryDecider, deliveryEvents);

const retryMs = [10_000, 60_000];
const at = new Date('2031-01-01T00:00:00.000Z');
const schedule: DeliveryCommand = {
  type: 'ScheduleWebhook',
  data: {
    event_id: 'evt_01920000-0000-7000-8000-000000000000',
    event: 'turn.completed',
    partner_id: 'prt_1',
    address: 'https://a.test/',
    body: '{}',
    body_digest: '0',
    due_at: at.toISOString(),
  },
};
const record = (attempt: number, outcome: { status?: number; error?: string }): DeliveryCommand => ({
  type: 'RecordAttempt',
  attempt,
  outcome: { at, ms: 5, ...outcome },
  retryMs,
});
const redeliver: DeliveryCommand = { type: 'RequestRedelivery', due_at: '2031-01-02T00:00:00.000Z' };
const erase: DeliveryCommand = { type: 'GiveUpWebhook' };

const given = (...commands: DeliveryCommand[]): DeliveryState =>
  commands.reduce((state, command) => delivery.decide(command, state).reduce(delivery.evolve, state), delivery.initial);
const when = (state: DeliveryState, command: DeliveryCommand) => delivery.decide(command, state);
const types = (state: DeliveryState, command: DeliveryCommand) => when(state, command).map(({ type }) => type);

describe('a webhook delivery', () => {
  it('is scheduled once', () => {
    expect(types(given(), schedule)).toEqual(['WebhookScheduled']);
    expect(types(given(schedule), schedule)).toEqual([]);
  });

  it.each([200, 204, 299])('is done by %i', (status) => {
    expect(types(given(schedule), record(1, { status }))).toEqual(['WebhookDelivered']);
  });

  it.each([{ status: 199 }, { status: 302 }, { status: 404 }, { status: 500 }, { error: 'reset' }])(
    'is tried again after %o',
    (outcome) => {
      expect(when(given(schedule), record(1, outcome))).toMatchObject([
        { type: 'WebhookAttempted', data: { attempt: 1, next_attempt_at: '2031-01-01T00:00:10.000Z' } },
      ]);
    },
  );

  it('follows the table, each delay from the attempt before, then stops', () => {
    const once = given(schedule, record(1, { status: 500 }));
    expect(when(once, record(2, { status: 500 }))).toMatchObject([
      { data: { next_attempt_at: '2031-01-01T00:01:00.000Z' } },
    ]);
    const twice = given(schedule, record(1, { status: 500 }), record(2, { status: 500 }));
    expect(types(twice, record(3, { status: 500 }))).toEqual(['WebhookAttempted', 'WebhookGivenUp']);
    expect(given(schedule, record(1, {}), record(2, {}), record(3, {})).phase).toBe('given_up');
  });

  it('counts an attempt once, whoever reports it', () => {
    expect(types(given(schedule, record(1, { status: 500 })), record(1, { status: 200 }))).toEqual([]);
    expect(types(given(schedule, record(1, { status: 200 })), record(2, { status: 200 }))).toEqual([]);
  });

  it('can be asked for again, under the same id and with the table anew', () => {
    const delivered = given(schedule, record(1, { status: 200 }));
    expect(types(delivered, redeliver)).toEqual(['RedeliveryRequested']);
    const again = given(schedule, record(1, { status: 200 }), redeliver);
    expect(when(again, record(2, { status: 500 }))).toMatchObject([
      { data: { next_attempt_at: '2031-01-01T00:00:10.000Z' } },
    ]);
    expect(types(given(schedule), redeliver)).toEqual([]);
  });

  it('is undeliverable where its partner has too many pending, until it is asked for again', () => {
    const mark: DeliveryCommand = { type: 'MarkUndeliverable' };
    const marked = given(schedule, record(1, { status: 500 }), mark);
    expect(marked).toMatchObject({ phase: 'undeliverable', attempts: 1 });
    for (const command of [mark, record(2, { status: 200 })]) expect(types(marked, command)).toEqual([]);
    expect(types(given(schedule, record(1, { status: 200 })), mark)).toEqual([]);
    expect(types(marked, redeliver)).toEqual(['RedeliveryRequested']);
    expect(types(marked, erase)).toEqual(['WebhookGivenUp']);
  });

  it('is given up for good when its conversation is erased', () => {
    expect(when(given(schedule), erase)).toMatchObject([{ data: { reason: 'erased' } }]);
    const erased = given(schedule, erase);
    for (const command of [erase, redeliver, record(1, { status: 200 })]) expect(types(erased, command)).toEqual([]);
    expect(types(given(), erase)).toEqual([]);
  });
});

describe('the events of a delivery', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...delivery.seen].sort()).toEqual(Object.keys(deliveryEvents).sort());
  });
});
