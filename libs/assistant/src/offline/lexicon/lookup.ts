import type { Finish } from '#libs/furniture';
import { prefixDistance } from '../text/distance.js';
import { FINISH_WORDS, NEAREST_FINISH } from './finishes.js';
import { PLAIN } from './plain.js';
import { type Lex, WORDS } from './words.js';

/** What a word means: one of the trade's words, a colour, or both unknown. */
export interface Meaning {
  readonly lex?: Lex;
  readonly finish?: Finish;
  /** The palette has no such colour: the nearest stands for it. */
  readonly nearest?: boolean;
}

const exact = new Map<string, Meaning>();
const prefixes = new Map<string, Meaning>();

function learn(patterns: string, meaning: Meaning): void {
  for (const pattern of patterns.split(/\s+/)) {
    if (pattern.endsWith('*')) prefixes.set(pattern.slice(0, -1), meaning);
    else exact.set(pattern, meaning);
  }
}

for (const [lex, patterns] of Object.entries(WORDS) as [Lex, string][]) learn(patterns, { lex });
for (const [finish, patterns] of Object.entries(FINISH_WORDS) as [Finish, string][]) learn(patterns, { finish });
for (const [pattern, finish] of Object.entries(NEAREST_FINISH)) learn(pattern, { finish, nearest: true });

/** Letters an ending may have after its stem; a longer tail is another word. */
const TAIL = 7;

function known(word: string): Meaning | undefined {
  const whole = exact.get(word);
  if (whole) return whole;
  if (PLAIN.has(word)) return {};
  for (let length = word.length; length >= 3 && length >= word.length - TAIL; length -= 1) {
    const meaning = prefixes.get(word.slice(0, length));
    if (meaning) return meaning;
  }
  return undefined;
}

/** Stems long enough that one wrong letter still tells them apart, by first letter. */
const stems = new Map<string, { stem: string; meaning: Meaning }[]>();
for (const [stem, meaning] of [...prefixes, ...exact]) {
  if (stem.length < 5) continue;
  const shelf = stems.get(stem.charAt(0)) ?? [];
  shelf.push({ stem, meaning });
  stems.set(stem.charAt(0), shelf);
}

/** The word that a typo stands for: one wrong letter in a stem of five or more, two in one of nine or more. */
function mended(word: string): Meaning | undefined {
  if (word.length < 5) return undefined;
  let best: { meaning: Meaning; cost: number; length: number } | undefined;
  for (const { stem, meaning } of stems.get(word.charAt(0)) ?? []) {
    const limit = stem.length >= 9 ? 2 : 1;
    if (word.length < stem.length - 1 || word.length > stem.length + TAIL) continue;
    const cost = prefixDistance(word, stem, limit);
    if (cost > limit) continue;
    const better = !best || cost < best.cost || (cost === best.cost && stem.length > best.length);
    if (better) best = { meaning, cost, length: stem.length };
  }
  return best?.meaning;
}

/** Words looked up already: the same few hundred come again and again. Bounded, and of no effect but time. */
const seen = new Map<string, Meaning>();
const SEEN_MOST = 5000;

/** Meaning of a lower-case Cyrillic word, typos forgiven; empty for words of no trade. */
export function meaningOf(word: string): Meaning {
  const before = seen.get(word);
  if (before) return before;
  const meaning = lookUp(word);
  if (seen.size >= SEEN_MOST) seen.clear();
  seen.set(word, meaning);
  return meaning;
}

function lookUp(word: string): Meaning {
  const whole = known(word);
  if (whole) return whole;
  // «серо-голубой»: the last part is the colour.
  const last = word.includes('-') ? known(word.slice(word.lastIndexOf('-') + 1)) : undefined;
  return last?.finish ? last : (mended(word) ?? {});
}
