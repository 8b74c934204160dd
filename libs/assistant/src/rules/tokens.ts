/** A word, number or mark of a message. */
export interface Token {
  /** As typed. */
  readonly raw: string;
  /** Lower case, ё as е; a number with a decimal point. */
  readonly text: string;
  readonly kind: 'word' | 'number' | 'mark';
  /** Offsets in the cleaned text. */
  readonly start: number;
  readonly end: number;
  readonly capital: boolean;
}

/** Letters of the Latin and Cyrillic scripts. */
const LETTER = 'a-zа-яёіїєґқғңөұүһәў';
const PIECE = new RegExp(
  `(?<bullet>(?<=(?:^|[\n;:.,])\\s*)(?:\\d{1,2}|[а-д])\\)(?=\\s+\\S)|(?<=\\s)\\d{1,2}\\)(?=\\s+\\S)(?<!\\([^()]*\\))|\\d{1,2}:\\d\\d(?!\\d))|(?<area>м2(?!\\d))|(?<number>\\d ,\\d+|\\d+(?:[.,]\\d+)?)(?:(?:-?(?:й|я)|-(?:ая|ой|х|ти|ый)|-?(?:го|му|ка|ку|ки|ую))(?![а-яё]))?|(?<word>(?-i:[А-ЯЁA-Z]{1,4}-\\d+[А-ЯЁ]{1,2}|[ПИпи]-\\d{2,3})(?![${LETTER}])|[а-яё]\\/[а-яё](?![а-яё])|[${LETTER}]+(?:['’-][${LETTER}]+)*)|(?<mark>\\.{2,}|[^\\s])|(?<line>\n)`,
  'giu',
);

/** What the reading needs to know of words in order to divide a text. */
export interface KnownWords {
  has(word: string): boolean;
  /** Whether a full stop after the word is its own, unless a sentence begins behind it. */
  abbreviates(word: string): boolean;
}

/** «60,45» lists two widths; «270,5» is a decimal fraction. */
const isList = (number: string): boolean => /^\d{2,},\d{2,}$/.test(number);

/** «эл» of «эл/плита», «г» of «г/плита». */
const isCutShort = (before: Token | undefined, at: number): boolean =>
  before?.end === at && before.kind === 'word' && before.text.length <= 3;

/** «до угла ещё 20 см. ближе к двери холодильник»: a full stop as well as the abbreviation's. */
const endsSize = (tokens: readonly Token[]): boolean =>
  /^(мм|см|м)$/.test(tokens.at(-1)?.text ?? '') && tokens.at(-2)?.kind === 'number';

/** What is hung on a word for emphasis. */
const PARTICLE = /^(то|ка|с)$/i;

const LINE_END = { raw: '\n', text: ',', kind: 'mark', capital: false } as const;

/** The pieces of a text. «шкаф-пенал» and «ШНЯ3» are one word where it is known, «белый-глянец» and «мойка60» are two. */
export function tokenise(cleaned: string, known: KnownWords): Token[] {
  const tokens: Token[] = [];
  const push = (raw: string, start: number, kind: Token['kind']): void => {
    const lower = raw.toLowerCase().replace(/ё/g, 'е').replace(/^шо$/, 'что');
    const text = kind === 'number' ? lower.replace(/ ?,/, '.') : kind === 'word' ? lower.replace('/', '') : lower;
    tokens.push({ raw, text, kind, start, end: start + raw.length, capital: raw !== lower });
  };
  for (const match of cleaned.matchAll(PIECE)) {
    const [raw] = match;
    const { bullet, number, word, mark, line } = match.groups ?? {};
    // «1)» of a list and «14:20» say nothing of a kitchen.
    if (bullet?.includes(':')) continue;
    const at = match.index;
    const before = tokens.at(-1);
    // Messengers send a thing a line; it ends there, and where the next number of a list stands, as at a comma.
    if (line !== undefined || bullet !== undefined) {
      if (before && before.kind !== 'mark') tokens.push({ ...LINE_END, start: at, end: at + 1 });
    } else if (before?.end === at && before.kind === 'word' && number !== undefined && known.has(before.text + raw)) {
      tokens.pop();
      push(before.raw + raw, before.start, 'word');
    } else if (number !== undefined && isList(raw)) {
      const comma = raw.indexOf(',');
      push(raw.slice(0, comma), at, 'number');
      push(',', at + comma, 'mark');
      push(raw.slice(comma + 1), at + comma + 1, 'number');
    } else if (number !== undefined) push(raw, at, 'number');
    else if (mark !== undefined) {
      const after = cleaned.slice(at + 1, at + 4);
      const own = before?.end === at && before.kind === 'word' && known.abbreviates(before.text);
      const goesOn = own ? /^ ?(?:[-,:/()+\da-zа-яё]|[А-ЯЁ]{2})/ : /^\d/;
      // The hyphen of «ПММ-60», the stroke of «эл/плита».
      const dropped =
        (raw === '.' && goesOn.test(after)) ||
        (raw === '-' && before?.kind === 'word' && /^\d/.test(after) && before.end === at) ||
        (raw === '/' && isCutShort(before, at) && /^[а-яё]{3}/i.test(after));
      if (dropped && endsSize(tokens) && /^ [а-яё]/i.test(after)) push(',', at, 'mark');
      else if (!dropped && !/["'«»’_~`=]/.test(raw)) push(raw, at, 'mark');
    } else if (word?.includes('-') && !/\d/.test(word) && !known.has(raw.toLowerCase().replace(/ё/g, 'е'))) {
      let start = at;
      for (const piece of raw.split('-')) {
        // «холодильник-то у нас 75», «верните-ка»
        if (start === at || !PARTICLE.test(piece)) push(piece, start, 'word');
        start += piece.length + 1;
      }
    } else push(raw, at, 'word');
  }
  return tokens;
}
