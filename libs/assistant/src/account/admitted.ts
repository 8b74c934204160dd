import type { ObstacleKind } from '#libs/furniture';
import { COLOURS } from '../concepts/colours.js';
import { CONCEPTS } from '../concepts/index.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import { byKindOr } from '../meaning/cases.js';
import { type Colour, partiesOf } from '../meaning/meaning.js';
import { type Element, thingsOf } from './claims.js';

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

const THINGS = new Map(
  Object.entries(CONCEPTS).map(([key, { name, words }]) => [key, patternOf(`${name} ${words}`)] as const),
);
/** How a sentence in lower case, «ё» as «е», names a concept, an obstacle. */
export const namesThing = (concept: string): RegExp => THINGS.get(concept) ?? /(?!)/;
const namesObstacle = (kind: ObstacleKind): RegExp => patternOf(OBSTACLE_CONCEPTS[kind].words);

/** A text in sentences, as patterns of this file expect them. */
export const sentencesOf = (text: string): string[] =>
  plain(text)
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter(Boolean);

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** A length as notes write it: «3200», «3,2 м», «320 см». */
const namesLength = (mm: number): RegExp => {
  const metres = String(mm / 1000).replace('.', '[.,]');
  return new RegExp(`(?<!\\d)(?:${mm}|${mm / 10}\\s?см|${metres}0*\\s?м)(?!\\d)`);
};

/** A sentence with one of these says that something is not as it was asked for; one of unread words does not. */
const DEVIATES =
  /(?<![а-я])(?:не(?! учтено)|нет|нельзя|без|вместо|кроме|ближайш[а-я]*|шире|уже|замен[а-я]*|иначе|условно|пришлось|придется|суз[а-я]*|отказ[а-я]*)(?![а-я])/;

const colourNames = ({ colour }: { readonly colour: Colour }): readonly RegExp[] => [
  /цвет|фасад|столешн|корпус|показан/,
  patternOf(COLOURS[colour.finish]),
];

/** How a sentence names an element: by its things, unless it has other names. */
const namesOf = byKindOr<Element, 'is', readonly RegExp[], []>(
  'is',
  {
    shape: () => [/прям|углов|п-образн|форм/],
    ceiling: () => [/потол/],
    end: () => [/торц|по бокам|боков/],
    fuel: () => [/газ|электр|индукц/],
    handles: () => [/ручк|гола|нажат/],
    lighting: () => [/подсвет/],
    mirrored: () => [/зеркал|отраж/],
    walls: ({ lengths }) => lengths.map(({ mm }) => namesLength(mm)),
    number: ({ mm }) => mm.map(namesLength),
    obstacle: ({ obstacle }) => [namesObstacle(obstacle.kind)],
    colour: colourNames,
    thing_colour: colourNames,
    row: ({ row }) => [ROWS[row.tier], ...(row.toCeiling ? [ROWS.upper] : [])],
    /** By the longest of its words, without their endings. */
    told({ name }) {
      const words = plain(name)
        .replace(/\(.*\)/, '')
        .split(/[^а-яa-z]+/);
      const longest = Math.max(...words.map(({ length }) => length));
      const stems = words.filter(({ length }) => length === longest);
      return [new RegExp(stems.map((word) => word.slice(0, Math.max(3, longest - 2))).join('|'))];
    },
    measure: ({ of, thing }) => [MEASURES[of] ?? namesThing(thing.concept)],
    place: ({ thing, place }) =>
      [thing, ...partiesOf(place)].map((one) =>
        'obstacle' in one ? namesObstacle(one.obstacle) : namesThing(one.concept),
      ),
  },
  (element) =>
    thingsOf(element).flatMap((thing) => [thing, ...(thing.with ?? [])].map(({ concept }) => namesThing(concept))),
);

const MEASURES = { width: undefined, height: /высот/, depth: /глубин/ } as const;
const ROWS = { base: /низ|нижн|тумб/, wall: /верх|навес/, tall: /пенал/, upper: /антресол|потол/ } as const;

/** Whether a note says of an element that it was not followed. */
export function admits(note: string, element: Element): boolean {
  const names = namesOf(element);
  // What has no module needs only to be spoken of; how the ends were taken is a default that the note names.
  const needsNot = element.is !== 'told' && element.is !== 'end';
  return sentencesOf(note).some(
    (sentence) => (!needsNot || DEVIATES.test(sentence)) && names.some((name) => name.test(sentence)),
  );
}
