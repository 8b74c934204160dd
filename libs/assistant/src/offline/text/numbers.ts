import type { Quantity, Token } from './token.js';

/** Values by word form, from pairs of a value and its forms. */
const byForm = <Value>(...pairs: readonly (readonly [Value, string])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(pairs.flatMap(([value, forms]) => forms.split(' ').map((form) => [form, value])));

/** Russian numerals in their spoken forms. */
const UNITS = byForm(
  [0, 'ноль'],
  [1, 'один одна одну одно одной одного раз'],
  [2, 'два две двух двумя двум двое пара пару'],
  [3, 'три трех тремя трем трое'],
  [4, 'четыре четырех четырьмя четырем'],
  [5, 'пять пяти пятью'],
  [6, 'шесть шести'],
  [7, 'семь семи'],
  [8, 'восемь восьми'],
  [9, 'девять девяти'],
  [10, 'десять десяти'],
  [11, 'одиннадцать'],
  [12, 'двенадцать'],
  [13, 'тринадцать'],
  [14, 'четырнадцать'],
  [15, 'пятнадцать'],
  [16, 'шестнадцать'],
  [17, 'семнадцать'],
  [18, 'восемнадцать'],
  [19, 'девятнадцать'],
);
const TENS = byForm(
  [20, 'двадцать двадцати'],
  [30, 'тридцать тридцати'],
  [40, 'сорок сорока'],
  [50, 'пятьдесят пятидесяти'],
  [60, 'шестьдесят шестидесяти'],
  [70, 'семьдесят семидесяти'],
  [80, 'восемьдесят восьмидесяти'],
  [90, 'девяносто девяноста'],
);
const HUNDREDS = byForm(
  [100, 'сто ста'],
  [200, 'двести двухсот'],
  [300, 'триста трехсот'],
  [400, 'четыреста четырехсот'],
  [500, 'пятьсот пятисот'],
  [600, 'шестьсот шестисот'],
  [700, 'семьсот семисот'],
  [800, 'восемьсот восьмисот'],
  [900, 'девятьсот девятисот'],
);
/** Nouns that contain a number: «сорокапятка», «шестидесятка». */
const NICKNAMES = byForm(
  [45, 'сорокапятка сорокапятку'],
  [60, 'шестидесятка шестидесятку'],
  [80, 'восьмидесятка восьмидесятку'],
);
export const LENGTH_UNITS = byForm<'m' | 'cm' | 'mm'>(
  ['m', 'м метр метра метров метры метрах метровая метре метру m'],
  ['cm', 'см сантиметр сантиметра сантиметров сантиметрах сантиметры сантим сантимов сантима cm'],
  ['mm', 'мм миллиметр миллиметра миллиметров милиметров милиметра миллиметрах mm'],
);
const THOUSANDS = new Set(['тысяча', 'тысячи', 'тысяч', 'тыща', 'тыщи', 'тысячу']);

interface Read {
  readonly quantity: Quantity;
  readonly used: number;
}

/**
 * One number from position `i`: digits, or words of falling rank («двести сорок», «две тысячи четыреста»). A rank that
 * does not fall starts a new number: «три двадцать» are two.
 */
function number(tokens: readonly Token[], i: number): Read | undefined {
  const first = tokens[i];
  if (first?.quantity) return withFraction(tokens, i, { quantity: first.quantity, used: 1 });
  const nickname = NICKNAMES[first?.text ?? ''];
  if (nickname !== undefined) return { quantity: { value: nickname, spoken: true }, used: 1 };
  let total = 0;
  let rank = 4;
  let used = 0;
  for (let at = i; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    const step = ranked(text);
    if (THOUSANDS.has(text) && (total < 100 || used === 0) && rank < 5) {
      total = (used === 0 ? 1 : total) * 1000;
      rank = 4;
    } else if (step && step.rank < rank) {
      total += step.value;
      rank = step.value >= 10 && step.rank === 1 ? 0 : step.rank;
    } else break;
    used += 1;
  }
  return used === 0 ? undefined : withFraction(tokens, i, { quantity: { value: total, spoken: true }, used });
}

function ranked(text: string): { value: number; rank: number } | undefined {
  const [unit, ten, hundred] = [UNITS[text], TENS[text], HUNDREDS[text]];
  if (hundred !== undefined) return { value: hundred, rank: 3 };
  if (ten !== undefined) return { value: ten, rank: 2 };
  return unit === undefined ? undefined : { value: unit, rank: 1 };
}

/** «два с половиной», «три целых две десятых», «три запятая два». */
function withFraction(tokens: readonly Token[], i: number, read: Read): Read {
  const next = i + read.used;
  const text = (offset: number): string => tokens[next + offset]?.text ?? '';
  if (/^(с|со)$/.test(text(0)) && text(1) === 'половиной') {
    return { quantity: { ...read.quantity, value: read.quantity.value + 0.5 }, used: read.used + 2 };
  }
  if (/^(целых|целая|запятая|точка)$/.test(text(0))) {
    const part = number(tokens, next + 1);
    if (part && part.quantity.value < 100) {
      const divisor = part.quantity.value < 10 ? 10 : 100;
      const tail = /^(десят|сот)/.test(tokens[next + 1 + part.used]?.text ?? '') ? 1 : 0;
      const value = read.quantity.value + part.quantity.value / divisor;
      return { quantity: { ...read.quantity, value }, used: read.used + 1 + part.used + tail };
    }
  }
  return read;
}

const unitAt = (tokens: readonly Token[], i: number): 'm' | 'cm' | 'mm' | undefined =>
  LENGTH_UNITS[tokens[i]?.text ?? ''];

/** A number with its unit; metres are joined with centimetres: «3 м 20 см», «три двадцать», «метр восемьдесят». */
function length(tokens: readonly Token[], i: number): Read | undefined {
  const text = tokens[i]?.text ?? '';
  if (text === 'полтора' || text === 'полторы')
    return { quantity: { value: 1.5, unit: 'm' }, used: unitAt(tokens, i + 1) ? 2 : 1 };
  if (text === 'полметра') return { quantity: { value: 0.5, unit: 'm' }, used: 1 };
  if (/^метр(е|ом)?$/.test(text))
    return metres(tokens, i, { quantity: { value: 1, unit: 'm', spoken: true }, used: 1 });
  const read = number(tokens, i);
  if (!read) return undefined;
  const unit = unitAt(tokens, i + read.used);
  if (unit === 'm') return metres(tokens, i, { quantity: { ...read.quantity, unit }, used: read.used + 1 });
  if (unit) return { quantity: { ...read.quantity, unit }, used: read.used + 1 };
  return bareMetres(tokens, i, read) ?? read;
}

function metres(tokens: readonly Token[], i: number, read: Read): Read {
  const at = i + read.used;
  if (tokens[at]?.text === 'с' && tokens[at + 1]?.text === 'половиной') {
    return { quantity: { ...read.quantity, value: read.quantity.value + 0.5 }, used: read.used + 2 };
  }
  const skip = tokens[at]?.text === 'и' ? 1 : 0;
  const rest = number(tokens, at + skip);
  if (!rest || !Number.isInteger(rest.quantity.value) || !Number.isInteger(read.quantity.value)) return read;
  const unit = unitAt(tokens, at + skip + rest.used);
  const value = rest.quantity.value;
  const mm = unit === 'cm' && value < 100 ? value * 10 : unit === 'mm' && value < 1000 ? value : undefined;
  const bare = unit === undefined && skip === 0 && value >= 5 && value < 100 && !countsThings(tokens, at + rest.used);
  const millimetres = unit === undefined && skip === 0 && value >= 100 && value < 1000 && value % 10 === 0;
  const more = mm ?? (bare ? value * 10 : millimetres ? value : undefined);
  if (more === undefined) return read;
  const used = read.used + skip + rest.used + (unit ? 1 : 0);
  return { quantity: { value: read.quantity.value * 1000 + more, unit: 'mm' }, used };
}

/** «три двадцать»: a small number and one of two digits, without units. */
function bareMetres(tokens: readonly Token[], i: number, read: Read): Read | undefined {
  const metres = read.quantity.value;
  const rest = number(tokens, i + read.used);
  if (!rest || !Number.isInteger(metres) || metres < 1 || metres > 12) return undefined;
  const value = rest.quantity.value;
  const after = i + read.used + rest.used;
  if (value < 10 || value > 99 || !Number.isInteger(value) || unitAt(tokens, after) || countsThings(tokens, after))
    return undefined;
  return { quantity: { value: metres * 1000 + value * 10, unit: 'mm' }, used: read.used + rest.used };
}

/** Counts things: «3 ящика». */
const countsThings = (tokens: readonly Token[], i: number): boolean =>
  /^(ящик|тумб|шкаф|полк|полок|штук|шт$|двер)/.test(tokens[i]?.text ?? '');

/** Joins numerals, digits and units into quantities; other tokens stay. */
export function joinNumbers(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    const read = token?.lex || token?.mark ? undefined : length(tokens, i);
    if (read) {
      const text = tokens
        .slice(i, i + read.used)
        .map((used) => used.text)
        .join(' ');
      out.push({ text, quantity: read.quantity });
      i += read.used;
      continue;
    }
    if (token) out.push(token);
    i += 1;
  }
  return out;
}
