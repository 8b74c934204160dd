import type { Answer, Assistant, AssistantRequest, Usage } from '../port.js';
import { errorsOf, explain, whyOf } from '../words/explain.js';
import { declineOf, smallTalk } from './talk/declines.js';
import { answerFresh } from './talk/fresh.js';
import { answerHood, answerUnderHob } from './talk/hood.js';
import { answerQuestion, isQuestion } from './talk/questions.js';
import { answerStanding } from './talk/standing.js';
import { normalise } from './text/normalise.js';

const USAGE: Usage = { model: 'offline', promptTokens: 0, completionTokens: 0, costUsd: 0 };

const PICTURE =
  'Рисунок я прочитать не могу: сейчас понимаю только слова. Опишите, пожалуйста, что на нём: длина стены, какие шкафы и техника стоят слева направо и какой они ширины.';
const EMPTY =
  'Я собираю кухонные гарнитуры. Какой длины стена под кухню и какой формы она будет: прямая, угловая или П-образная?';

/** The embedded assistant: Russian rules, no network, no model, the same answer to the same words. */
export class OfflineAssistant implements Assistant {
  readonly model = 'offline';

  async answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }> {
    signal.throwIfAborted();
    return { answer: answerTo(request), usage: USAGE };
  }
}

/** The answer to one request: pure. */
export function answerTo(request: AssistantRequest): Answer {
  if (request.attempt > 1) return afterRefusal(request);
  if (request.pictures.some(({ from }) => from === 'this_turn')) return { kind: 'question', reply: PICTURE };
  const tokens = normalise(request.words);
  const declined = declineOf(request.words, tokens);
  if (declined) return { kind: 'question', reply: declined };
  if (tokens.length === 0) return { kind: 'question', reply: EMPTY };
  const polite = smallTalk(tokens, request.order !== undefined);
  if (polite) return { kind: 'question', reply: polite };
  const hood = answerHood(tokens, request.order) ?? answerUnderHob(tokens);
  if (hood) return hood;
  if (!request.order && isQuestion(tokens)) {
    const reply = answerQuestion(tokens, undefined);
    const fresh = answerFresh(request.history, tokens, request.words);
    if (reply && fresh.kind === 'question') return { ...fresh, reply: `${reply} ${fresh.reply}` };
  }
  return request.order
    ? answerStanding({ ...request, order: request.order }, tokens)
    : answerFresh(request.history, tokens, request.words);
}

/** The rules know one answer to one request: a try that was refused becomes a question, or a refusal with its reason. */
function afterRefusal({ findings, alternatives = [], unknown }: AssistantRequest): Answer {
  const errors = errorsOf(findings);
  if (alternatives.length > 0 || errors.some(({ fixHint }) => fixHint)) {
    return { kind: 'question', reply: explain(findings, alternatives), findings };
  }
  if (errors.length > 0) return { kind: 'decline', reply: explain(findings, []), why: whyOf(findings), findings };
  return { kind: 'question', reply: `${unknown ?? 'Так собрать не получилось.'} Что изменить в кухне?` };
}
