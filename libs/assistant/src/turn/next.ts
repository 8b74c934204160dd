import type { Finding } from '#libs/furniture';
import type { Answer } from '../port.js';
import type { Applied } from './apply.js';

/** First try and at most three more (design, section 6). */
export const ATTEMPTS_MOST = 4;

export type Next = 'complete' | 'retry' | 'ask' | 'reject' | 'give_up';

/** What became of one try: the answer, and of operations what applying them gave. */
export interface Tried {
  readonly answer: Answer;
  readonly applied?: Applied;
}

const digest = (findings: readonly Finding[]): string =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, msg }) => `${code} ${path} ${msg}`)
    .sort()
    .join('\n');

/** The last try repeats the one before: the same operations, or the same complaint about others. */
function stuck(tries: readonly Tried[]): boolean {
  const [now, before] = [tries.at(-1), tries.at(-2)];
  if (!now || !before) return false;
  if (now.answer.kind === 'nonsense') {
    const [own, former] = [now.answer, before.answer].map((answer) =>
      answer.kind === 'nonsense' ? digest(answer.findings ?? []) : '',
    );
    return own !== '' && own === former;
  }
  // An unreadable answer in between changes nothing: the operations before it count.
  const former = tries.slice(0, -1).findLast(({ answer }) => answer.kind !== 'nonsense');
  if (former?.answer.kind !== 'operations' || now.answer.kind !== 'operations' || !former.applied || !now.applied)
    return false;
  if (JSON.stringify(former.answer.operations) === JSON.stringify(now.answer.operations)) return true;
  if (former.applied.ok || now.applied.ok) return false;
  return (
    digest(former.applied.findings) === digest(now.applied.findings) && former.applied.unknown === now.applied.unknown
  );
}

type Refused = Extract<Applied, { ok: false }>;

/** The last refusal that the checks gave: what a question or a rejection speaks of. */
export function lastRefusal(tries: readonly Tried[]): Refused | undefined {
  const applied = tries.map((tried) => tried.applied).findLast((one) => one && !one.ok && one.findings.length > 0);
  return applied?.ok === false ? applied : undefined;
}

/** What to do when no further try is worth it: ask where there is a way out, refuse where a norm stands in the way. */
function settle(tries: readonly Tried[]): Next {
  const refused = lastRefusal(tries);
  if (!refused) return 'give_up';
  if (refused.alternatives.length > 0 || refused.findings.some(({ fixHint }) => fixHint)) return 'ask';
  return refused.findings.some(({ severity }) => severity === 'error') ? 'reject' : 'give_up';
}

/**
 * The next step after the tries so far, oldest first: pure. A question or a refusal ends the turn.
 * @param most tries that there may be; fewer where the turn has taken what it may. An unreadable first answer is tried
 * again even then (contract.md).
 */
export function next(tries: readonly Tried[], most: number = ATTEMPTS_MOST): Next {
  const last = tries.at(-1);
  if (!last) return 'retry';
  const { answer, applied } = last;
  const more = tries.length < Math.min(most, ATTEMPTS_MOST);
  switch (answer.kind) {
    case 'question':
      return 'ask';
    case 'decline':
      return 'reject';
    case 'reading':
      return 'complete';
    case 'nonsense':
      return tries.length === 1 || (more && !stuck(tries)) ? 'retry' : settle(tries);
    case 'restore':
    case 'operations':
      if (applied?.ok) return applied.applied > 0 ? 'complete' : 'ask';
      return more && !stuck(tries) ? 'retry' : settle(tries);
  }
}
