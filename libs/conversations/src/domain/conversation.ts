import type { Decider, DomainEvent, EventMetadata } from '#libs/event-store';
import { derivedUuid, notFound, Problem } from '#libs/kernel';
import type {
  AttemptChecked,
  AttemptUsage,
  ConversationEvent,
  ConversationStarted,
  ImageRef,
  OrderHandedOff,
  OutcomeStatus,
  TurnCompleted,
  TurnError,
  TurnQueued,
  TurnState,
} from '../events/conversation-events.js';
import { type OrderV1, sharing } from '../events/order-v1.js';
import { started, type TurnClaim } from './turn-claim.js';

/** A turn as its conversation's stream knows it. */
export interface TurnRecord {
  readonly id: string;
  readonly turn: number;
  readonly state: TurnState;
  /** Empty once the turn is further back than `MAX_HISTORY_TURNS`, as `reply` and `order` are absent then. */
  readonly text: string;
  readonly images: readonly ImageRef[];
  readonly bodyDigest?: string;
  readonly ledger: string;
  readonly queuedAt: string;
  /** The trace that asked for it goes on from here. */
  readonly traceparent?: string;
  readonly startedAt?: string;
  readonly nodeId?: string;
  readonly attempts: number;
  /** What the recorded attempts came to, with the last one's model; absent before the first. */
  readonly spent?: AttemptUsage;
  readonly status?: OutcomeStatus;
  readonly reply?: string;
  /** The order as it stood after the turn; absent while nothing was assembled. */
  readonly order?: OrderV1;
}

export interface ConversationState {
  /** `expired`: its callers do not find it, and it can be restored until it is deleted. */
  readonly phase: 'unknown' | 'live' | 'expired' | 'ended';
  readonly started?: ConversationStarted;
  readonly expiresAt?: string;
  readonly expiredAt?: string;
  /** By turn number, from 1. */
  readonly turns: readonly TurnRecord[];
  /** Turn ids that were abandoned: they are never queued (design rule 6). */
  readonly abandoned: ReadonlySet<string>;
  /** UUIDs of the events that webhooks announce: they name the deliveries that are erased with the conversation. */
  readonly announced: readonly string[];
  /** Ids of the cards that were handed off. */
  readonly cards: readonly string[];
  /** The standing order. */
  readonly order?: OrderV1;
}

/** What a conversation can be asked; only its stream decides (design rule 1). */
export type ConversationCommand =
  | { readonly type: 'StartConversation'; readonly data: ConversationStarted }
  | { readonly type: 'QueueTurn'; readonly data: Omit<TurnQueued, 'turn'>; readonly claim?: TurnClaim | undefined }
  | ({ readonly type: 'StartTurn'; readonly turn_id: string } & TurnClaim)
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
  | { readonly type: 'DeleteConversation'; readonly partnerAddress: string | undefined }
  /** `now`: ISO 8601. An expiry that a turn has overtaken does nothing. */
  | { readonly type: 'ExpireConversation'; readonly now: string }
  /** Once the grace after an expiry is over: does nothing where it expired after `expired_before`, or was restored. */
  | { readonly type: 'DeleteExpiredConversation'; readonly expired_before: string }
  | { readonly type: 'RestoreConversation'; readonly expires_at: string };

/**
 * How many earlier turns the assistant is told of. Their words, replies and orders are all that the state keeps of what
 * was said and assembled; enough for every reference back, and bounded in a conversation of any length.
 */
export const MAX_HISTORY_TURNS = 30;

type Event = ConversationEvent & DomainEvent;

export const conversation: Decider<ConversationState, ConversationCommand, Event> = {
  initial: { phase: 'unknown', turns: [], abandoned: new Set(), announced: [], cards: [] },
  decide: (command, state) => decide(command, state).map((event) => addressed(event, command, state)),
  evolve,
  bytesOf,
};

/** Of a conversation before its first turn, of a turn without its words, and of a node of an order, in memory. */
const CONVERSATION_BYTES = 1_200;
const TURN_BYTES = 1_500;
const NODE_BYTES = 400;

/** Counted: to write its JSON for it would take longer than to decide a command. */
function bytesOf({ turns }: ConversationState): number {
  let bytes = CONVERSATION_BYTES;
  for (const { text, reply = '' } of turns) bytes += TURN_BYTES + 2 * (text.length + reply.length);
  // Turns share the order that they left as it was.
  const orders = new Set(turns.flatMap(({ order }) => order ?? []));
  for (const { runs } of orders) for (const { nodes } of runs) bytes += NODE_BYTES * (1 + nodes.length);
  return bytes;
}

/** Stream of a conversation. */
export function conversationStream(conversationId: string): string {
  return `conversation-${conversationId}`;
}

/** What an order is called where the partner gives it no name (spec.md): it tells the lead's id. */
export function defaultOrderName(conversationId: string, externalId: string | undefined): string {
  return `lead-${externalId ?? conversationId}`;
}

/** The turn that is queued or running; at most one. */
export function openTurn({ turns }: ConversationState): TurnRecord | undefined {
  const last = turns.at(-1);
  return last && !hasEnded(last) ? last : undefined;
}

export function findTurn({ turns }: ConversationState, turnId: string): TurnRecord | undefined {
  return turns.findLast(({ id }) => id === turnId);
}

/** Number of the last ended turn, whether or not it changed the order; 0 before the first. */
export function lastEndedTurn({ turns }: ConversationState): number {
  return turns.findLast(hasEnded)?.turn ?? 0;
}

function hasEnded({ state }: TurnRecord): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Every conversation event says whose it is: a fold sees one event and one document, never another stream. */
function addressed(event: Event, command: ConversationCommand, state: ConversationState): Event {
  const owner = command.type === 'StartConversation' ? command.data : state.started;
  if (!owner) return event;
  const { conversation_id, partner_id, company_id, external_id = null } = owner;
  return { ...event, metadata: { conversation_id, partner_id, company_id, external_id, ...event.metadata } };
}

function decide(command: ConversationCommand, state: ConversationState): readonly Event[] {
  switch (command.type) {
    case 'StartConversation':
      return state.phase === 'unknown' ? [{ type: 'ConversationStarted', data: command.data }] : [];
    case 'QueueTurn':
      return queueTurn(live(state), state, command);
    case 'StartTurn': {
      const turn = openTurn(state);
      if (turn?.id !== command.turn_id || turn.state !== 'queued' || state.phase !== 'live') return [];
      return [started(turn.id, command)];
    }
    case 'CheckAttempt': {
      const turn = runningTurn(state, command.data.turn_id);
      return turn ? checked(turn, command.data) : [];
    }
    case 'CompleteTurn': {
      const turn = runningTurn(state, command.outcome.turn_id);
      if (!turn) return [];
      const data = { ...command.outcome, turn: turn.turn, ledger: turn.ledger };
      const metadata = outcomeMetadata(state, command.partnerAddress);
      return [...checked(turn, command.attempt), { type: 'TurnCompleted', data, metadata }];
    }
    case 'StopTurn':
      return stopTurn(state, command.turn_id, command.partnerAddress);
    case 'FailTurn': {
      const turn = openTurn(state);
      if (turn?.id !== command.turn_id || (command.node_id !== undefined && turn.nodeId !== command.node_id)) return [];
      const data = { turn_id: turn.id, turn: turn.turn, error: command.error, ledger: turn.ledger };
      return [{ type: 'TurnFailed', data, metadata: outcomeMetadata(state, command.partnerAddress) }];
    }
    case 'AbandonTurn':
      // Also while it is expired: once restored it must not queue what was released.
      if (state.phase !== 'live' && state.phase !== 'expired') return [];
      if (findTurn(state, command.turn_id) || state.abandoned.has(command.turn_id)) return [];
      return [{ type: 'TurnAbandoned', data: { turn_id: command.turn_id } }];
    case 'HandOffOrder':
      live(state);
      if (!state.order) throw new Problem('invalid_request', 'nothing is assembled yet: there is no order to hand off');
      return [{ type: 'OrderHandedOff', data: command.data }];
    case 'DeleteConversation':
      return deleteConversation(state, command.partnerAddress);
    case 'ExpireConversation': {
      const expired = state.phase === 'live' && !openTurn(state) && (state.expiresAt ?? '') <= command.now;
      if (!expired) return [];
      const id = endingId(state, `expired:${state.expiresAt}`);
      return [{ type: 'ConversationExpired', id, data: { ...ending(state), restorable: true } }];
    }
    case 'DeleteExpiredConversation':
      return state.phase === 'expired' && (state.expiredAt ?? '') <= command.expired_before ? [deleted(state)] : [];
    case 'RestoreConversation':
      return restoreConversation(state, command.expires_at);
  }
}

function queueTurn(
  { conversation_id }: ConversationStarted,
  state: ConversationState,
  { data, claim }: Extract<ConversationCommand, { type: 'QueueTurn' }>,
): readonly Event[] {
  if (findTurn(state, data.turn_id)) return [];
  if (state.abandoned.has(data.turn_id)) {
    throw new Problem(
      'unavailable',
      `turn ${data.turn_id} was not accepted in time and was given up: repeat the request`,
    );
  }
  const busy = openTurn(state);
  if (busy) throw busyConversation(conversation_id, busy);
  const queued: Event = { type: 'TurnQueued', data: { ...data, turn: state.turns.length + 1 } };
  return claim ? [queued, started(data.turn_id, claim)] : [queued];
}

/** 409 while a turn is queued or running. */
export function busyConversation(conversationId: string, { id, state }: TurnRecord): Problem {
  return new Problem(
    'conflict_busy',
    `turn ${id} is ${state} in conversation ${conversationId}: wait for its outcome or stop it`,
  );
}

function stopTurn(state: ConversationState, turnId: string, partnerAddress: string | undefined): readonly Event[] {
  const turn = findTurn(state, turnId);
  if (!turn || state.phase !== 'live') throw notFound(`turn ${turnId}`);
  if (hasEnded(turn)) {
    throw new Problem('conflict_state', `turn ${turnId} has already ended as ${turn.state}: there is nothing to stop`);
  }
  return [stopped(state, turn, 'requested', partnerAddress)];
}

/** The open turn's stop and the end are one append. */
function deleteConversation(state: ConversationState, partnerAddress: string | undefined): readonly Event[] {
  if (state.phase !== 'live') return [];
  const open = openTurn(state);
  if (!open) return [deleted(state)];
  // Derived from what the event says: the same id must never stand for two different decisions.
  const id = derivedUuid(open.id, 'stopped:deleted');
  const stop = { ...stopped(state, open, 'deleted', partnerAddress), id };
  return [stop, deleted(evolve(state, stop))];
}

function restoreConversation(state: ConversationState, expiresAt: string): readonly Event[] {
  if (state.phase === 'live') throw new Problem('conflict_state', 'the conversation has not expired');
  if (state.phase !== 'expired') throw notFound('conversation');
  const id = endingId(state, `restored:${state.expiredAt}`);
  return [{ type: 'ConversationRestored', id, data: { ...ending(state), expires_at: expiresAt } }];
}

function deleted(state: ConversationState): Event {
  return { type: 'ConversationDeleted', id: endingId(state, 'deleted'), data: ending(state) };
}

function endingId({ started }: ConversationState, purpose: string): string {
  return derivedUuid(started?.conversation_id ?? '', purpose);
}

/** What goes with the conversation: of this the read models find their documents. */
function ending({ started, turns, announced, cards }: ConversationState) {
  const { conversation_id = '', external_id } = started ?? {};
  return {
    conversation_id,
    turn_ids: turns.map(({ id }) => id),
    delivery_ids: [...announced],
    card_ids: [...cards],
    ...(external_id === undefined ? {} : { external_id }),
  };
}

/** An attempt that is recorded already is not recorded again. */
function checked(turn: TurnRecord, data: AttemptChecked): readonly Event[] {
  return turn.attempts < data.attempt ? [{ type: 'AttemptChecked', data }] : [];
}

function stopped(
  state: ConversationState,
  turn: TurnRecord,
  reason: 'requested' | 'deleted',
  partnerAddress: string | undefined,
): Event {
  const data = { turn_id: turn.id, turn: turn.turn, ledger: turn.ledger, reason };
  return { type: 'TurnStopped', data, metadata: outcomeMetadata(state, partnerAddress) };
}

/**
 * Events that a webhook announces say where to, as resolved at that moment (null: nowhere), so that no fold needs another
 * stream. What has the field counts as announced, and is erased with the conversation.
 */
function outcomeMetadata({ started }: ConversationState, partnerAddress: string | undefined) {
  return { webhook_url: started?.webhook_url ?? partnerAddress ?? null };
}

function live(state: ConversationState): ConversationStarted {
  if (state.phase !== 'live' || !state.started) throw notFound('conversation');
  return state.started;
}

function runningTurn(state: ConversationState, turnId: string): TurnRecord | undefined {
  const turn = openTurn(state);
  return state.phase === 'live' && turn?.id === turnId && turn.state === 'running' ? turn : undefined;
}

function evolve(before: ConversationState, event: Event): ConversationState {
  const { at = '', webhook_url, traceparent } = event.metadata ?? {};
  const announced = webhook_url !== undefined && event.id !== undefined;
  const state = announced ? { ...before, announced: [...before.announced, event.id] } : before;
  switch (event.type) {
    case 'ConversationStarted':
      return { ...state, phase: 'live', started: event.data, expiresAt: event.data.expires_at };
    case 'TurnQueued':
      return queued(state, event.data, { at, traceparent });
    case 'TurnStarted':
      return change(state, event.data.turn_id, { state: 'running', nodeId: event.data.node_id, startedAt: at });
    case 'AttemptChecked': {
      const { turn_id, attempt, usage } = event.data;
      return change(state, turn_id, { attempts: attempt, spent: added(findTurn(state, turn_id)?.spent, usage) });
    }
    case 'TurnCompleted': {
      const { turn_id, result } = event.data;
      const order = event.data.order ? sharing(state.order, event.data.order) : state.order;
      const outcome = { status: result.status, reply: result.note };
      const changed = change(state, turn_id, { state: 'done', ...outcome, ...standing(order) });
      return order ? { ...changed, order } : changed;
    }
    case 'TurnStopped':
      return change(state, event.data.turn_id, { state: 'stopped', ...standing(state.order) });
    case 'TurnFailed':
      return change(state, event.data.turn_id, { state: 'failed', ...standing(state.order) });
    case 'TurnAbandoned':
      return { ...state, abandoned: new Set(state.abandoned).add(event.data.turn_id) };
    case 'OrderHandedOff':
      return { ...state, cards: [...state.cards, event.data.card_id] };
    case 'ConversationExpired':
      return event.data.restorable ? { ...state, phase: 'expired', expiredAt: at } : { ...state, phase: 'ended' };
    case 'ConversationRestored':
      return { ...state, phase: 'live', expiresAt: event.data.expires_at };
    case 'ConversationDeleted':
      return { ...state, phase: 'ended' };
  }
}

function standing(order: OrderV1 | undefined): Partial<TurnRecord> {
  return order ? { order } : {};
}

type QueuedBy = Partial<Pick<EventMetadata, 'at' | 'traceparent'>>;

function queued(state: ConversationState, data: TurnQueued, { at = '', traceparent }: QueuedBy): ConversationState {
  const turn: TurnRecord = {
    id: data.turn_id,
    turn: data.turn,
    state: 'queued',
    text: data.text,
    images: data.images,
    ...(data.body_digest === undefined ? {} : { bodyDigest: data.body_digest }),
    ledger: data.ledger,
    queuedAt: at,
    ...(traceparent === undefined ? {} : { traceparent }),
    attempts: 0,
  };
  const earlier = state.turns.map((one) => (one.turn === data.turn - MAX_HISTORY_TURNS - 1 ? withoutWords(one) : one));
  // Not spread, which leaves room for 16 more turns in each of thousands of cached states.
  return { ...state, turns: earlier.concat(turn), expiresAt: data.expires_at };
}

function withoutWords({ reply: _reply, order: _order, ...turn }: TurnRecord): TurnRecord {
  return { ...turn, text: '' };
}

function change(state: ConversationState, turnId: string, fields: Partial<TurnRecord>): ConversationState {
  return { ...state, turns: state.turns.map((turn) => (turn.id === turnId ? { ...turn, ...fields } : turn)) };
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
