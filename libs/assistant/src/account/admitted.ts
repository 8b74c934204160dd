import { partiesOf } from '../meaning/parties.js';
import type { Element } from './claims.js';
import { thingsOf } from './claims.js';
import { namesColour, namesLength, namesObstacle, namesThing, sentencesOf } from './names.js';

/** A sentence with one of these says that something is not as it was asked for; one of unread words does not. */
const DEVIATES =
  /(?<![а-я])(?:не(?! учтено)|нет|нельзя|без|вместо|кроме|ближайш[а-я]*|шире|уже|замен[а-я]*|иначе|условно|пришлось|придется|суз[а-я]*|отказ[а-я]*)(?![а-я])/;

/** How a sentence names an element: by its things, unless it has none. */
function namesOf(element: Element): readonly RegExp[] {
  const own = OWN_NAMES[element.is];
  if (own) return [own];
  switch (element.is) {
    case 'walls':
      return element.lengths.map(({ mm }) => namesLength(mm));
    case 'number':
      return element.mm.map(namesLength);
    case 'obstacle':
      return [namesObstacle(element.obstacle.kind)];
    case 'colour':
    case 'thing_colour':
      return [/цвет|фасад|столешн|корпус|показан/, namesColour(element.colour.finish)];
    case 'row':
      return [...(ROWS[element.row.tier] ?? []), ...(element.row.toCeiling ? [/антресол|потол/] : [])];
    case 'told':
      return [toldName(element.name)];
    case 'measure':
      return [MEASURES[element.of] ?? namesThing(element.thing.concept)];
    case 'place':
      return [element.thing, ...partiesOf(element.place)].map((one) =>
        'obstacle' in one ? namesObstacle(one.obstacle) : namesThing(one.concept),
      );
    default:
      return thingsOf(element).flatMap((thing) =>
        [thing, ...(thing.with ?? [])].map(({ concept }) => namesThing(concept)),
      );
  }
}

const OWN_NAMES: Readonly<Partial<Record<Element['is'], RegExp>>> = {
  shape: /прям|углов|п-образн|форм/,
  ceiling: /потол/,
  end: /торц|по бокам|боков/,
  fuel: /газ|электр|индукц/,
  handles: /ручк|гола|нажат/,
  lighting: /подсвет/,
  mirrored: /зеркал|отраж/,
};

const MEASURES = { width: undefined, height: /высот/, depth: /глубин/ } as const;

const ROWS: Readonly<Record<string, readonly RegExp[]>> = {
  base: [/низ|нижн|тумб/],
  wall: [/верх|навес/],
  tall: [/пенал/],
  upper: [/антресол|потол/],
};

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
