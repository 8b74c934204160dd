import { eventId } from '#libs/kernel';
import type { TurnEnded, TurnError, TurnResult } from '../events/conversation-events.js';

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

/** The webhook's body of an event that ended a turn. Pure, so each repeat is the same. */
export function outcomeBody(event: TurnEnded): OutcomeBody {
  const { at, conversation_id = '', external_id = null } = event.metadata;
  const about = (turnId: string) => ({ at, turn_id: turnId, conversation_id, external_id });
  const id = eventId(event.id);
  switch (event.type) {
    case 'TurnCompleted':
      return { id, event: 'turn.completed', ...about(event.data.turn_id), state: 'done', result: event.data.result };
    case 'TurnStopped':
      return { id, event: 'turn.stopped', ...about(event.data.turn_id), state: 'stopped' };
    case 'TurnFailed':
      return { id, event: 'turn.failed', ...about(event.data.turn_id), state: 'failed', error: event.data.error };
  }
}
