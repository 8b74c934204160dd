import type { Balance } from '#libs/coins';
import type { Typed } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import type {
  AttemptChecked,
  ConversationEvent,
  ImageRef,
  OrderHandedOff,
  OutcomeStatus,
  TurnCompleted,
  TurnError,
  TurnResult,
  TurnState,
} from '../events/conversation-events.js';

type Event = Typed<ConversationEvent>;
type StartedEvent = Extract<Event, { type: 'ConversationStarted' }>;

/**
 * The conversation's own stream, folded up to the moment before the turn after `turn` was queued. Pure; undefined where
 * the stream does not begin with a conversation.
 */
export function replayConversation(events: Iterable<Event>, turn = Number.POSITIVE_INFINITY): Replayed | undefined {
  let replayed: Replayed | undefined;
  for (const event of events) {
    if (event.type === 'ConversationStarted') replayed = begun(event);
    else if (!replayed) return undefined;
    else if (event.type === 'TurnQueued' && event.data.turn > turn) return replayed;
    else add(replayed, event);
  }
  return replayed;
}

function begun({ data, metadata }: StartedEvent): Replayed {
  const { conversation_id, partner_id, company_id, external_id = null, order_id, expires_at } = data;
  const owner = { conversation_id, partner_id, company_id, external_id, order_id };
  return { ...owner, started_at: metadata.at, expires_at, turn: 0, turns: [], handoffs: [], order: null };
}

function add(replayed: Replayed, event: Event): void {
  const { at } = event.metadata;
  switch (event.type) {
    case 'TurnQueued': {
      const { turn_id, turn, text, images, idempotency_key, expires_at } = event.data;
      const key = idempotency_key === undefined ? {} : { idempotency_key };
      replayed.turn = turn;
      replayed.expires_at = expires_at;
      const told = { id: turn_id, turn, state: 'queued' as const, text, images, ...key, queued_at: at };
      replayed.turns.push({ ...told, attempts: [], operations: [], order_changed: false, coins: [], webhooks: [] });
      return;
    }
    case 'OrderHandedOff':
      replayed.handoffs.push({ ...event.data, at });
      return;
    case 'ConversationDeleted':
      replayed.ended = { at, why: 'deleted' };
      return;
    case 'ConversationExpired':
      replayed.ended = { at, why: 'expired' };
      return;
    case 'ConversationRestored':
      delete replayed.ended;
      replayed.expires_at = event.data.expires_at;
      return;
    case 'TurnStarted':
    case 'AttemptChecked':
    case 'TurnCompleted':
    case 'TurnStopped':
    case 'TurnFailed': {
      const turn = replayed.turns.find(({ id }) => id === event.data.turn_id);
      if (turn) addToTurn(turn, event);
      if (event.type === 'TurnCompleted' && event.data.order) replayed.order = event.data.order;
      return;
    }
    default:
  }
}

function addToTurn(turn: ReplayedTurn, event: Event): void {
  const { at } = event.metadata;
  switch (event.type) {
    case 'TurnStarted':
      Object.assign(turn, { state: 'running', started_at: at, node_id: event.data.node_id });
      return;
    case 'AttemptChecked': {
      const { turn_id: _, ...attempt } = event.data;
      turn.attempts.push({ ...attempt, at });
      return;
    }
    case 'TurnCompleted': {
      const { result, operations, order } = event.data;
      const changed = { operations, order_changed: order !== undefined };
      Object.assign(turn, { state: 'done', status: result.status, ended_at: at, result, ...changed });
      return;
    }
    case 'TurnStopped':
      Object.assign(turn, { state: 'stopped', ended_at: at, stopped: event.data.reason });
      return;
    case 'TurnFailed':
      Object.assign(turn, { state: 'failed', ended_at: at, error: event.data.error });
      return;
    default:
  }
}

/** A conversation as it stood after one of its turns, rebuilt from events alone. Times are ISO 8601. */
export interface Replayed {
  conversation_id: string;
  partner_id: string;
  company_id: string;
  external_id: string | null;
  order_id: string;
  started_at: string;
  expires_at: string;
  /** Absent while it lives. */
  ended?: { at: string; why: 'deleted' | 'expired' };
  /** Number of the last turn that is told here; 0 before the first. */
  turn: number;
  turns: ReplayedTurn[];
  handoffs: (OrderHandedOff & { at: string })[];
  /** Null while nothing is assembled. */
  order: Order | null;
}

export interface ReplayedTurn {
  id: string;
  turn: number;
  state: TurnState;
  status?: OutcomeStatus;
  text: string;
  images: readonly ImageRef[];
  idempotency_key?: string;
  queued_at: string;
  started_at?: string;
  ended_at?: string;
  /** The node that ran it. */
  node_id?: string;
  attempts: ReplayedAttempt[];
  /** As they were applied. */
  operations: TurnCompleted['operations'];
  /** Whether the turn left another order behind. */
  order_changed: boolean;
  result?: TurnResult;
  error?: TurnError;
  /** Why it was stopped. */
  stopped?: string;
  coins: CoinStep[];
  webhooks: WebhookStep[];
}

export interface ReplayedAttempt extends Omit<AttemptChecked, 'turn_id'> {
  at: string;
}

/** What happened to the turn's coins, in its ledger's own order. */
export interface CoinStep {
  at: string;
  step: 'reserved' | 'charged' | 'released';
  coins: number;
  /** The ledger's stream. */
  ledger: string;
  /** After the step. */
  balance: Balance;
}

/** What happened to the outcome's webhook. */
export interface WebhookStep {
  at: string;
  step: 'scheduled' | 'attempted' | 'delivered' | 'given_up' | 'undeliverable' | 'redelivery_requested';
  event_id: string;
  attempt?: number;
  status?: number;
  error?: string;
  address?: string;
}
