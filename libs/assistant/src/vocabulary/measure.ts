import { ceilingOf, changeOf, distanceOf, unitWidth, wallLength } from '../offline/text/lengths.js';
import { normalise } from '../offline/text/normalise.js';
import type { Quantity } from '../offline/text/token.js';

/**
 * What a size measures, how it is read (a bare «60» is 600 mm for a unit and out of range for a wall), and what is
 * expected, in Russian: feedback for the model's next attempt.
 */
const SIZES = {
  wall: [wallLength, 'длина стены от 400 до 12000 мм, с единицей: «3,2 м», «320 см», «3200 мм»'],
  width: [unitWidth, 'ширина с единицей: «60 см», «600 мм»'],
  change: [changeOf, 'разница с единицей: «на 10 см», «100 мм»'],
  place: [distanceOf, 'расстояние с единицей: «1,2 м», «120 см», «1200 мм»'],
  height: [unitWidth, 'высота с единицей: «72 см», «720 мм»'],
  ceiling: [ceilingOf, 'потолок от 1800 до 6000 мм, с единицей: «2,7 м», «2700 мм»'],
} as const satisfies Record<string, readonly [(quantity: Quantity) => number | undefined, string]>;
export type Measured = keyof typeof SIZES;
export const expectedSize = (what: Measured): string => SIZES[what][1];

const MAX_SIZE_TEXT_LENGTH = 60;
/** Upper limit for any length in an order. */
const MAX_LENGTH_MM = 20_000;
/** Only an offset may be 0. */
const minOf = (what: Measured): number => (what === 'place' ? 0 : 1);

/** The only number in the text; undefined if there is none, or several. */
function quantityIn(words: string): Quantity | undefined {
  if (words.length > MAX_SIZE_TEXT_LENGTH) return undefined;
  const found = normalise(words).filter((token) => token.quantity || token.mark === 'x');
  return found.length === 1 ? found[0]?.quantity : undefined;
}

/** Whole millimetres from the customer's words («3,2 м», «три двадцать», «60»); undefined if they name no such size. */
export function measure(words: string, what: Measured): number | undefined {
  const quantity = quantityIn(words);
  const mm = quantity && SIZES[what][0](quantity);
  return mm !== undefined && mm >= minOf(what) && mm <= MAX_LENGTH_MM ? Math.round(mm) : undefined;
}

/** A count from 1 to 20: «2», «две», «три штуки». */
export function countIn(words: string): number | undefined {
  const quantity = quantityIn(words);
  if (!quantity || quantity.unit || !Number.isInteger(quantity.value)) return undefined;
  return quantity.value >= 1 && quantity.value <= 20 ? quantity.value : undefined;
}
