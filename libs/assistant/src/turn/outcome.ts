import type { Finding } from '#libs/furniture';
import { explain, whyOf } from '../reply/explain.js';
import { type Guarded, guard } from '../reply/guard.js';
import { builtNote, cleanReply, replyNote, shorten } from '../reply/note.js';
import { lastRefusal, type Next, type Tried } from './next.js';

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
/** Said where nothing of a model's own words may be. */
const BUILT = 'Готово: заказ собран по вашей просьбе.';
const ASKED = 'Уточните, пожалуйста, что сделать с кухней: длина стены, что и куда поставить?';
const WHY_MOST = 300;

const isShown = (finding: Finding): finding is ApiFinding => finding.severity !== 'info';

/** Errors and warnings alone reach the API; `info` stays in reports (furniture.ru.md, section 2). */
const shown = (findings: readonly Finding[]): { findings?: readonly ApiFinding[] } => {
  const list = findings.filter(isShown);
  return list.length > 0 ? { findings: list } : {};
};

/** What the words of a turn are held against. */
interface Speech extends Omit<Guarded, 'truth'> {
  /** Whether an order stands from an earlier turn. */
  readonly standing: boolean;
}

/**
 * The outcome in words, once `next` has decided that no further try follows. Whatever an assistant said goes through the
 * guard; where nothing of it may stay, the checks' own words speak.
 */
export function outcomeOf(
  tries: readonly Tried[],
  step: Exclude<Next, 'retry'>,
  { standing, ...own }: Speech,
): Wording {
  const last = tries.at(-1);
  if (!last || step === 'give_up') return { status: 'failed', note: NOT_UNDERSTOOD, applied: 0, why: NOT_UNDERSTOOD };
  const { answer, applied } = last;
  const refused = lastRefusal(tries);
  const unchanged = standing && !refused ? 'standing' : 'nothing';
  const said = (reply: string, truth: Guarded['truth'] = unchanged): string => guard(reply, { ...own, truth });
  if (step === 'complete') {
    if (answer.kind === 'reading')
      return { status: 'parsed', note: replyNote(said(answer.reply, 'built') || ASKED), applied: 0 };
    if (applied?.ok && (answer.kind === 'operations' || answer.kind === 'restore')) {
      return {
        status: 'built',
        note: builtNote(said(answer.reply, 'built') || BUILT, applied.defaults, applied.findings),
        applied: applied.applied,
        ...shown(applied.findings),
      };
    }
  }
  const explained = refused && explain(refused.findings, refused.alternatives);
  if (answer.kind === 'question') {
    const note = replyNote(said(answer.reply) || (explained ?? ASKED));
    return { status: 'question', note, applied: 0, ...shown(answer.findings ?? refused?.findings ?? []) };
  }
  if (answer.kind === 'decline') {
    const why = shorten(said(answer.why) || cleanReply(whyOf(answer.findings)), WHY_MOST);
    return {
      status: 'rejected',
      note: replyNote(said(answer.reply) || explain(answer.findings, [])),
      applied: 0,
      why,
      ...shown(answer.findings),
    };
  }
  if (!refused) return { status: 'question', note: applied?.ok ? ALREADY : ASKED, applied: 0 };
  const note = replyNote(explained ?? ASKED);
  if (step === 'reject')
    return { status: 'rejected', note, applied: 0, why: whyOf(refused.findings), ...shown(refused.findings) };
  return { status: 'question', note, applied: 0, ...shown(refused.findings) };
}
