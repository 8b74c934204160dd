import { recorded } from '../../test/recorded.js';
import { foldOf, streamsOf } from './streams.js';

const LEAD_KEY = Buffer.alloc(32, 1);

describe('the streams of a conversation', () => {
  it('are its own and those that its events lead to', () => {
    const of = (type: string, data: object, metadata: object = {}) => {
      const event = recorded(type, {}, { stream: 'conversation-c' });
      return { ...event, data: { ...data }, metadata: { ...event.metadata, ...metadata } };
    };
    expect(streamsOf([of('ConversationStarted', {})], LEAD_KEY)).toEqual(['conversation-c']);
    const queued = of('TurnQueued', { ledger: 'coins-m-1' });
    expect(streamsOf([queued, queued], LEAD_KEY)).toEqual(['conversation-c', 'coins-m-1']);
    expect(streamsOf([of('OrderHandedOff', { card_id: 'k' })], LEAD_KEY)).toContain('card-k');
    expect(streamsOf([of('ConversationStarted', {}, { external_id: 'lead 7' })], LEAD_KEY)).toContainEqual(
      expect.stringMatching(/^lead-p-[0-9a-f]{40}$/),
    );
  });

  it.each(['TurnCompleted', 'OrderHandedOff'])('include the delivery of whatever a webhook announces: %s', (type) => {
    const event = recorded(type, {});
    const announced = { ...event, metadata: { ...event.metadata, webhook_url: 'https://partner.test/hook' } };
    expect(streamsOf([announced], LEAD_KEY)).toContain(`delivery-${event.id}`);
    expect(streamsOf([{ ...announced, metadata: { ...event.metadata, webhook_url: null } }], LEAD_KEY)).not.toContain(
      `delivery-${event.id}`,
    );
  });
});

function fold(stream: string, events: readonly (readonly [type: string, data: object])[]): () => void {
  return () => {
    const add = foldOf(stream);
    for (const [type, data] of events) add?.({ ...recorded(type, {}, { stream }), data: { ...data } });
  };
}

describe('folding a stream', () => {
  it('knows every kind of stream by its name, and no other', () => {
    for (const kind of ['conversation', 'coins', 'company', 'partner', 'delivery', 'lead', 'card']) {
      expect(foldOf(`${kind}-x`)).toBeDefined();
    }
    expect(foldOf('notes-x')).toBeUndefined();
  });

  it('refuses an event that no such stream has', () => {
    expect(fold('company-x', [['CompanyRegistered', { company_id: 'x', title: 't' }]])).not.toThrow();
    expect(fold('company-x', [['CompanySold', {}]])).toThrow('CompanySold is no event of such a stream');
  });

  it('refuses a ledger that is overspent', () => {
    const opened = {
      company_id: 'm',
      period: 1,
      coins_included: 5,
      change: 1,
      extra_coins: 0,
      opened_at: '',
      top_up_keys: [],
    };
    const balance = (included: number) => ({ included, extra: 0, reserved: { included: 0, extra: 0 }, used: 0 });
    const changed = (included: number) => ({
      coins_included: Math.max(0, included),
      change: 2,
      balance: balance(included),
    });
    expect(
      fold('coins-m-1', [
        ['CoinPeriodOpened', opened],
        ['CoinsIncludedChanged', changed(0)],
      ]),
    ).not.toThrow();
    expect(
      fold('coins-m-1', [
        ['CoinPeriodOpened', opened],
        ['CoinsIncludedChanged', changed(-1)],
      ]),
    ).toThrow('the balance falls to -1');
  });

  it('refuses a lead that is claimed twice, or freed by another', () => {
    const claim = (conversation_id: string) => ['LeadClaimed', { conversation_id }] as const;
    const free = (conversation_id: string) => ['LeadFreed', { conversation_id }] as const;
    expect(fold('lead-p-h', [claim('c1'), free('c1'), claim('c2')])).not.toThrow();
    expect(fold('lead-p-h', [claim('c1'), claim('c2')])).toThrow('claimed by c1');
    expect(fold('lead-p-h', [claim('c1'), free('c2')])).toThrow('LeadFreed of c2');
  });

  it('refuses a second card in a card, and one of another name', () => {
    expect(fold('card-k', [['CardPlaced', { card_id: 'k' }]])).not.toThrow();
    expect(
      fold('card-k', [
        ['CardPlaced', { card_id: 'k' }],
        ['CardPlaced', { card_id: 'k' }],
      ]),
    ).toThrow('CardPlaced');
    expect(fold('card-k', [['CardPlaced', { card_id: 'z' }]])).toThrow('CardPlaced of card z');
  });
});
