import type { Finding, Order } from '#libs/furniture';
import type { Answer, Assistant, AssistantRequest, Caps, RecordedOperation, Usage } from '../port.js';
import { type Applied, applyOperations, judge } from './apply.js';
import { ATTEMPTS_MOST, type Next, next, type Tried } from './next.js';
import { outcomeOf, type Wording } from './outcome.js';

export interface AttemptReport {
  /** From 1. */
  readonly attempt: number;
  readonly operations: readonly RecordedOperation[];
  readonly findings: readonly Finding[];
  readonly usage: Usage;
  readonly next: Next;
}

interface TurnUsageTotals extends Usage {
  readonly attempts: number;
}

export interface TurnOutcome extends Wording {
  /** The order as it stands after the turn; absent where nothing changed. */
  readonly order?: Order;
  readonly operations: readonly RecordedOperation[];
  readonly usage: TurnUsageTotals;
}

interface Turn {
  readonly assistant: Assistant;
  readonly request: Omit<AssistantRequest, 'findings' | 'attempt' | keyof Lessons>;
  readonly signal: AbortSignal;
  /** Called after each attempt, before the next one begins; the caller appends `AttemptChecked`. */
  readonly onAttempt: (report: AttemptReport) => Promise<void> | void;
}

/**
 * Drives one turn: asks the assistant, applies what it answers to a copy, checks, and decides (`next`) until the turn
 * has an outcome.
 * @throws {AssistantUnavailable} when the model did not answer; `signal.reason` when the turn was stopped.
 */
export async function runTurn({ assistant, request, signal, onAttempt }: Turn): Promise<TurnOutcome> {
  const tries: Tried[] = [];
  let usage: TurnUsageTotals = {
    model: assistant.model,
    attempts: 0,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: 0,
  };
  for (;;) {
    signal.throwIfAborted();
    const reply = await assistant.answer({ ...request, ...lessonsOf(tries.at(-1)), attempt: tries.length + 1 }, signal);
    signal.throwIfAborted();
    const tried: Tried = { answer: reply.answer, ...appliedOf(reply.answer, request) };
    tries.push(tried);
    usage = add(usage, reply.usage);
    const step = next(tries, isSpent(usage, assistant.caps) ? tries.length : ATTEMPTS_MOST);
    const operations = operationsOf(reply.answer);
    await onAttempt({ attempt: tries.length, operations, findings: findingsOf(tried), usage: reply.usage, next: step });
    if (step === 'retry') continue;
    const { confidential = [] } = assistant;
    const wording = outcomeOf(tries, step, {
      orderId: request.orderId,
      confidential,
      standing: request.order !== undefined,
    });
    const order = step === 'complete' && tried.applied?.ok ? { order: tried.applied.order } : {};
    return { ...wording, ...order, operations, usage };
  }
}

function operationsOf(answer: Answer): readonly RecordedOperation[] {
  if (answer.kind === 'operations') return answer.operations;
  if (answer.kind === 'restore') return [{ op: 'restore', turn: answer.turn }];
  return answer.kind === 'reading' && answer.reading ? [{ op: 'read_picture', reading: answer.reading }] : [];
}

function appliedOf(answer: Answer, { order, orderId, history }: Turn['request']): { applied?: Applied } {
  if (answer.kind === 'operations') return { applied: applyOperations(order, orderId, answer.operations) };
  if (answer.kind !== 'restore') return {};
  const then = history.find(({ turn }) => turn === answer.turn)?.order;
  if (!then)
    return {
      applied: { ok: false, findings: [], alternatives: [], unknown: `После хода ${answer.turn} заказа не было.` },
    };
  // Rules may have changed since that order was made.
  return { applied: judge(order, { ok: true, order: then, defaults: [], findings: [] }) };
}

type Lessons = Pick<AssistantRequest, 'findings' | 'alternatives' | 'unknown' | 'operations'>;

/** What the next try is told of this one. */
function lessonsOf(tried: Tried | undefined): Lessons {
  const { answer, applied } = tried ?? {};
  const operations = answer?.kind === 'operations' ? { operations: answer.operations } : {};
  if (answer?.kind === 'nonsense') return { findings: answer.findings ?? [], unknown: answer.detail };
  if (!applied || applied.ok) return { findings: [] };
  return {
    findings: applied.findings,
    alternatives: applied.alternatives,
    ...(applied.unknown ? { unknown: applied.unknown } : {}),
    ...operations,
  };
}

function findingsOf({ answer, applied }: Tried): readonly Finding[] {
  if (answer.kind === 'decline') return answer.findings;
  if (answer.kind === 'nonsense') return answer.findings ?? [];
  if (answer.kind === 'question') return answer.findings ?? [];
  return applied?.findings ?? [];
}

/** Prices are exact to a millionth of a dollar for a million tokens: sums are kept to that, without a float's tail. */
const USD_DIGITS = 12;

const add = (sum: TurnUsageTotals, more: Usage): TurnUsageTotals => ({
  model: more.model,
  attempts: sum.attempts + 1,
  promptTokens: sum.promptTokens + more.promptTokens,
  completionTokens: sum.completionTokens + more.completionTokens,
  costUsd: Number((sum.costUsd + more.costUsd).toFixed(USD_DIGITS)),
});

/** Whether the turn has taken all that it may. */
const isSpent = ({ promptTokens, completionTokens, costUsd }: Usage, caps: Caps | undefined): boolean =>
  caps !== undefined && (promptTokens + completionTokens >= caps.tokens || costUsd >= caps.costUsd);
