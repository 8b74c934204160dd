import type { Finding } from '#libs/furniture';
import { explain, whyOf } from '../words/explain.js';
import { builtNote, cleanReply, replyNote, shorten } from '../words/note.js';
import type { Next, Tried } from './next.js';

export type ApiFinding = Omit<Finding, 'severity'> & { readonly severity: 'error' | 'warning' };

/** What the API shows of an outcome (spec.md, result object). */
export interface Wording {
  readonly status: 'built' | 'parsed' | 'question' | 'rejected' | 'failed';
  /** Russian, at most 1,000 characters, no links and no markup. */
  readonly note: string;
  /** Number of order nodes changed; 0: the order is untouched. */
  readonly applied: number;
  readonly findings?: readonly ApiFinding[];
  /** One sentence in Russian; on `rejected` and `failed`. */
  readonly why?: string;
}

const NOT_UNDERSTOOD = 'Не получилось разобрать просьбу. Пожалуйста, скажите её другими словами.';
const ALREADY = 'В заказе уже так: менять нечего. Что сделать иначе?';

const isShown = (finding: Finding): finding is ApiFinding => finding.severity !== 'info';

/** Errors and warnings alone reach the API; `info` stays in reports (furniture.ru.md, section 2). */
const shown = (findings: readonly Finding[]): { findings?: readonly ApiFinding[] } => {
  const list = findings.filter(isShown);
  return list.length > 0 ? { findings: list } : {};
};

/** The last try that met a refusal: its findings go with a question or a rejection. */
const refusedBy = (tries: readonly Tried[]): readonly Finding[] => {
  const applied = tries.findLast((tried) => tried.applied && !tried.applied.ok)?.applied;
  return applied?.findings ?? [];
};

/** The outcome in words, once `next` has decided that no further try follows. */
export function outcomeOf(tries: readonly Tried[], step: Exclude<Next, 'retry'>): Wording {
  const last = tries.at(-1);
  if (!last || step === 'give_up') return { status: 'failed', note: NOT_UNDERSTOOD, applied: 0, why: NOT_UNDERSTOOD };
  const { answer, applied } = last;
  if (step === 'complete') {
    if (answer.kind === 'reading') return { status: 'parsed', note: replyNote(answer.reply), applied: 0 };
    if (applied?.ok && (answer.kind === 'operations' || answer.kind === 'restore')) {
      return {
        status: 'built',
        note: builtNote(answer.reply, applied.defaults, applied.findings),
        applied: applied.applied,
        ...shown(applied.findings),
      };
    }
  }
  if (answer.kind === 'question') {
    return {
      status: 'question',
      note: replyNote(answer.reply),
      applied: 0,
      ...shown(answer.findings ?? refusedBy(tries)),
    };
  }
  if (answer.kind === 'decline') {
    return {
      status: 'rejected',
      note: replyNote(answer.reply),
      applied: 0,
      why: shorten(cleanReply(answer.why), 300),
      ...shown(answer.findings),
    };
  }
  if (applied?.ok) return { status: 'question', note: ALREADY, applied: 0 };
  const findings = applied?.findings ?? [];
  const note = replyNote(explain(findings, applied?.alternatives ?? []));
  if (step === 'reject') return { status: 'rejected', note, applied: 0, why: whyOf(findings), ...shown(findings) };
  return { status: 'question', note, applied: 0, ...shown(findings) };
}
