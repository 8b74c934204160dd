import type { Finding } from '#libs/furniture';
import type { AssistantRequest } from '../port.js';
import { insteadOf, unmetText } from '../words/admissions.js';
import { explain, whyOf } from '../words/findings.js';
import { type GuardContext, guard } from '../words/guard.js';
import { builtNote, cleanReply, replyNote, shorten } from '../words/note.js';
import { type Attempt, lastRefusal, type Next } from './next.js';

export type ApiFinding = Omit<Finding, 'severity'> & { readonly severity: 'error' | 'warning' };

/** The outcome in the API's terms (spec.md, result object). */
export interface Wording {
  readonly status: 'built' | 'parsed' | 'question' | 'rejected' | 'failed';
  /** Russian, at most 1,000 characters, no links or markup. */
  readonly note: string;
  /** Number of changed nodes; 0: the order is unchanged. */
  readonly applied: number;
  readonly findings?: readonly ApiFinding[];
  /** One Russian sentence; with `rejected` and `failed`. */
  readonly why?: string;
}

const NOT_UNDERSTOOD = 'Не получилось разобрать просьбу. Пожалуйста, скажите её другими словами.';
const UNCHANGED = 'В заказе уже так: менять нечего. Что сделать иначе?';
/** Used where nothing is left of the assistant's own reply. */
const BUILT = 'Готово: заказ собран по вашей просьбе.';
const ASKED = 'Уточните, пожалуйста, что сделать с кухней: длина стены, что и куда поставить?';
const MAX_WHY_LENGTH = 300;

/** Only errors and warnings are shown in the API; `info` stays in reports (furniture.ru.md, section 2). */
const visible = (findings: readonly Finding[]): { findings?: readonly ApiFinding[] } => {
  const shown = findings.filter((finding): finding is ApiFinding => finding.severity !== 'info');
  return shown.length > 0 ? { findings: shown } : {};
};

const question = (note: string, findings: readonly Finding[] = []): Wording => ({
  status: 'question',
  note,
  applied: 0,
  ...visible(findings),
});

const rejected = (note: string, why: string, findings: readonly Finding[]): Wording => ({
  status: 'rejected',
  note,
  applied: 0,
  why,
  ...visible(findings),
});

/**
 * The outcome in words, once `next` has decided against another attempt. Replies pass the guard; if nothing is left,
 * the checks' messages are used.
 */
export function outcomeOf(
  attempts: readonly Attempt[],
  step: Exclude<Next, 'retry'>,
  { order: before, orderId, history }: Pick<AssistantRequest, 'order' | 'orderId' | 'history'>,
  confidential?: readonly string[],
): Wording {
  const last = attempts.at(-1);
  if (!last || step === 'give_up') return { status: 'failed', note: NOT_UNDERSTOOD, applied: 0, why: NOT_UNDERSTOOD };
  const { answer, applied, account } = last;
  const refused = lastRefusal(attempts);
  const unchanged = before && !refused ? 'standing' : 'nothing';
  const guarded = (reply: string, mayClaim: GuardContext['mayClaim'] = unchanged): string =>
    guard(reply, { orderId, confidential, mayClaim });
  if (step === 'complete' && answer.kind === 'reading')
    return { status: 'parsed', note: replyNote(guarded(answer.reply, 'built') || ASKED), applied: 0 };
  if (step === 'complete' && applied?.ok && (answer.kind === 'operations' || answer.kind === 'restore')) {
    const { order: after, defaults, findings } = applied;
    const told = history.map(({ reply = '' }) => reply).join(' ');
    const unmet = guarded(unmetText(account?.unmet ?? []), 'built');
    const reply = guarded(answer.reply, 'built');
    const plan = answer.kind === 'operations' && answer.operations.some(({ op }) => op === 'plan_kitchen');
    const kind = answer.kind === 'restore' ? 'restore' : plan ? 'plan' : 'edits';
    const note = builtNote({ kind, before, after, reply, defaults, findings, unmet, told }) || BUILT;
    return { status: 'built', note, applied: applied.applied, ...visible(findings) };
  }
  if (step === 'ask' && applied?.ok && applied.applied > 0 && account)
    return question(replyNote(guarded(insteadOf(account, applied.order)) || ASKED));
  const explained = refused ? explain(refused.findings, refused.alternatives) : ASKED;
  if (answer.kind === 'question')
    return question(replyNote(guarded(answer.reply) || explained), answer.findings ?? refused?.findings);
  if (answer.kind === 'decline') {
    const why = shorten(guarded(answer.why) || cleanReply(whyOf(answer.findings)), MAX_WHY_LENGTH);
    return rejected(replyNote(guarded(answer.reply) || explain(answer.findings, [])), why, answer.findings);
  }
  if (!refused) return question(applied?.ok ? UNCHANGED : ASKED);
  const note = replyNote(explained);
  return step === 'reject'
    ? rejected(note, whyOf(refused.findings), refused.findings)
    : question(note, refused.findings);
}
