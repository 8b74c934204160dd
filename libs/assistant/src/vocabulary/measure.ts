import { ceilingOf, changeOf, distanceOf, unitWidth, wallLength } from '../offline/text/lengths.js';
import { normalise } from '../offline/text/normalise.js';
import type { Quantity } from '../offline/text/token.js';

/** What a size is of: the same bare «60» is 600 mm of a unit and nothing that a wall could be. */
export type Measured = 'wall' | 'width' | 'change' | 'place' | 'height' | 'ceiling';

const READERS: Readonly<Record<Measured, (quantity: Quantity) => number | undefined>> = {
  wall: wallLength,
  width: unitWidth,
  change: changeOf,
  place: distanceOf,
  height: unitWidth,
  ceiling: ceilingOf,
};

/** Said of a size that cannot be read; Russian, for the assistant's next try. */
export const MEASURES: Readonly<Record<Measured, string>> = {
  wall: 'длина стены от 400 до 12000 мм, с единицей: «3,2 м», «320 см», «3200 мм»',
  width: 'ширина с единицей: «60 см», «600 мм»',
  change: 'разница с единицей: «на 10 см», «100 мм»',
  place: 'расстояние с единицей: «1,2 м», «120 см», «1200 мм»',
  height: 'высота с единицей: «72 см», «720 мм»',
  ceiling: 'потолок от 1800 до 6000 мм, с единицей: «2,7 м», «2700 мм»',
};

/** Longest words of one size. */
const WORDS_MOST = 60;
/** No length of an order is greater, mm. */
const LENGTH_MOST = 20_000;
/** Only a place may be 0: at the wall's beginning. */
const leastOf = (what: Measured): number => (what === 'place' ? 0 : 1);

/** The only number in the words; undefined where there is none, or several. */
function quantityIn(words: string): Quantity | undefined {
  if (words.length > WORDS_MOST) return undefined;
  const found = normalise(words).filter((token) => token.quantity || token.mark === 'x');
  return found.length === 1 ? found[0]?.quantity : undefined;
}

/** Whole millimetres that the customer's words name («3,2 м», «три двадцать», «60»); undefined where they name no such size. */
export function measure(words: string, what: Measured): number | undefined {
  const quantity = quantityIn(words);
  const mm = quantity && READERS[what](quantity);
  return mm !== undefined && mm >= leastOf(what) && mm <= LENGTH_MOST ? Math.round(mm) : undefined;
}

/** How many of something: «2», «две», «три штуки»; from 1 to 20. */
export function countIn(words: string): number | undefined {
  const quantity = quantityIn(words);
  if (!quantity || quantity.unit || !Number.isInteger(quantity.value)) return undefined;
  return quantity.value >= 1 && quantity.value <= 20 ? quantity.value : undefined;
}
