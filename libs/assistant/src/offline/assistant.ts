import type { Answer, Assistant, AssistantRequest, TurnComputing, Usage } from '../port.js';
import { errorsOf, explain, whyOf } from '../words/findings.js';
import { fuelOf } from './brief/fixtures.js';
import { distinct } from './dialogue/alternatives.js';
import { declineOf, smallTalk } from './dialogue/declines.js';
import { answerStanding } from './dialogue/standing.js';
import { answerHood, answerWallUnitHeight } from './norms/heights.js';
import { answerMisplaced, answerTooClose, answerUnderHob } from './norms/places.js';
import { withHobElsewhere } from './planning/drafts.js';
import { answerFirstPlan } from './planning/plan.js';
import { answerQuestion } from './questions/answer.js';
import { isQuestion } from './questions/recognise.js';
import { normalise } from './text/normalise.js';
import { has, type Token } from './text/token.js';

const USAGE: Usage = { model: 'offline', promptTokens: 0, completionTokens: 0, costUsd: 0 };

const PICTURE =
  'Рисунок я прочитать не могу: сейчас понимаю только слова. Опишите, пожалуйста, что на нём: длина стены, какие шкафы и техника стоят слева направо и какой они ширины.';
const EMPTY =
  'Я собираю кухонные гарнитуры. Какой длины стена под кухню и какой формы она будет: прямая, угловая или П-образная?';

/** The embedded assistant: rules for Russian, no network and no model; deterministic. */
export class OfflineAssistant implements Assistant {
  readonly model = 'offline';

  async answer(
    request: AssistantRequest,
    signal: AbortSignal,
    computing: TurnComputing,
  ): Promise<{ answer: Answer; usage: Usage }> {
    signal.throwIfAborted();
    // The rules look at what pictures there are, and not into them: megabytes that need not be copied.
    const pictures = request.pictures.map((picture) => ({ ...picture, bytes: new Uint8Array() }));
    return { answer: await computing.understand({ ...request, pictures }, signal), usage: USAGE };
  }
}

/** Answers one request. Pure. */
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
    const fresh = answerFirstPlan(request.history, tokens, request.words);
    if (reply && fresh.kind === 'question') return { ...fresh, reply: `${reply} ${fresh.reply}` };
  }
  return request.order
    ? answerStanding({ ...request, order: request.order }, tokens)
    : answerFirstPlan(request.history, tokens, request.words);
}

/** A request that a production norm forbids is answered with the norm, whatever else the message says. */
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
    answerTooClose(tokens, fuel, order) ??
    answerMisplaced(tokens, corner) ??
    answerWallUnitHeight(tokens, order !== undefined)
  );
}

/** Errors that a narrower unit cannot fix: the finding's own hint is offered instead of the engine's alternatives. */
const NOT_OF_ROOM = /^(GAS-ROOM|HGT-|OBS-SILL|HOB-(HOOD|OVER|DW|TOP)|PRD-|GEO-WIDTH)/;

/** The rules give one answer per request, so a refused attempt becomes a question, or a decline with its reason. */
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
