import {
  AddSeat,
  AuthenticateKey,
  IssueApiKey,
  IssueCabinetAccess,
  ListKeys,
  ListSeats,
  OpenCabinetSession,
  RegisterPartner,
  RenameSeat,
  RevokeApiKey,
  RevokeSeat,
  RotateWebhookSecret,
  UpdatePartner,
} from '#libs/companies';
import { newId } from '#libs/kernel';
import { accounts, autumn, refusal, spring, summer, winter } from '../test/accounts.js';

/** Partners, keys, seats and access from commands to what their queries say. */

const turn = newId('trn');

describe('keys', () => {
  it('open until they are revoked, each by itself', async () => {
    const { company, commands, queries } = await accounts();
    const company_id = await company({});
    const { partner_id, api_key } = await commands.execute(
      new RegisterPartner({ company_id, name: 'Лиды', webhook_url: 'https://a.example/h' }, {}),
    );
    const second = await commands.execute(new IssueApiKey(partner_id, {}));
    const first = await queries.execute(new AuthenticateKey(api_key));
    expect(first).toEqual({
      partner_id,
      company_id,
      key_id: expect.stringMatching(/^key_/),
      webhook_url: 'https://a.example/h',
    });
    await commands.execute(new RevokeApiKey(first?.key_id ?? '', {}));
    expect(await queries.execute(new AuthenticateKey(api_key))).toBeUndefined();
    expect(await queries.execute(new AuthenticateKey(second.api_key))).toMatchObject({ key_id: second.key_id });
    for (const wrong of ['', 'pk_', `pk_${'a'.repeat(40)}`])
      expect(await queries.execute(new AuthenticateKey(wrong))).toBeUndefined();
    expect(await refusal(commands.execute(new RevokeApiKey('key_unknown', {})))).toBe('not_found');
  });

  it('are listed with their times, never with anything that opens', async () => {
    const { company, commands, queries, at, reserve } = await accounts();
    const company_id = await company({ coins_included: 5, period_end: winter });
    const { partner_id, api_key } = await commands.execute(new RegisterPartner({ company_id, name: 'Лиды' }, {}));
    const key_id = (await queries.execute(new AuthenticateKey(api_key)))?.key_id ?? '';
    expect(await queries.execute(new ListKeys(partner_id))).toEqual([
      { key_id, created_at: spring, last_used_at: null, revoked_at: null },
    ]);
    at(summer);
    await reserve(company_id, 1, turn, key_id);
    at(autumn);
    await commands.execute(new RevokeApiKey(key_id, {}));
    expect(await queries.execute(new ListKeys(partner_id))).toEqual([
      { key_id, created_at: spring, last_used_at: summer, revoked_at: autumn },
    ]);
  });

  it('a partner is changed in what is mentioned, and its secret is rotated', async () => {
    const { company, commands, partners } = await accounts();
    const { partner_id, webhook_secret } = await commands.execute(
      new RegisterPartner({ company_id: await company({}), name: 'Лиды' }, {}),
    );
    await commands.execute(new UpdatePartner({ partner_id, webhook_url: 'https://b.example/h' }, {}));
    const rotated = await commands.execute(new RotateWebhookSecret(partner_id, {}));
    expect(rotated.webhook_secret).not.toBe(webhook_secret);
    expect(await partners.registered(partner_id)).toMatchObject({
      name: 'Лиды',
      webhook_url: 'https://b.example/h',
      webhook_secret: rotated.webhook_secret,
      previous: [{ webhook_secret, until: rotated.previous_until }],
    });
    expect(await refusal(commands.execute(new IssueApiKey(newId('prt'), {})))).toBe('not_found');
  });
});

describe('seats and access', () => {
  it('seats are added, found, listed, renamed and revoked', async () => {
    const { company, commands, queries, companies } = await accounts();
    const company_id = await company({});
    const added = await Promise.all(
      ['Цех 1', 'Цех 2'].map((title) => commands.execute(new AddSeat({ company_id, title }, {}))),
    );
    expect(added.map(({ seat_id, title }) => [seat_id, title])).toEqual([
      [1, 'Цех 1'],
      [2, 'Цех 2'],
    ]);
    expect(await companies.findSeat(company_id, 'Цех 2')).toEqual({ seat_id: 2, title: 'Цех 2' });
    await commands.execute(new RevokeSeat({ company_id, seat_id: 2 }, {}));
    await commands.execute(new RenameSeat({ company_id, seat_id: 1, title: 'Зал' }, {}));
    expect(await companies.findSeat(company_id, '2')).toBeUndefined();
    expect(await queries.execute(new ListSeats(company_id))).toEqual([
      { seat_id: 1, title: 'Зал', cards: 0, created_at: spring, revoked_at: null },
      { seat_id: 2, title: 'Цех 2', cards: 0, created_at: spring, revoked_at: spring },
    ]);
  });

  it('a link of access signs in one of those who come with it at once', async () => {
    const { company, commands } = await accounts();
    const company_id = await company({});
    const { token } = await commands.execute(
      new IssueCabinetAccess({ company_id, role: 'auditor', ttl_ms: 60_000 }, {}),
    );
    const visits = await Promise.all(
      [1, 2, 3].map(() => refusal(commands.execute(new OpenCabinetSession({ company_id, token }, {})))),
    );
    expect(visits.sort()).toEqual(['not refused', 'unauthorized', 'unauthorized']);
    expect(await refusal(commands.execute(new IssueCabinetAccess({ company_id, role: 'king', ttl_ms: 1 }, {})))).toBe(
      'invalid_request',
    );
  });
});
