import type { TurnFacts } from '#libs/coins';
import { eventId } from '#libs/kernel';
import type { OutcomeStatus, TurnEnded, TurnError, TurnResult } from '../events/conversation-events.js';
import type { OrderV1 } from '../events/order-v1.js';
import { type ConversationState, findTurn } from './conversation.js';

/** Coins of a request in words (spec.md, Limits, "Coin charging"). */
export const wordTurnCoins = 1;
/** Coins of a request with any number of images (the same table). */
export const imageTurnCoins = 8;

/**
 * What an ended turn costs, in coins (contract.md): an image turn its eight whenever the assistant answered, a turn in
 * words its one when it produced work. Stopped and failed turns have no status and cost nothing.
 */
export function coinsOf(status: OutcomeStatus | undefined, images: number): number {
  if (status === undefined || status === 'failed') return 0;
  if (images > 0) return imageTurnCoins;
  return status === 'built' || status === 'parsed' ? wordTurnCoins : 0;
}

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
    ...kitchenOf(event, state),
  };
}

/** Turns keep their order for `MAX_HISTORY_TURNS`, and this one has just ended: that of the turn before is there. */
function kitchenOf(event: TurnEnded, { turns }: ConversationState): Pick<TurnFacts, 'kitchen'> {
  if (event.type !== 'TurnCompleted' || !event.data.order) return {};
  const before = turns.find(({ turn }) => turn === event.data.turn - 1)?.order;
  return { kitchen: { first: before === undefined, modules: modulesAdded(before, event.data.order) } };
}

function modulesAdded(before: OrderV1 | undefined, after: OrderV1): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (order: OrderV1 | undefined, by: 1 | -1) => {
    for (const { code } of order?.runs.flatMap(({ nodes }) => nodes) ?? []) counts[code] = (counts[code] ?? 0) + by;
  };
  count(after, 1);
  count(before, -1);
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number !== 0));
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
