import { Problem } from '#libs/kernel';
import { contracted } from '../../../event-store/test/contracted-decider.js';
import { type PartnerEvent, partnerEvents } from '../events/partner-events.js';
import {
  hashKey,
  isApiKey,
  newApiKey,
  newWebhookSecret,
  type PartnerCommand,
  type PartnerState,
  partner as partnerDecider,
  signingSecrets,
  validKey,
} from './partner.js';

const partner = contracted(partnerDecider, partnerEvents);

const allowed = { allowPrivate: true };
const register: PartnerCommand = {
  type: 'RegisterPartner',
  allowed,
  partner_id: 'prt_1',
  company_id: 'cmp_1',
  name: 'Лиды',
  webhook_secret: 'whsec_1',
  key: { key_id: 'key_0', key_hash: 'h0' },
};
const issue = (key_id: string, key_hash: string): PartnerCommand => ({ type: 'IssueApiKey', key_id, key_hash });

function given(...commands: PartnerCommand[]): PartnerState {
  return commands.reduce(
    (state, command) => partner.decide(command, state).reduce(partner.evolve, state),
    partner.initial,
  );
}

function when(state: PartnerState, command: PartnerCommand): readonly PartnerEvent[] {
  return partner.decide(command, state);
}

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
  return 'not refused';
}

describe('a partner', () => {
  it('is registered once, with its first key in the same breath', () => {
    expect(validKey(given(register), 'h0')?.key_id).toBe('key_0');
    expect(when(given(register), { ...register, name: 'Other' })).toEqual([]);
  });

  it('a key opens until it is revoked, and others go on opening', () => {
    const state = given(register, issue('key_1', 'h1'), issue('key_2', 'h2'), {
      type: 'RevokeApiKey',
      key_id: 'key_1',
    });
    expect([validKey(state, 'h1'), validKey(state, 'h2')?.key_id, validKey(state, 'h3')]).toEqual([
      undefined,
      'key_2',
      undefined,
    ]);
    expect(when(state, { type: 'RevokeApiKey', key_id: 'key_1' })).toEqual([]);
    expect(refusal(() => when(state, { type: 'RevokeApiKey', key_id: 'key_9' }))).toBe('not_found');
  });

  it('changes only what is mentioned', () => {
    const state = given({ ...register, webhook_url: 'https://a.example/hook' });
    expect(when(state, { type: 'UpdatePartner', allowed, name: 'Новые' }).map(({ type }) => type)).toEqual([
      'PartnerRenamed',
    ]);
    expect(
      when(state, { type: 'UpdatePartner', allowed, name: 'Лиды', webhook_url: 'https://a.example/hook' }),
    ).toEqual([]);
  });

  it('an empty address takes the address away', () => {
    const state = given(
      { ...register, webhook_url: 'https://a.example/hook' },
      { type: 'UpdatePartner', allowed, webhook_url: '' },
    );
    expect(state.webhook_url).toBeUndefined();
  });

  it('refuses an address that is no http or https URL', () => {
    for (const webhook_url of [
      'ftp://a.example',
      'a.example',
      'javascript:alert(1)',
      `https://a.example/${'x'.repeat(2048)}`,
    ]) {
      expect(refusal(() => when(given(register), { type: 'UpdatePartner', allowed, webhook_url }))).toBe(
        'invalid_request',
      );
    }
  });

  it('refuses at registration and later what the installation does not allow, and tells no password', () => {
    const strict = { allowPrivate: false, ownHost: 'api.garnitur.test' };
    for (const webhook_url of [
      'http://a.example',
      'https://user:pw@a.example',
      'https://127.0.0.1/',
      'https://api.garnitur.test',
    ]) {
      const update: PartnerCommand = { type: 'UpdatePartner', allowed: strict, webhook_url };
      expect(refusal(() => when(given(register), update))).toBe('invalid_request');
      expect(refusal(() => given({ ...register, allowed: strict, webhook_url }))).toBe('invalid_request');
      expect(() => when(given(register), update)).not.toThrow(/pw/);
    }
  });

  describe('whose webhook secret is rotated', () => {
    const noon = Date.parse('2031-03-01T12:00:00.000Z');
    const hours = (count: number) => new Date(noon + count * 3_600_000);
    const rotate = (webhook_secret: string, at: number): PartnerCommand => ({
      type: 'RotateWebhookSecret',
      webhook_secret,
      now: hours(at),
    });
    const retire = (at: number): PartnerCommand => ({ type: 'RetirePreviousSecrets', now: hours(at) });

    it('signs with the new one, and for 24 hours beside it with the old one', () => {
      const state = given(register, rotate('whsec_2', 0));
      expect(signingSecrets(state, hours(0))).toEqual({ current: 'whsec_2', previous: ['whsec_1'] });
      expect(signingSecrets(state, new Date(noon + 24 * 3_600_000 - 1))).toMatchObject({ previous: ['whsec_1'] });
      expect(signingSecrets(state, hours(24))).toEqual({ current: 'whsec_2', previous: [] });
    });

    it('twice within the day signs with each old one for its own 24 hours', () => {
      const state = given(register, rotate('whsec_2', 0), rotate('whsec_3', 5));
      expect(signingSecrets(state, hours(6))).toEqual({ current: 'whsec_3', previous: ['whsec_2', 'whsec_1'] });
      expect(signingSecrets(state, hours(25))).toEqual({ current: 'whsec_3', previous: ['whsec_2'] });
      expect(signingSecrets(state, hours(29))).toEqual({ current: 'whsec_3', previous: [] });
    });

    it('again and again keeps as many as a verifier looks at', () => {
      const often = Array.from({ length: 9 }, (_, n) => rotate(`whsec_${n + 2}`, n / 60));
      const { previous } = signingSecrets(given(register, ...often), hours(1));
      expect(previous).toEqual(['whsec_9', 'whsec_8', 'whsec_7', 'whsec_6', 'whsec_5', 'whsec_4', 'whsec_3']);
    });

    it('forgets an old one once its time is over, and says so once', () => {
      const state = given(register, rotate('whsec_2', 0), rotate('whsec_3', 5));
      expect(when(state, retire(23))).toEqual([]);
      const later = given(register, rotate('whsec_2', 0), rotate('whsec_3', 5), retire(24));
      expect(JSON.stringify(later)).not.toContain('whsec_1');
      expect(signingSecrets(later, hours(24)).previous).toEqual(['whsec_2']);
      expect(when(later, retire(24))).toEqual([]);
      expect(when(state, rotate('whsec_4', 30)).map(({ type }) => type)).toEqual([
        'PreviousSecretsRetired',
        'WebhookSecretRotated',
      ]);
    });

    it('by an event of before the overlap signs with the new one alone', () => {
      const stored = partnerEvents.WebhookSecretRotated.read(1, { partner_id: 'prt_1', webhook_secret: 'whsec_2' });
      const state = partnerDecider.evolve(given(register), { type: 'WebhookSecretRotated', data: stored });
      expect(signingSecrets(state, hours(0))).toEqual({ current: 'whsec_2', previous: [] });
    });
  });

  it('that was never registered is not found', () => {
    expect(refusal(() => when(partner.initial, issue('key_1', 'h')))).toBe('not_found');
  });
});

describe('keys and secrets', () => {
  it('carry their prefix, are long, and never the same twice', () => {
    expect(newApiKey()).toMatch(/^pk_[0-9A-Za-z]{40}$/);
    expect(newWebhookSecret()).toMatch(/^whsec_[0-9A-Za-z]{40}$/);
    expect(new Set(Array.from({ length: 1_000 }, newApiKey)).size).toBe(1_000);
  });

  it('are known from what cannot be one', () => {
    expect([newApiKey(), 'pk_', '', `pk_${'a'.repeat(39)}!`, `sk_${'a'.repeat(40)}`].map(isApiKey)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are kept as SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the events of a partner', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...partner.seen].sort()).toEqual(Object.keys(partnerEvents).sort());
  });
});
