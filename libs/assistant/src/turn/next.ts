import type { Finding } from '#libs/furniture';
import { type Account, accountFindings, mustAsk } from '../account/account.js';
import type { Answer, Applied, Refused } from '../port.js';
import { errorsOf } from '../words/findings.js';

/** The first attempt and three retries (design, section 6). */
export const MAX_ATTEMPTS = 4;

export type Next = 'complete' | 'retry' | 'ask' | 'reject' | 'give_up';

/** One attempt: the answer and, for operations, the result of applying them, with its account where that passes. */
export interface Attempt {
  readonly answer: Answer;
  readonly applied?: Applied;
  readonly account?: Account;
}

const errorsKey = (findings: readonly Finding[]): string =>
  errorsOf(findings)
    .map(({ code, path, msg }) => `${code} ${path} ${msg}`)
    .sort()
    .join('\n');

/** Whether the last attempt repeats the previous one: the same operations, or the same errors. */
function isRepeated(attempts: readonly Attempt[]): boolean {
  const [now, before] = [attempts.at(-1), attempts.at(-2)];
  if (!now || !before) return false;
  if (now.answer.kind === 'unusable') {
    const own = errorsKey(now.answer.findings ?? []);
    return own !== '' && before.answer.kind === 'unusable' && own === errorsKey(before.answer.findings ?? []);
  }
  // An unusable answer in between is ignored: the operations before it are compared.
  const former = attempts.slice(0, -1).findLast(({ answer }) => answer.kind !== 'unusable');
  if (former?.answer.kind !== 'operations' || now.answer.kind !== 'operations' || !former.applied || !now.applied)
    return false;
  if (JSON.stringify(former.answer.operations) === JSON.stringify(now.answer.operations)) return true;
  if (former.applied.ok || now.applied.ok) return false;
  return (
    errorsKey(former.applied.findings) === errorsKey(now.applied.findings) &&
    former.applied.unknown === now.applied.unknown
  );
}

/** The last refusal by the checks, which a question or rejection is about. */
export const lastRefusal = (attempts: readonly Attempt[]): Refused | undefined =>
  attempts.flatMap(({ applied }) => (applied?.ok === false && applied.findings.length > 0 ? [applied] : [])).at(-1);

/** The outcome without another attempt: ask if there is an alternative, reject if a norm forbids it. */
function finalStep(attempts: readonly Attempt[]): Next {
  const refused = lastRefusal(attempts);
  if (!refused) return 'give_up';
  if (refused.alternatives.length > 0 || refused.findings.some(({ fixHint }) => fixHint)) return 'ask';
  return errorsOf(refused.findings).length > 0 ? 'reject' : 'give_up';
}

/**
 * The next step after the attempts so far, oldest first. Pure. A question or a decline ends the turn.
 * @param max attempts allowed; fewer once the turn has reached its caps. An unusable first answer is retried even then
 * (contract.md).
 */
export function next(attempts: readonly Attempt[], max: number = MAX_ATTEMPTS): Next {
  const last = attempts.at(-1);
  if (!last) return 'retry';
  const { answer, applied } = last;
  const more = attempts.length < Math.min(max, MAX_ATTEMPTS);
  switch (answer.kind) {
    case 'question':
      return 'ask';
    case 'decline':
      return 'reject';
    case 'reading':
      return 'complete';
    case 'unusable':
      return attempts.length === 1 || (more && !isRepeated(attempts)) ? 'retry' : finalStep(attempts);
    case 'restore':
    case 'operations':
      if (applied?.ok && applied.applied === 0) return 'ask';
      if (applied?.ok && accountFindings(last.account).length === 0) return 'complete';
      if (applied?.ok && (!more || isRepeated(attempts)))
        return last.account && mustAsk(last.account) ? 'ask' : 'complete';
      return more && !isRepeated(attempts) ? 'retry' : finalStep(attempts);
  }
}
