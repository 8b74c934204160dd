import type { Mention, ObstacleRef, Place, Statement } from './meaning.js';

export const isObstacle = (of: Mention | ObstacleRef): of is ObstacleRef => 'obstacle' in of;

/** What a place refers to. */
export const partiesOf = (place: Place): readonly (Mention | ObstacleRef)[] =>
  'of' in place ? [place.of] : place.at === 'between' ? [place.a, place.b] : [];

/** Things that a place refers to. */
export const referredTo = (place: Place): readonly Mention[] =>
  partiesOf(place).flatMap((of) => (isObstacle(of) ? [] : [of]));

/** The side that places name: neither the middle nor an end of which nobody said which. */
export const handIn = (places: readonly Place[]): 'left' | 'right' | undefined =>
  places.flatMap((place) =>
    place.at === 'side' && (place.hand === 'left' || place.hand === 'right') ? [place.hand] : [],
  )[0];

type Direction = Extract<Statement, { say: 'sequence' }>['direction'];

/**
 * Whether things follow one another along the walls. `lists`: where each of them stands; one that stands nowhere is passed
 * over. `mayShare`: one unit may be two of the things, as of hob and oven.
 */
export function isInSequence(lists: readonly (readonly number[])[], direction: Direction, mayShare = false): boolean {
  const placed = lists.filter((list) => list.length > 0);
  const runs = (inOrder: readonly (readonly number[])[]): boolean => {
    let at = -1;
    return inOrder.every((list) => {
      const further = list.filter((x) => x > at);
      if (mayShare && list.includes(at)) return true;
      at = Math.min(...further);
      return further.length > 0;
    });
  };
  return (
    (direction !== 'right_to_left' && runs(placed)) || (direction !== 'left_to_right' && runs(placed.toReversed()))
  );
}
