import type { Balance } from '#libs/coins';
import type {
  AttemptChecked,
  ImageRef,
  OrderHandedOff,
  OutcomeStatus,
  TurnCompleted,
  TurnError,
  TurnResult,
  TurnState,
} from '#libs/conversations';
import type { Order } from '#libs/furniture';

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
  step: 'scheduled' | 'attempted' | 'delivered' | 'given_up' | 'redelivery_requested';
  event_id: string;
  attempt?: number;
  status?: number;
  error?: string;
  address?: string;
}
