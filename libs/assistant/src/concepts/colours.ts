import type { Finish } from '#libs/furniture';

/**
 * Customers' words for the palette (furniture.ru.md, 4.4) in the notation of rules/morphology.ts. Endings are exact: a
 * misspelt word is never taken for a colour, and «орехов» of «Орехово» is none.
 */
export const COLOURS: Readonly<Record<Finish, string>> = {
  clear: 'прозрачн/a',
  white: 'бел/a белоснежн/a белый_глянец белый_матовый белого_цвета',
  milk: 'молочн/a ванил/j ванильн/a кремов/a айвори слонов/a_кост/j сливочн/a',
  sand: 'песочн/a песок беж бежев/a капучино кашемир/m латте',
  oak: 'дуб/m дубов/a сонома сонома_дуб дуб/m_сонома натуральн/a_дуб/m дуб_натуральный дуб/m_вотан',
  walnut: 'орех/m орехов/a темн/a_орех/m',
  wenge: 'венге темн/a_дуб/m',
  grey: 'сер/a светло-сер/a светл/a_сер/a серого_цвета',
  graphite: 'графит/m графитов/a антрацит/m антрацитов/a темно-сер/a темн/a_сер/a темно_сер/a мокр/a_асфальт/m',
  black: 'черн/a чернь',
  olive: 'оливков/a оливк/f олив/f зелен/a шалфе/e шалфей=na шалфея=g шалфейн/a',
  blue: 'син/s голуб/a темно-син/s',
};

/** Nearest finish for colours that are not in the palette; the reply says so. */
export const NEAREST_COLOURS: Readonly<Record<string, Finish>> = {
  'красн/a': 'walnut',
  'бордов/a бордо': 'wenge',
  'вишн/q вишнев/a': 'walnut',
  'коричнев/a': 'walnut',
  'шоколадн/a шоколад/m': 'wenge',
  'желт/a': 'sand',
  'оранжев/a': 'oak',
  'золот/a золотист/a': 'sand',
  'розов/a': 'milk',
  'пудров/a': 'milk',
  'персиков/a': 'sand',
  'фиолетов/a': 'blue',
  'сиренев/a': 'blue',
  'лавандов/a лаванд/f': 'blue',
  'бирюзов/a': 'blue',
  'изумрудн/a изумруд/m': 'olive',
  'мятн/a мят/f': 'olive',
  'фисташков/a фисташк/f': 'olive',
  'серебрист/a серебрян/a серебр/n металлик/m': 'grey',
  'бетон/m': 'grey',
  'мрамор/m мраморн/a': 'white',
  'ясен/l ясен/e': 'oak',
  'бук/m': 'oak',
  'сосн/f': 'oak',
  'терракотов/a': 'walnut',
  'дерев/n деревянн/a древесн/a под_дерево древесина': 'oak',
  'стальн/a': 'grey',
  'пепельн/a': 'grey',
  хаки: 'olive',
  'гранит/m': 'graphite',
};
