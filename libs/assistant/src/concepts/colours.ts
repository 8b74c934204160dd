import type { Finish } from '#libs/furniture';

/**
 * Customers' words for the palette (furniture.ru.md, 4.4) in the notation of rules/morphology.ts. Endings are exact: a
 * misspelt word is never taken for a colour, and «орехов» of «Орехово» is none.
 */
export const COLOURS: Readonly<Record<Finish, string>> = {
  clear: 'прозрачн/a',
  white: 'бел/a беленьк/s беловат/a белоснежн/a белый_глянец белый_матовый белого_цвета',
  milk: 'молочн/a ванил/j ванильн/a кремов/a айвори слонов/a_кост/j сливочн/a',
  sand: 'песочн/a песок беж бежев/a бежыв/a бежав/a бежов/a капучино кашемир/m латте',
  oak: 'дуб/m дубов/a сонома сонома_дуб дуб/m_сонома натуральн/a_дуб/m дуб_натуральный дуб/m_вотан',
  walnut: 'орех/m орехов/a темн/a_орех/m',
  wenge: 'венге темн/a_дуб/m',
  grey: 'сер/a сереньк/s сероват/a светло-сер/a светл/a_сер/a серого_цвета',
  graphite: 'графит/m графитов/a антрацит/m антрацитов/a темно-сер/a темн/a_сер/a темно_сер/a мокр/a_асфальт/m',
  black: 'черн/a чорн/a черненьк/s чернь',
  olive: 'оливков/a оливк/f олив/f зелен/a зелененьк/s шалфе/e шалфей=na шалфея=g шалфейн/a',
  blue: 'син/s голуб/o голубеньк/s синеньк/s темно-син/s',
};

/** Nearest finish for colours that are not in the palette, in the notation of rules/words.ts; the reply says so. */
export const NEAREST_COLOURS = `
colour_word! nearest=true finish=walnut : красн/a вишн/q вишнев/a коричнев/a терракотов/a
colour_word! nearest=true finish=wenge : бордов/a бордо шоколадн/a шоколад/m
colour_word! nearest=true finish=sand : желт/a золот/o золотист/a персиков/a
colour_word! nearest=true finish=oak : оранжев/a ясен/l ясен/e бук/m сосн/f дерев/n деревянн/a древесн/a под_дерево древесина
colour_word! nearest=true finish=milk : розов/a пудров/a
colour_word! nearest=true finish=blue : фиолетов/a сиренев/a лавандов/a лаванд/f бирюзов/a
colour_word! nearest=true finish=olive : изумрудн/a изумруд/m мятн/a мят/f фисташков/a фисташк/f хаки
colour_word! nearest=true finish=grey : серебрист/a серебрян/a серебр/n металлик/m бетон/m стальн/o пепельн/a
colour_word! nearest=true finish=white : мрамор/m мраморн/a
colour_word! nearest=true finish=graphite : гранит/m
`;

/** The palette from light to dark, by tints; a colour of several goes by the first. */
const TINTS: readonly (readonly Finish[])[] = [
  ['white', 'grey', 'graphite', 'black'],
  ['white', 'milk', 'sand', 'oak', 'walnut', 'wenge'],
  ['sand', 'olive', 'graphite'],
  ['grey', 'blue', 'black'],
];

/** The next colour that is lighter, or darker. */
export function shadeOf(finish: Finish, by: 'lighter' | 'darker'): Finish | undefined {
  const tint = TINTS.find((one) => one.includes(finish)) ?? [];
  return tint[tint.indexOf(finish) + (by === 'lighter' ? -1 : 1)];
}
