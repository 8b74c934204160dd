import type { Order } from '#libs/furniture';
import type {
  AttemptUsage,
  ConversationStarted,
  ImageRef,
  OrderHandedOff,
  OutcomeStatus,
  TurnState,
} from '../events/events.js';

/** A turn as its conversation's stream knows it. */
export interface TurnRecord {
  readonly id: string;
  readonly turn: number;
  readonly state: TurnState;
  readonly text: string;
  readonly images: readonly ImageRef[];
  readonly idempotencyKey?: string;
  readonly bodyDigest?: string;
  readonly ledger: string;
  readonly coins: number;
  readonly queuedAt: string;
  readonly startedAt?: string;
  readonly nodeId?: string;
  readonly attempts: number;
  /** What the recorded attempts came to, with the last one's model; absent before the first. */
  readonly spent?: AttemptUsage;
  /** UUID of the event that ended it: names its webhook and its delivery stream. */
  readonly outcomeId?: string;
  readonly status?: OutcomeStatus;
  readonly reply?: string;
  /** The order as it stood after the turn; absent while nothing was assembled. */
  readonly order?: Order;
}

export interface ConversationState {
  readonly phase: 'unknown' | 'live' | 'ended';
  readonly started?: ConversationStarted;
  readonly expiresAt?: string;
  /** By turn number, from 1. */
  readonly turns: readonly TurnRecord[];
  /** Idempotency key → turn id. */
  readonly keys: ReadonlyMap<string, string>;
  /** Turn ids that were abandoned: they are never queued (design rule 6). */
  readonly abandoned: ReadonlySet<string>;
  /** The standing order. */
  readonly order?: Order;
  /** What was handed off, with the order as it stood: what its card is made of. */
  readonly handoffs: readonly { readonly handoff: OrderHandedOff; readonly order: Order }[];
}

export const unknownConversation: ConversationState = {
  phase: 'unknown',
  turns: [],
  keys: new Map(),
  abandoned: new Set(),
  handoffs: [],
};

/** The turn that is queued or running; at most one. */
export function openTurn(state: ConversationState): TurnRecord | undefined {
  const last = state.turns.at(-1);
  return last && (last.state === 'queued' || last.state === 'running') ? last : undefined;
}

export function findTurn(state: ConversationState, turnId: string): TurnRecord | undefined {
  return state.turns.findLast((turn) => turn.id === turnId);
}

/** Number of the last ended turn, whether or not it changed the order; 0 before the first. */
export function lastEndedTurn(state: ConversationState): number {
  return state.turns.findLast((turn) => turn.state !== 'queued' && turn.state !== 'running')?.turn ?? 0;
}
