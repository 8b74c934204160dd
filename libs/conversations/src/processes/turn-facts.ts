import type { TurnFacts } from '#libs/coins';
import type { Typed } from '#libs/event-store';
import { type ConversationState, findTurn } from '../domain/conversation-state.js';
import type { ConversationEvent } from '../events/events.js';

/** A turn's facts without words, for the ledger: what analysts fold from, and what outlives the conversation. */
export function turnFacts(event: Typed<ConversationEvent>, state: ConversationState): TurnFacts | undefined {
  if (event.type !== 'TurnCompleted' && event.type !== 'TurnStopped' && event.type !== 'TurnFailed') return undefined;
  const turn = findTurn(state, event.data.turn_id);
  const { partner_id = '', company_id = '', conversation_id = '', at } = event.metadata;
  // A turn that failed or was stopped has no result, and its tries cost what they cost.
  const usage = event.type === 'TurnCompleted' ? event.data.result.usage : turn?.spent;
  const findings = event.type === 'TurnCompleted' ? (event.data.result.findings ?? []) : [];
  return {
    partner_id,
    company_id,
    conversation_id,
    turn: event.data.turn,
    queued_at: turn?.queuedAt ?? at,
    ...(turn?.startedAt === undefined ? {} : { started_at: turn.startedAt }),
    ended_at: at,
    ...ending(event),
    attempts: event.type === 'TurnCompleted' ? event.data.result.usage.attempts : (turn?.attempts ?? 0),
    images: turn?.images.length ?? 0,
    ...(usage ? { model: usage.model } : {}),
    prompt_tokens: usage?.prompt_tokens ?? 0,
    completion_tokens: usage?.completion_tokens ?? 0,
    cost_usd: usage?.cost_usd ?? 0,
    ms: usage?.ms ?? 0,
    finding_codes: [...new Set(findings.map((finding) => finding.code))],
  };
}

function ending(event: Typed<ConversationEvent>): Pick<TurnFacts, 'outcome' | 'state' | 'error_code'> {
  switch (event.type) {
    case 'TurnCompleted':
      return { outcome: event.data.result.status, state: 'done' };
    case 'TurnFailed':
      return { outcome: 'failed', state: 'failed', error_code: event.data.error.code };
    default:
      return { outcome: 'stopped', state: 'stopped' };
  }
}
