import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid } from '#libs/kernel';
import type { DeliveryEvent, WebhookScheduled } from '../events/delivery-events.js';

/** A delivery: one event to one address, tried until it is taken or the retries of spec.md (Events, Delivery) are used up. */
export interface DeliveryState {
  readonly scheduled?: WebhookScheduled;
  readonly phase: 'unknown' | 'due' | 'delivered' | 'given_up' | 'undeliverable' | 'erased';
  readonly attempts: number;
  /** Attempts since the retries last began: a redelivery starts them anew. */
  readonly round: number;
  readonly dueAt?: string;
  /** The trace that it was scheduled in goes on with its attempts. */
  readonly traceparent?: string;
}

export interface AttemptOutcome {
  readonly at: Date;
  /** HTTP status, where one came. */
  readonly status?: number;
  readonly error?: string;
  /** Duration in ms. */
  readonly ms: number;
}

export type DeliveryCommand =
  | { readonly type: 'ScheduleWebhook'; readonly data: WebhookScheduled }
  /** `attempt` is the number that was tried: a second node's, or a repeated one, is not counted twice. */
  | {
      readonly type: 'RecordAttempt';
      readonly attempt: number;
      readonly outcome: AttemptOutcome;
      readonly retryMs: readonly number[];
    }
  | { readonly type: 'RequestRedelivery'; readonly due_at: string }
  /** Of one that its partner has too many of. */
  | { readonly type: 'MarkUndeliverable' }
  | { readonly type: 'GiveUpWebhook' };

export const delivery: Decider<DeliveryState, DeliveryCommand, DeliveryEvent & DomainEvent> = {
  initial: { phase: 'unknown', attempts: 0, round: 0 },
  decide,
  evolve,
};

/** Stream of an event's delivery. */
export function deliveryStream(eventUuid: string): string {
  return `delivery-${eventUuid}`;
}

function decide(command: DeliveryCommand, state: DeliveryState): readonly (DeliveryEvent & DomainEvent)[] {
  if (command.type === 'ScheduleWebhook') {
    if (state.phase !== 'unknown') return [];
    return [{ type: 'WebhookScheduled', data: command.data, id: derivedUuid(command.data.event_id, 'scheduled') }];
  }
  const event_id = state.scheduled?.event_id;
  if (event_id === undefined || state.phase === 'erased') return [];
  switch (command.type) {
    case 'RecordAttempt':
      return state.phase === 'due' && command.attempt === state.attempts + 1 ? record(event_id, state, command) : [];
    case 'RequestRedelivery':
      return state.phase === 'due' ? [] : [{ type: 'RedeliveryRequested', data: { event_id, due_at: command.due_at } }];
    case 'MarkUndeliverable':
      return state.phase === 'due'
        ? [{ type: 'WebhookUndeliverable', data: { event_id, attempts: state.attempts } }]
        : [];
    case 'GiveUpWebhook':
      return [
        {
          type: 'WebhookGivenUp',
          data: { event_id, attempts: state.attempts, reason: 'erased' },
          id: derivedUuid(event_id, 'erased'),
        },
      ];
  }
}

function record(
  event_id: string,
  state: DeliveryState,
  { attempt, outcome, retryMs }: DeliveryCommand & { type: 'RecordAttempt' },
): readonly (DeliveryEvent & DomainEvent)[] {
  const { status, error, ms, at } = outcome;
  if (status !== undefined && status >= 200 && status < 300) {
    return [{ type: 'WebhookDelivered', data: { event_id, attempt, status, ms } }];
  }
  const wait = retryMs[state.round];
  const tried = {
    event_id,
    attempt,
    ms,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
  };
  if (wait !== undefined) {
    // Each delay counts from the attempt before (contract.md).
    return [
      { type: 'WebhookAttempted', data: { ...tried, next_attempt_at: new Date(at.getTime() + wait).toISOString() } },
    ];
  }
  return [
    { type: 'WebhookAttempted', data: tried },
    { type: 'WebhookGivenUp', data: { event_id, attempts: attempt, reason: 'exhausted' } },
  ];
}

function evolve(state: DeliveryState, event: DeliveryEvent & Pick<DomainEvent, 'metadata'>): DeliveryState {
  switch (event.type) {
    case 'WebhookScheduled': {
      const { traceparent } = event.metadata ?? {};
      const scheduled = {
        phase: 'due',
        scheduled: event.data,
        attempts: 0,
        round: 0,
        dueAt: event.data.due_at,
      } as const;
      return traceparent === undefined ? scheduled : { ...scheduled, traceparent };
    }
    case 'WebhookAttempted':
      return {
        ...state,
        attempts: event.data.attempt,
        round: state.round + 1,
        ...(event.data.next_attempt_at === undefined ? {} : { dueAt: event.data.next_attempt_at }),
      };
    case 'WebhookDelivered':
      return { ...state, phase: 'delivered', attempts: event.data.attempt };
    case 'WebhookGivenUp':
      return { ...state, phase: event.data.reason === 'erased' ? 'erased' : 'given_up' };
    case 'WebhookUndeliverable':
      return { ...state, phase: 'undeliverable' };
    case 'RedeliveryRequested':
      return { ...state, phase: 'due', round: 0, dueAt: event.data.due_at };
  }
}
