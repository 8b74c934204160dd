/** Lines that are numbered from one: «1. мойка». */
const isNumbered = (text: string): boolean => /^\s*1\.\s/m.test(text) && /^\s*2\.\s/m.test(text);

/** Says nothing; its place is kept. */
const blank = (words: string): string => ' '.repeat(words.length);

type Rewriting = readonly [of: RegExp, to: string | ((words: string) => string)];

/** Before letters and signs are made alike, which would turn «№» into «No». */
const AS_TYPED: readonly Rewriting[] = [
  // «Заявка № 4471 от 03.02», «лид 4417»
  [
    /(?:№|(?<![а-яё])(?:лид|заявка|заказ|обращение|сделка|договор|диалог|чат|тикет) ?[№#:]?) ?\d[\d/-]{2,}(?: от \d{1,2}\.\d{2}(?:\.\d{2,4})?(?:\s?г\.)?)?/gi,
    blank,
  ],
  // «перезвонить в чт после 18»
  [
    /(?<=(?:звон|свя[зж])[^.!?\n]{0,40}(?<![а-яё]))(?:после|до|к|с|в) \d{1,2}(?::\d\d)?(?![\d,.]\d)(?:[- ]?(?:ч|час[а-я]*|ти)(?![а-яё]))?(?! ?(?:см|мм|м)(?![а-яё]))/gi,
    blank,
  ],
  // «[Авито, диалог 5591] …»: who wrote where.
  [/^\s*\[[^\]\n]{1,80}\]/, blank],
  // «короб 20 на 20 от пола до потолка»: as every duct is.
  [/(?<=(?:короб|труб|стояк|выступ|колонн|шахт)[^.;!?\n]{0,60})(?:от|с) пола (?:и )?до (?:самого )?потолка/gi, blank],
  [/↔/g, ' и '],
];

/** In this order. */
const REWRITINGS: readonly Rewriting[] = [
  // No control or zero-width characters, one kind of dash, space and multiplication sign.
  [/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : sign === '\t' ? ' ' : '')],
  [/[‐-―−]/g, '-'],
  [/[×✕]/g, 'x'],
  [/[\u00a0\u2000-\u200a\u202f ]/g, ' '],
  // Fields of a form: «Длина: 2400 | Мойка: 500».
  [/\|/g, '\n'],
  [/(?<![а-яё])т\. ?е\./gi, blank],
  // «ПММ: нет. Мойка: да (80 см)»
  [/: *да *\(([^()]*)\)/gi, ' $1'],
  [/: *да(?= *(?:[.,;\n]|$))/gi, ''],
  [/(?<=^|[.;,\n] *)([^:.;,\n]{2,40}): *(?:нет|не нужн[аоы]?|не требуется)(?= *(?:[.,;\n]|$))/gi, ' без $1'],
  // «Л→П»
  [/(?<![а-яё])л ?(?:→|->|=>|-) ?п(?![а-яё])/gi, 'слева направо'],
  [/(?<![а-яё])п ?(?:→|->|=>|-) ?л(?![а-яё])/gi, 'справа налево'],
  // «3.000 мм»: a point, or a comma, before thousands.
  [/(?<![\d.,])(\d{1,2})[.,](\d{3})(?= ?мм(?![а-яё]))/gi, '$1$2'],
  // «стена 2-80»: a hyphen for the point.
  [/(?<![\d.,-])([1-9])-(\d{2})(?![\d-]|[.,]\d)(?! ?(?:см|мм|ти|го|шт))/g, '$1,$2'],
  // «габариты Д*Г*В 3100*600*2150»
  [/(?<![а-яё])[дшгв](?: ?[*xх×] ?[дшгв]){1,2}(?![а-яё])/gi, blank],
  // «что нибудь простенькое»
  [/(?<![а-яё])(что|как(?:ой|ую|ие|ое|ая)) (?=нибудь(?![а-яё]))/gi, '$1-'],
  // «ой т9, мойка»: what a telephone writes for one.
  [/(?<![а-яё])[тt]9(?![а-яё\d])/gi, blank],
  // «мириться не хотят», «возиться не хочу»: that is said of nothing in a kitchen.
  [/(?<![а-яё])[а-яё]{3,}ться не хо(?:тят|чет|тим|чу|чется)(?![а-яё])/gi, blank],
  // «в углуу»: no word ends so.
  [/([аоуыэ])\1+(?![а-яё])/gi, '$1'],
  // «<b>кухня</b>»
  [/<\/?(?:b|i|u|p|br|div|span|strong|em)\b[^<>]*>/gi, blank],
  // «успею после семи?»
  [
    /(?<![а-яё])после (?:двух|тр[её]х|четыр[её]х|пяти|шести|семи|восьми|девяти|десяти)(?= ?(?:[?.!,]|$|вечера|утра|часов))/gi,
    blank,
  ],
  // «до 250 т.р.»
  [/(?<=\d ?)т\. ?р\.?(?![а-яё])/gi, 'тр'],
  // «в 14 павильон заходила»
  [/(?<![\d,.])\d{1,3}(?:-?(?:й|ый|м))? (?=павильон|касс[аеу]|прилав)/gi, blank],
  // «бежевово цвета»
  [/(?<=[а-яё]{3}[ое])во(?= цвет)/gi, 'го'],
  // «330х265 (длина х высота)»
  [/(\d{3,4}) ?[xх*] ?(\d{3,4}) ?\(длин[а-яё]* ?(?:[xх*]|на) ?высот[^)]*\)/gi, '$1, потолок $2'],
  // «белыи», «навесныи»: no word ends so.
  [/(?<=[а-яё]ы)и(?![а-яё])/gi, 'е'],
  // «2,6 м (слева) и 3,4 м (справа)»
  [/\((слева|справа|посередине)\)/gi, ' $1 '],
  // «хочу посмотреть, как без них», «не забудьте»
  [
    /(?<![а-яё])(?:хо(?:чу|тим|телось бы|чется) (?:по)?(?:смотреть|глянуть|увидеть)|не забу(?:дьте|дь|дем))(?![а-яё])/gi,
    blank,
  ],
  // «хотя бы 80 см»
  [/(?<![а-яё])хотя бы(?= (?:\d\d|метр|пол))/gi, 'минимум'],
  // «хотя бы одна витрина»: «хотя» corrects nothing there.
  [/(?<![а-яё])хотя бы(?![а-яё])/gi, blank],
  // «8 903 555-01-27», «+7 (903) 5550127»: no length is told so.
  [/(?<![\d.,])(?:\+ ?7|8)[ (-]{0,2}\d{3}[ )-]{0,2}\d{3}[ -]?\d{2}[ -]?\d{2}(?![\d.,]\d|\d)/g, blank],
];

const rewritten = (text: string, list: readonly Rewriting[]): string =>
  // Of the two forms of `replace` each takes one of the two kinds.
  list.reduce((all, [of, to]) => (typeof to === 'string' ? all.replace(of, to) : all.replace(of, to)), text);

/**
 * A message without what says nothing of a kitchen and only looks as if it did, its signs made alike and its lines without
 * numbers of their own. Offsets of tokens are in this text.
 */
export const clean = (text: string): string =>
  rewritten(
    rewritten(text.replace(isNumbered(text) ? /^\s*\d{1,2}\.(?=\s)/gm : '', ''), AS_TYPED).normalize('NFKC'),
    REWRITINGS,
  );
