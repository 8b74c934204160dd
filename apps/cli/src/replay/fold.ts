import type { ConversationEvent } from '#libs/conversations';
import type { Typed } from '#libs/event-store';
import type { Replayed, ReplayedTurn } from './model.js';

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
      replayed.turns.push({
        id: turn_id,
        turn,
        state: 'queued',
        text,
        images,
        ...key,
        queued_at: at,
        ...NOTHING_YET(),
      });
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

const NOTHING_YET = () => ({ attempts: [], operations: [], order_changed: false, coins: [], webhooks: [] });
