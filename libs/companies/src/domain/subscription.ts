import type { SpendingRefusal } from '#libs/coins';
import { Problem } from '#libs/kernel';
import type { Subscription, SubscriptionStatus } from '../events/company-events.js';
import { named } from './operator-input.js';

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

/**
 * Why a subscription may not spend now, in contract.md's order; `out_of_coins` is the ledger's. A trial and a
 * subscription past due may spend while their period lasts.
 */
export function refusalOf(subscription: Subscription | undefined, now: Date): SpendingRefusal | undefined {
  if (!subscription) return 'no_subscription';
  if (subscription.status === 'canceled') return 'canceled';
  return subscription.period_end <= now.toISOString() ? 'period_over' : undefined;
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
