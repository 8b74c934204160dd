import { type Brief, CONSTANTS, compose, type Finding } from '#libs/furniture';
import type { Answer, Exchange } from '../../port.js';
import { explain } from '../../words/explain.js';
import { type Facts, noFacts } from '../brief/facts.js';
import { askWalls, missingOf } from '../brief/missing.js';
import { readFacts } from '../brief/read.js';
import { briefOf } from '../brief/resolve.js';
import { wallsOf } from '../brief/walls-resolved.js';
import { normalise } from '../text/normalise.js';
import type { Token } from '../text/token.js';
import { declineOf, unsupportedReply } from './declines.js';
import { isBareYes } from './questions.js';
import { planReply } from './replies.js';

/** Questions that one turn may carry (spec.md: one or two). */
const QUESTIONS_MOST = 2;

/** What the customer said since the last order was assembled, later words winning; refused words count for nothing. */
export function factsOf(history: readonly Exchange[], tokens: readonly Token[]): Facts {
  const facts = noFacts();
  const from = history.findLastIndex(({ order }) => order) + 1;
  for (const { words } of history.slice(from)) {
    const said = normalise(words);
    if (!declineOf(words, said)) {
      readFacts(said, facts);
      delete facts.unsupported;
    }
  }
  readFacts(tokens, facts);
  return facts;
}

export interface Plan {
  readonly brief: Brief;
  readonly reply: string;
}

/** Facts as a plan to lay out, or as a question for what is missing. */
export function planOf(
  facts: Facts,
): { readonly plan: Plan } | { readonly question: string; readonly findings?: readonly Finding[] } {
  if (facts.unsupported) return { question: unsupportedReply(facts.unsupported) };
  const resolved = wallsOf(facts);
  if (!resolved.ok) {
    const missing = missingOf(facts, []).filter(({ topic }) => topic !== 'appliances' || resolved.ask === 'length');
    return { question: ask([askWalls(resolved.ask, facts).text, ...missing.map(({ text }) => text)]) };
  }
  const brief = briefOf(facts, resolved.shape, resolved.walls);
  const missing = missingOf(facts, resolved.walls);
  if (missing.length === 0) return { plan: { brief, reply: planReply(facts, resolved.shape, brief) } };
  const texts = missing.map(({ text }) => text);
  const known = impossible(brief);
  if (!known) return { question: ask(texts) };
  return { question: `${known.text} ${texts[0] ?? ''}`.trim(), findings: known.findings };
}

const ask = (texts: readonly string[]): string => texts.slice(0, QUESTIONS_MOST).join(' ');

/** Rows that may face each other too closely, mm of the wall between them; the engine has the last word. */
const NARROW_U = 2600;

/** Laying out takes time: it is tried before the answers are in only where walls or windows make it doubtful. */
const suspicious = ({ walls, obstacles = [] }: Brief): boolean =>
  (walls.length === 3 && (walls[1]?.length ?? 0) < NARROW_U) ||
  obstacles.some(({ kind, bottom = CONSTANTS.worktopTop }) => kind === 'window' && bottom < CONSTANTS.worktopTop);

/** What already cannot be built, whatever the answers: told along with the question. A full wall is not among it. */
function impossible(brief: Brief): { text: string; findings: readonly Finding[] } | undefined {
  if (!suspicious(brief)) return undefined;
  const tried = compose(brief, { orderId: 'draft' });
  if (tried.ok || tried.findings.every(({ code }) => code === 'GEO-SUM')) return undefined;
  return { text: explain(tried.findings, tried.alternatives), findings: tried.findings };
}

/** «да» to a question that offered ways out: the first that makes it fit. */
function accept(facts: Facts): void {
  const decided = planOf(facts);
  const tried = 'plan' in decided ? compose(decided.plan.brief, { orderId: 'draft' }) : undefined;
  if (!tried || tried.ok) return;
  const way = tried.alternatives.find(({ kind, frees = 0 }) => kind !== 'lengthen' && frees >= (tried.missing ?? 0));
  if (way) readFacts(normalise(way.text), facts);
}

/** The answer while nothing is assembled yet. */
export function answerFresh(history: readonly Exchange[], tokens: readonly Token[]): Answer {
  const facts = factsOf(history, tokens);
  if (isBareYes(tokens)) accept(facts);
  const decided = planOf(facts);
  if ('plan' in decided) {
    return {
      kind: 'operations',
      operations: [{ op: 'plan_kitchen', brief: decided.plan.brief }],
      reply: decided.plan.reply,
    };
  }
  return { kind: 'question', reply: decided.question, ...(decided.findings ? { findings: decided.findings } : {}) };
}
