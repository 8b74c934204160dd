import { given } from '#libs/furniture';
import { type Account, accountOf } from './account/account.js';
import { meaningOf } from './meaning/read.js';
import { heard, type Read } from './plan/conversation.js';
import { decide, replayed } from './plan/decide.js';
import type { Act } from './plan/decision.js';
import type { AccountRequest, Answer, AssistantRequest } from './port.js';
import { whyOf } from './words/findings.js';
import { replyOf } from './words/index.js';

const read: Read = (words, asked) => meaningOf(words, asked ? { asked } : {});

/** Answers one request: the words are read, decided upon and replied to. Another attempt has the same answer. Pure. */
export function answerTo(request: AssistantRequest): Answer {
  const { decision, meaning } = decide(request, read);
  return answerOf(decision.act, replyOf(decision, meaning, request.order));
}

function answerOf(act: Act, reply: string): Answer {
  switch (act.kind) {
    case 'operations':
      return { kind: 'operations', operations: act.operations, reply, ...given({ agreed: act.agreed }) };
    case 'restore':
      return { kind: 'restore', turn: act.turn, reply };
    case 'decline':
      return { kind: 'decline', reply, why: whyOf([act.finding]), findings: [act.finding] };
    default:
      return {
        kind: 'question',
        reply,
        ...('findings' in act && act.findings?.length ? { findings: act.findings } : {}),
      };
  }
}

/** The account of an order, with the words of its conversation read. Pure; for the answers of both assistants. */
export function accountFor({ words, history, ...built }: AccountRequest): Account {
  const { talk, meanings } = replayed(history, read);
  const meaning = heard(words, talk, read);
  // After a picture was read («собирай») the picture says what is to be built, and the words only what differs.
  if (history.at(-1)?.status === 'parsed') return accountOf({ ...built, past: [], meaning, before: undefined });
  const past = meanings.map((own, i) => ({ ...history[i], meaning: own }));
  return accountOf({ ...built, past, meaning });
}
