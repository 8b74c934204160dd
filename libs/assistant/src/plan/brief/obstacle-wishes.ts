import { given } from '#libs/furniture';
import type { ObstacleSaid, Place, Statement } from '../../meaning/meaning.js';
import type { Ask } from '../decision.js';
import { conceptOf } from '../things.js';
import type { At, Wishes } from './wishes.js';

/** A second window of the same message is another one; said again later, it is described further. */
export function withObstacle(wishes: Wishes, said: ObstacleSaid, at?: At): Wishes {
  const index = wishes.obstacles.findLastIndex(({ kind }) => kind === said.kind);
  const known = wishes.obstacles[index];
  const another =
    known &&
    at &&
    said.width !== undefined &&
    known.width !== undefined &&
    said.places.length > 0 &&
    known.places.length > 0;
  if (!known || another) return { ...wishes, obstacles: [...wishes.obstacles, said] };
  const places = placesWith(known.places, said.places);
  return { ...wishes, obstacles: wishes.obstacles.with(index, { ...known, ...given(said), kind: said.kind, places }) };
}

/** «окна нет»: with the places that spoke of it. */
export const withoutObstacle = (wishes: Wishes, kind: ObstacleSaid['kind']): Wishes => ({
  ...wishes,
  obstacles: wishes.obstacles.filter((one) => one.kind !== kind),
  things: wishes.things.map((wish) => ({
    ...wish,
    places: wish.places.filter((place) => !('of' in place && 'obstacle' in place.of && place.of.obstacle === kind)),
  })),
});

/** Places of an obstacle with those that were said later: a side gives a distance its corner, a distance a side its millimetres. */
function placesWith(known: readonly Place[], all: readonly Place[]): Place[] {
  const said = all.filter((place) => !('of' in place && 'concept' in place.of && !conceptOf(place.of.concept)));
  const side = said.find((place) => place.at === 'side' || place.at === 'corner');
  const hand = side?.at === 'side' || side?.at === 'corner' ? side.hand : undefined;
  const sided = hand === 'left' || hand === 'right' ? hand : undefined;
  const kept = known
    .filter((place) => !said.some(({ at }) => at === place.at))
    .map((place) =>
      sided && place.at === 'offset' && place.from === 'unsaid'
        ? { ...place, from: sided }
        : sided && place.at === 'beside'
          ? { ...place, hand: sided }
          : place,
    );
  return [...kept, ...said];
}

/** Numbers of a message that says nothing else, mm. */
export function onlyNumbers(statements: readonly Statement[]): number[] | undefined {
  const numbers = statements.flatMap((said) =>
    said.say === 'walls'
      ? said.lengths.map(({ mm }) => mm)
      : said.say === 'number'
        ? [distanceOf(said.value, said.unit)]
        : [],
  );
  const other = statements.some(
    ({ say }) => say !== 'walls' && say !== 'number' && say !== 'talk' && say !== 'context' && say !== 'answer',
  );
  return numbers.length > 0 && !other ? numbers : undefined;
}

/** Numbers in the order in which they were asked for: distance, width, then sill or depth. */
export function filled(
  { obstacle, lacks }: Extract<Ask, { ask: 'obstacle' }>,
  numbers: readonly number[],
): ObstacleSaid {
  const rest = [...numbers];
  const next = (wanted: boolean): number | undefined => (wanted ? rest.shift() : undefined);
  const mm = next(lacks.includes('place'));
  const width = next(lacks.includes('width'));
  const depth = next(lacks.includes('depth'));
  const side = obstacle.places.some((place) => place.at === 'side' && place.hand === 'right') ? 'right' : 'left';
  const gap = lacks.includes('side') ? rest.shift() : undefined;
  const bottom = obstacle.kind === 'window' || obstacle.kind === 'boiler' ? rest.shift() : undefined;
  const place: Place[] = mm === undefined ? [] : [{ at: 'offset', mm, from: side }];
  const places = obstacle.places.map((one) => (gap !== undefined && one.at === 'beside' ? { ...one, gap } : one));
  return { ...obstacle, places: [...places, ...place], ...given({ width, depth, bottom }) };
}

/** A bare number as a distance, mm: below 4 metres, below 400 centimetres. */
function distanceOf(value: number, unit: 'mm' | 'cm' | 'm' | undefined): number {
  return Math.round(value * (unit ? { mm: 1, cm: 10, m: 1000 }[unit] : value < 4 ? 1000 : value < 400 ? 10 : 1));
}
