import { CONCEPTS, type ConceptTable } from '../concepts/concepts.js';
import type { Edge } from '../rules/chart.js';
import { text } from '../rules/frame.js';
import { languageOf } from '../rules/language.js';
import { type Phrases, phrasesOf } from '../rules/phrases.js';
import type { Meaning, Narrow, Source, Word } from './meaning.js';
import type { Asked } from './room.js';
import { Statements } from './statements.js';
import { attach } from './tree/attach.js';
import { fitOf } from './tree/fit.js';

export type { Asked } from './room.js';

/** What surrounds a message. */
export interface Context {
  /** What the question before it was about, so that a bare answer gets its sense. */
  readonly asked?: Asked;
}

export type Reader = (text: string, context?: Context) => Meaning;

/** Above this cost a message was not understood, and the answer is a question. */
export const MAX_COST = 1.6;

/** A longer text is read up to here. */
const MAX_CHARACTERS = 4000;
/** Readings that are kept: the history of a conversation is read again with each of its turns. */
const MAX_REMEMBERED = 64;

/** A reader of messages about the things in this table. */
export function readerOf(concepts: ConceptTable): Reader {
  const language = languageOf(concepts);
  const fit = fitOf(concepts);
  const remembered = new Map<string, Meaning>();
  return (text, context = {}) => {
    const key = `${JSON.stringify(context)} ${text}`;
    const before = remembered.get(key);
    if (before) return before;
    const phrases = phrasesOf(text.slice(0, MAX_CHARACTERS), language);
    const tree = attach(phrases, fit);
    const meaning = meaningFrom(phrases, tree, context);
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, meaning);
    return meaning;
  };
}

let house: Reader | undefined;

/**
 * The meaning of a message, by the concepts of this house. Its grammar is made for the first message: threads that read
 * none, the one that answers requests among them, are spared 370 ms and the memory.
 */
export const meaningOf: Reader = (text, context) => {
  house ??= readerOf(CONCEPTS);
  return house(text, context);
};

function meaningFrom(phrases: Phrases, tree: ReturnType<typeof attach>, { asked }: Context): Meaning {
  const { words, read, text: cleaned } = phrases;
  const wordAt = (position: number): number => read[position] ?? words.length;
  const sourceOf = (...edges: readonly Edge[]): Source => {
    const from = wordAt(Math.min(...edges.map((edge) => edge.from)));
    const to = wordAt(Math.max(...edges.map((edge) => edge.to)) - 1) + 1;
    return { from, to, text: cleaned.slice(words[from]?.start, words[to - 1]?.end) };
  };
  const commanding = tree.nodes.some(({ edge }) => text(edge.frame, 'topic') === 'injection');
  const foreign = !commanding && isForeign(phrases);
  const nodes = foreign ? [] : tree.nodes;
  const statements = new Statements(nodes, sourceOf, asked);
  if (foreign)
    statements.all.push({ say: 'talk', topic: 'other_language', source: { from: 0, to: words.length, text: cleaned } });
  const explained: Word['explained'][] = words.map(() => 'filler');
  for (const position of tree.skipped) {
    const says = !phrases.known[position] || phrases.says[position];
    const names = phrases.edges[position]?.some(({ category, cost }) => category === 'noun' && cost < SURE) ?? false;
    if (says && words[wordAt(position)]?.kind !== 'mark') explained[wordAt(position)] = names ? 'name' : undefined;
  }
  if (foreign) explained.fill(0);
  for (const node of nodes) {
    for (const edge of [node.edge, ...node.kids]) {
      const index = statements.of.get(edge);
      for (let at = edge.from; at < edge.to; at += 1) explained[wordAt(at)] = index ?? explainedAs(edge);
    }
  }
  const { unlawful } = statements;
  if (unlawful !== undefined) explained.fill(statements.all.length - 1, wordAt(unlawful));
  const narrow = tree.narrow.flatMap(({ side, own, other }): Narrow[] => {
    const [of, not] = [own, other].map((edge) => text(edge.frame, 'concept'));
    return of && not && of !== not ? [{ place: sourceOf(side).text, of, not }] : [];
  });
  const content = Math.max(1, read.filter((i) => words[i]?.kind !== 'mark').length);
  return {
    words: words.map((word, i): Word => ({ text: word.raw, explained: explained[i] })),
    statements: statements.all,
    ...(narrow.length > 0 ? { narrow } : {}),
    cost: foreign ? 0 : tree.cost / content,
  };
}

/** A word that costs more may as well not be a thing's name. */
const SURE = 0.5;

const FOREIGN = /[a-zіїєґқғңөұүһәў]/;
const MIN_FOREIGN = 3;

/** Whether a message is in another language: half of what it says is not known, and not in Russian letters. */
function isForeign({ words, read, known }: Phrases): boolean {
  const strange = read.filter((_, position) => !known[position]);
  const foreign = read.filter((i) => words[i]?.kind === 'word' && FOREIGN.test(words[i]?.text ?? '')).length;
  const all = read.filter((i) => words[i]?.kind === 'word').length;
  return foreign >= MIN_FOREIGN && strange.length >= MIN_FOREIGN && strange.length * 2 >= all;
}

/** A phrase that became no statement: acts and «кухня» say nothing by themselves. */
const explainedAs = ({ category, frame }: Edge): 'filler' | 'name' | undefined =>
  NAMES.has(category)
    ? 'name'
    : SILENT.has(category) || (category === 'act' && NEUTRAL.has(text(frame, 'act') ?? ''))
      ? 'filler'
      : undefined;

/** What something is said of: «фасады …». */
const NAMES = new Set(['handle_noun', 'part']);
const SILENT = new Set(['kitchen', 'then', 'direction', 'after_list', 'only', 'obst']);
const NEUTRAL = new Set(['want', 'put', 'make', 'likewise', 'replace']);
