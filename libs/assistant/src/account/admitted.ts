import { byKindOr } from '../meaning/cases.js';
import { type Colour, partiesOf } from '../meaning/meaning.js';
import type { Element } from './claims.js';
import { thingsOf } from './claims.js';
import { namesColour, namesLength, namesObstacle, namesThing, sentencesOf } from './names.js';

/** A sentence with one of these says that something is not as it was asked for; one of unread words does not. */
const DEVIATES =
  /(?<![а-я])(?:не(?! учтено)|нет|нельзя|без|вместо|кроме|ближайш[а-я]*|шире|уже|замен[а-я]*|иначе|условно|пришлось|придется|суз[а-я]*|отказ[а-я]*)(?![а-я])/;

const colourNames = ({ colour }: { readonly colour: Colour }): readonly RegExp[] => [
  /цвет|фасад|столешн|корпус|показан/,
  namesColour(colour.finish),
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
    told: ({ name }) => [toldName(name)],
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

/** The note speaks of it: by the longest of its words, without their endings. */
const toldName = (name: string): RegExp => {
  const words = name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\(.*\)/, '')
    .split(/[^а-яa-z]+/);
  const longest = Math.max(...words.map(({ length }) => length));
  const stems = words.filter(({ length }) => length === longest).map((word) => word.slice(0, Math.max(3, longest - 2)));
  return new RegExp(stems.join('|'));
};

/** Whether a note says of an element that it was not followed. */
export function admits(note: string, element: Element): boolean {
  const names = namesOf(element);
  // What has no module needs only to be spoken of; how the ends were taken is a default that the note names.
  const needsNot = element.is !== 'told' && element.is !== 'end';
  return sentencesOf(note).some(
    (sentence) => (!needsNot || DEVIATES.test(sentence)) && names.some((name) => name.test(sentence)),
  );
}
