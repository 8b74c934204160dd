import { type Brief, CONSTANTS, type Edit, type Finding } from '#libs/furniture';
import type { Answer, Exchange } from '../../port.js';
import { explain } from '../../reply/explain.js';
import { type Facts, noFacts } from '../brief/facts.js';
import { type Ask, askWalls, missingOf } from '../brief/missing.js';
import { readFacts } from '../brief/read.js';
import { briefOf, withImplied } from '../brief/resolve.js';
import { wallsOf } from '../brief/walls.js';
import { chosenWay, distinct } from '../dialogue/alternatives.js';
import { declineOf, unsupportedReply } from '../dialogue/declines.js';
import { hangingIn, hungAs, onlyHand, onlyOver, withDrawers } from '../edits/wall-units.js';
import { beyondIn, beyondReply } from '../lexicon/outside-catalogue.js';
import { isBareYes } from '../questions/recognise.js';
import { normalise, plain } from '../text/normalise.js';
import type { Token } from '../text/token.js';
import { readAnswer, readBeside, unsure } from './answers.js';
import { draftOf, unmetReply } from './drafts.js';
import { planReply } from './replies.js';

/** Questions that one turn may carry (spec.md: one or two). */
const QUESTIONS_MOST = 2;
/** Ways out that a question names, as `explain` does. */
export const WAYS_SHOWN = 4;

/** What the customer said in these messages, later words winning; refused words count for nothing. Changes `facts`. */
export function learn(history: readonly Exchange[], facts: Facts): void {
  for (const { words } of history) {
    const said = normalise(words);
    if (declineOf(words, said)) continue;
    hear(said, facts);
    delete facts.unsupported;
  }
}

/** One message, read as the answer to what was asked before it where it is one. */
function hear(said: readonly Token[], facts: Facts): void {
  const asked = planOf(facts, false);
  const topics = 'plan' in asked ? [] : asked.topics;
  const tokens = readBeside(topics, said, facts);
  if (tokens.length === 0) return;
  const way = 'plan' in asked ? chosenWay(tokens) : undefined;
  if ('plan' in asked && (isBareYes(tokens) || way !== undefined)) accept(facts, asked.plan.brief, way);
  const { done, about } = readAnswer(topics, tokens, facts);
  if (!done) readFacts(tokens, facts, about);
}

export interface Plan {
  readonly brief: Brief;
  /** What a brief cannot say, as edits of the order that it makes. */
  readonly edits: readonly Edit[];
  readonly reply: string;
}

type Decided =
  | { readonly plan: Plan }
  | { readonly question: string; readonly topics: readonly string[]; readonly findings?: readonly Finding[] };

/** Facts as a plan to lay out, or as a question for what is missing; without `probe` nothing is laid out on trial. */
export function planOf(said: Facts, probe = true): Decided {
  if (said.unsupported) return { question: unsupportedReply(said.unsupported), topics: [] };
  const facts = withImplied(said);
  const resolved = wallsOf(facts);
  if (!resolved.ok) {
    const missing = missingOf(facts, []).filter(
      ({ topic }) => !topic.startsWith('appliances') || resolved.ask === 'length',
    );
    return asking([askWalls(resolved.ask, facts), ...missing]);
  }
  const brief = briefOf(facts, resolved.shape, resolved.walls);
  const missing = missingOf(facts, resolved.walls);
  if (missing.length === 0)
    return {
      plan: { brief, edits: probe ? finishing(facts, brief) : [], reply: planReply(facts, resolved.shape, brief) },
    };
  const known = probe ? impossible(brief) : undefined;
  if (!known) return asking(missing);
  return {
    question: `${known.text} ${missing[0]?.text ?? ''}`.trim(),
    topics: missing.slice(0, 1).map(({ topic }) => topic),
    findings: known.findings,
  };
}

const asking = (asks: readonly Ask[]): { question: string; topics: string[]; findings?: readonly Finding[] } => {
  const put = asks.slice(0, QUESTIONS_MOST);
  const findings = put.flatMap((ask) => ask.findings ?? []);
  const question = { question: put.map(({ text }) => text).join(' '), topics: put.map(({ topic }) => topic) };
  return findings.length > 0 ? { ...question, findings } : question;
};

/** Wall units over some things only, open shelves: made of the finished row. */
function finishing({ wallTier: { over, code, hand, dryer }, allDrawers }: Facts, brief: Brief): Edit[] {
  const half = hand && brief.walls.length === 1 ? hand : undefined;
  const made = over || code || half || allDrawers ? draftOf(brief) : undefined;
  if (!made?.ok) return [];
  const removed = [...(over ? onlyOver(made.order, over) : []), ...(half ? onlyHand(made.order, half) : [])];
  const gone = new Set(removed.map((edit) => ('node' in edit ? edit.node : '')));
  const changed = [
    ...(code ? hungAs(made.order, code, hangingIn(made.order, dryer === true)) : []),
    ...(allDrawers ? withDrawers(made.order) : []),
  ];
  return [...removed, ...changed.filter((edit) => !('node' in edit && gone.has(edit.node)))];
}

/** Rows that may face each other too closely, mm of the wall between them; the engine has the last word. */
const NARROW_U = 2600;

/** Laying out takes time: it is tried before the answers are in only where walls or windows make it doubtful. */
const suspicious = ({ walls, obstacles = [] }: Brief): boolean =>
  (walls.length === 3 && (walls[1]?.length ?? 0) < NARROW_U) ||
  obstacles.some(({ kind, bottom = CONSTANTS.worktopTop }) => kind === 'window' && bottom < CONSTANTS.worktopTop);

/** What already cannot be built, whatever the answers: told along with the question. A full wall is not among it. */
function impossible(brief: Brief): { text: string; findings: readonly Finding[] } | undefined {
  if (!suspicious(brief)) return undefined;
  const tried = draftOf(brief);
  if (tried.ok || tried.findings.every(({ code }) => code === 'GEO-SUM')) return undefined;
  return { text: explain(tried.findings, tried.alternatives), findings: tried.findings };
}

/** «да», «второй вариант» to a question that offered ways out: the one chosen, or the first that makes it fit. */
function accept(facts: Facts, brief: Brief, index: number | undefined): void {
  const tried = draftOf(brief);
  if (tried.ok) return;
  const ways = distinct(tried.alternatives).slice(0, WAYS_SHOWN);
  const way =
    index === undefined
      ? tried.alternatives.find(({ kind, frees = 0 }) => kind !== 'lengthen' && frees >= (tried.missing ?? 0))
      : ways.at(index);
  if (way) readFacts(normalise(way.text), facts);
}

export const planAnswer = ({ brief, edits, reply }: Plan): Answer => ({
  kind: 'operations',
  operations: [{ op: 'plan_kitchen', brief }, ...edits],
  reply,
});

/** The answer while nothing is assembled yet: what was said so far, and this message. */
export function answerFresh(history: readonly Exchange[], tokens: readonly Token[], words = ''): Answer {
  const facts = noFacts();
  learn(history.slice(history.findLastIndex(({ order }) => order) + 1), facts);
  return answerPlan(facts, tokens, words, history.length > 0);
}

/** Facts so far and one more message, as a plan or the next question. `asked`: something was asked before. */
export function answerPlan(facts: Facts, tokens: readonly Token[], words: string, asked: boolean): Answer {
  const before = JSON.stringify(facts);
  hear(tokens, facts);
  const decided = planOf(facts);
  const beyond = beyondReply(beyondIn(plain(words)));
  if ('plan' in decided) {
    const reply = [decided.plan.reply, unmetReply(decided.plan.brief), beyond].filter(Boolean).join(' ');
    return planAnswer({ ...decided.plan, reply });
  }
  const lead = unsure(tokens)
    ? 'Можно назвать примерно, потом поправим.'
    : asked && before === JSON.stringify(facts) && beyond === ''
      ? 'Этого я не понял.'
      : asked || beyond || tokens.some((token) => token.lex || token.quantity)
        ? ''
        : 'Я собираю кухонные гарнитуры по описанию.';
  return {
    kind: 'question',
    reply: [beyond, lead, decided.question].filter(Boolean).join(' '),
    ...(decided.findings ? { findings: decided.findings } : {}),
  };
}
