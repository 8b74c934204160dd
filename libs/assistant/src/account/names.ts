import type { Finish, ObstacleKind } from '#libs/furniture';
import { COLOURS } from '../concepts/colours.js';
import { CONCEPTS, type Concept } from '../concepts/index.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';

/** Nouns that many names have in common. */
const COMMON: readonly string[] = ['панел', 'машин', 'машинк', 'шкаф', 'поверхност', 'двер', 'фасад'];
const MIN_STEM = 3;

/** Stems of words in the notation of rules/morphology.ts by which a sentence speaks of a thing. */
function stemsOf(words: string): string[] {
  const stems = words.split(/\s+/).flatMap((word) => {
    const parts = word.split('_').map((part) => part.split(/[/=*]/)[0] ?? '');
    // Of several words, the ones that are not common to many things.
    return parts.length === 1 ? parts : parts.filter((part) => !COMMON.includes(part)).slice(0, 1);
  });
  const own = stems.filter((stem) => stem.length >= MIN_STEM);
  return own.some((stem) => !COMMON.includes(stem)) ? own.filter((stem) => !COMMON.includes(stem)) : own;
}

const patternOf = (words: string): RegExp =>
  new RegExp(`(?<![а-яё])(?:${[...new Set(stemsOf(words.replaceAll('ё', 'е')))].join('|')})`);

const patterns = <Row>(table: Readonly<Record<string, Row>>, wordsOf: (row: Row) => string) =>
  new Map(Object.entries(table).map(([key, row]) => [key, patternOf(wordsOf(row))]));

const things = patterns<Concept>(CONCEPTS, ({ name, words }) => `${name} ${words}`);
const colours = patterns(COLOURS, (words) => words);
const obstacles = patterns(OBSTACLE_CONCEPTS, ({ words }) => words);

const NOTHING = /(?!)/;
/** How a sentence in lower case, «ё» as «е», names a concept, a colour, an obstacle. */
export const namesThing = (concept: string): RegExp => things.get(concept) ?? NOTHING;
export const namesColour = (finish: Finish): RegExp => colours.get(finish) ?? NOTHING;
export const namesObstacle = (kind: ObstacleKind): RegExp => obstacles.get(kind) ?? NOTHING;

/** A text in sentences, as patterns of this file expect them. */
export const sentencesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter(Boolean);

/** A length as notes write it: «3200», «3,2 м», «320 см». */
export const namesLength = (mm: number): RegExp => {
  const metres = String(mm / 1000).replace('.', '[.,]');
  return new RegExp(`(?<!\\d)(?:${mm}|${mm / 10}\\s?см|${metres}0*\\s?м)(?!\\d)`);
};
