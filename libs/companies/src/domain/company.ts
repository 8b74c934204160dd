import type { SpendingRefusal } from '#libs/coins';
import type { Decider, DomainEvent } from '#libs/event-store';
import { notFound, Problem } from '#libs/kernel';
import type { CabinetRole, CompanyEvent, Subscription, SubscriptionStatus } from '../events/company-events.js';
import {
  type CabinetAccess,
  type CabinetSession,
  linkRefused,
  livingSession,
  NO_ACCESS,
  usableLink,
  withLink,
  withoutSession,
  withSession,
} from './cabinet-access.js';
import { named } from './operator-input.js';

/** A workplace of the company. */
export interface Seat {
  /** From 1, never given twice. */
  readonly seat_id: number;
  readonly title: string;
  readonly revoked: boolean;
}

export interface CompanyState {
  /** Undefined while the company is not registered. */
  readonly company_id?: string;
  readonly title: string;
  readonly subscription?: Subscription;
  /** The last one there was: a new one goes on from its period. */
  readonly former?: Subscription;
  /** Number of subscription changes: tells a newer view of the subscription from an older one. */
  readonly changes: number;
  readonly seats: readonly Seat[];
  /** Who may enter the cabinet. */
  readonly access: CabinetAccess;
}

export type CompanyCommand =
  /** `now` is ISO 8601 throughout. */
  | {
      readonly type: 'RegisterCompany';
      readonly company_id: string;
      readonly title: string;
      readonly input: SubscriptionInput;
      readonly now: string;
    }
  | { readonly type: 'ChangeSubscription'; readonly input: SubscriptionInput; readonly now: string }
  | { readonly type: 'AddSeat'; readonly title: string }
  | { readonly type: 'RevokeSeat'; readonly seat_id: number }
  | {
      readonly type: 'IssueCabinetAccess';
      readonly role: CabinetRole;
      readonly seat_id?: number | undefined;
      readonly token_hash: string;
      readonly expires_at: string;
    }
  | {
      readonly type: 'OpenCabinetSession';
      readonly token_hash: string;
      readonly session_id: string;
      readonly session_hash: string;
      readonly now: string;
      readonly expires_at: string;
    }
  | { readonly type: 'CloseCabinetSession'; readonly session_id: string };

export type CompanyDomainEvent = CompanyEvent & Pick<DomainEvent, 'id' | 'metadata'>;

const UNREGISTERED: CompanyState = { title: '', changes: 0, seats: [], access: NO_ACCESS };

/** A company with its subscription, workplaces and links of access to its cabinet. */
export const company: Decider<CompanyState, CompanyCommand, CompanyDomainEvent> = {
  initial: UNREGISTERED,
  decide,
  evolve,
};

export function companyStream(companyId: string): string {
  return `company-${companyId}`;
}

/** Number of the coin period that the company stands in, also without a subscription. */
export function periodOf(state: CompanyState): number {
  return state.former?.period ?? 1;
}

/**
 * Why the company may not spend coins now, in contract.md's order; undefined where only its coins limit it, which the
 * ledger knows. A trial and a subscription past due may spend while their period lasts.
 */
export function spendable({ subscription }: CompanyState, now: Date): SpendingRefusal | undefined {
  if (!subscription) return 'no_subscription';
  if (subscription.status === 'canceled') return 'canceled';
  return subscription.period_end <= now.toISOString() ? 'period_over' : undefined;
}

/**
 * A workplace that is there, by id, then by title (contract.md, handoff). The id of a revoked one is found and refused,
 * never taken for another's title: an order must not land where nobody meant it to.
 */
export function findSeat(state: CompanyState, text: string): Seat | undefined {
  const wanted = text.trim();
  const byId = state.seats.find((seat) => String(seat.seat_id) === wanted);
  const seat = byId ?? state.seats.find(({ title, revoked }) => title === wanted && !revoked);
  return seat?.revoked ? undefined : seat;
}

/** The session that a secret opens; that of a workplace ends with its seat. */
export function sessionOf(state: CompanyState, sessionHash: string, now: string): CabinetSession | undefined {
  const session = livingSession(state.access, sessionHash, now);
  return session?.role === 'workplace' && !standing(state, session.seat_id) ? undefined : session;
}

function standing({ seats }: CompanyState, seatId: number | undefined): boolean {
  return seats.some(({ seat_id, revoked }) => seat_id === seatId && !revoked);
}

function decide(command: CompanyCommand, state: CompanyState): readonly CompanyDomainEvent[] {
  if (command.type === 'RegisterCompany') return register(command, state);
  const { company_id } = state;
  if (company_id === undefined) throw notFound('company');
  switch (command.type) {
    case 'ChangeSubscription':
      return subscribe(company_id, state, command.input, command.now);
    case 'AddSeat':
      return addSeat(company_id, state, named('title', command.title));
    case 'RevokeSeat': {
      const seat = state.seats.find(({ seat_id }) => seat_id === command.seat_id);
      if (!seat) throw notFound(`seat ${command.seat_id} of company ${company_id}`);
      return seat.revoked ? [] : [{ type: 'SeatRevoked', data: { company_id, seat_id: seat.seat_id } }];
    }
    case 'IssueCabinetAccess': {
      const { role, seat_id, token_hash, expires_at } = command;
      const seat = seatOfRole(state, role, seat_id);
      return [{ type: 'CabinetAccessIssued', data: { company_id, role, ...seat, token_hash, expires_at } }];
    }
    case 'OpenCabinetSession': {
      const { token_hash, session_id, session_hash, now: opened_at, expires_at } = command;
      const { role, seat_id } = usableLink(state.access, token_hash, opened_at);
      if (role === 'workplace' && !standing(state, seat_id)) throw linkRefused();
      const seat = seat_id === undefined ? {} : { seat_id };
      const session = { session_id, session_hash, token_hash, role, ...seat, opened_at, expires_at };
      return [{ type: 'CabinetSessionOpened', data: { company_id, ...session } }];
    }
    case 'CloseCabinetSession': {
      const { session_id } = command;
      const open = Object.values(state.access.sessions).some((session) => session.session_id === session_id);
      return open ? [{ type: 'CabinetSessionClosed', data: { company_id, session_id } }] : [];
    }
  }
}

function register(
  command: Extract<CompanyCommand, { type: 'RegisterCompany' }>,
  state: CompanyState,
): readonly CompanyDomainEvent[] {
  if (state.company_id !== undefined) return [];
  const { company_id, input, now } = command;
  const subscribed = subscribe(company_id, state, input, now);
  return [{ type: 'CompanyRegistered', data: { company_id, title: named('title', command.title) } }, ...subscribed];
}

function subscribe(
  company_id: string,
  state: CompanyState,
  input: SubscriptionInput,
  now: string,
): readonly CompanyDomainEvent[] {
  const subscription = changed(state.former, input, now);
  const same = JSON.stringify(subscription) === JSON.stringify(state.subscription ?? null);
  return same ? [] : [{ type: 'SubscriptionChanged', data: { company_id, subscription } }];
}

/** @throws {Problem} `invalid_request` where a role has no seat that needs one, or has one that needs none. */
function seatOfRole(state: CompanyState, role: CabinetRole, seat_id: number | undefined): { seat_id?: number } {
  if (role !== 'workplace') {
    if (seat_id === undefined) return {};
    throw new Problem('invalid_request', `seat is ${seat_id}; the role ${role} has none`);
  }
  if (seat_id === undefined) throw new Problem('invalid_request', 'seat is missing; the role workplace needs one');
  if (!standing(state, seat_id)) throw notFound(`seat ${seat_id} of company ${state.company_id}`);
  return { seat_id };
}

function addSeat(company_id: string, state: CompanyState, title: string): readonly CompanyDomainEvent[] {
  const taken = state.seats.find((seat) => seat.title === title && !seat.revoked);
  if (taken)
    throw new Problem(
      'conflict_state',
      `seat ${taken.seat_id} is already called ${JSON.stringify(title)}: choose another title or revoke it`,
    );
  return [{ type: 'SeatAdded', data: { company_id, seat_id: state.seats.length + 1, title } }];
}

function evolve(state: CompanyState, { type, data }: CompanyDomainEvent): CompanyState {
  switch (type) {
    case 'CompanyRegistered':
      return { ...state, company_id: data.company_id, title: data.title };
    case 'SubscriptionChanged': {
      const { subscription: _, ...without } = state;
      const changes = state.changes + 1;
      const now = data.subscription;
      return now ? { ...without, changes, subscription: now, former: now } : { ...without, changes };
    }
    case 'SeatAdded':
      return { ...state, seats: [...state.seats, { seat_id: data.seat_id, title: data.title, revoked: false }] };
    case 'SeatRevoked':
      return {
        ...state,
        seats: state.seats.map((seat) => (seat.seat_id === data.seat_id ? { ...seat, revoked: true } : seat)),
      };
    case 'CabinetAccessIssued': {
      const { token_hash, company_id: _, ...link } = data;
      return { ...state, access: withLink(state.access, token_hash, link) };
    }
    case 'CabinetSessionOpened':
      return { ...state, access: withSession(state.access, data) };
    case 'CabinetSessionClosed':
      return { ...state, access: withoutSession(state.access, data.session_id) };
  }
}

/** What `company create` and `company subscribe` may say; what is left out stays as it is. */
export interface SubscriptionInput {
  readonly plan?: string | undefined;
  /** `none`: no subscription at all. */
  readonly status?: SubscriptionStatus | 'none' | undefined;
  readonly coins_included?: number | undefined;
  /** ISO 8601. */
  readonly period_end?: string | undefined;
}

/** A company created without a word about its subscription: may spend what it is topped up with, for a month. */
export const firstSubscription = { plan: 'standard', status: 'active', coins_included: 0, days: 30 } as const;

const STATUSES: readonly string[] = ['trial', 'active', 'past_due', 'canceled'] satisfies SubscriptionStatus[];

/**
 * The subscription after an input; `null` for `--status none`. The period rule (contract.md): an end that is later than one
 * already past opens the next period; before that it moves the end.
 * @param former the subscription as it stands, or stood before it was taken away
 * @throws {Problem} `invalid_request`, naming the option
 */
export function changed(former: Subscription | undefined, input: SubscriptionInput, now: string): Subscription | null {
  if (input.status === 'none') return null;
  const base = former ?? { ...firstSubscription, period_end: inDays(now, firstSubscription.days), period: 1 };
  const period_end = input.period_end === undefined ? base.period_end : instant(input.period_end);
  const opens = former !== undefined && former.period_end <= now && period_end > former.period_end;
  return {
    plan: named('plan', input.plan ?? base.plan),
    status: status(input.status ?? base.status),
    coins_included: coins(input.coins_included ?? base.coins_included),
    period_end,
    period: opens ? base.period + 1 : base.period,
  };
}

function isStatus(text: string): text is SubscriptionStatus {
  return STATUSES.includes(text);
}

function status(text: string): SubscriptionStatus {
  if (isStatus(text)) return text;
  throw new Problem(
    'invalid_request',
    `status is ${JSON.stringify(text)}; one of ${STATUSES.join(', ')}, none is needed`,
  );
}

function coins(number: number): number {
  if (Number.isInteger(number) && number >= 0 && number <= 1_000_000_000) return number;
  throw new Problem('invalid_request', `coins_included is ${number}; a whole number from 0 to 1000000000 is needed`);
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** Ends compare as text: UTC with milliseconds, years of four digits. A time without a zone is UTC, never the machine's. */
function instant(text: string): string {
  const match = ISO.exec(text.trim());
  const zoneless = match?.[1] !== undefined && match.groups?.zone === undefined;
  const time = match ? Date.parse(zoneless ? `${match[0]}Z` : match[0]) : Number.NaN;
  const iso = Number.isFinite(time) ? new Date(time).toISOString() : '';
  if (/^\d{4}-/.test(iso)) return iso;
  throw new Problem(
    'invalid_request',
    `period_end is ${JSON.stringify(text.slice(0, 80))}; an ISO 8601 time is needed, as 2031-01-31T00:00:00Z`,
  );
}

function inDays(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString();
}
