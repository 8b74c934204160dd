import { type RecordedEvent, typed } from '#libs/event-store';
import { eventId } from '#libs/kernel';
import type { ConversationEvent, TurnError, TurnResult } from '../events/events.js';

/** Types of the events that end a turn: each is announced once, under its own id. */
export const ENDING_TYPES = ['TurnCompleted', 'TurnStopped', 'TurnFailed'] as const;

/** spec.md, Events, "Body". */
export interface OutcomeBody {
  id: string;
  event: 'turn.completed' | 'turn.stopped' | 'turn.failed';
  at: string;
  turn_id: string;
  conversation_id: string;
  external_id: string | null;
  state: 'done' | 'stopped' | 'failed';
  result?: TurnResult;
  error?: TurnError;
}

/** The webhook's body of an outcome event; undefined for every other event. Pure, so each retelling is the same. */
export function outcomeBody(recorded: RecordedEvent): OutcomeBody | undefined {
  const event = typed<ConversationEvent>(recorded);
  const { at, conversation_id = '', external_id = null } = recorded.metadata;
  const about = (turnId: string) => ({ at, turn_id: turnId, conversation_id, external_id });
  const id = eventId(recorded.id);
  switch (event.type) {
    case 'TurnCompleted':
      return { id, event: 'turn.completed', ...about(event.data.turn_id), state: 'done', result: event.data.result };
    case 'TurnStopped':
      return { id, event: 'turn.stopped', ...about(event.data.turn_id), state: 'stopped' };
    case 'TurnFailed':
      return { id, event: 'turn.failed', ...about(event.data.turn_id), state: 'failed', error: event.data.error };
    default:
      return undefined;
  }
}
