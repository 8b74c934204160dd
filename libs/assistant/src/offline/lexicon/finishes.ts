import type { Finish } from '#libs/furniture';

/** Customers' words for the palette (furniture.ru.md, 4.4); `*` stands for any ending. */
export const FINISH_WORDS: Readonly<Record<Finish, string>> = {
  clear: 'прозрачн*',
  white: 'бел* белоснежн*',
  milk: 'молочн* ваниль ванил* кремов* айвори',
  sand: 'песочн* песок беж* бежев* капучино кашемир* латте',
  oak: 'дуб дуба дубом дубу дубе дубов* сонома сономы натуральн*',
  walnut: 'орех ореха орехом орехов*',
  wenge: 'венге',
  grey: 'сер* светло-сер*',
  graphite: 'графит графита графитом графитов* антрацит* темно-сер*',
  black: 'черн*',
  olive: 'олив* зелен* шалфе*',
  blue: 'син* голуб*',
};

/** Nearest finish for colours that are not in the palette; the reply says so. */
export const NEAREST_FINISH: Readonly<Record<string, Finish>> = {
  'красн*': 'walnut',
  'бордов*': 'wenge',
  'вишн*': 'walnut',
  'коричнев*': 'walnut',
  'шоколад*': 'wenge',
  'желт*': 'sand',
  'оранжев*': 'oak',
  'золот*': 'sand',
  'розов*': 'milk',
  'пудров*': 'milk',
  'персиков*': 'sand',
  'фиолетов*': 'blue',
  'сиренев*': 'blue',
  'лаванд*': 'blue',
  'бирюзов*': 'blue',
  'изумруд*': 'olive',
  'мятн*': 'olive',
  'фисташ*': 'olive',
  'серебр*': 'grey',
  'бетон*': 'grey',
  'мрамор*': 'white',
  'ясен*': 'oak',
  бук: 'oak',
  'сосн*': 'oak',
  'терракот*': 'walnut',
  'дерев*': 'oak',
  'древесн*': 'oak',
  'стальн*': 'grey',
  'пепельн*': 'grey',
  хаки: 'olive',
};

/** Colours of two words: first word, second word, finish. */
export const FINISH_PAIRS: readonly (readonly [RegExp, RegExp, Finish])[] = [
  [/^слонов/, /^кост/, 'milk'],
  [/^темн/, /^дуб/, 'wenge'],
  [/^темн/, /^сер/, 'graphite'],
  [/^светл/, /^сер/, 'grey'],
  [/^темн/, /^орех/, 'walnut'],
];
