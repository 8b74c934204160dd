import type { CoinEvent } from '#libs/coins';
import type { CompanyEvent, PartnerEvent } from '#libs/companies';
import type { CardEvent } from '#libs/conversations';
import { goldenOrder } from '../../libs/furniture/test/golden-order.js';
import { fold, recorded } from '../test/fold.js';
import { companies } from './companies.js';
import { keys } from './keys.js';
import { partners } from './partners.js';
import { seatKey, seats } from './seats.js';

const spring = '2031-03-01T00:00:00.000Z';
const summer = '2031-06-01T00:00:00.000Z';

const partner = (event: PartnerEvent, at = spring) => recorded('partner-prt_1', at, event);
const company = (event: CompanyEvent, at = spring) => recorded('company-cmp_1', at, event);

const registered = partner({
  type: 'PartnerRegistered',
  data: {
    partner_id: 'prt_1',
    company_id: 'cmp_1',
    name: 'Лиды',
    webhook_url: 'https://a.example',
    webhook_secret: 'whsec_1',
  },
});
const issued = partner({ type: 'ApiKeyIssued', data: { partner_id: 'prt_1', key_id: 'key_1', key_hash: 'h' } });

describe('partners', () => {
  it('carry no secret', () => {
    const [document] = fold(partners, [registered]).values();
    expect(document).toEqual({
      partner_id: 'prt_1',
      company_id: 'cmp_1',
      name: 'Лиды',
      webhook_url: 'https://a.example',
      previous_secret_until: null,
      created_at: spring,
    });
  });

  it('follow a new name and an address that is taken away', () => {
    const renamed = partner({ type: 'PartnerRenamed', data: { partner_id: 'prt_1', name: 'Новые' } });
    const moved = partner({ type: 'WebhookAddressChanged', data: { partner_id: 'prt_1' } });
    expect(fold(partners, [registered, renamed, moved]).get('prt_1')).toMatchObject({
      name: 'Новые',
      webhook_url: null,
    });
  });

  it('say until when a replaced secret signs, never the secret', () => {
    const rotated = (previous_until: string) =>
      partner({
        type: 'WebhookSecretRotated',
        data: { partner_id: 'prt_1', webhook_secret: 'whsec_2', previous_until },
      });
    const retired = partner({ type: 'PreviousSecretsRetired', data: { partner_id: 'prt_1', until: summer } });
    const folded = fold(partners, [registered, rotated(summer)]).get('prt_1');
    expect(folded).toMatchObject({ previous_secret_until: summer });
    expect(JSON.stringify(folded)).not.toContain('whsec');
    expect(fold(partners, [registered, rotated(summer), retired]).get('prt_1')?.previous_secret_until).toBeNull();
    const later = '2031-06-01T05:00:00.000Z';
    const twice = [registered, rotated(summer), rotated(later), retired];
    expect(fold(partners, twice).get('prt_1')?.previous_secret_until).toBe(later);
  });
});

describe('keys', () => {
  const reserved = (key_id?: string) => {
    const balance = { included: 0, extra: 0, reserved: { included: 1, extra: 0 }, used: 0 };
    const data = {
      turn_id: 't',
      conversation_id: 'c',
      coins: 1,
      from: { included: 1, extra: 0 },
      balance,
      ...(key_id !== undefined && { key_id }),
    };
    const event: CoinEvent = { type: 'CoinsReserved', data };
    return recorded('coins-cmp_1-1', summer, event);
  };

  it('know when they were issued, last asked for a turn, and revoked', () => {
    const revoked = partner({ type: 'ApiKeyRevoked', data: { partner_id: 'prt_1', key_id: 'key_1' } }, summer);
    const fresh = {
      key_id: 'key_1',
      key_hash: 'h',
      partner_id: 'prt_1',
      created_at: spring,
      last_used_at: null,
      revoked_at: null,
    };
    expect(fold(keys, [issued]).get('key_1')).toEqual(fresh);
    expect(fold(keys, [issued, reserved('key_1'), revoked]).get('key_1')).toEqual({
      ...fresh,
      last_used_at: summer,
      revoked_at: summer,
    });
  });

  it('are not touched by coins reserved without one, nor made by coins of one unknown', () => {
    expect(fold(keys, [issued, reserved()])).toEqual(fold(keys, [issued]));
    expect(fold(keys, [reserved('key_9')]).size).toBe(0);
  });
});

describe('seats', () => {
  const added = company({ type: 'SeatAdded', data: { company_id: 'cmp_1', seat_id: 1, title: 'Цех' } });

  it('stay in the list when they are revoked', () => {
    const revoked = company({ type: 'SeatRevoked', data: { company_id: 'cmp_1', seat_id: 1 } }, summer);
    const document = {
      company_id: 'cmp_1',
      seat_id: 1,
      title: 'Цех',
      cards: 0,
      created_at: spring,
      revoked_at: summer,
    };
    expect(fold(seats, [added, revoked]).get(seatKey('cmp_1', 1))).toEqual(document);
  });

  it('count their cards and bear the title that they were given last', () => {
    const order = goldenOrder();
    const lies = { company_id: 'cmp_1', seat_id: 1, seat_title: 'Цех', order_id: null, turn: 1 };
    const cards = ['crd_1', 'crd_2'].map((card_id) =>
      recorded<CardEvent>(`card-${card_id}`, summer, { type: 'CardPlaced', data: { ...lies, card_id, order } }),
    );
    const renamed = company({ type: 'SeatRenamed', data: { company_id: 'cmp_1', seat_id: 1, title: 'Зал' } }, summer);
    const shown = fold(seats, [added, ...cards, renamed]).get(seatKey('cmp_1', 1));
    expect(shown).toMatchObject({ title: 'Зал', cards: 2 });
  });

  it('of two companies with one number are two', () => {
    const other = company({ type: 'SeatAdded', data: { company_id: 'cmp_2', seat_id: 1, title: 'Цех' } });
    expect(fold(seats, [added, other]).size).toBe(2);
  });
});

describe('companies', () => {
  it('show their subscription, and none where there is none', () => {
    const created = company({ type: 'CompanyRegistered', data: { company_id: 'cmp_1', title: 'Кухни' } });
    const subscription = { plan: 'big', status: 'active' as const, coins_included: 10, period_end: summer, period: 1 };
    const subscribed = company({ type: 'SubscriptionChanged', data: { company_id: 'cmp_1', subscription } });
    const left = company({ type: 'SubscriptionChanged', data: { company_id: 'cmp_1', subscription: null } });
    const none = {
      company_id: 'cmp_1',
      title: 'Кухни',
      status: 'none',
      plan: null,
      coins_included: 0,
      period_end: null,
      created_at: spring,
    };
    expect(fold(companies, [created]).get('cmp_1')).toEqual(none);
    expect(fold(companies, [created, subscribed]).get('cmp_1')).toMatchObject({
      status: 'active',
      plan: 'big',
      period_end: summer,
    });
    expect(fold(companies, [created, subscribed, left]).get('cmp_1')).toEqual(none);
  });
});
