import { EMPTY, type Frame, firstOf, number, text } from './frame.js';
import type { Computations } from './notation.js';
import { millimetres } from './quantities.js';
import { MAX_WALL, MIN_CENTIMETRES } from './walls.js';

const MAX_CHOICE = 20; // of one question, or of the kitchens before
/** What numbers are said of besides the kitchen; «плита 50, посуды много» counts no dishes. */
const COUNTED = new Set(['family', 'address', 'time', 'money', 'contact']);

/** Rows are said to be so deep, mm; ducts are not. */
const [MIN_ROW_DEPTH, MAX_ROW_DEPTH] = [500, 700];

/** What other rooms have too. */
const FURNITURE = /^(base|cabinet|open_base|shelf|tall)$/;

/** Before what nothing is to stand: an obstacle by its kind, or `it`. */
function keptFree(children: readonly Frame[]): Frame | undefined {
  const of = children.find((child) => child['obstacle'] !== undefined || child['anaphor'] === true);
  return of && { of: 'other', free: text(of, 'obstacle') ?? 'it' };
}

/** Computations over answers and what is no order of a kitchen, by their names in the grammar. */
export const TALK: Computations = {
  /** «угловой диван» */
  furnishing: ([, topic]) => (text(topic, 'topic') === 'other_furniture' ? topic : undefined),
  /** «стол на двоих», «стеллаж в детскую», «рабочее место для школьника» */
  furniture: ([thing]) => (FURNITURE.test(text(thing, 'concept') ?? 'base') ? EMPTY : undefined),
  /** «перед батареей ничего не ставим» */
  kept_free: (children) => keptFree(children),
  /** «её не загораживать»; «котёл не закрывать» tells of one. */
  uncovered: (children) => {
    const kept = keptFree(children);
    return /^(radiator|it)$/.test(text(kept, 'free') ?? '') ? kept : undefined;
  },
  /** «Глубина: 600»: of the row, which is as deep as any. */
  row_depth: (children) => {
    const len = children.find((child) => child['value']);
    const mm = millimetres(len, 'place') ?? 0;
    return mm >= MIN_ROW_DEPTH && mm <= MAX_ROW_DEPTH ? { of: 'other' } : undefined;
  },
  /** «колонка из пеналов» */
  of_tall_units: ([whole, , units]) =>
    [whole, units].every((thing) => text(thing, 'concept') === 'tall') ? { of: 'other' } : undefined,
  turn: (children) => {
    const turn = firstOf(children, 'ordinal') ?? 1;
    return turn === 1 ? { what: 'first' } : { what: 'turn', turn };
  },
  steps: (children) => ({ steps: firstOf(children, 'value') ?? 2 }),
  choice: (children) => {
    const choice = firstOf(children, 'ordinal') ?? firstOf(children, 'value') ?? 0;
    return Number.isInteger(choice) && choice > 0 && choice <= MAX_CHOICE ? { answer: 'choice', choice } : undefined;
  },
  /** «нас 4», «этаж 5»; «муж говорит 2,8» is no number of people. */
  whole_number: (children) => {
    const [word] = children.filter((child) => child['of'] !== undefined);
    const [value, of] = [firstOf(children, 'value') ?? 0, text(word, 'of')];
    const isYear = of === 'time' && value > 1900 && value < 2100;
    const isLarge = value >= MIN_CENTIMETRES && children[0] !== word && !isYear && of !== 'address' && of !== 'money';
    const counts = COUNTED.has(of ?? '') && !isLarge;
    return counts && Number.isInteger(value) ? word : undefined;
  },
  large: ([len]) => (text(len, 'unit') === 'm' && (number(len, 'value') ?? 0) > MAX_WALL ? { of: 'other' } : undefined),
};
