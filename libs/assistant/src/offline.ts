import { type Finding, given } from '#libs/furniture';
import type { Meaning } from './meaning/meaning.js';
import { meaningOf } from './meaning/read.js';
import { heard, type Read } from './plan/conversation.js';
import { decide, replayed } from './plan/decide.js';
import type { Act } from './plan/decision.js';
import type { Answer, AssistantRequest, Exchange } from './port.js';
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
      return { kind: 'question', reply, ...findingsOf(act) };
  }
}

function findingsOf(act: Act): { findings?: readonly Finding[] } {
  const found = 'findings' in act ? (act.findings ?? []) : [];
  return found.length > 0 ? { findings: found } : {};
}

/** The meaning of each message of a conversation and, last, of the words that follow it. */
export function meaningsOf(words: string, history: readonly Exchange[]): readonly Meaning[] {
  const { talk, meanings } = replayed(history, read);
  return [...meanings, heard(words, talk, read)];
}
