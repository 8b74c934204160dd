/** What the Russian of a note says: patterns of deviation, of change, of what is asked for. Pure text, no order. */

/** A word of one of these stems; `*` stands for any ending. */
const word = (...stems: readonly string[]): RegExp =>
  new RegExp(`(?<![а-яё])(?:${stems.map((stem) => stem.replace('*', '[а-яё]*')).join('|')})(?![а-яё])`, 'i');

/** A text that starts a word or stands inside of one. */
const part = (...parts: readonly (string | RegExp)[]): RegExp =>
  new RegExp(parts.map((one) => (typeof one === 'string' ? one : one.source)).join('|'), 'i');

/** A sentence with such a word may admit that a wish was not followed. */
export const DEVIATES = word(
  ...['не', 'нет', 'нельзя', 'без', 'вместо', 'кроме', 'пока', 'обсуд*', 'ближайш*', 'шире', 'уже', 'замен*', 'иначе'],
  ...['услов*', 'пришлось', 'прид[её]тся', 'суз*', 'должн*', 'назва*', 'говорил*', 'отказ*'],
);

/** A sentence with such a word says that something was changed. */
export const CHANGES = part(
  ...[
    'убра',
    'убир',
    'замен',
    'сузи',
    'сужен',
    'вместо',
    'сдвин',
    'подвин',
    'на мест',
    'за сч',
    'перестав',
    'пересобр',
  ],
  ...[
    'заново',
    'подобр',
    'перен[её]с',
    'добав',
    'измен',
    'уменьш',
    'увелич',
    'освоб',
    'потесн',
    '→',
    'раздел',
    'расшир',
  ],
  'продл',
  word('шире', 'уже', 'стал', 'стала', 'стали', 'стало'),
);

/** The plain units were laid anew altogether. */
export const ANEW = part(
  ...['заново', 'пересобр', 'перестро', 'перерасстав', 'перепланир', 'перелож', 'подобрал[аи]? (другие|остальные)'],
);

/** Not a good answer, whatever else it says. */
export const NOT_UNDERSTOOD = /не понял|не понимаю|не разобрал/i;

export const PRICE = /\d[\d\s]*(тыс[а-яё.]*\s*|млн[а-яё.]*\s*)?(руб|₽)/i;

/** «шкаф под посудомойку», «место для холодильника»: a unit named by what it is for, which is not the plain one. */
const NAMED_BY_USE =
  /(шкаф|тумб|мест)[а-яё]*\s+(?:под|с|со|для)\s+(?!ящик|полк|двер|тр[её]мя|двумя|четыр)[^.;,:(→\d]*(?:\d+(?:\s*→\s*\d+)?)?/gi;
const NAMED_AS_HIGH = /(верхн|навесн)[а-яё]*\s+(шкаф|полк)[а-яё]*/gi;

/** A sentence without the units in it that cannot be a plain one, of the floor or of the wall. */
export const ofPlainUnits = (sentence: string, isHigh: boolean): string => {
  const rest = sentence.replace(NAMED_BY_USE, '');
  return isHigh ? rest : rest.replace(NAMED_AS_HIGH, '');
};

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/).filter((one) => one !== '');

/** Without what is quoted: an example, «сделай мойку шире», says nothing of this kitchen. */
export const unquoted = (note: string): string => note.replace(/«[^»]*»/g, '«»');

const ASKS = /\?|скажите|уточните|назовите|опишите|подскажите|напишите|укажите/i;
/** The sentences that want an answer. */
export const questionsOf = (note: string): string =>
  sentencesOf(note)
    .filter((one) => ASKS.test(one))
    .join(' ');

/** What a question may be about (`asks:length`). */
export const TOPICS: Readonly<Record<string, RegExp>> = {
  length: part(
    ...['как[а-яё]+ (?:длин|размер)', 'длин[аыуо][^?]{0,30}(?:стен|кухн|ряд)', 'какова длина', 'длину'],
    'сколько (?:метров|сантиметров|миллиметров)',
  ),
  shape: /прям|углов|п-образ|форм/i,
  appliances: /техник|мойк|плит|варочн|духов|холодильник|посудомо/i,
  units: /миллиметр|сантиметр|метры|мм|единиц/i,
  window: /окн/i,
  sill: /подоконник/i,
  fuel: /газ|электрич|индукц/i,
  side: /слева|справа|сторон|кра[йею]|где|куда/i,
  which: /как(?:ой|ая|ие|ую|их|ое)|что именно|котор/i,
  fridge: /холодильник/i,
  door: /двер/i,
  ceiling: /потол/i,
};

/** A length in any of the notations of notes: 2900, 2 900, 290 см, 2,9 м. */
export function lengthPattern(mm: number): RegExp {
  const thousands = `${Math.floor(mm / 1000)}\\s?${String(mm % 1000).padStart(3, '0')}`;
  const metres = String(mm / 1000).replace('.', '[.,]');
  return new RegExp(`(?<!\\d)(${mm >= 1000 ? thousands : mm}|${mm / 10}\\s?см|${metres}0*\\s?м)(?!\\d)`, 'i');
}
