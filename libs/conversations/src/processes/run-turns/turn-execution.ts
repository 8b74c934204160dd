import { Inject, Injectable } from '@nestjs/common';
import {
  ASSISTANT,
  type Assistant,
  AssistantUnavailable,
  type AttemptReport,
  type Exchange,
  type Picture,
  runTurn,
  TURN_COMPUTING,
  type TurnComputingOf,
  type TurnOutcome,
} from '#contracts/assistant';
import { BLOBS, type Blobs } from '#libs/blobs';
import { Partners } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { type Backoff, CLOCK, type Clock, deadlineIn, retry } from '#libs/kernel';
import { isStoreUnavailable, TRACING, type Tracing } from '#libs/processing';
import {
  type ConversationState,
  conversation,
  conversationStream,
  findTurn,
  MAX_HISTORY_TURNS,
  openTurn,
  type TurnRecord,
} from '../../domain/conversation.js';
import { coinsOf } from '../../domain/outcome.js';
import { runnerOf, type TurnClaim } from '../../domain/turn-claim.js';
import type { AttemptChecked, ConversationStarted, TurnError, TurnResult } from '../../events/conversation-events.js';
import { fromStoredOrder, toStoredFindings, toStoredOperations, toStoredOrder } from '../../events/order-v1.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../../settings.js';

export interface TurnWork {
  readonly conversation_id: string;
  /** Companies are served in turn. */
  readonly company_id: string;
  readonly turn_id: string;
  /** The trace that asked for it, where that is told with it. */
  readonly traceparent?: string | undefined;
}

/** A turn whose claim went with the append that queued it; without a state it is not known whether that was stored. */
export interface ClaimedAtOnce {
  readonly state: ConversationState | undefined;
}

/** So long after its deadline a turn that could not be recorded is left to `FailOverdueTurns`, ms. */
const RECORDING_MS = 20_000;
const BACKOFF: Backoff = { initialMs: 200, maxMs: 2_000 };

/** Why a running turn was aborted; what follows is decided by it. */
export class TurnAborted extends Error {
  override readonly name = 'TurnAborted';

  constructor(readonly why: 'stopped' | 'shutdown') {
    super(`the turn was aborted: ${why}`);
  }
}

/**
 * Claims a queued turn, lets the assistant work and records the outcome (design rule 5). Whoever loses the claim lets
 * go; a late outcome of a turn that was stopped meanwhile is dropped by `decide`. What is to be recorded is repeated for as
 * long as the store is away: a node that gave up would leave its turn running for ever, since the node itself lives.
 */
@Injectable()
export class TurnExecution {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(ASSISTANT) private readonly assistant: Assistant,
    @Inject(TURN_COMPUTING) private readonly computingOf: TurnComputingOf,
    @Inject(BLOBS) private readonly blobs: Pick<Blobs, 'get'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Partners) private readonly partners: Pick<Partners, 'webhookAddress'>,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {}

  /** What this node says when it takes a turn. */
  newClaim(): TurnClaim {
    const { nodeId, deadlineMs } = this.settings;
    return { node_id: nodeId, deadline_at: new Date(this.clock.now().getTime() + deadlineMs).toISOString() };
  }

  /**
   * @param signal aborted with a `TurnAborted`: stopped (nothing is recorded) or shutdown (the turn fails).
   * @param atOnce where this node is known to have claimed it already, or may have.
   */
  async run(work: TurnWork, signal: AbortSignal, atOnce?: ClaimedAtOnce): Promise<void> {
    const recording = deadlineIn(this.settings.deadlineMs + RECORDING_MS, signal);
    const over = recording.signal;
    const facts = {
      'garnitur.company_id': work.company_id,
      'garnitur.conversation_id': work.conversation_id,
      'garnitur.turn_id': work.turn_id,
    };
    try {
      const from = await this.traceOf(work, over);
      await this.tracing.span('run turn', { kind: 'consumer', from, facts }, async () => {
        const claimed = atOnce?.state
          ? claimIn(atOnce.state, work)
          : await this.claim(work, over, atOnce !== undefined);
        if (claimed) await this.answerInTime(work, claimed, signal, over);
      });
    } finally {
      recording.clear();
    }
  }

  /** A turn that was found in the index says in its stream alone which trace it belongs to. */
  private async traceOf({ conversation_id, turn_id, ...work }: TurnWork, until: AbortSignal): Promise<string[]> {
    if (!this.tracing.enabled) return [];
    if (work.traceparent !== undefined) return [work.traceparent];
    const { state } = await this.aggregates.load(conversationStream(conversation_id), conversation, { until });
    return [findTurn(state, turn_id)?.traceparent ?? []].flat();
  }

  private async answerInTime(work: TurnWork, claimed: Claim, signal: AbortSignal, over: AbortSignal): Promise<void> {
    const deadline = deadlineIn(this.settings.deadlineMs, signal);
    try {
      await this.answer(claimed, deadline.signal, over);
    } catch (error) {
      await this.fail(work, failureOf(error, signal, deadline.signal), over);
    } finally {
      deadline.clear();
    }
  }

  /** @param perhaps a claim of this node's may be stored already. */
  private async claim(work: TurnWork, until: AbortSignal, perhaps: boolean): Promise<Claim | undefined> {
    const { conversation_id, turn_id } = work;
    const command = { type: 'StartTurn' as const, turn_id, ...this.newClaim() };
    const stream = conversationStream(conversation_id);
    const context = this.context(turn_id);
    const { state, events } = await this.aggregates.handle(stream, conversation, command, context, { until });
    const claimed = claimIn(state, work);
    const isOurs = events.length > 0 || (perhaps && claimed?.turn.nodeId === this.settings.nodeId);
    return isOurs ? claimed : undefined;
  }

  private async answer({ state, turn, started, stream }: Claim, signal: AbortSignal, over: AbortSignal): Promise<void> {
    const context = this.context(turn.id);
    const began = this.clock.monotonicMs();
    let attemptBegan = began;
    const attempts: AttemptChecked[] = [];
    const outcome = await runTurn({
      assistant: this.assistant,
      computing: this.computingOf(started.company_id),
      request: {
        words: turn.text,
        pictures: await this.pictures(state, turn, signal),
        history: historyOf(state, turn),
        order: state.order && fromStoredOrder(state.order),
        orderId: started.order_id,
      },
      signal,
      onAttempt: async (attempt) => {
        const now = this.clock.monotonicMs();
        const data = attemptData(turn.id, attempt, Math.round(now - attemptBegan));
        attemptBegan = now;
        attempts.push(data);
        if (attempt.next !== 'retry') return;
        const command = { type: 'CheckAttempt' as const, data };
        await this.aggregates.handle(stream, conversation, command, context, { until: signal });
      },
    });
    const attempt = attempts.at(-1);
    if (!attempt) throw new Error(`turn ${turn.id} ended without an attempt`);
    const result = resultOf(outcome, turn, started.order_id, Math.round(this.clock.monotonicMs() - began));
    const order = outcome.status === 'built' && outcome.order ? { order: toStoredOrder(outcome.order) } : {};
    const completed = { turn_id: turn.id, result, operations: toStoredOperations(outcome.operations), ...order };
    const partnerAddress = await this.partners.webhookAddress(started.partner_id, { until: over });
    const command = { type: 'CompleteTurn' as const, attempt, outcome: completed, partnerAddress };
    await this.aggregates.handle(stream, conversation, command, context, { until: over });
  }

  private async fail(
    { conversation_id, turn_id }: TurnWork,
    error: TurnError | undefined,
    until: AbortSignal,
  ): Promise<void> {
    if (!error) return;
    const stream = conversationStream(conversation_id);
    const { state } = await this.aggregates.load(stream, conversation, { until });
    if (findTurn(state, turn_id)?.state !== 'running' || !state.started) return;
    const partnerAddress = await this.partners.webhookAddress(state.started.partner_id, { until });
    const command = { type: 'FailTurn' as const, turn_id, error, partnerAddress, node_id: this.settings.nodeId };
    await this.aggregates.handle(stream, conversation, command, this.context(turn_id), { until });
  }

  /** Blobs lie in a store of their own, which may be away while the events are not. */
  private pictures(state: ConversationState, turn: TurnRecord, signal: AbortSignal): Promise<Picture[]> {
    const conversationId = state.started?.conversation_id ?? '';
    const policy = { backoff: BACKOFF, retryable: isStoreUnavailable, signal };
    return retry(() => picturesOf(this.blobs, conversationId, state, turn), policy);
  }

  private context(turnId: string): CommandContext {
    return { actor: runnerOf(this.settings.nodeId), causationId: turnId };
  }
}

/** Earlier turns, oldest first, without the one that runs. */
function historyOf({ turns }: ConversationState, running: TurnRecord): Exchange[] {
  return turns
    .filter(({ turn }) => turn < running.turn)
    .slice(-MAX_HISTORY_TURNS)
    .map(({ turn, text, reply, status, order }) => ({
      turn,
      words: text,
      ...(reply === undefined ? {} : { reply }),
      ...(status === undefined ? {} : { status }),
      ...(order === undefined ? {} : { order: fromStoredOrder(order) }),
    }));
}

/** The turn's own pictures and those of the turn before: a picture is remembered for exactly one following turn. */
async function picturesOf(
  blobs: Pick<Blobs, 'get'>,
  conversationId: string,
  { turns }: ConversationState,
  running: TurnRecord,
): Promise<Picture[]> {
  const before = turns.find(({ turn }) => turn === running.turn - 1);
  const wanted = [
    ...running.images.map((image) => ({ ...image, from: 'this_turn' as const })),
    ...(before?.images ?? []).map((image) => ({ ...image, from: 'previous_turn' as const })),
  ];
  const pictures: Picture[] = [];
  for (const { digest, mime, width, height, from } of wanted) {
    const bytes = await blobs.get(conversationId, digest);
    if (bytes) pictures.push({ mime, bytes, width, height, from });
  }
  return pictures;
}

interface Claim {
  readonly state: ConversationState;
  readonly turn: TurnRecord;
  readonly started: ConversationStarted;
  readonly stream: string;
}

function claimIn(state: ConversationState, { conversation_id, turn_id }: TurnWork): Claim | undefined {
  const turn = openTurn(state);
  if (turn?.id !== turn_id || !state.started) return undefined;
  return { state, turn, started: state.started, stream: conversationStream(conversation_id) };
}

function attemptData(
  turn_id: string,
  { attempt, operations, findings, usage, next }: AttemptReport,
  ms: number,
): AttemptChecked {
  const { model, promptTokens, completionTokens, costUsd } = usage;
  const spent = { model, prompt_tokens: promptTokens, completion_tokens: completionTokens, cost_usd: costUsd, ms };
  return {
    turn_id,
    attempt,
    operations: toStoredOperations(operations),
    findings: toStoredFindings(findings),
    usage: spent,
    next,
  };
}

function resultOf(outcome: TurnOutcome, turn: TurnRecord, orderId: string, ms: number): TurnResult {
  const { usage } = outcome;
  return {
    status: outcome.status,
    note: outcome.note,
    applied: outcome.applied,
    turn: turn.turn,
    order_id: orderId,
    ...(outcome.findings && outcome.findings.length > 0 ? { findings: [...outcome.findings] } : {}),
    ...(outcome.why === undefined ? {} : { why: outcome.why }),
    usage: {
      model: usage.model,
      attempts: usage.attempts,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      cost_usd: usage.costUsd,
      ms,
      coins: coinsOf(outcome.status, turn.images.length),
    },
  };
}

/** Undefined where the turn has already ended by a stop. Messages name no secret and no stack. */
function failureOf(error: unknown, signal: AbortSignal, deadline: AbortSignal): TurnError | undefined {
  const aborted = signal.aborted && signal.reason instanceof TurnAborted ? signal.reason.why : undefined;
  if (aborted === 'stopped') return undefined;
  if (aborted === 'shutdown')
    return { code: 'internal', message: 'the service was restarted while the turn was running' };
  if (deadline.aborted)
    return { code: 'deadline_exceeded', message: 'the assistant did not answer before the deadline' };
  if (error instanceof AssistantUnavailable)
    return { code: 'assistant_unavailable', message: 'the assistant did not answer' };
  return { code: 'internal', message: 'the turn broke off inside the service' };
}
