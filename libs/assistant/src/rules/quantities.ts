import { type Frame, number, text } from './frame.js';

/** What a number measures; it decides the unit of a bare one. */
export type Role = 'wall' | 'width' | 'place' | 'pipe' | 'change' | 'ceiling';

/** Millimetres of a unit. */
export const MM = { m: 1000, dm: 100, cm: 10, mm: 1 } as const;
const FACTOR: Readonly<Record<string, number>> = MM;

/** Factor to millimetres of a bare number, by role (furniture.ru.md, section 6). */
const FACTORS: Readonly<Record<Role, (value: number, isFraction: boolean, isSpoken: boolean) => number>> = {
  wall: (value, isFraction, isSpoken) =>
    value <= 12 ? 1000 : value < 1000 && (isSpoken || isFraction || (value >= 100 && value <= 600)) ? 10 : 1,
  width: (value, isFraction) => (value < 2 || (value < 10 && isFraction) ? 1000 : value < 130 ? 10 : 1),
  place: (value, isFraction) => (value < 5 || (value < 10 && isFraction) ? 1000 : value <= 350 ? 10 : 1),
  pipe: (value) => (value < 1 ? 1000 : value < 100 ? 10 : 1),
  change: (value) => (value < 1 ? 1000 : value < 60 ? 10 : 1),
  ceiling: (value) => (value < 10 ? 1000 : value < 1000 ? 10 : 1),
};

/** Millimetres of a length in a role; undefined where it has no number. */
export function millimetres(length: Frame | undefined, role: Role): number | undefined {
  const value = number(length, 'value');
  if (value === undefined) return undefined;
  const factor = FACTOR[text(length, 'unit') ?? ''] ?? FACTORS[role](value, !Number.isInteger(value), isSpoken(length));
  return Math.round(value * factor);
}

/** Nobody names more of one thing. */
export const MAX_COUNT = 20;
/** Money that is said without its unit; no length is written so. */
const MIN_MONEY = 15_000;

const isSpoken = (frame: Frame | undefined): boolean => number(frame, 'rank') !== undefined;

/** «двести сорок», «тысяча двести»: numerals of falling rank. */
function compound(a: Frame, b: Frame): Frame | undefined {
  const [high, low, value] = [number(a, 'rank'), number(b, 'rank'), number(b, 'value')];
  if (high === undefined || low === undefined || value === undefined || low >= high) return undefined;
  // «шестьдесят, я говорю сорок пять» are two numbers.
  if (value >= 10 ** (high - 1)) return undefined;
  return { value: (number(a, 'value') ?? 0) + value, rank: low };
}

/** Whole metres and what follows: «3 м 20», «метр восемьдесят», «3 м 5 см». */
function metresAnd(children: readonly Frame[]): Frame | undefined {
  const numbers = children.filter((child) => number(child, 'value') !== undefined);
  const [metres, rest] = [number(numbers[0], 'value') ?? 0, number(numbers[1], 'value') ?? 0];
  const last = children.at(-1);
  const unit = last === numbers[1] ? undefined : text(last, 'unit');
  const first = text(children[0], 'unit') ?? text(children[1], 'unit');
  // «полтора метра и ещё 20 см»
  const isHalf = unit === 'cm' && Number.isInteger(metres * 2);
  if (first !== 'm' || unit === 'm' || !(Number.isInteger(metres) || isHalf) || !Number.isInteger(rest))
    return undefined;
  // «2м08»
  const isPadded = rest < 10 && number(numbers[1], 'digits') === 2;
  const mm =
    unit === 'cm' || (unit === undefined && (isPadded || rest >= 10) && rest < 100)
      ? rest * 10
      : unit === 'mm' || (rest >= 100 && rest % 10 === 0)
        ? rest
        : undefined;
  return mm === undefined || mm >= 1000 ? undefined : { value: metres * 1000 + mm, unit: 'mm' };
}

/** A length of metres less one of centimetres. */
function difference(whole: Frame | undefined, less: Frame | undefined): Frame | undefined {
  const [a, b] = [millimetres(whole, 'wall') ?? 0, millimetres(less, 'change') ?? 0];
  return a >= 1000 && b < 1000 ? { value: a - b, unit: 'mm' } : undefined;
}

/** Computations over numbers and lengths, by their names in the grammar. */
export const QUANTITIES = {
  compound: ([a = {}, b = {}]: readonly Frame[]) => compound(a, b),
  thousands: ([count]: readonly Frame[]) => ({ value: (number(count, 'value') ?? 1) * 1000, rank: 4 }),
  /** «3 000» */
  grouped: ([a, b]: readonly Frame[]) =>
    number(b, 'digits') === 3 && (number(a, 'value') ?? 0) < 1000 && Number.isInteger(number(a, 'value'))
      ? { value: (number(a, 'value') ?? 0) * 1000 + (number(b, 'value') ?? 0) }
      : undefined,
  half: (children: readonly Frame[]) => {
    const value = number(children[0], 'value') ?? 0;
    const unit = text(children[0], 'unit') ?? text(children[1], 'unit');
    const more = number(children.at(-1), 'value') ?? 0;
    return Number.isInteger(value) && value < 13 ? { value: value + more, ...(unit ? { unit } : {}) } : undefined;
  },
  decimal: ([whole, , fraction]: readonly Frame[]) => {
    const [a, b] = [number(whole, 'value') ?? 0, number(fraction, 'value') ?? 0];
    if (!Number.isInteger(a) || !Number.isInteger(b) || b >= 100 || a > 99) return undefined;
    return { value: a + b / (b < 10 ? 10 : 100) };
  },
  metres_and: metresAnd,
  /** «2 м 64 см 5 мм» */
  all_units: (children: readonly Frame[]) => {
    const lengths = children.flatMap((child, i) => {
      const [value, factor] = [number(child, 'value'), FACTOR[text(children[i + 1], 'unit') ?? '']];
      return value === undefined || factor === undefined ? [] : [value * factor];
    });
    return { value: lengths.reduce((sum, mm) => sum + mm, 0), unit: 'mm' };
  },
  /** «три двадцать», «три двести сорок», «три ноль семь», «три метра ноль семь»: metres and what follows. */
  bare_metres: (children: readonly Frame[]) => {
    if (children.some((child) => (text(child, 'unit') ?? 'm') !== 'm')) return undefined;
    const [metres = 0, ...more] = children.flatMap((child) => number(child, 'value') ?? []);
    const rest = more.at(-1) ?? 0;
    // «один 40»: one of that width.
    if (metres === 1 && isSpoken(children[0]) && !isSpoken(children.at(-1))) return undefined;
    if (!Number.isInteger(metres) || metres < 1 || metres > 12 || !Number.isInteger(rest)) return undefined;
    const said = more.length > 1 ? more[0] === 0 && rest < 10 : rest >= 10 && (rest < 100 || isSpoken(children.at(-1)));
    return said && rest < 1000 ? { value: metres * 1000 + (rest < 100 ? rest * 10 : rest), unit: 'mm' } : undefined;
  },
  /** «3 метра без 10 см», «без десяти сантиметров три метра», «8 см не хватает до трёх» */
  less: (children: readonly Frame[]) => {
    const lengths = children.filter((child) => number(child, 'value') !== undefined);
    const [less, whole] = lengths[0] === children[0] ? lengths.toReversed() : lengths;
    return difference(whole, less) ?? difference(less, whole);
  },
  /** «320, минус по 5 см с каждой стороны» */
  less_both: (children: readonly Frame[]) => {
    const [whole, less] = children.filter((child) => number(child, 'value') !== undefined);
    return difference(difference(whole, less), less);
  },
  /** «три метра, может чуть больше, нет, ровно три» */
  exactly: (children: readonly Frame[]) => {
    const exact = children.at(-1);
    return exact && { unit: children[0]?.['unit'], ...exact };
  },
  /** «не 2,9, а 2,7» */
  amended: (children: readonly Frame[]) => ({ ...children.at(-1), was: children[0] }),
  /** «полтинник 50 см»: the same in words and in figures. */
  same: ([a, b]: readonly Frame[]) => {
    const equal = isSpoken(a) !== isSpoken(b) && millimetres(a, 'width') === millimetres(b, 'width');
    return equal ? b : undefined;
  },
  /** «2–2,5 метра»: the lower one, and the upper for who wants it. */
  range: (children: readonly Frame[]) => {
    const [a, b] = children.filter((child) => number(child, 'value') !== undefined);
    const unit = text(a, 'unit') ?? text(b, 'unit');
    const [low, high] = [number(a, 'value') ?? 0, number(b, 'value') ?? 0];
    return low < high ? { value: low, upper: high, approximate: true, ...(unit ? { unit } : {}) } : undefined;
  },
  each: (children: readonly Frame[]) => {
    const len = children.at(-1);
    const count = number(children[0], 'value') ?? 2;
    if (!len || count < 2 || count > 3) return undefined;
    return { items: Array.from({ length: count }, (): Frame => ({ len })) };
  },
  /** «боковые по 2,1»; «боковая 1,5» is the other one of two. */
  flanks: (children: readonly Frame[]) => {
    const len = children.find((child) => number(child, 'value') !== undefined);
    if (len && text(children[0], 'cases') === 'n') return { items: [{ len, wall: 'other' }] };
    return len && { items: ['left', 'right'].map((wall): Frame => ({ len, wall })) };
  },
  two: ([a, , b]: readonly Frame[]) => (a && b ? { items: [{ len: a }, { len: b }] } : undefined),
  bundle: (children: readonly Frame[]) => {
    const [a, b] = children.filter((child) => number(child, 'value') !== undefined);
    const [count, width] = b ? (children[0] === a ? [a, b] : [b, a]) : [undefined, a];
    const mm = millimetres(width, 'width') ?? 0;
    const many = number(count, 'value');
    if (mm < 100 || mm > 1200 || (many !== undefined && (!Number.isInteger(many) || many > MAX_COUNT)))
      return undefined;
    return { width: mm, ...(many === undefined ? {} : { count: many }) };
  },
  money: (children: readonly Frame[]) =>
    (number(children.at(-1), 'value') ?? 0) >= MIN_MONEY ? { of: 'money' } : undefined,
};
