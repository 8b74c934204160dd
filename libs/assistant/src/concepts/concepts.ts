import { APPLIANCES, type Appliance, FUELS, type Fuel, given, TIERS, type Tier } from '#libs/furniture';
import { type Frame, flag, number, oneOf, text } from '../rules/frame.js';
import { featuresOf, linesOf } from '../rules/notation.js';

/** A thing that customers name, and what stands for it in the catalogue. */
export interface Concept {
  /** In the notation of rules/morphology.ts; `nameOf` inflects it. */
  readonly name: string;
  /** Customers' words for it. */
  readonly words: string;
  /** Words that say properties too, by these. */
  readonly saying: Readonly<Record<string, string>>;
  /** The appliance; absent for units. */
  readonly kind?: Appliance;
  /** Catalogue code of the unit (of an appliance: of the unit that it stands in). */
  readonly code?: string;
  /** Other codes, by what was said of it; the first whose traits all were said counts. */
  readonly variants: readonly (Traits & { readonly code: string })[];
  readonly tier?: Tier;
  /** Widths that customers mean, mm. */
  readonly widths: readonly [min: number, max: number];
  /** Widths that «узкая» (`narrow`) and «полноразмерная» (`full`) mean, mm; of other things they mean nothing. */
  readonly sizes: Frame;
  readonly fuels: readonly Fuel[];
  /** Whether «встроенный», «отдельный» may be said of it. */
  readonly buildsIn: boolean;
  /** Whether it may stand without being built in: «холодильник не встраиваем». */
  readonly standsAlone: boolean;
  /** Keys of concepts and catalogue codes that the word may refer to where an order stands. */
  readonly standsFor: readonly string[];
  /** Concepts that are named with it as one: «варочная с духовкой». */
  readonly goesWith: readonly string[];
  /** A carcass: named with another thing («тумба под мойку», «шкаф с сушкой») it is that thing's. */
  readonly carcass: boolean;
}

export interface Traits {
  readonly drawers?: number;
  readonly tier?: Tier;
  readonly corner?: boolean;
  readonly diagonal?: boolean;
  readonly builtIn?: boolean;
  readonly tall?: boolean;
  /** A concept said to be one with it: the oven of «пенал под духовку». */
  readonly with?: string;
}

export type ConceptTable = Readonly<Record<string, Concept>>;

const listOf = (value = ''): string[] => value.split(',').filter(Boolean);

/**
 * Concepts, one on a line: `key feature=value … : words | property=value words | …`. The first word is the name, unless one
 * is given; `codes` is the code, then those of variants as `trait+trait:CODE`.
 */
export function conceptsOf(rows: string): ConceptTable {
  return Object.fromEntries(
    linesOf(rows).map(({ name: key, features, entries: [own, ...saying] }): [string, Concept] => {
      const row = featuresOf(features);
      const [code, ...variants] = listOf(text(row, 'codes'));
      const [min = 0, max = 0] = listOf(text(row, 'widths')?.replace('-', ',')).map(Number);
      const concept = {
        name: (text(row, 'name') ?? own?.words.split(' ')[0] ?? '').replaceAll('_', ' '),
        words: own?.words ?? '',
        saying: Object.fromEntries(saying.map(({ features, words }) => [features.join(' '), words])),
        variants: variants.map(variantOf),
        widths: [min, max] as const,
        sizes: featuresOf(listOf(text(row, 'sizes'))),
        fuels: FUELS.filter((fuel) => listOf(text(row, 'fuels')).includes(fuel)),
        buildsIn: flag(row, 'buildsIn') ?? false,
        standsAlone: flag(row, 'standsAlone') ?? false,
        standsFor: listOf(text(row, 'standsFor')),
        goesWith: listOf(text(row, 'goesWith')),
        carcass: flag(row, 'carcass') ?? false,
      };
      const [kind, tier] = [oneOf(APPLIANCES, row, 'kind'), oneOf(TIERS, row, 'tier')];
      return [key, { ...concept, ...given({ code, kind, tier }) }];
    }),
  );
}

/** `trait+trait=value:CODE` */
function variantOf(variant: string): Traits & { readonly code: string } {
  const [traits = '', code = ''] = variant.split(':');
  const said = featuresOf(traits.split('+'));
  return { code, ...traitsOf(said), ...given({ builtIn: flag(said, 'builtIn'), with: text(said, 'with') }) };
}

/** What tells units of one concept apart, as far as a phrase says it by itself. */
export const traitsOf = (said: Frame) =>
  given({
    drawers: number(said, 'drawers'),
    tier: oneOf(TIERS, said, 'tier'),
    corner: flag(said, 'corner'),
    diagonal: flag(said, 'diagonal'),
    tall: flag(said, 'tall'),
  });

/** The one table of things: a new appliance or unit is a row here. Codes are those of the catalogue (furniture.ru.md, 1.2). */
export const CONCEPTS = conceptsOf(`
# appliances
sink kind=sink codes=BS,corner:BCS tier=base widths=400-1200 : мойк/f моек=G моечк/f раковин/f умывальник/m рукомойник/m мойк/f_нержавейк/f шнм | corner=true шнум
dishwasher kind=dishwasher codes=FD tier=base widths=400-650 sizes=narrow=450,full=600 buildsIn standsAlone : посудомойк/f посудмойк/f посудамойк/f посудомоек=G моечн/a_машин/f посудомоечк/f посудк/f пмк/f посудомоечн/a посудомоечн/a_машин/f посудомоечн/a_машинк/f п_машин/f пм_машин/f пмм пм ппм посуд. фпм посудомой посудомойн/a
hob name=варочн/a_панел/j kind=hob codes=BH,with=oven:BO tier=base widths=280-950 sizes=narrow=300 fuels=gas,electric,induction buildsIn goesWith=oven : варочн/a варочн/a_панел/j варочн/a_поверхност/j варочн/a_плит/f варочк/f варк/f вп вручн/a_панел/j домино шнв двухконфорочн/a_плитк/f четырехконфорочн/a_плитк/f двухконфорк/f врезн/o_плитк/f врезн/o_плит/f | fuel=induction индукци/q индукционк/f индукционн/a_панел/j индукционн/a_поверхност/j | fuel=gas газов/a_панел/j газов/a_поверхност/j
oven kind=oven codes=BO,tall+with=microwave:TOM,tall:TO tier=base widths=400-900 fuels=gas,electric buildsIn standsFor=oven,BO,TO,TOM goesWith=hob,microwave : духовк/f духовок=G духовочк/f духовой=na духового=g духовому=d духовым=i духовом=p дх._шк дх._шк. дх_шк дх_шкаф/m духовой_шкаф/m дух_шкаф/m духшкаф/m духов/o_шкаф/m д_шкаф/m дш дух. шнд жарочн/a_шкаф/m шкаф/m_духовой | tall=true шпд
stove kind=stove codes=NB tier=base widths=400-900 sizes=narrow=500,full=600 fuels=gas,electric,induction buildsIn standsAlone standsFor=stove,hob goesWith=oven : плит/f плитк/f_с_духовкой | fuel=electric электроплит/f эл_плит/f э_плит/f эл_пл. электрическ/a_печк/f | fuel=gas газовк/f газплит/f газ_плит/f г_плит/f газ_пл. газов/a_печк/f
cooker name=плит/f_или_варочн/a_панел/j widths=280-950 fuels=gas,electric,induction standsFor=stove,hob : конфорк/f конфорок=G
washer name=стиральн/a_машин/f kind=washer codes=NB tier=base widths=400-700 buildsIn standsAlone : стиралочк/f стиралк/f стиралок=G стиральн/a стиральн/a_машин/f стиральн/a_машинк/f с_машин/f ст_машин/f стир_машин/f машинк/f_автомат/m стирк/f стир. сма
fridge name=холодильник/m kind=fridge codes=TF,builtIn=false:NF tier=tall widths=500-1000 buildsIn standsAlone : х-к холодильник/m холод. холод/m холодос/m хол. хол-к хол-ник холодильничек=na холодильничк/m | builtIn=false сайд-бай-сайд side-by-side нх | builtIn=true шпх пенал-холодильник/m
hood kind=hood codes=WH tier=wall widths=400-950 buildsIn : вытяжк/f вытяг/f вытешк/f вытижк/f вытяжек=G вытяжечк/f вытяжн/a_шкаф/m швв
microwave name=микроволновк/f kind=microwave codes=WM,with=oven:TOM tier=wall widths=400-650 buildsIn standsAlone : свч микр. микр/f микроволновочк/f микроволновк/f микроволновок=G микроволнов/a_печ/j микроволнов/a свч_печ/j свч-печ/j микроволн/f печ/j_свч швм
# units
niche name=мест/n_под_технику codes=NB tier=base widths=400-700 carcass : нш
base codes=B,drawers=1:BD1,drawers=2:BD2,drawers=3:BD3,drawers=4:BD4,corner+diagonal:BCD,corner:BC tier=base widths=150-1200 carcass standsFor=B,BD1,BD2,BD3,BD4,BS,BH,BO,BC,BCS,BCD,BOS,BB : тумб/f тумбочк/f тумбочек=G рабоч/s_стол/m стол/m_тумб/f столик/m_тумб/f рабоч/s_столик/m рабоч/s_столик/m_тумб/f стол/m столик/m разделочн/a_стол/m шн | corner=true шну | corner=true diagonal=true шнут
cabinet name=шкаф/m codes=B,tier=wall+corner+diagonal:WCD,tier=wall+corner:WC,tier=wall:W,tier=upper:A,tier=tall:T,drawers=1:BD1,drawers=2:BD2,drawers=3:BD3,drawers=4:BD4,corner+diagonal:BCD,corner:BC widths=150-1200 carcass standsFor=B,BD1,BD2,BD3,BD4,BC,BCD,W,WL,WL2,WD,WG,WC,WCD,T : шкафу=dp шкаф/m шкафчик/m шкафик/m шк. модул/l секци/q секций=G навесн/o_ящик/m шкапчик/m | tier=wall corner=true шву | tier=wall corner=true diagonal=true швут
drawers name=тумб/f_с_ящиками codes=BD3,drawers=1:BD1,drawers=2:BD2,drawers=4:BD4 tier=base widths=250-1000 standsFor=BD1,BD2,BD3,BD4 : ящик/m ящичк/m ящичек=na ящ. выдвижн/o_ящик/m выдвижн/o_систем/f выдвижн/o_секци/q шуфлядк/f шня | drawers=1 шня1 | drawers=2 шня2 | drawers=3 шня3 | drawers=4 шня4
bottle codes=BB,tall:TC tier=base widths=140-420 : бутылочниц/f бутылочн/a бутылочк/f шкаф/m_бутылочниц/f шкафчик/m_бутылочниц/f карго шнб
open_base name=открыт/a_тумб/f codes=BOS,tier=wall:WO tier=base widths=150-1000 standsFor=BOS,WO : стеллаж/m открыт/a_шкаф/m открыт/a_секци/q открыт/a_тумб/f открыт/a_модул/l открыт/a_стеллаж/m шно | tier=wall шво
tall name=пенал/m codes=T,with=microwave:TOM,with=oven:TO,with=fridge:TF tier=tall widths=250-700 sizes=narrow=300 standsFor=T,TO,TOM,TR,TC goesWith=oven,microwave,fridge : пенал/m шкаф/m_пенал/m пенальчик/m шп
broom name=пенал/m_со_штангой codes=TR tier=tall widths=400-700 standsFor=TR : хозшкаф/m штанг/f палк/f хозпенал/m хозяйственн/a_шкаф/m хозяйственн/a_пенал/m хозблок/m шпш
pull_out name=пенал/m_с_выдвижной_колонной codes=TC tier=tall widths=250-450 : выдвижн/o_колонн/f пенал/m_с_выдвижной_колонной выдвижн/o_пенал/m карго_в_пенал шпк
upper name=верхн/s_шкаф/m codes=W tier=wall widths=150-1000 carcass standsFor=W,WL,WL2,WD,WG,WC,WCD,WO : навесник/m шв
dryer name=шкаф/m_с_сушкой codes=WD tier=wall widths=400-900 : сушк/f сушилк/f посудосушител/l сушк/f_для_посуды сушилк/f_для_посуды шкаф/m_сушк/f шкафчик/m_сушк/f швс
lift name=шкаф/m_с_подъёмной_дверью codes=WL tier=wall widths=400-1000 standsFor=WL,WL2 : подъемник/m газлифт/m подъемн/a_двер/j дверц/f_вверх подъемн/a_фасад/m швг швг2
glass codes=WG tier=wall widths=300-900 : витрин/f витринк/f стеклянн/a_двер/j стеклянн/a_дверц/f стеклянн/a_дверк/f витражн/a_дверц/f витражн/a_дверк/f шкаф/m_витрин/f стеклянн/a_фасад/m швт
shelf codes=SH,tier=base:BOS tier=wall widths=200-1000 standsFor=SH,WO,BOS : открыт/a_полк/f открыт/a_полок=G открыт/a_полочк/f полк/f полок=G полочк/f полочек=G
mezzanine codes=A,tall:AT tier=upper widths=300-1000 standsFor=A,AT : антресол/j втор/o_ярус/m два_яруса | tall=true анп
filler codes=FL widths=10-160 : фальшпанел/j добор/m заглушк/f доборн/a_планк/f доборн/a_панел/j
end_panel codes=EP widths=10-40 : боков/o_панел/j торцев/o_панел/j боковин/f
`);
