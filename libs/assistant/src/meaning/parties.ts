import type { Mention, ObstacleRef, Place } from './meaning.js';

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
