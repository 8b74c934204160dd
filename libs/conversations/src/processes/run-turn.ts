import { type Assistant, AssistantUnavailable, type AttemptReport, runTurn, type TurnOutcome } from '#libs/assistant';
import type { Blobs } from '#libs/blobs';
import type { Aggregates, CommandContext } from '#libs/event-store';
import type { Clock } from '#libs/kernel';
import type { CompanyDirectory } from '../directory.js';
import { coinsOf } from '../domain/charging.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { type ConversationState, findTurn, openTurn, type TurnRecord } from '../domain/conversation-state.js';
import type { AttemptChecked, ConversationStarted, TurnError, TurnResult } from '../events/events.js';
import type { ConversationSettings } from '../settings.js';
import { historyOf, picturesOf } from './assistant-request.js';
import { untilStored } from './until-stored.js';

export interface TurnWork {
  readonly conversation_id: string;
  readonly turn_id: string;
}

export interface RunTurnPorts {
  readonly aggregates: Aggregates;
  readonly assistant: Assistant;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly directory: CompanyDirectory;
  readonly settings: ConversationSettings;
}

/** So long after its deadline a turn that could not be recorded is another's to fail (`fail-overdue-turns`), ms. */
const RECORDING_MS = 20_000;

/** Why a running turn was aborted; what follows is decided by it. */
export class TurnAborted extends Error {
  override readonly name = 'TurnAborted';

  constructor(readonly why: 'stopped' | 'deadline' | 'shutdown') {
    super(`the turn was aborted: ${why}`);
  }
}

/**
 * Claims a queued turn, lets the assistant work and records the outcome (design rule 5). Whoever loses the claim lets
 * go; a late outcome of a turn that was stopped meanwhile is dropped by `decide`.
 */
export class TurnExecution {
  constructor(private readonly ports: RunTurnPorts) {}

  /** @param signal aborted with a `TurnAborted`: stopped (say nothing), deadline or shutdown (the turn fails). */
  async run(work: TurnWork, signal: AbortSignal): Promise<void> {
    const { deadlineMs } = this.ports.settings;
    const over = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs + RECORDING_MS)]);
    const claimed = await untilStored(over, (tries) => this.claim(work, tries > 0));
    if (!claimed) return;
    const deadline = AbortSignal.timeout(deadlineMs);
    const either = AbortSignal.any([signal, deadline]);
    try {
      await this.answer(work, claimed, either, over);
    } catch (error) {
      await untilStored(over, () => this.fail(work, failureOf(error, signal, deadline)));
    }
  }

  /** @param again whether an earlier claim of this run may have been stored although nobody answered. */
  private async claim({ conversation_id, turn_id }: TurnWork, again: boolean): Promise<Claim | undefined> {
    const { aggregates, clock, settings } = this.ports;
    const deadline_at = new Date(clock.now().getTime() + settings.deadlineMs).toISOString();
    const command = { type: 'StartTurn' as const, turn_id, node_id: settings.nodeId, deadline_at };
    const handled = await aggregates.handle(
      conversationStream(conversation_id),
      conversation,
      command,
      this.context(turn_id),
    );
    const turn = openTurn(handled.state);
    const started = handled.state.started;
    if (turn?.id !== turn_id || !started) return undefined;
    const ours = handled.events.length > 0 || (again && turn.nodeId === settings.nodeId);
    return ours ? { state: handled.state, turn, started } : undefined;
  }

  private async answer(
    { conversation_id, turn_id }: TurnWork,
    { state, turn, started }: Claim,
    signal: AbortSignal,
    over: AbortSignal,
  ): Promise<void> {
    const { aggregates, assistant, blobs, clock, directory } = this.ports;
    const stream = conversationStream(conversation_id);
    const began = clock.monotonicMs();
    let attemptBegan = began;
    const attempts: AttemptChecked[] = [];
    const outcome = await runTurn({
      assistant,
      request: {
        words: turn.text,
        pictures: await untilStored(signal, () => picturesOf(blobs, conversation_id, state, turn)),
        history: historyOf(state, turn),
        order: state.order,
        orderId: started.order_id,
      },
      signal,
      onAttempt: async (attempt) => {
        const data = attemptData(turn_id, attempt, Math.round(clock.monotonicMs() - attemptBegan));
        attemptBegan = clock.monotonicMs();
        attempts.push(data);
        if (attempt.next !== 'retry') return;
        const command = { type: 'CheckAttempt' as const, data };
        await untilStored(signal, () => aggregates.handle(stream, conversation, command, this.context(turn_id)));
      },
    });
    const last = attempts.at(-1);
    if (!last) throw new Error(`turn ${turn_id} ended without an attempt`);
    const result = resultOf(outcome, turn, started.order_id, Math.round(clock.monotonicMs() - began));
    const changed = outcome.status === 'built' && outcome.order ? { order: outcome.order } : {};
    await untilStored(over, async () => {
      const command = {
        type: 'CompleteTurn' as const,
        attempt: last,
        outcome: { turn_id, result, operations: outcome.operations, ...changed },
        partnerAddress: await directory.webhookAddress(started.partner_id),
      };
      await aggregates.handle(stream, conversation, command, this.context(turn_id));
    });
  }

  private async fail({ conversation_id, turn_id }: TurnWork, error: TurnError | undefined): Promise<void> {
    if (!error) return;
    const stream = conversationStream(conversation_id);
    const { state } = await this.ports.aggregates.load(stream, conversation);
    if (findTurn(state, turn_id)?.state !== 'running' || !state.started) return;
    const partnerAddress = await this.ports.directory.webhookAddress(state.started.partner_id);
    const command = { type: 'FailTurn' as const, turn_id, error, partnerAddress, node_id: this.ports.settings.nodeId };
    await this.ports.aggregates.handle(stream, conversation, command, this.context(turn_id));
  }

  private context(turnId: string): CommandContext {
    return { actor: `saga:run-turns@${this.ports.settings.nodeId}`, causationId: turnId };
  }
}

interface Claim {
  readonly state: ConversationState;
  readonly turn: TurnRecord;
  readonly started: ConversationStarted;
}

function attemptData(
  turn_id: string,
  { attempt, operations, findings, usage, next }: AttemptReport,
  ms: number,
): AttemptChecked {
  const { model, promptTokens, completionTokens, costUsd } = usage;
  const spent = { model, prompt_tokens: promptTokens, completion_tokens: completionTokens, cost_usd: costUsd, ms };
  return { turn_id, attempt, operations, findings, usage: spent, next };
}

function resultOf(outcome: TurnOutcome, turn: TurnRecord, orderId: string, ms: number): TurnResult {
  const { usage } = outcome;
  return {
    status: outcome.status,
    note: outcome.note,
    applied: outcome.applied,
    turn: turn.turn,
    order_id: orderId,
    ...(outcome.findings && outcome.findings.length > 0 ? { findings: outcome.findings } : {}),
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
