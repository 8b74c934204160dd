import type { Finding } from '#libs/furniture';
import type { Applied } from '../operations/apply.js';
import type { Answer } from '../port.js';

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

/** The try repeats the one before: the same operations, or the same complaint about others. */
function stuck(now: Tried, before: Tried | undefined): boolean {
  if (before?.answer.kind !== 'operations' || now.answer.kind !== 'operations' || !before.applied || !now.applied)
    return false;
  if (JSON.stringify(before.answer.operations) === JSON.stringify(now.answer.operations)) return true;
  if (before.applied.ok || now.applied.ok) return false;
  return (
    digest(before.applied.findings) === digest(now.applied.findings) && before.applied.unknown === now.applied.unknown
  );
}

/** What to do when no further try is worth it: ask where there is a way out, refuse where a norm stands in the way. */
function settle(applied: Applied | undefined): Next {
  if (!applied || applied.ok) return 'give_up';
  if (applied.alternatives.length > 0 || applied.findings.some(({ fixHint }) => fixHint)) return 'ask';
  return applied.findings.some(({ severity }) => severity === 'error') ? 'reject' : 'give_up';
}

/** The next step after the tries so far, oldest first: pure. A question or a refusal ends the turn. */
export function next(tries: readonly Tried[]): Next {
  const last = tries.at(-1);
  if (!last) return 'retry';
  const { answer, applied } = last;
  const more = tries.length < ATTEMPTS_MOST;
  switch (answer.kind) {
    case 'question':
      return 'ask';
    case 'decline':
      return 'reject';
    case 'reading':
      return 'complete';
    case 'nonsense':
      return more ? 'retry' : 'give_up';
    case 'restore':
    case 'operations':
      if (applied?.ok) return applied.applied > 0 ? 'complete' : 'ask';
      return more && answer.kind === 'operations' && !stuck(last, tries.at(-2)) ? 'retry' : settle(applied);
  }
}
