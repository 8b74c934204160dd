import { CONCEPTS } from '../concepts/index.js';
import { type Frame, number, text } from '../rules/frame.js';
import { languageOf } from '../rules/language.js';
import { phrasesOf } from '../rules/phrases.js';
import { millimetres, type Role } from '../rules/quantities.js';

/** What a size measures: a bare «60» is 600 mm for a unit and out of range for a wall. */
export type Measured = 'wall' | 'width' | 'change' | 'place' | 'height' | 'ceiling';

const ROLES: Readonly<Record<Measured, Role>> = {
  wall: 'wall',
  width: 'width',
  change: 'change',
  place: 'place',
  height: 'width',
  ceiling: 'ceiling',
};
/** mm (furniture.ru.md, section 6). */
const RANGES: Readonly<Partial<Record<Measured, readonly [min: number, max: number]>>> = {
  wall: [400, 12_000],
  ceiling: [1800, 6000],
};

/** Expected format, in Russian: feedback for the model's next attempt. */
export const EXPECTED_SIZES: Readonly<Record<Measured, string>> = {
  wall: 'длина стены от 400 до 12000 мм, с единицей: «3,2 м», «320 см», «3200 мм»',
  width: 'ширина с единицей: «60 см», «600 мм»',
  change: 'разница с единицей: «на 10 см», «100 мм»',
  place: 'расстояние с единицей: «1,2 м», «120 см», «1200 мм»',
  height: 'высота с единицей: «72 см», «720 мм»',
  ceiling: 'потолок от 1800 до 6000 мм, с единицей: «2,7 м», «2700 мм»',
};

const MAX_SIZE_TEXT_LENGTH = 60;
/** Upper limit for any length in an order. */
const MAX_LENGTH_MM = 20_000;
/** Only an offset may be 0. */
const minOf = (what: Measured): number => (what === 'place' ? 0 : 1);

const LANGUAGE = languageOf(CONCEPTS);

/** In one size a comma between digits is a decimal's. */
const DECIMAL = /(\d),(\d)/g;

/** The only length in the text; undefined if there is none, or several. */
function lengthIn(words: string): Frame | undefined {
  if (words.length > MAX_SIZE_TEXT_LENGTH) return undefined;
  const lengths = phrasesOf(words.replace(DECIMAL, '$1.$2'), LANGUAGE)
    .edges.flat()
    .filter(({ category }) => category === 'len')
    .sort((a, b) => b.to - b.from - (a.to - a.from) || a.cost - b.cost);
  const [widest] = lengths;
  return widest && lengths.every(({ from, to }) => from < widest.to && to > widest.from) ? widest.frame : undefined;
}

/** Whole millimetres from the customer's words («3,2 м», «три двадцать», «60»); undefined if they name no such size. */
export function measure(words: string, what: Measured): number | undefined {
  const mm = millimetres(lengthIn(words), ROLES[what]);
  const [min, max] = RANGES[what] ?? [minOf(what), MAX_LENGTH_MM];
  return mm !== undefined && mm >= min && mm <= max ? mm : undefined;
}

/** A count from 1 to 20: «2», «две», «три штуки». */
export function countIn(words: string): number | undefined {
  const length = lengthIn(words);
  const value = number(length, 'value');
  const counts = value !== undefined && text(length, 'unit') === undefined && Number.isInteger(value);
  return counts && value >= 1 && value <= 20 ? value : undefined;
}
