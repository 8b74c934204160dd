import { type Alternative, type Edit, edit, findModule, findNode, type Order } from '#libs/furniture';
import type { Answer, AssistantRequest, Exchange } from '../../port.js';
import { noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { raisedApart, toldOfBatch } from '../edits/batch.js';
import type { Reading } from '../edits/interpretation.js';
import { readEdits } from '../edits/read.js';
import { NAMES } from '../edits/refer.js';
import { fixturesIn } from '../edits/spots.js';
import { beyondIn, beyondReply } from '../lexicon/outside-catalogue.js';
import { hoodReply, missedIn, unmetReply } from '../planning/drafts.js';
import { answerPlan, planAnswer, WAYS_SHOWN } from '../planning/plan.js';
import { planningOf, replanned, startsOver } from '../planning/replan.js';
import { answerQuestion } from '../questions/answer.js';
import { isBareYes, isQuestion } from '../questions/recognise.js';
import { normalise, plain } from '../text/normalise.js';
import { has, is, type Token } from '../text/token.js';
import { chosenWay, distinct, editOfWay, pointed } from './alternatives.js';
import { unsupportedReply } from './declines.js';
import { acceptedOffer, answerFeasible, wantedBy } from './feasible.js';
import { continued, isBareOpposite, turned } from './follow-up.js';
import { answerRestore, asAddition, asksForRestore } from './restore.js';

const UNCLEAR =
  'Не понял, что изменить в кухне. Скажите, например: «сделай мойку шире на 20 см», «убери верхние», «поменяй местами мойку и посудомойку», «низ белый» или «верни как было».';

type Standing = AssistantRequest & { readonly order: Order };

const OVER =
  'Хорошо, начнём заново; собранная кухня пока остаётся. Какой длины стена под кухню, какой формы кухня и какая техника нужна?';

/** The answer while an order stands: a question about it, a way back, a new plan, or edits. */
export function answerStanding(request: Standing, said: readonly Token[]): Answer {
  const { history, order, words } = request;
  const tokens = asAddition(continued(history, said) ?? said, history, order);
  if (startsOver(tokens) && tokens.length <= 8) return { kind: 'question', reply: OVER };
  if (asksForRestore(tokens)) return answerRestore(tokens, history, order);
  const asked = lastAsked(history);
  const offer = asked && acceptedOffer(order, asked, tokens);
  if (offer) return offer;
  const feasible = answerFeasible(order, tokens);
  if (feasible) return feasible;
  if (isQuestion(tokens)) {
    const reply = answerQuestion(tokens, order);
    if (reply) return { kind: 'question', reply };
  }
  const facts = noFacts();
  readFacts(tokens, facts);
  if (facts.unsupported) return { kind: 'question', reply: unsupportedReply(facts.unsupported) };
  const planning = planningOf(history, order, tokens);
  if (planning) return answerPlan(planning.facts, tokens, words, planning.asked);
  if (isBareOpposite(tokens)) return opposite(request);
  return answerEdits(request, asked, tokens, words);
}

/** The words that the assistant answered with a question last, still open. */
const lastAsked = (history: readonly Exchange[]): Token[] | undefined => {
  const last = history.at(-1);
  return last?.status === 'question' ? normalise(last.words) : undefined;
};

/** Edits of the order, or the answer to what was asked of them: which one is meant, what is to make room. */
function answerEdits(
  { order, history }: Standing,
  asked: readonly Token[] | undefined,
  tokens: readonly Token[],
  words: string,
): Answer {
  const pending = asked && pendingOf(order, asked);
  if (pending && (isBareYes(tokens) || chosenWay(tokens) !== undefined))
    return accepted(order, pending, chosenWay(tokens));
  const unclear = asked && readEdits(order, asked);
  const meant = unclear && 'ask' in unclear ? pointed(order, asked, unclear, tokens) : undefined;
  const reading = answered(order, asked, unclear, (pending && toDrop(tokens)) ?? meant ?? tokens);
  const beyond = beyondReply(beyondIn(plain(words)));
  if ('ask' in reading)
    return {
      kind: 'question',
      reply: beyond ? nothingToDo(tokens, beyond) : reading.ask,
      ...(reading.findings && !beyond ? { findings: reading.findings } : {}),
    };
  if (reading.edits.length === 0)
    return { kind: 'question', reply: answerQuestion(tokens, order, true) ?? nothingToDo(tokens, beyond) };
  const both = pending && makesRoom(reading.edits) ? together(order, reading.edits, pending) : undefined;
  const tried = both || !mattersWhere(reading.edits) ? undefined : edit(order, reading.edits);
  const missed = tried?.ok ? missedIn(tried.order, fixturesIn(order, tokens).fixtures) : undefined;
  const plan = both
    ? undefined
    : replanned(history, tokens, () => missed === undefined && (tried ?? edit(order, reading.edits)).ok);
  if (plan && (!tried?.ok || !unmetReply(plan.brief))) return planAnswer(plan);
  const lost = [missed, ...(tried?.ok ? (hoodReply(order, tried.order) ?? []) : [])];
  return {
    kind: 'operations',
    operations: both ?? raisedApart(order, reading.edits),
    reply: [
      ...(both ? [toldOfBatch(order, both), pendingTold(order, asked, pending)] : [reading.told]),
      ...lost,
      beyond,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Edits that may end otherwise than the words wanted: a thing put where the engine finds room, an obstacle in its way. */
const mattersWhere = (edits: readonly Edit[]): boolean =>
  edits.some(({ op }) => op === 'add_fixture' || op === 'set_obstacle');

/** Numbers that answer the question of a place or a size join the words that it was asked of. */
function answered(
  order: Order,
  asked: readonly Token[] | undefined,
  unclear: Reading | undefined,
  tokens: readonly Token[],
): Reading {
  const alone = readEdits(order, tokens);
  const things =
    tokens.length <= 6 && tokens.some((token) => is(token, ...NAMES)) && !has(tokens, 'add', 'remove', 'put', 'make');
  const open =
    asked && unclear && 'ask' in unclear && !unclear.about && (things || tokens.some(({ quantity }) => quantity));
  if (!open || !('edits' in alone) || alone.edits.length > 0) return alone;
  const joined = readEdits(order, [...asked, { text: ',', mark: ',' }, ...tokens]);
  return 'edits' in joined && joined.edits.length > 0 ? joined : alone;
}

function nothingToDo(tokens: readonly Token[], beyond: string): string {
  if (beyond) return `${beyond} Что изменить в самой кухне?`;
  if (tokens.some(({ text }) => text === 'то') && has(tokens, 'no'))
    return 'Что именно не так? Скажите, что изменить: место, ширину, цвет, технику.';
  if (has(tokens, 'keep') || (has(tokens, 'no') && tokens.length <= 5))
    return 'Хорошо, оставляем как есть. Что ещё изменить?';
  if (isBareYes(tokens)) return 'Хорошо. Если захотите что-то изменить в кухне, скажите.';
  return UNCLEAR;
}

/** «нет, наоборот»: the last change, turned round, on the order as it stood before it. */
function opposite({ history, order }: Standing): Answer {
  const open = lastAsked(history);
  const asked = open && pendingOf(order, open);
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
function pendingOf(order: Order, asked: readonly Token[]): Edit[] | undefined {
  const reading = wantedBy(order, asked);
  if ('ask' in reading || reading.edits.length === 0) return undefined;
  return edit(order, reading.edits).ok ? undefined : reading.edits;
}

/** What was asked for first, where it is more than widths and removals. */
function pendingTold(order: Order, asked: readonly Token[] | undefined, pending: readonly Edit[] | undefined): string {
  const wanted =
    asked && pending?.some(({ op }) => op !== 'remove' && op !== 'resize') ? wantedBy(order, asked) : undefined;
  return wanted && 'told' in wanted ? wanted.told : '';
}

/** «ящики», to the question of what to do without. */
const toDrop = (tokens: readonly Token[]): Token[] | undefined =>
  tokens.length <= 3 &&
  tokens.some((token) => is(token, ...NAMES)) &&
  tokens.every((token) => is(token, ...NAMES, 'and', 'yes'))
    ? [{ text: 'убери', lex: 'remove' }, ...tokens]
    : undefined;

const makesRoom = (edits: readonly Edit[]): boolean =>
  edits.length > 0 && edits.every(({ op }) => op === 'remove' || op === 'resize' || op === 'replace');

/**
 * What makes room first, then what was asked for. A thing that is only to be narrower gets as narrow as it has to; where
 * nothing fits, both go as they were said, and the checks say why not.
 */
function together(order: Order, room: readonly Edit[], pending: readonly Edit[]): readonly Edit[] {
  const [only, more] = room;
  const narrower = only?.op === 'resize' && !more ? narrowings(order, only) : [];
  const ways = [room, ...narrower.map((one) => [one])].map((way) => raisedApart(order, [...way, ...pending]));
  return ways.find((way) => edit(order, [...way]).ok) ?? ways[0] ?? [];
}

/** The same unit in the widths below the one that was read of «поуже». */
function narrowings(order: Order, { node, w }: Extract<Edit, { op: 'resize' }>): Edit[] {
  const module = findModule(findNode(order, node)?.node.code ?? '');
  const widths = (module?.widths ?? []).filter((width): width is number => typeof width === 'number' && width < w);
  return widths.toSorted((a, b) => b - a).map((width) => ({ op: 'resize', node, w: width }));
}

/** «да», «второй вариант»: the way out that was chosen, or the first that makes enough room. */
function accepted(order: Order, pending: readonly Edit[], index: number | undefined): Answer {
  const tried = edit(order, pending);
  const ways = tried.ok || 'unknown' in tried ? [] : distinct(tried.alternatives);
  const chosen =
    index === undefined ? ways : ways.slice(0, WAYS_SHOWN).slice(index, index === -1 ? undefined : index + 1);
  for (const way of chosen) {
    const room = roomBy(order, way);
    const batch = room && together(order, room, pending);
    if (batch && edit(order, [...batch]).ok)
      return { kind: 'operations', operations: batch, reply: `Сделано: ${way.text}.` };
    if (batch && index !== undefined) return { kind: 'operations', operations: batch, reply: `Сделано: ${way.text}.` };
  }
  return { kind: 'question', reply: 'Скажите, пожалуйста, словами, что сузить или убрать.' };
}

function roomBy(order: Order, way: Alternative): Edit[] | undefined {
  const direct = editOfWay(way);
  if (direct) return [direct];
  const reading = readEdits(order, normalise(way.text));
  return 'ask' in reading || reading.edits.length === 0 ? undefined : reading.edits;
}
