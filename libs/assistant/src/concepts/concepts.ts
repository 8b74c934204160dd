import type { Appliance, Fuel, Tier } from '#libs/furniture';

/**
 * What customers name and what stands for it in the catalogue: the one table of things. A new appliance or unit is a row
 * here. Words are in the notation of rules/morphology.ts; `_` joins words that are said together.
 */
export interface Concept {
  /** Name in the notation of rules/morphology.ts; `nameOf` inflects it. */
  readonly name: string;
  /** Customers' words for it. */
  readonly words: string;
  /** Words that say a property too, by that property. */
  readonly saying?: Readonly<Record<string, string>>;
  /** The appliance; absent for units. */
  readonly kind?: Appliance;
  /** Catalogue code of the unit (of an appliance: of the unit that it stands in). */
  readonly code?: string;
  /** Other codes, by what was said of it; the first whose traits all were said counts. */
  readonly variants?: readonly (Traits & { readonly code: string })[];
  readonly tier?: Tier;
  /** Widths that customers mean, mm. */
  readonly widths: readonly [min: number, max: number];
  readonly fuels?: readonly Fuel[];
  /** Whether «встроенный», «отдельный» may be said of it. */
  readonly buildsIn?: true;
  /** Keys of concepts and catalogue codes that the word may refer to where an order stands. */
  readonly standsFor?: readonly string[];
  /** Concepts that are named with it as one: «варочная с духовкой». */
  readonly goesWith?: readonly string[];
  /** A carcass: named with another thing («тумба под мойку», «шкаф с сушкой») it is that thing's. */
  readonly carcass?: true;
}

export interface Traits {
  readonly drawers?: number;
  readonly tier?: Tier;
  readonly corner?: true;
  readonly diagonal?: true;
  readonly builtIn?: boolean;
  readonly tall?: true;
  /** A concept said to be one with it: the oven of «пенал под духовку». */
  readonly with?: string;
}

export type ConceptTable = Readonly<Record<string, Concept>>;

/** Appliances, then units; codes are those of data/catalogue.json (furniture.ru.md, 1.2). */
export const CONCEPTS = {
  sink: {
    name: 'мойк/f',
    words: 'мойк/f мой_к/f мой_ка моек=G моечк/f раковин/f умывальник/m мойк/f_нержавейк/f',
    kind: 'sink',
    code: 'BS',
    variants: [{ corner: true, code: 'BCS' }],
    tier: 'base',
    widths: [300, 1200],
  },
  dishwasher: {
    name: 'посудомойк/f',
    words:
      'посудомойк/f посудомоек=G моечн/a_машин/f пасуда_моечная_машина посуда_моечная_машина посудомоечк/f посудк/f посудомоечн/a посудомоечн/a_машин/f посудомоечн/a_машинк/f посудомо_мойк/f пмм пм ппм посудомой посудомойн/a_машин/f машинк/f_посудомоечн/a',
    kind: 'dishwasher',
    code: 'FD',
    tier: 'base',
    widths: [400, 650],
    buildsIn: true,
  },
  hob: {
    name: 'варочн/a панел/j',
    words:
      'варочн/a варочн/a_панел/j варочн/a_поверхност/j варочн/a_плит/f варочк/f варк/f вп панел/j_варочн/a поверхност/j_варочн/a плитк/f_двухконфорочн/a плитк/f_четырехконфорочн/a',
    saying: {
      'fuel=induction': 'индукци/q индукционк/f индукционн/a_панел/j индукционн/a_поверхност/j',
      'fuel=gas': 'газов/a_панел/j газов/a_поверхност/j',
    },
    kind: 'hob',
    code: 'BH',
    variants: [{ with: 'oven', code: 'BO' }],
    tier: 'base',
    widths: [280, 950],
    fuels: ['gas', 'electric', 'induction'],
    buildsIn: true,
    goesWith: ['oven'],
  },
  oven: {
    name: 'духовк/f',
    words:
      'духовк/f духовок=G духовочк/f духовой=na духовой_шкаф/m дух_шкаф/m духшкаф/m духов/a_шкаф/m дш дух жарочн/a_шкаф/m шкаф/m_духовой',
    kind: 'oven',
    code: 'BO',
    variants: [
      { tall: true, with: 'microwave', code: 'TOM' },
      { tall: true, code: 'TO' },
    ],
    tier: 'base',
    widths: [400, 900],
    fuels: ['gas', 'electric'],
    buildsIn: true,
    standsFor: ['oven', 'BO', 'TO', 'TOM'],
    goesWith: ['hob', 'microwave'],
  },
  stove: {
    name: 'плит/f',
    words: 'плит/f',
    saying: {
      'fuel=electric': 'электроплит/f эл_плит/f печк/f_электрическ/a',
      'fuel=gas': 'газплит/f газ_плит/f печк/f_газов/a газов/a_печк/f',
    },
    kind: 'stove',
    code: 'NB',
    tier: 'base',
    widths: [300, 900],
    fuels: ['gas', 'electric', 'induction'],
    buildsIn: true,
    standsFor: ['stove', 'hob'],
    goesWith: ['oven'],
  },
  /** A cooker of unsaid kind: «газ», «конфорки». */
  cooker: {
    name: 'плит/f или варочн/a панел/j',
    words: 'конфорк/f конфорок=G',
    widths: [280, 950],
    fuels: ['gas', 'electric', 'induction'],
    standsFor: ['stove', 'hob'],
  },
  washer: {
    name: 'стиральн/a машин/f',
    words:
      'стиралк/f стиралок=G стиральн/a стиральн/a_машин/f стиральн/a_машинк/f стиральн/a_машинк/f машинк/f_стиральн/a машинк/f_автомат/m стир_машин/f',
    kind: 'washer',
    code: 'NB',
    tier: 'base',
    widths: [400, 700],
    buildsIn: true,
  },
  fridge: {
    name: 'холодильник/m',
    words: 'х-к холодильник/m холод/m холодос/m хол хол-к хол-ник холодильничек=na холодильничк/m',
    kind: 'fridge',
    code: 'TF',
    variants: [{ builtIn: false, code: 'NF' }],
    tier: 'tall',
    widths: [500, 1000],
    buildsIn: true,
  },
  hood: {
    name: 'вытяжк/f',
    words: 'вытяжк/f вытяг/f вытешк/f вытижк/f вытяжек=G вытяжечк/f вытяжн/a_шкаф/m',
    kind: 'hood',
    code: 'WH',
    tier: 'wall',
    widths: [400, 950],
    buildsIn: true,
  },
  microwave: {
    name: 'микроволновк/f',
    words:
      'свч микроволновк/f микроволновок=G микроволнов/a_печ/j микроволнов/a свч_печ/j свч-печ/j микроволн/f печ/j_свч',
    kind: 'microwave',
    code: 'WM',
    variants: [{ with: 'oven', code: 'TOM' }],
    tier: 'wall',
    widths: [400, 650],
    buildsIn: true,
  },
  base: {
    name: 'тумб/f',
    words: 'тумб/f тумбочк/f тумбочек=G стол/m_рабоч/s рабоч/s_стол/m стол/m_тумб/f стол/m',
    code: 'B',
    variants: [
      { drawers: 1, code: 'BD1' },
      { drawers: 2, code: 'BD2' },
      { drawers: 3, code: 'BD3' },
      { drawers: 4, code: 'BD4' },
      { corner: true, diagonal: true, code: 'BCD' },
      { corner: true, code: 'BC' },
    ],
    tier: 'base',
    carcass: true,
    widths: [150, 1200],
    standsFor: ['B', 'BD1', 'BD2', 'BD3', 'BD4', 'BS', 'BH', 'BO', 'BC', 'BCS', 'BCD', 'BOS', 'BB'],
  },
  cabinet: {
    name: 'шкаф/m',
    words: 'шкафу=dp шкаф/m шкафчик/m шкафик/m модул/l секци/q секций=G ящик/m_навесн/a',
    code: 'B',
    variants: [
      { tier: 'wall', corner: true, diagonal: true, code: 'WCD' },
      { tier: 'wall', corner: true, code: 'WC' },
      { tier: 'wall', code: 'W' },
      { tier: 'upper', code: 'A' },
      { tier: 'tall', code: 'T' },
      { drawers: 1, code: 'BD1' },
      { drawers: 2, code: 'BD2' },
      { drawers: 3, code: 'BD3' },
      { drawers: 4, code: 'BD4' },
      { corner: true, diagonal: true, code: 'BCD' },
      { corner: true, code: 'BC' },
    ],
    carcass: true,
    widths: [150, 1200],
    standsFor: ['B', 'BD1', 'BD2', 'BD3', 'BD4', 'BC', 'BCD', 'W', 'WL', 'WL2', 'WD', 'WG', 'WC', 'WCD', 'T'],
  },
  drawers: {
    name: 'тумб/f с ящиками',
    words: 'ящик/m ящичк/m ящичек=na выдвижн/a_ящик/m шуфлядк/f комод/m',
    code: 'BD3',
    variants: [
      { drawers: 1, code: 'BD1' },
      { drawers: 2, code: 'BD2' },
      { drawers: 4, code: 'BD4' },
    ],
    tier: 'base',
    widths: [250, 1000],
    standsFor: ['BD1', 'BD2', 'BD3', 'BD4'],
  },
  bottle: {
    name: 'бутылочниц/f',
    words: 'бутылочниц/f бутылочн/a бутылочк/f карго',
    code: 'BB',
    variants: [{ tall: true, code: 'TC' }],
    tier: 'base',
    widths: [140, 420],
  },
  open_base: {
    name: 'открыт/a тумб/f',
    words: 'стеллаж/m открыт/a_шкаф/m открыт/a_секци/q открыт/a_тумб/f открыт/a_модул/l открыт/a_стеллаж/m',
    code: 'BOS',
    variants: [{ tier: 'wall', code: 'WO' }],
    tier: 'base',
    widths: [150, 1000],
    standsFor: ['BOS', 'WO'],
  },
  tall: {
    name: 'пенал/m',
    words: 'колонн/f пенал/m шкаф/m_пенал/m пенальчик/m',
    code: 'T',
    variants: [
      { with: 'microwave', code: 'TOM' },
      { with: 'oven', code: 'TO' },
      { with: 'fridge', code: 'TF' },
    ],
    tier: 'tall',
    widths: [250, 700],
    standsFor: ['T', 'TO', 'TOM', 'TR', 'TC', 'TF'],
    goesWith: ['oven', 'microwave', 'fridge'],
  },
  broom: {
    name: 'пенал/m со штангой',
    words: 'хозшкаф/m штанг/f палк/f хозпенал/m хозяйственн/a_шкаф/m хозяйственн/a_пенал/m',
    code: 'TR',
    tier: 'tall',
    widths: [400, 700],
    standsFor: ['TR'],
  },
  pull_out: {
    name: 'пенал/m с выдвижной колонной',
    words: 'выдвижн/a_колонн/f выдвижн/a_пенал/m карго_в_пенал',
    code: 'TC',
    tier: 'tall',
    widths: [250, 450],
  },
  upper: {
    name: 'верхн/s шкаф/m',
    words: 'навесник/m',
    code: 'W',
    tier: 'wall',
    carcass: true,
    widths: [150, 1000],
    standsFor: ['W', 'WL', 'WL2', 'WD', 'WG', 'WC', 'WCD', 'WO'],
  },
  dryer: {
    name: 'шкаф/m с сушкой',
    words: 'сушк/f сушилк/f посудосушител/l сушк/f_для_посуды сушилк/f_для_посуды',
    code: 'WD',
    tier: 'wall',
    widths: [400, 900],
  },
  lift: {
    name: 'шкаф/m с подъёмной дверью',
    words: 'подъемник/m газлифт/m подъемн/a_двер/j дверц/f_вверх подъемн/a_фасад/m',
    code: 'WL',
    tier: 'wall',
    widths: [400, 1000],
    standsFor: ['WL', 'WL2'],
  },
  glass: {
    name: 'витрин/f',
    words: 'витрин/f витринк/f стеклянн/a_двер/j стеклянн/a_дверц/f стеклянн/a_фасад/m',
    code: 'WG',
    tier: 'wall',
    widths: [300, 900],
  },
  shelf: {
    name: 'открыт/a полк/f',
    words: 'открыт/a_полк/f открыт/a_полок=G открыт/a_полочк/f полк/f полок=G полочк/f полочек=G',
    code: 'SH',
    variants: [{ tier: 'base', code: 'BOS' }],
    tier: 'wall',
    widths: [200, 1000],
    standsFor: ['SH', 'WO', 'BOS'],
  },
  mezzanine: {
    name: 'антресол/j',
    words: 'антресол/j',
    code: 'A',
    variants: [{ tall: true, code: 'AT' }],
    tier: 'upper',
    widths: [300, 1000],
    standsFor: ['A', 'AT'],
  },
  filler: {
    name: 'фальшпанел/j',
    words: 'фальшпанел/j добор/m заглушк/f',
    code: 'FL',
    widths: [10, 160],
  },
  end_panel: {
    name: 'боков/a панел/j',
    words: 'боков/a_панел/j торцев/a_панел/j боковин/f',
    code: 'EP',
    widths: [10, 40],
  },
} as const satisfies ConceptTable;
