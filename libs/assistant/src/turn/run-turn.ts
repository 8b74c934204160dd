import { type Finding, given, type Order } from '#libs/furniture';
import { BudgetExceeded } from '#libs/kernel';
import { accountFindings } from '../account/account.js';
import type {
  Answer,
  Applied,
  Assistant,
  AssistantRequest,
  Caps,
  Change,
  RecordedOperation,
  TurnComputing,
  Usage,
} from '../port.js';
import { cleanReply, defaultsText } from '../words/note.js';
import { type Attempt, MAX_ATTEMPTS, type Next, next } from './next.js';
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
  /** The order after the turn; absent if unchanged. */
  readonly order?: Order;
  readonly operations: readonly RecordedOperation[];
  readonly usage: TurnUsageTotals;
}

export interface Turn {
  readonly assistant: Assistant;
  readonly computing: TurnComputing;
  readonly request: Omit<AssistantRequest, 'findings' | 'attempt' | keyof Feedback>;
  readonly signal: AbortSignal;
  /** Awaited after each attempt, before the next one starts; the caller appends `AttemptChecked`. */
  readonly onAttempt: (report: AttemptReport) => Promise<void> | void;
}

/**
 * Runs one turn: asks the assistant, applies its answer to a copy, checks it, and lets `next` decide until there is an
 * outcome.
 * @throws {AssistantUnavailable} when the model did not respond; `signal.reason` when the turn was stopped.
 */
export async function runTurn({ assistant, computing, request, signal, onAttempt }: Turn): Promise<TurnOutcome> {
  const attempts: Attempt[] = [];
  let usage: TurnUsageTotals = { ...nothingUsed(assistant), attempts: 0 };
  for (;;) {
    signal.throwIfAborted();
    const asked = { ...request, ...feedbackOf(attempts.at(-1)), attempt: attempts.length + 1 };
    const reply = await assistant
      .answer(asked, signal, computing)
      .catch((error) => ({ answer: tooMuch(error, request.words), usage: nothingUsed(assistant) }));
    signal.throwIfAborted();
    const attempt = await applied(reply.answer, request, computing, signal);
    signal.throwIfAborted();
    attempts.push(attempt);
    usage = addUsage(usage, reply.usage);
    const step = next(attempts, isOverCaps(usage, assistant.caps) ? attempts.length : MAX_ATTEMPTS);
    const operations = operationsOf(reply.answer);
    await onAttempt({
      attempt: attempts.length,
      operations,
      findings: findingsOf(attempt),
      usage: reply.usage,
      next: step,
    });
    if (step === 'retry') continue;
    const wording = outcomeOf(attempts, step, request, assistant.confidential);
    const order = wording.status === 'built' && attempt.applied?.ok ? { order: attempt.applied.order } : {};
    return { ...wording, ...order, operations, usage };
  }
}

function operationsOf(answer: Answer): readonly RecordedOperation[] {
  if (answer.kind === 'operations') return answer.operations;
  if (answer.kind === 'restore') return [{ op: 'restore', turn: answer.turn }];
  return answer.kind === 'reading' && answer.reading ? [{ op: 'read_picture', reading: answer.reading }] : [];
}

async function applied(
  answer: Answer,
  { order, orderId, history, words }: Turn['request'],
  computing: TurnComputing,
  signal: AbortSignal,
): Promise<Attempt> {
  const accounted = async (applied: Applied): Promise<Attempt> => {
    if (!applied.ok || !('reply' in answer)) return { answer, applied };
    const note = [cleanReply(answer.reply), defaultsText(applied.defaults)].join(' ');
    const agreed = answer.kind === 'operations' ? answer.agreed : undefined;
    const built = { before: order, after: applied.order, note, ...given({ agreed }) };
    const account = await computing.account({ words, history, ...built }, signal);
    return { answer, applied, account };
  };
  const apply = (change: Change): Promise<Attempt> =>
    computing
      .apply(change, signal)
      .then(accounted)
      .catch((error) => ({ answer: tooMuch(error, words, answer) }));
  if (answer.kind === 'operations') return apply({ kind: 'operations', order, orderId, operations: answer.operations });
  if (answer.kind !== 'restore') return { answer };
  const then = history.find(({ turn }) => turn === answer.turn)?.order;
  if (then) return apply({ kind: 'restore', order, then });
  const unknown = `После хода ${answer.turn} заказа не было.`;
  return { answer, applied: { ok: false, findings: [], alternatives: [], unknown } };
}

/** A turn that exceeds its budget asks the customer for less. @throws any other error. */
function tooMuch(error: unknown, words: string, answer?: Answer): Answer {
  if (!(error instanceof BudgetExceeded)) throw error;
  const what =
    answer?.kind === 'operations' && answer.operations.length > 1
      ? `Изменений в просьбе — ${answer.operations.length}: рассчитать их за один раз не получилось.`
      : answer
        ? 'Такую кухню рассчитать за один раз не получилось: в ней слишком много условий сразу.'
        : `В сообщении ${words.length} знаков: разобрать столько пожеланий за один раз не получилось.`;
  return { kind: 'question', reply: `${what} Пожалуйста, пришлите просьбу частями. С чего начать?` };
}

const nothingUsed = ({ model }: Assistant): Usage => ({ model, promptTokens: 0, completionTokens: 0, costUsd: 0 });

type Feedback = Pick<AssistantRequest, 'findings' | 'alternatives' | 'unknown' | 'operations' | 'written'>;

/** Feedback of an attempt for the next one. */
function feedbackOf({ answer, applied, account }: Partial<Attempt> = {}): Feedback {
  const operations = answer?.kind === 'operations' ? answer.operations : undefined;
  const own = given({ operations, written: answer?.written });
  if (answer?.kind === 'unusable') return { findings: answer.findings ?? [], unknown: answer.detail, ...own };
  if (!applied) return { findings: [] };
  if (applied.ok) return { findings: accountFindings(account), ...own };
  const { findings, alternatives, unknown } = applied;
  return { findings, alternatives, ...given({ unknown }), ...own };
}

const findingsOf = ({ answer, applied, account }: Attempt): readonly Finding[] =>
  'findings' in answer ? (answer.findings ?? []) : [...(applied?.findings ?? []), ...accountFindings(account)];

/** Costs are exact to 12 digits: sums are rounded to that, without floating-point noise. */
const addUsage = (sum: TurnUsageTotals, more: Usage): TurnUsageTotals => ({
  model: more.model,
  attempts: sum.attempts + 1,
  promptTokens: sum.promptTokens + more.promptTokens,
  completionTokens: sum.completionTokens + more.completionTokens,
  costUsd: Number((sum.costUsd + more.costUsd).toFixed(12)),
});

const isOverCaps = ({ promptTokens, completionTokens, costUsd }: Usage, caps: Caps | undefined): boolean =>
  caps !== undefined && (promptTokens + completionTokens >= caps.tokens || costUsd >= caps.costUsd);
