import { Problem } from '#libs/kernel';
import { contracted } from '../../../event-store/test/contracted-decider.js';
import { type CompanyEvent, companyEvents } from '../events/company-events.js';
import type { SubscriptionInput } from './company.js';
import {
  type CompanyCommand,
  type CompanyState,
  company as companyDecider,
  findSeat,
  periodOf,
  sessionOf,
  spendable,
} from './company.js';

const company = contracted(companyDecider, companyEvents);

const spring = '2031-03-01T00:00:00.000Z';
const summer = '2031-06-01T00:00:00.000Z';
const autumn = '2031-09-01T00:00:00.000Z';
const winter = '2031-12-01T00:00:00.000Z';

const registered = (input: SubscriptionInput, now = spring): CompanyCommand => ({
  type: 'RegisterCompany',
  company_id: 'cmp_1',
  title: 'Кухни',
  input,
  now,
});
const subscribe = (input: SubscriptionInput, now: string): CompanyCommand => ({
  type: 'ChangeSubscription',
  input,
  now,
});
const seat = (title: string): CompanyCommand => ({ type: 'AddSeat', title });

function given(...commands: CompanyCommand[]): CompanyState {
  return commands.reduce(
    (state, command) => company.decide(command, state).reduce(company.evolve, state),
    company.initial,
  );
}

function when(state: CompanyState, command: CompanyCommand): readonly CompanyEvent[] {
  return company.decide(command, state);
}

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
  return 'not refused';
}

describe('a subscription', () => {
  const active = registered({ status: 'active', period_end: summer });

  it('opens a period by a later end once the old end is past', () => {
    expect(periodOf(given(active, subscribe({ period_end: winter }, autumn)))).toBe(2);
    expect(periodOf(given(active, subscribe({ period_end: autumn }, summer)))).toBe(2);
  });

  it('moves its end while the period lasts', () => {
    const state = given(active, subscribe({ period_end: autumn }, spring));
    expect([periodOf(state), state.subscription?.period_end]).toEqual([1, autumn]);
  });

  it('opens no period by anything else than a later end', () => {
    for (const input of [
      { coins_included: 5 },
      { status: 'trial' } as const,
      { period_end: spring },
      { period_end: summer, plan: 'big' },
    ]) {
      expect(periodOf(given(active, subscribe(input, autumn)))).toBe(1);
    }
  });

  it('keeps what is not mentioned', () => {
    const state = given(
      registered({ plan: 'big', status: 'trial', coins_included: 7, period_end: summer }),
      subscribe({ status: 'past_due' }, spring),
    );
    expect(state.subscription).toEqual({
      plan: 'big',
      status: 'past_due',
      coins_included: 7,
      period_end: summer,
      period: 1,
    });
  });

  it('may be absent, and goes on from its period when it comes back', () => {
    const none = given(active, subscribe({ period_end: winter }, autumn), subscribe({ status: 'none' }, autumn));
    expect([none.subscription, periodOf(none)]).toEqual([undefined, 2]);
    expect(given(registered({ status: 'none' })).subscription).toBeUndefined();
    const back = [active, subscribe({ status: 'none' }, spring), subscribe({ status: 'active' }, spring)];
    expect(given(...back).subscription).toEqual(given(active).subscription);
  });

  it('changes nothing where nothing is changed', () => {
    expect(when(given(active), subscribe({ status: 'active', period_end: summer }, spring))).toEqual([]);
    expect(when(given(registered({ status: 'none' })), subscribe({ status: 'none' }, spring))).toEqual([]);
  });

  it('counts its changes, so that an older view of it is known', () => {
    expect(given(active, subscribe({ status: 'none' }, spring), subscribe({ plan: 'big' }, spring)).changes).toBe(3);
  });

  it('refuses what it cannot be, naming it', () => {
    for (const input of [
      { coins_included: -1 },
      { coins_included: 1.5 },
      { period_end: 'soon' },
      { period_end: '2031-13-01' },
      { plan: ' ' },
    ]) {
      expect(refusal(() => when(given(active), subscribe(input, spring)))).toBe('invalid_request');
    }
  });

  it('reads an end without a zone as UTC, and a day as its beginning', () => {
    for (const [text, end] of [
      ['2031-07-01', '2031-07-01T00:00:00.000Z'],
      ['2031-07-01T10:00', '2031-07-01T10:00:00.000Z'],
      ['2031-07-01T10:00:00+03:00', '2031-07-01T07:00:00.000Z'],
    ] as const) {
      expect(given(registered({ period_end: text })).subscription?.period_end).toBe(end);
    }
  });

  it('without a word is active for a month and includes no coins', () => {
    expect(given(registered({})).subscription).toEqual({
      plan: 'standard',
      status: 'active',
      coins_included: 0,
      period_end: '2031-03-31T00:00:00.000Z',
      period: 1,
    });
  });
});

describe('spending', () => {
  const at = (now: string, ...commands: CompanyCommand[]) => spendable(given(...commands), new Date(now));

  it('is refused in the order of the contract', () => {
    expect(at(autumn, registered({ status: 'none' }))).toBe('no_subscription');
    expect(at(autumn, registered({ status: 'canceled', period_end: summer }))).toBe('canceled');
    expect(at(autumn, registered({ status: 'active', period_end: summer }))).toBe('period_over');
  });

  it('ends at the very end of the period', () => {
    const active = registered({ status: 'active', period_end: summer });
    expect([at('2031-05-31T23:59:59.999Z', active), at(summer, active)]).toEqual([undefined, 'period_over']);
  });

  it('is allowed on trial and when past due, while the period lasts', () => {
    for (const status of ['trial', 'past_due'] as const) {
      expect(at(spring, registered({ status, period_end: summer }))).toBeUndefined();
      expect(at(autumn, registered({ status, period_end: summer }))).toBe('period_over');
    }
  });
});

describe('seats', () => {
  const state = given(registered({}), seat('Цех 1'), seat('3'), seat('Склад'), { type: 'RevokeSeat', seat_id: 3 });

  it('are numbered from 1 and never given a number twice', () => {
    expect(when(state, seat('Новый'))).toEqual([
      { type: 'SeatAdded', data: { company_id: 'cmp_1', seat_id: 4, title: 'Новый' } },
    ]);
  });

  it('are found by id, then by title', () => {
    expect([findSeat(state, '1')?.title, findSeat(state, ' Цех 1 ')?.seat_id, findSeat(state, '2')?.title]).toEqual([
      'Цех 1',
      1,
      '3',
    ]);
  });

  it('are not found once revoked, neither by id nor by title, and never taken for one of that title', () => {
    expect([findSeat(state, '3'), findSeat(state, 'Склад'), findSeat(state, '9'), findSeat(state, '')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('share no title while they stand; a revoked one gives its title free', () => {
    expect(refusal(() => when(state, seat('Цех 1')))).toBe('conflict_state');
    expect(when(state, seat('Склад'))).toHaveLength(1);
  });

  it('are revoked once; one that never was is not found', () => {
    expect(when(state, { type: 'RevokeSeat', seat_id: 3 })).toEqual([]);
    expect(refusal(() => when(state, { type: 'RevokeSeat', seat_id: 9 }))).toBe('not_found');
  });
});

const link = { type: 'IssueCabinetAccess' as const, role: 'owner' as const, token_hash: 'h', expires_at: summer };
const ofSeat: CompanyCommand = { ...link, role: 'workplace', seat_id: 1 };
const open = (now: string) => ({
  type: 'OpenCabinetSession' as const,
  token_hash: 'h',
  session_id: 'ses_1',
  session_hash: 's',
  now,
  expires_at: summer,
});

describe('a link of access', () => {
  it('signs in once, and only in time', () => {
    expect(when(given(registered({}), link), open(spring))).toHaveLength(1);
    expect(refusal(() => when(given(registered({}), link, open(spring)), open(spring)))).toBe('unauthorized');
    expect(refusal(() => when(given(registered({}), link), open(summer)))).toBe('unauthorized');
    expect(refusal(() => when(given(registered({})), { ...open(spring), token_hash: 'constructor' }))).toBe(
      'unauthorized',
    );
  });

  it('of a workplace names its seat, and no other role names one', () => {
    const state = given(registered({}), seat('Цех'));
    expect(refusal(() => when(state, { ...link, role: 'workplace' }))).toBe('invalid_request');
    expect(refusal(() => when(state, { ...link, role: 'workplace', seat_id: 2 }))).toBe('not_found');
    expect(refusal(() => when(state, { ...link, seat_id: 1 }))).toBe('invalid_request');
  });

  it('of a workplace opens nothing once its seat is revoked', () => {
    const state = given(registered({}), seat('Цех'), ofSeat, { type: 'RevokeSeat', seat_id: 1 });
    expect(refusal(() => when(state, open(spring)))).toBe('unauthorized');
  });

  it('that was issued before links named seats is read as it was', () => {
    const stored = { company_id: 'cmp_1', role: 'owner', token_hash: 'h', expires_at: summer };
    expect(companyEvents.CabinetAccessIssued.read(1, stored)).toEqual(stored);
  });
});

describe('a session', () => {
  it('lasts its time, and not a moment longer', () => {
    const state = given(registered({}), link, open(spring));
    expect(sessionOf(state, 's', spring)).toEqual({ session_id: 'ses_1', role: 'owner', expires_at: summer });
    expect(sessionOf(state, 's', summer)).toBeUndefined();
    expect(sessionOf(state, 'constructor', spring)).toBeUndefined();
  });

  it('ends when it is closed, once', () => {
    const close: CompanyCommand = { type: 'CloseCabinetSession', session_id: 'ses_1' };
    const state = given(registered({}), link, open(spring));
    expect(when(state, close)).toHaveLength(1);
    const closed = given(registered({}), link, open(spring), close);
    expect([sessionOf(closed, 's', spring), when(closed, close)]).toEqual([undefined, []]);
  });

  it('of a workplace ends with its seat', () => {
    const before = given(registered({}), seat('Цех'), ofSeat, open(spring));
    expect(sessionOf(before, 's', spring)).toMatchObject({ role: 'workplace', seat_id: 1 });
    const after = given(registered({}), seat('Цех'), ofSeat, open(spring), { type: 'RevokeSeat', seat_id: 1 });
    expect(sessionOf(after, 's', spring)).toBeUndefined();
  });

  it('takes the links and sessions that are over out of the state when it is opened', () => {
    const second: CompanyCommand = { ...link, token_hash: 'h2', expires_at: winter };
    const state = given(registered({}), link, second, {
      ...open(autumn),
      token_hash: 'h2',
      session_id: 'ses_2',
      session_hash: 's2',
      expires_at: winter,
    });
    expect(state.access).toEqual({
      links: {},
      sessions: { s2: { session_id: 'ses_2', role: 'owner', expires_at: winter } },
    });
  });
});

it('a company that was never registered is not found', () => {
  expect(refusal(() => when(company.initial, seat('x')))).toBe('not_found');
});

it('a snapshot of a company means the same', () => {
  const state = given(registered({}), seat('Цех'), subscribe({ status: 'none' }, spring));
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

describe('the events of a company', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...company.seen].sort()).toEqual(Object.keys(companyEvents).sort());
  });
});
