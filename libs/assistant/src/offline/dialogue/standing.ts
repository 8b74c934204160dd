import { type Alternative, type Edit, edit, findNode, madeWidths, type Order } from '#libs/furniture';
import type { Answer, AssistantRequest, Exchange } from '../../port.js';
import { MAX_ALTERNATIVES } from '../../words/findings.js';
import { noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { batchSummary, withRaisedOven } from '../edits/batch.js';
import type { EditInterpretation } from '../edits/interpretation.js';
import { readEdits } from '../edits/read.js';
import { NAMES } from '../edits/refer.js';
import { fixturesIn } from '../edits/spots.js';
import { outsideCatalogue, outsideCatalogueReply } from '../lexicon/outside-catalogue.js';
import { hoodReply, missedPlacements, unmetPlacements } from '../planning/drafts.js';
import { answerPlan, planAnswer } from '../planning/plan.js';
import { planningOf, replanFor, startsOver } from '../planning/replan.js';
import { answerQuestion } from '../questions/answer.js';
import { isBareYes, isQuestion } from '../questions/recognise.js';
import { normalise, plain } from '../text/normalise.js';
import { has, is, type Token } from '../text/token.js';
import { chosenAlternative, distinct, editOf, withChosenCandidate } from './alternatives.js';
import { unsupportedReply } from './declines.js';
import { acceptedOffer, answerFeasible, requestedBy } from './feasible.js';
import { asFollowUp, isBareOpposite, turned } from './follow-up.js';
import { answerRestore, asksForRestore, restoreAsAddition } from './restore.js';

const UNCLEAR =
  'Не понял, что изменить в кухне. Скажите, например: «сделай мойку шире на 20 см», «убери верхние», «поменяй местами мойку и посудомойку», «низ белый» или «верни как было».';

type StandingRequest = AssistantRequest & { readonly order: Order };

const STARTING_OVER =
  'Хорошо, начнём заново; собранная кухня пока остаётся. Какой длины стена под кухню, какой формы кухня и какая техника нужна?';

/** Answers while an order exists: a question about it, a restore, a new plan, or edits. */
export function answerStanding(request: StandingRequest, message: readonly Token[]): Answer {
  const { history, order, words } = request;
  const tokens = restoreAsAddition(asFollowUp(history, message) ?? message, history, order);
  if (startsOver(tokens) && tokens.length <= 8) return { kind: 'question', reply: STARTING_OVER };
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

/** Tokens of the previous message if it was answered with a question. */
const lastAsked = (history: readonly Exchange[]): Token[] | undefined => {
  const last = history.at(-1);
  return last?.status === 'question' ? normalise(last.words) : undefined;
};

/** Edits, or the answer to a pending question: which candidate, or what to make room with. */
function answerEdits(
  { order, history }: StandingRequest,
  asked: readonly Token[] | undefined,
  tokens: readonly Token[],
  words: string,
): Answer {
  const pending = asked && pendingOf(order, asked);
  if (pending && (isBareYes(tokens) || chosenAlternative(tokens) !== undefined))
    return accepted(order, pending, chosenAlternative(tokens));
  const unclear = asked && readEdits(order, asked);
  const meant = unclear && 'question' in unclear ? withChosenCandidate(order, asked, unclear, tokens) : undefined;
  const interpretation = answered(order, asked, unclear, (pending && toDrop(tokens)) ?? meant ?? tokens);
  const beyond = outsideCatalogueReply(outsideCatalogue(plain(words)));
  if ('question' in interpretation)
    return {
      kind: 'question',
      reply: beyond ? nothingToDo(tokens, beyond) : interpretation.question,
      ...(interpretation.findings && !beyond ? { findings: interpretation.findings } : {}),
    };
  if (interpretation.edits.length === 0)
    return { kind: 'question', reply: answerQuestion(tokens, order, true) ?? nothingToDo(tokens, beyond) };
  const both =
    pending && makesRoom(interpretation.edits) ? makeRoomThenApply(order, interpretation.edits, pending) : undefined;
  const trial = both || !mattersWhere(interpretation.edits) ? undefined : edit(order, interpretation.edits);
  const missed = trial?.ok ? missedPlacements(trial.order, fixturesIn(order, tokens).fixtures) : undefined;
  const plan = both
    ? undefined
    : replanFor(history, tokens, () => missed === undefined && (trial ?? edit(order, interpretation.edits)).ok);
  if (plan && (!trial?.ok || !unmetPlacements(plan.brief))) return planAnswer(plan);
  const lost = [missed, ...(trial?.ok ? (hoodReply(order, trial.order) ?? []) : [])];
  return {
    kind: 'operations',
    operations: both ?? withRaisedOven(order, interpretation.edits),
    reply: [
      ...(both ? [batchSummary(order, both), pendingSummary(order, asked, pending)] : [interpretation.summary]),
      ...lost,
      beyond,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Edits whose result may differ from the request: the engine chooses the place, or an obstacle interferes. */
const mattersWhere = (edits: readonly Edit[]): boolean =>
  edits.some(({ op }) => op === 'add_fixture' || op === 'set_obstacle');

/** Numbers that answer a question about place or size complete the message that it was asked about. */
function answered(
  order: Order,
  asked: readonly Token[] | undefined,
  unclear: EditInterpretation | undefined,
  tokens: readonly Token[],
): EditInterpretation {
  const alone = readEdits(order, tokens);
  const things =
    tokens.length <= 6 && tokens.some((token) => is(token, ...NAMES)) && !has(tokens, 'add', 'remove', 'put', 'make');
  const open =
    asked && unclear && 'question' in unclear && !unclear.about && (things || tokens.some(({ quantity }) => quantity));
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

/** «нет, наоборот»: the last change in reverse, applied to the order before it. */
function opposite({ history, order }: StandingRequest): Answer {
  const open = lastAsked(history);
  const asked = open && pendingOf(order, open);
  const last = asked ? history.length - 1 : history.findLastIndex(({ status }) => status === 'built');
  const before = asked ? order : history[last - 1]?.order;
  const words = history[last]?.words;
  if (!before || words === undefined)
    return { kind: 'operations', operations: [{ op: 'mirror' }], reply: 'Кухня отражена зеркально.' };
  const tokens = normalise(words);
  const same = has(tokens, 'places', 'mirror');
  const interpretation = readEdits(same ? order : before, same ? tokens : turned(tokens));
  if ('question' in interpretation || interpretation.edits.length === 0)
    return { kind: 'question', reply: 'Что именно сделать наоборот?' };
  return { kind: 'operations', operations: interpretation.edits, reply: `Сделано наоборот. ${interpretation.summary}` };
}

/** Requested edits that did not fit; the answer may make room for them. */
function pendingOf(order: Order, asked: readonly Token[]): Edit[] | undefined {
  const interpretation = requestedBy(order, asked);
  if ('question' in interpretation || interpretation.edits.length === 0) return undefined;
  return edit(order, interpretation.edits).ok ? undefined : interpretation.edits;
}

/** Summary of the pending request, where it is more than widths and removals. */
function pendingSummary(
  order: Order,
  asked: readonly Token[] | undefined,
  pending: readonly Edit[] | undefined,
): string {
  const wanted =
    asked && pending?.some(({ op }) => op !== 'remove' && op !== 'resize') ? requestedBy(order, asked) : undefined;
  return wanted && 'summary' in wanted ? wanted.summary : '';
}

/** «ящики» in answer to what to leave out. */
const toDrop = (tokens: readonly Token[]): Token[] | undefined =>
  tokens.length <= 3 &&
  tokens.some((token) => is(token, ...NAMES)) &&
  tokens.every((token) => is(token, ...NAMES, 'and', 'yes'))
    ? [{ text: 'убери', lex: 'remove' }, ...tokens]
    : undefined;

const makesRoom = (edits: readonly Edit[]): boolean =>
  edits.length > 0 && edits.every(({ op }) => op === 'remove' || op === 'resize' || op === 'replace');

/**
 * Makes room, then applies the pending edits. A narrowed unit is narrowed as far as needed; if nothing fits, the
 * request goes out unchanged and the checks explain why.
 */
function makeRoomThenApply(order: Order, room: readonly Edit[], pending: readonly Edit[]): readonly Edit[] {
  const [only, more] = room;
  const narrower = only?.op === 'resize' && !more ? narrowings(order, only) : [];
  const ways = [room, ...narrower.map((one) => [one])].map((way) => withRaisedOven(order, [...way, ...pending]));
  return ways.find((way) => edit(order, [...way]).ok) ?? ways[0] ?? [];
}

/** The unit in each made width below the requested one. */
function narrowings(order: Order, { node, w }: Extract<Edit, { op: 'resize' }>): Edit[] {
  return madeWidths(findNode(order, node)?.node.code ?? '')
    .filter((width) => width < w)
    .toReversed()
    .map((width) => ({ op: 'resize', node, w: width }));
}

/** «да», «второй вариант»: the chosen alternative, or the first that makes enough room. */
function accepted(order: Order, pending: readonly Edit[], index: number | undefined): Answer {
  const trial = edit(order, pending);
  const alternatives = trial.ok || 'unknown' in trial ? [] : distinct(trial.alternatives);
  const chosen =
    index === undefined
      ? alternatives
      : alternatives.slice(0, MAX_ALTERNATIVES).slice(index, index === -1 ? undefined : index + 1);
  for (const alternative of chosen) {
    const room = editsOfAlternative(order, alternative);
    const batch = room && makeRoomThenApply(order, room, pending);
    if (batch && edit(order, [...batch]).ok)
      return { kind: 'operations', operations: batch, reply: `Сделано: ${alternative.text}.` };
    if (batch && index !== undefined)
      return { kind: 'operations', operations: batch, reply: `Сделано: ${alternative.text}.` };
  }
  return { kind: 'question', reply: 'Скажите, пожалуйста, словами, что сузить или убрать.' };
}

function editsOfAlternative(order: Order, alternative: Alternative): Edit[] | undefined {
  const direct = editOf(alternative);
  if (direct) return [direct];
  const interpretation = readEdits(order, normalise(alternative.text));
  return 'question' in interpretation || interpretation.edits.length === 0 ? undefined : interpretation.edits;
}
