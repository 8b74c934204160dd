import type { EventMetadata } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import type { AttemptUsage, ConversationEvent, TurnQueued } from '../events/events.js';
import { type ConversationState, findTurn, type TurnRecord } from './conversation-state.js';

/** evolve(state, event) → state of a conversation. Pure; `at` comes from the event's metadata. */
export function evolve(
  state: ConversationState,
  event: ConversationEvent & { readonly id?: string; readonly metadata?: Partial<EventMetadata> },
): ConversationState {
  switch (event.type) {
    case 'ConversationStarted':
      return { ...state, phase: 'live', started: event.data, expiresAt: event.data.expires_at };
    case 'TurnQueued':
      return queued(state, event.data, event.metadata?.at ?? '');
    case 'TurnStarted':
      return change(state, event.data.turn_id, {
        state: 'running',
        nodeId: event.data.node_id,
        startedAt: event.metadata?.at ?? '',
      });
    case 'AttemptChecked':
      return change(state, event.data.turn_id, {
        attempts: event.data.attempt,
        spent: added(findTurn(state, event.data.turn_id)?.spent, event.data.usage),
      });
    case 'TurnCompleted': {
      const order = event.data.order ?? state.order;
      const { status, note } = event.data.result;
      const ended = change(state, event.data.turn_id, { state: 'done', status, reply: note, ...outcome(event, order) });
      return order ? { ...ended, order } : ended;
    }
    case 'TurnStopped':
      return change(state, event.data.turn_id, { state: 'stopped', ...outcome(event, state.order) });
    case 'TurnFailed':
      return change(state, event.data.turn_id, { state: 'failed', ...outcome(event, state.order) });
    case 'TurnAbandoned':
      return { ...state, abandoned: new Set(state.abandoned).add(event.data.turn_id) };
    case 'OrderHandedOff':
      return state.order
        ? { ...state, handoffs: [...state.handoffs, { handoff: event.data, order: state.order }] }
        : state;
    case 'ConversationDeleted':
    case 'ConversationExpired':
      return { ...state, phase: 'ended' };
  }
}

function outcome({ id }: { readonly id?: string }, order: Order | undefined): Partial<TurnRecord> {
  return { ...(id === undefined ? {} : { outcomeId: id }), ...(order ? { order } : {}) };
}

function queued(state: ConversationState, data: TurnQueued, at: string): ConversationState {
  const turn: TurnRecord = {
    id: data.turn_id,
    turn: data.turn,
    state: 'queued',
    text: data.text,
    images: data.images,
    ...(data.idempotency_key === undefined ? {} : { idempotencyKey: data.idempotency_key }),
    ...(data.body_digest === undefined ? {} : { bodyDigest: data.body_digest }),
    ledger: data.ledger,
    coins: data.coins,
    queuedAt: at,
    attempts: 0,
  };
  const keys = data.idempotency_key === undefined ? state.keys : new Map(state.keys).set(data.idempotency_key, turn.id);
  return { ...state, turns: [...state.turns, turn], keys, expiresAt: data.expires_at };
}

/** Dollars to a billionth: sums of floats would show their noise. */
function added(before: AttemptUsage | undefined, usage: AttemptUsage): AttemptUsage {
  if (!before) return usage;
  return {
    model: usage.model,
    prompt_tokens: before.prompt_tokens + usage.prompt_tokens,
    completion_tokens: before.completion_tokens + usage.completion_tokens,
    cost_usd: Number((before.cost_usd + usage.cost_usd).toFixed(9)),
    ms: before.ms + usage.ms,
  };
}

function change(state: ConversationState, turnId: string, fields: Partial<TurnRecord>): ConversationState {
  const turns = state.turns.map((turn) => (turn.id === turnId ? { ...turn, ...fields } : turn));
  return { ...state, turns };
}
