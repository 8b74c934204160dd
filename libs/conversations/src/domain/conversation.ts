import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid, notFound, Problem } from '#libs/kernel';
import type {
  AttemptChecked,
  ConversationEvent,
  ConversationStarted,
  OrderHandedOff,
  TurnCompleted,
  TurnError,
  TurnQueued,
} from '../events/events.js';
import {
  type ConversationState,
  findTurn,
  openTurn,
  type TurnRecord,
  unknownConversation,
} from './conversation-state.js';
import { evolve } from './evolve.js';

/** What a conversation can be asked; only its stream decides (design rule 1). */
export type ConversationCommand =
  | { readonly type: 'StartConversation'; readonly data: ConversationStarted }
  | { readonly type: 'QueueTurn'; readonly data: Omit<TurnQueued, 'turn'> }
  | { readonly type: 'StartTurn'; readonly turn_id: string; readonly node_id: string; readonly deadline_at: string }
  | { readonly type: 'CheckAttempt'; readonly data: AttemptChecked }
  /** The last attempt's check and the outcome are one append: an outcome without its record never exists. */
  | {
      readonly type: 'CompleteTurn';
      readonly attempt: AttemptChecked;
      readonly outcome: Omit<TurnCompleted, 'turn' | 'ledger'>;
      readonly partnerAddress: string | undefined;
    }
  | { readonly type: 'StopTurn'; readonly turn_id: string; readonly partnerAddress: string | undefined }
  | {
      readonly type: 'FailTurn';
      readonly turn_id: string;
      readonly error: TurnError;
      readonly partnerAddress: string | undefined;
      /** Only if this node runs it; a queued turn, or another node's, is left alone. */
      readonly node_id?: string;
    }
  | { readonly type: 'AbandonTurn'; readonly turn_id: string }
  | { readonly type: 'HandOffOrder'; readonly data: OrderHandedOff }
  | {
      readonly type: 'EndConversation';
      readonly why: 'deleted' | 'expired';
      readonly partnerAddress: string | undefined;
      /** ISO 8601; an expiry that a turn has overtaken since does nothing. */
      readonly now: string;
    };

type Event = ConversationEvent & DomainEvent;

export const conversation: Decider<ConversationState, ConversationCommand, Event> = {
  initial: unknownConversation,
  decide: (command, state) => decide(command, state).map((event) => addressed(event, command, state)),
  evolve,
};

/** Stream of a conversation. */
export function conversationStream(conversationId: string): string {
  return `conversation-${conversationId}`;
}

/** Every conversation event says whose it is: a fold sees one event and one document, never another stream. */
function addressed(event: Event, command: ConversationCommand, state: ConversationState): Event {
  const owner = command.type === 'StartConversation' ? command.data : state.started;
  if (!owner) return event;
  const { conversation_id, partner_id, company_id, external_id = null } = owner;
  return { ...event, metadata: { conversation_id, partner_id, company_id, external_id, ...event.metadata } };
}

function decide(command: ConversationCommand, state: ConversationState): readonly Event[] {
  if (command.type === 'StartConversation') {
    if (state.phase !== 'unknown') return [];
    return [{ type: 'ConversationStarted', data: command.data }];
  }
  switch (command.type) {
    case 'QueueTurn':
      return queueTurn(live(state), state, command.data);
    case 'StartTurn': {
      const turn = openTurn(state);
      if (turn?.id !== command.turn_id || turn.state !== 'queued' || state.phase !== 'live') return [];
      const { turn_id, node_id, deadline_at } = command;
      return [{ type: 'TurnStarted', data: { turn_id, node_id, deadline_at } }];
    }
    case 'CheckAttempt': {
      const turn = running(state, command.data.turn_id);
      return turn && turn.attempts < command.data.attempt ? [{ type: 'AttemptChecked', data: command.data }] : [];
    }
    case 'CompleteTurn': {
      const turn = running(state, command.outcome.turn_id);
      if (!turn) return [];
      return [
        ...(turn.attempts < command.attempt.attempt
          ? [{ type: 'AttemptChecked' as const, data: command.attempt }]
          : []),
        {
          type: 'TurnCompleted',
          data: { ...command.outcome, turn: turn.turn, ledger: turn.ledger },
          metadata: outcomeMetadata(state, command.partnerAddress),
        },
      ];
    }
    case 'StopTurn':
      return stopTurn(state, command.turn_id, command.partnerAddress);
    case 'FailTurn': {
      const turn = openTurn(state);
      if (turn?.id !== command.turn_id || (command.node_id !== undefined && turn.nodeId !== command.node_id)) return [];
      return [
        {
          type: 'TurnFailed',
          data: { turn_id: turn.id, turn: turn.turn, error: command.error, ledger: turn.ledger },
          metadata: outcomeMetadata(state, command.partnerAddress),
        },
      ];
    }
    case 'AbandonTurn':
      if (state.phase !== 'live' || findTurn(state, command.turn_id) || state.abandoned.has(command.turn_id)) return [];
      return [{ type: 'TurnAbandoned', data: { turn_id: command.turn_id } }];
    case 'HandOffOrder':
      live(state);
      if (!state.order) throw new Problem('invalid_request', 'nothing is assembled yet: there is no order to hand off');
      return [{ type: 'OrderHandedOff', data: command.data }];
    case 'EndConversation':
      return end(state, command);
  }
}

function queueTurn(
  started: ConversationStarted,
  state: ConversationState,
  data: Omit<TurnQueued, 'turn'>,
): readonly Event[] {
  if (findTurn(state, data.turn_id)) return [];
  if (state.abandoned.has(data.turn_id)) {
    throw new Problem(
      'unavailable',
      `turn ${data.turn_id} was not accepted in time and was given up: repeat the request`,
    );
  }
  const busy = openTurn(state);
  if (busy) {
    throw new Problem(
      'conflict_busy',
      `turn ${busy.id} is ${busy.state} in conversation ${started.conversation_id}: wait for its outcome or stop it`,
    );
  }
  return [{ type: 'TurnQueued', data: { ...data, turn: state.turns.length + 1 } }];
}

function stopTurn(state: ConversationState, turnId: string, partnerAddress: string | undefined): readonly Event[] {
  const turn = findTurn(state, turnId);
  if (!turn || state.phase !== 'live') throw notFound(`turn ${turnId}`);
  if (turn.state !== 'queued' && turn.state !== 'running') {
    throw new Problem('conflict_state', `turn ${turnId} has already ended as ${turn.state}: there is nothing to stop`);
  }
  return [stopped(state, turn, 'requested', partnerAddress)];
}

function end(state: ConversationState, command: ConversationCommand & { type: 'EndConversation' }): readonly Event[] {
  if (state.phase !== 'live' || !state.started) return [];
  const open = openTurn(state);
  if (command.why === 'expired' && (open || (state.expiresAt ?? '') > command.now)) return [];
  // Both ids are derived from what the event says: the same id must never stand for two different decisions.
  const stop = open
    ? [{ ...stopped(state, open, 'deleted', command.partnerAddress), id: derivedUuid(open.id, 'stopped:deleted') }]
    : [];
  return [
    ...stop,
    {
      type: command.why === 'deleted' ? 'ConversationDeleted' : 'ConversationExpired',
      id: derivedUuid(state.started.conversation_id, command.why),
      data: {
        conversation_id: state.started.conversation_id,
        turn_ids: state.turns.map((turn) => turn.id),
        delivery_ids: [...state.turns.flatMap((turn) => turn.outcomeId ?? []), ...stop.map(({ id }) => id)],
        ...(state.started.external_id === undefined ? {} : { external_id: state.started.external_id }),
      },
    },
  ];
}

function stopped(
  state: ConversationState,
  turn: TurnRecord,
  reason: 'requested' | 'deleted' | 'expired',
  partnerAddress: string | undefined,
): Event {
  return {
    type: 'TurnStopped',
    data: { turn_id: turn.id, turn: turn.turn, ledger: turn.ledger, reason },
    metadata: outcomeMetadata(state, partnerAddress),
  };
}

/** Outcome events say where they are to be announced, as resolved at that moment: no fold needs another stream. */
function outcomeMetadata(state: ConversationState, partnerAddress: string | undefined) {
  return { webhook_url: state.started?.webhook_url ?? partnerAddress ?? null };
}

function live(state: ConversationState): ConversationStarted {
  if (state.phase !== 'live' || !state.started) throw notFound('conversation');
  return state.started;
}

function running(state: ConversationState, turnId: string): TurnRecord | undefined {
  const turn = openTurn(state);
  return state.phase === 'live' && turn?.id === turnId && turn.state === 'running' ? turn : undefined;
}
