import type { TurnFacts } from '#libs/coins';
import type { TurnEnded } from '../events/conversation-events.js';
import { type ConversationState, findTurn } from './conversation.js';

/** A turn's facts without words, for the ledger: what analysts fold from, and what outlives the conversation. */
export function turnFacts(event: TurnEnded, state: ConversationState): TurnFacts {
  const turn = findTurn(state, event.data.turn_id);
  const { partner_id = '', company_id = '', conversation_id = '', at } = event.metadata;
  const result = event.type === 'TurnCompleted' ? event.data.result : undefined;
  // A turn that failed or was stopped has no result, but its attempts cost what they cost.
  const usage = result?.usage ?? turn?.spent;
  return {
    partner_id,
    company_id,
    conversation_id,
    turn: event.data.turn,
    queued_at: turn?.queuedAt ?? at,
    ...(turn?.startedAt === undefined ? {} : { started_at: turn.startedAt }),
    ended_at: at,
    ...ending(event),
    attempts: result?.usage.attempts ?? turn?.attempts ?? 0,
    images: turn?.images.length ?? 0,
    ...(usage ? { model: usage.model } : {}),
    prompt_tokens: usage?.prompt_tokens ?? 0,
    completion_tokens: usage?.completion_tokens ?? 0,
    cost_usd: usage?.cost_usd ?? 0,
    ms: usage?.ms ?? 0,
    finding_codes: (result?.findings ?? []).map(({ code }) => code),
  };
}

function ending(event: TurnEnded): Pick<TurnFacts, 'outcome' | 'state' | 'error_code'> {
  switch (event.type) {
    case 'TurnCompleted':
      return { outcome: event.data.result.status, state: 'done' };
    case 'TurnFailed':
      return { outcome: 'failed', state: 'failed', error_code: event.data.error.code };
    case 'TurnStopped':
      return { outcome: 'stopped', state: 'stopped' };
  }
}
