import { ACTS, TALK } from './acts.js';
import { PLACES, ROOM } from './room.js';
import { SECOND_THOUGHTS } from './second-thoughts.js';
import { NUMBERS, THINGS } from './things.js';

/**
 * The grammar of kitchens in the notation of notation.ts, from numbers up. Which of its phrases belong
 * together across commas and other words is decided in meaning/tree/attach.ts.
 */
export const GRAMMAR = NUMBERS + THINGS + PLACES + ROOM + ACTS + TALK + SECOND_THOUGHTS;
