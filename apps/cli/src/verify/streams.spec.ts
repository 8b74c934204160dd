import { recorded } from '../../test/recorded.js';
import { foldOf } from './streams.js';

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
    const changed = (included: number) => ({ coins_included: 5, change: 2, balance: balance(included) });
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
