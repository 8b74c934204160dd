import type { Answer, Assistant, AssistantRequest, Usage } from '../port.js';
import { errorsOf, explain, whyOf } from '../reply/explain.js';
import { fuelOf } from './brief/fixtures.js';
import { distinct } from './dialogue/alternatives.js';
import { declineOf, smallTalk } from './dialogue/declines.js';
import { answerStanding } from './dialogue/standing.js';
import { answerHood, answerHungHeight } from './norms/heights.js';
import { answerClose, answerMisplaced, answerUnderHob } from './norms/places.js';
import { withHobElsewhere } from './planning/drafts.js';
import { answerFresh } from './planning/plan.js';
import { answerQuestion } from './questions/answer.js';
import { isQuestion } from './questions/recognise.js';
import { normalise } from './text/normalise.js';
import { has, type Token } from './text/token.js';

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
  const norm = answerNorm(request, tokens);
  if (norm) return norm;
  if (!request.order && isQuestion(tokens)) {
    const reply = answerQuestion(tokens, undefined);
    const fresh = answerFresh(request.history, tokens, request.words);
    if (reply && fresh.kind === 'question') return { ...fresh, reply: `${reply} ${fresh.reply}` };
  }
  return request.order
    ? answerStanding({ ...request, order: request.order }, tokens)
    : answerFresh(request.history, tokens, request.words);
}

/** A wish that a norm forbids, whatever else is said: answered with the norm. */
function answerNorm({ order, history }: AssistantRequest, tokens: readonly Token[]): Answer | undefined {
  const fuel =
    fuelOf(tokens) ??
    order?.items.find((item) => item.fuel)?.fuel ??
    fuelOf(history.flatMap(({ words }) => normalise(words)));
  const corner = order
    ? order.room.walls.length > 1
    : has(tokens, 'cornerShape', 'uShape') ||
      history.some(({ words }) => has(normalise(words), 'cornerShape', 'uShape'));
  return (
    answerHood(tokens, order) ??
    answerUnderHob(tokens) ??
    answerClose(tokens, fuel, order) ??
    answerMisplaced(tokens, corner) ??
    answerHungHeight(tokens, order !== undefined)
  );
}

/** Errors that narrower units do not mend: what the check itself proposes is told instead. */
const NOT_OF_ROOM = /^(GAS-ROOM|HGT-|OBS-SILL|HOB-(HOOD|OVER|DW|TOP)|PRD-|GEO-WIDTH)/;

/** The rules know one answer to one request: a try that was refused becomes a question, or a refusal with its reason. */
function afterRefusal(request: AssistantRequest): Answer {
  const { findings, alternatives = [], operations = [] } = request;
  const errors = errorsOf(findings);
  const elsewhere = request.attempt === 2 ? withHobElsewhere(operations, findings) : undefined;
  const first = elsewhere && answerTo({ ...request, attempt: 1 });
  if (elsewhere && first?.kind === 'operations') return { ...first, operations: elsewhere };
  if (alternatives.length > 0 || errors.some(({ fixHint }) => fixHint)) {
    const ways = NOT_OF_ROOM.test(errors[0]?.code ?? '') && errors[0]?.fixHint ? [] : alternatives;
    return { kind: 'question', reply: explain(findings, distinct(ways)), findings };
  }
  if (errors.length > 0) return { kind: 'decline', reply: explain(findings, []), why: whyOf(findings), findings };
  return { kind: 'question', reply: 'Так собрать не получилось. Скажите другими словами, что изменить в кухне.' };
}
