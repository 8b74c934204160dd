import { type Edit, edit, type Order } from '#libs/furniture';
import type { Answer, AssistantRequest, Exchange } from '../../port.js';
import { type Facts, noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { readEdits } from '../edits/read.js';
import { shapeIn } from '../edits/wishes.js';
import { normalise } from '../text/normalise.js';
import { has, type Token } from '../text/token.js';
import { unsupportedReply } from './declines.js';
import { planOf } from './fresh.js';
import { isBareOpposite, turned } from './opposite.js';
import { answerQuestion, isBareYes, isQuestion } from './questions.js';
import { answerRestore, asksForRestore } from './restore.js';

const UNCLEAR =
  'Не понял, что изменить в кухне. Скажите, например: «сделай мойку шире на 20 см», «убери верхние», «поменяй местами мойку и посудомойку», «низ белый» или «верни как было».';

type Standing = AssistantRequest & { readonly order: Order };

/** The answer while an order stands: a question about it, a way back, a new plan, or edits. */
export function answerStanding(request: Standing, tokens: readonly Token[]): Answer {
  const { history, order } = request;
  if (asksForRestore(tokens)) return answerRestore(tokens, history, order);
  if (isQuestion(tokens)) {
    const reply = answerQuestion(tokens, order);
    if (reply) return { kind: 'question', reply };
  }
  const facts = noFacts();
  readFacts(tokens, facts);
  if (facts.unsupported) return { kind: 'question', reply: unsupportedReply(facts.unsupported) };
  const anew = newPlan(tokens) ?? otherShape(request, facts, tokens);
  if (anew) return anew;
  if (isBareOpposite(tokens)) return opposite(request);
  const pending = pendingOf(history, order);
  if (pending && isBareYes(tokens)) return accepted(order, pending);
  const reading = readEdits(order, tokens);
  if ('ask' in reading) return { kind: 'question', reply: reading.ask };
  if (reading.edits.length === 0)
    return { kind: 'question', reply: refusesAll(tokens) ? 'Хорошо, оставляем как есть. Что ещё изменить?' : UNCLEAR };
  const both = pending ? together(order, reading.edits, pending) : undefined;
  return { kind: 'operations', operations: both ?? reading.edits, reply: reading.told };
}

const refusesAll = (tokens: readonly Token[]): boolean => has(tokens, 'no') && tokens.length <= 5;

/** A whole new brief: a wall with its length and two or more things to stand on it. */
function newPlan(tokens: readonly Token[]): Answer | undefined {
  const facts = noFacts();
  readFacts(tokens, facts);
  const walls = facts.lengths.length + Object.keys(facts.named).length;
  if (walls === 0 || facts.fixtures.length < 2 || has(tokens, 'wider', 'narrower', 'move', 'replace', 'remove', 'add'))
    return undefined;
  return planned(facts);
}

/** «нет, давай угловую 3 на 2»: another shape for what was asked for before. */
function otherShape({ history, order }: Standing, said: Facts, tokens: readonly Token[]): Answer | undefined {
  if (!said.shape || said.shape === shapeIn(order)) return undefined;
  const facts = noFacts();
  const first = history.findIndex((exchange) => exchange.order);
  for (const { words } of history.slice(0, first + 1)) readFacts(normalise(words), facts);
  delete facts.unsupported;
  readFacts(tokens, facts);
  return planned(facts);
}

function planned(facts: Facts): Answer {
  const decided = planOf(facts);
  if ('plan' in decided)
    return {
      kind: 'operations',
      operations: [{ op: 'plan_kitchen', brief: decided.plan.brief }],
      reply: decided.plan.reply,
    };
  return { kind: 'question', reply: decided.question, ...(decided.findings ? { findings: decided.findings } : {}) };
}

/** «нет, наоборот»: the last change, turned round, on the order as it stood before it. */
function opposite({ history, order }: Standing): Answer {
  const asked = pendingOf(history, order);
  const last = asked ? history.length - 1 : history.findLastIndex(({ status }) => status === 'built');
  const before = asked ? order : history[last - 1]?.order;
  const words = history[last]?.words;
  if (!before || words === undefined)
    return { kind: 'operations', operations: [{ op: 'mirror' }], reply: 'Кухня отражена зеркально.' };
  const tokens = normalise(words);
  const same = has(tokens, 'places', 'mirror');
  const reading = readEdits(same ? order : before, same ? tokens : turned(tokens));
  if ('ask' in reading || reading.edits.length === 0)
    return { kind: 'question', reply: 'Что именно сделать наоборот?' };
  return { kind: 'operations', operations: reading.edits, reply: `Сделано наоборот. ${reading.told}` };
}

/** Edits that the customer asked for last and that did not fit: the answer to the question may make room for them. */
function pendingOf(history: readonly Exchange[], order: Order): Edit[] | undefined {
  const last = history.at(-1);
  if (last?.status !== 'question') return undefined;
  const reading = readEdits(order, normalise(last.words));
  if ('ask' in reading || reading.edits.length === 0) return undefined;
  return edit(order, reading.edits).ok ? undefined : reading.edits;
}

/** What makes room first, then what was asked for; nothing where that still does not fit. */
function together(order: Order, room: readonly Edit[], pending: readonly Edit[]): Edit[] | undefined {
  const batch = [...room, ...pending];
  return edit(order, batch).ok ? batch : undefined;
}

/** «да»: the first way out that was offered. */
function accepted(order: Order, pending: readonly Edit[]): Answer {
  const tried = edit(order, pending);
  const ways = tried.ok || 'unknown' in tried ? [] : tried.alternatives;
  for (const { text } of ways) {
    const reading = readEdits(order, normalise(text));
    if ('ask' in reading) continue;
    const batch = together(order, reading.edits, pending);
    if (batch) return { kind: 'operations', operations: batch, reply: `Сделано: ${text}.` };
  }
  return { kind: 'question', reply: 'Скажите, пожалуйста, словами, что сузить или убрать.' };
}
