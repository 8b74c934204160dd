import { MAX_LENGTH } from '#libs/furniture';
import { CONCEPTS } from '../concepts/index.js';
import { type Frame, number, text } from '../rules/frame.js';
import { languageOf } from '../rules/language.js';
import { phrasesOf } from '../rules/phrases.js';
import { millimetres, type Role } from '../rules/quantities.js';

/**
 * What a size measures, how it is read (a bare «60» is 600 mm for a unit and out of range for a wall), its range in mm
 * where it has one (furniture.ru.md, section 6), and what is expected, in Russian: feedback for the model's next attempt.
 */
const SIZES = {
  wall: ['wall', 'длина стены от 400 до 12000 мм, с единицей: «3,2 м», «320 см», «3200 мм»', [400, 12_000]],
  width: ['width', 'ширина с единицей: «60 см», «600 мм»'],
  change: ['change', 'разница с единицей: «на 10 см», «100 мм»'],
  place: ['place', 'расстояние с единицей: «1,2 м», «120 см», «1200 мм»'],
  height: ['width', 'высота с единицей: «72 см», «720 мм»'],
  ceiling: ['ceiling', 'потолок от 1800 до 6000 мм, с единицей: «2,7 м», «2700 мм»', [1800, 6000]],
} as const satisfies Record<string, readonly [Role, string, (readonly [min: number, max: number])?]>;
export type Measured = keyof typeof SIZES;
export const expectedSize = (what: Measured): string => SIZES[what][1];

const MAX_SIZE_TEXT_LENGTH = 60;
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
  // Only an offset may be 0.
  const [role, , [min, max] = [what === 'place' ? 0 : 1, MAX_LENGTH]] = SIZES[what];
  const mm = millimetres(lengthIn(words), role);
  return mm !== undefined && mm >= min && mm <= max ? Math.round(mm) : undefined;
}

/** A count from 1 to 20: «2», «две», «три штуки». */
export function countIn(words: string): number | undefined {
  const length = lengthIn(words);
  const value = number(length, 'value');
  const counts = value !== undefined && text(length, 'unit') === undefined && Number.isInteger(value);
  return counts && value >= 1 && value <= 20 ? value : undefined;
}
