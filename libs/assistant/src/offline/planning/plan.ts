import { type Brief, CONSTANTS, type Edit, type Finding, given } from '#libs/furniture';
import type { Answer, Exchange } from '../../port.js';
import { explain, MAX_ALTERNATIVES } from '../../words/findings.js';
import { type Facts, noFacts } from '../brief/facts.js';
import { missingOf, type Question, wallQuestion } from '../brief/missing.js';
import { readFacts } from '../brief/read.js';
import { briefOf, withImplied } from '../brief/resolve.js';
import { wallsOf } from '../brief/walls.js';
import { chosenAlternative, distinct } from '../dialogue/alternatives.js';
import { declineOf, unsupportedReply } from '../dialogue/declines.js';
import { keepOnlyOver, keepOnlySide, replaceWallUnits, replaceWithDrawers, wallUnitsIn } from '../edits/wall-units.js';
import { outsideCatalogue, outsideCatalogueReply } from '../lexicon/outside-catalogue.js';
import { isBareYes } from '../questions/recognise.js';
import { normalise, plain } from '../text/normalise.js';
import type { Token } from '../text/token.js';
import { isUnsure, readAnswer, readBeside } from './answers.js';
import { draftOf, unmetPlacements } from './drafts.js';
import { planReply } from './replies.js';

/** Questions per turn (spec.md: one or two). */
const MAX_QUESTIONS = 2;

/** Reads earlier messages into `facts` (mutated), later words winning; declined messages are skipped. */
export function readHistory(history: readonly Exchange[], facts: Facts): void {
  for (const { words } of history) {
    const message = normalise(words);
    if (declineOf(words, message)) continue;
    readMessage(message, facts);
    delete facts.unsupported;
  }
}

/** Reads one message, as the answer to the preceding question where it is one. */
function readMessage(message: readonly Token[], facts: Facts): void {
  const asked = planOf(facts, false);
  const topics = 'plan' in asked ? [] : asked.topics;
  const tokens = readBeside(topics, message, facts);
  if (tokens.length === 0) return;
  const chosen = 'plan' in asked ? chosenAlternative(tokens) : undefined;
  if ('plan' in asked && (isBareYes(tokens) || chosen !== undefined)) accept(facts, asked.plan.brief, chosen);
  const { done, about } = readAnswer(topics, tokens, facts);
  if (!done) readFacts(tokens, facts, about);
}

export interface Plan {
  readonly brief: Brief;
  /** What a brief cannot express, as edits of the resulting order. */
  readonly edits: readonly Edit[];
  readonly reply: string;
}

type Decision =
  | { readonly plan: Plan }
  | { readonly question: string; readonly topics: readonly string[]; readonly findings?: readonly Finding[] };

/** Turns facts into a plan or a question for what is missing; without `probe` no trial layouts are made. */
export function planOf(stated: Facts, probe = true): Decision {
  if (stated.unsupported) return { question: unsupportedReply(stated.unsupported), topics: [] };
  const facts = withImplied(stated);
  const resolved = wallsOf(facts);
  if (!resolved.ok) {
    const missing = missingOf(facts, []).filter(
      ({ topic }) => !topic.startsWith('appliances') || resolved.ask === 'length',
    );
    return questionsOf([wallQuestion(resolved.ask, facts), ...missing]);
  }
  const brief = briefOf(facts, resolved.shape, resolved.walls);
  const missing = missingOf(facts, resolved.walls);
  if (missing.length === 0)
    return {
      plan: { brief, edits: probe ? editsAfterPlan(facts, brief) : [], reply: planReply(facts, resolved.shape, brief) },
    };
  const known = probe ? impossible(brief) : undefined;
  if (!known) return questionsOf(missing);
  return {
    question: `${known.text} ${missing[0]?.text ?? ''}`.trim(),
    topics: missing.slice(0, 1).map(({ topic }) => topic),
    findings: known.findings,
  };
}

const questionsOf = (
  asks: readonly Question[],
): { question: string; topics: string[]; findings?: readonly Finding[] } => {
  const put = asks.slice(0, MAX_QUESTIONS);
  const findings = put.flatMap((ask) => ask.findings ?? []);
  const question = { question: put.map(({ text }) => text).join(' '), topics: put.map(({ topic }) => topic) };
  return findings.length > 0 ? { ...question, findings } : question;
};

/** Edits of the finished row: wall units over some fixtures only, open shelves, drawers. */
function editsAfterPlan({ wallTier: { over, code, hand, dryer }, allDrawers }: Facts, brief: Brief): Edit[] {
  const half = hand && brief.walls.length === 1 ? hand : undefined;
  const made = over || code || half || allDrawers ? draftOf(brief) : undefined;
  if (!made?.ok) return [];
  const removed = [...(over ? keepOnlyOver(made.order, over) : []), ...(half ? keepOnlySide(made.order, half) : [])];
  const gone = new Set(removed.map((edit) => ('node' in edit ? edit.node : '')));
  const changed = [
    ...(code ? replaceWallUnits(made.order, code, wallUnitsIn(made.order, dryer === true)) : []),
    ...(allDrawers ? replaceWithDrawers(made.order) : []),
  ];
  return [...removed, ...changed.filter((edit) => !('node' in edit && gone.has(edit.node)))];
}

/** Middle wall of a U shape under which rows may be too close, mm; the engine decides. */
const NARROW_U_MM = 2600;

/** Trial layouts take time, so before all answers are in only doubtful walls or windows get one. */
const isDoubtful = ({ walls, obstacles = [] }: Brief): boolean =>
  (walls.length === 3 && (walls[1]?.length ?? 0) < NARROW_U_MM) ||
  obstacles.some(({ kind, bottom = CONSTANTS.worktopTop }) => kind === 'window' && bottom < CONSTANTS.worktopTop);

/** What cannot be built whatever the answers; said along with the question. Too little space is not included. */
function impossible(brief: Brief): { text: string; findings: readonly Finding[] } | undefined {
  if (!isDoubtful(brief)) return undefined;
  const trial = draftOf(brief);
  if (trial.ok || trial.findings.every(({ code }) => code === 'GEO-SUM')) return undefined;
  return { text: explain(trial.findings, trial.alternatives), findings: trial.findings };
}

/** «да», «второй вариант»: applies the chosen alternative, or the first that makes the row fit. */
function accept(facts: Facts, brief: Brief, index: number | undefined): void {
  const trial = draftOf(brief);
  if (trial.ok) return;
  const alternatives = distinct(trial.alternatives).slice(0, MAX_ALTERNATIVES);
  const chosen =
    index === undefined
      ? trial.alternatives.find(({ kind, frees = 0 }) => kind !== 'lengthen' && frees >= (trial.missing ?? 0))
      : alternatives.at(index);
  if (chosen) readFacts(normalise(chosen.text), facts);
}

export const planAnswer = ({ brief, edits, reply }: Plan): Answer => ({
  kind: 'operations',
  operations: [{ op: 'plan_kitchen', brief }, ...edits],
  reply,
});

/** Answers while there is no order yet, from all messages so far. */
export function answerFirstPlan(history: readonly Exchange[], tokens: readonly Token[], words = ''): Answer {
  const facts = noFacts();
  readHistory(history.slice(history.findLastIndex(({ order }) => order) + 1), facts);
  return answerPlan(facts, tokens, words, history.length > 0);
}

/** Adds one message to the facts and returns a plan or the next question. `asked`: a question was asked before. */
export function answerPlan(facts: Facts, tokens: readonly Token[], words: string, asked: boolean): Answer {
  const before = JSON.stringify(facts);
  readMessage(tokens, facts);
  const decided = planOf(facts);
  const beyond = outsideCatalogueReply(outsideCatalogue(plain(words)));
  if ('plan' in decided) {
    const reply = [decided.plan.reply, unmetPlacements(decided.plan.brief), beyond].filter(Boolean).join(' ');
    return planAnswer({ ...decided.plan, reply });
  }
  const lead = isUnsure(tokens)
    ? 'Можно назвать примерно, потом поправим.'
    : asked && before === JSON.stringify(facts) && beyond === ''
      ? 'Этого я не понял.'
      : asked || beyond || tokens.some((token) => token.lex || token.quantity)
        ? ''
        : 'Я собираю кухонные гарнитуры по описанию.';
  return {
    kind: 'question',
    reply: [beyond, lead, decided.question].filter(Boolean).join(' '),
    ...given({ findings: decided.findings }),
  };
}
