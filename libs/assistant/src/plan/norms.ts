import {
  CONSTANTS,
  type Finding,
  type Fuel,
  isBuiltInFridge,
  type Order,
  type RuleCode,
  wordedFinding,
} from '#libs/furniture';
import { codeOf } from '../concepts/index.js';
import { isObstacle, type Mention, type Place, type Statement } from '../meaning/meaning.js';
import type { Act, NotDone } from './decision.js';
import { mentionsOf, placesOf } from './mentions.js';
import { COOKERS, isCooker, kindOf, tierOf } from './things.js';

/** What a norm has against a wish that names the violation itself, and what is said instead. */
interface Verdict {
  readonly act: Act;
  readonly why: NotDone;
}
export type Norm = Verdict & { readonly statement: number };

/** What stands too near to a hob: its name after «между варочной и», and the least distance, mm (furniture.ru.md, section 2). */
const HOB_DISTANCES = [
  { to: 'fridge', name: 'холодильником', fuel: 'gas', minMm: 300, code: 'HOB-FRIDGE' },
  { to: 'sink', name: 'мойкой', fuel: 'gas', minMm: 300, code: 'HOB-SINK' },
  { to: 'tall', name: 'пеналом', fuel: undefined, minMm: 100, code: 'HOB-TALL' },
] as const;

/** Names of hobs, and the minimum from the worktop to a hood over them, mm (furniture.ru.md, section 2, HOB-HOOD). */
const FUELS: Readonly<Record<Fuel, { readonly of: string; readonly over: string; readonly minMm: number }>> = {
  gas: { of: 'газовой ', over: 'газовой', minMm: 750 },
  electric: { of: '', over: 'электрической', minMm: 650 },
  induction: { of: '', over: 'индукционной', minMm: 650 },
};

const HOBS = [...COOKERS, 'cooker'];
const UNDER_HOB = {
  finding: ['HOB-DW', 'items[hob]', 'соседний узел'],
  msg: 'Под варочной нельзя ставить посудомоечную и стиральную машину.',
} as const;

/** Places where a thing never stands, whatever its size; `of` is what the place speaks of, `wall` any wall unit. */
const NEVER: readonly {
  readonly at: Place['at'];
  readonly things: readonly string[];
  readonly of?: readonly string[];
  readonly finding: readonly [RuleCode, string, string];
  readonly msg: string;
}[] = [
  {
    at: 'corner',
    things: ['drawers', 'oven', 'dishwasher', 'washer', 'stove'],
    finding: ['COR-DRAWER', 'runs', 'ШНУ или ШНУМ'],
    msg: 'В угол нельзя ящики, духовку, плиту и машину: они там не откроются. В углу стоит угловой шкаф или мойка.',
  },
  {
    at: 'under',
    things: ['oven', 'dishwasher', 'washer', 'fridge', 'microwave'],
    of: ['sink'],
    finding: ['OBS-WATER', 'items[sink]', 'рядом с мойкой'],
    msg: 'Под мойкой слив и трубы: технику туда не ставим.',
  },
  { at: 'under', things: ['dishwasher', 'washer'], of: HOBS, ...UNDER_HOB },
  { at: 'over', things: HOBS, of: ['dishwasher', 'washer'], ...UNDER_HOB },
  {
    at: 'over',
    things: ['wall'],
    of: ['window'],
    finding: ['OBS-WIN', 'runs', 'убрать или пропуск у окна'],
    msg: 'Верхний шкаф закроет окно.',
  },
];

/** What the norms have to be told of the kitchen, standing or planned. */
export interface Context {
  readonly order: Order | undefined;
  readonly fuel: Fuel | undefined;
  readonly cornered: boolean;
}

/** The first statement that asks for what a norm forbids, answered with the norm. */
export function forbidden(statements: readonly Statement[], context: Context): Norm | undefined {
  for (const [statement, said] of statements.entries()) {
    const named = said.say === 'thing' && said.act !== 'want' ? [] : mentionsOf(said);
    const things = said.say === 'place' ? [{ concept: 'it', source: said.source }] : named;
    const [against] = things.flatMap((thing) => placesOf(said).flatMap((place) => judged(thing, place, context) ?? []));
    if (against) return { statement, ...against };
  }
  return undefined;
}

function judged(thing: Mention, place: Place, context: Context): Verdict | undefined {
  const other = 'of' in place ? place.of : undefined;
  const [kind = '', of = ''] = [thing, other].map(
    (one) => one && (isObstacle(one) ? one.obstacle : (kindOf(one) ?? one.concept)),
  );
  const hangs = place.at === 'under' || place.at === 'over' || place.at === 'apart';
  if (hangs && other && !isObstacle(other) && (kind === 'hood' || (of === 'hood' && place.at === 'apart')))
    return hung(place.gap, context);
  const kinds = [kind, tierOf(codeOf(thing))];
  const never = NEVER.find(
    (row) => row.at === place.at && row.things.some((one) => kinds.includes(one)) && (row.of?.includes(of) ?? true),
  );
  if (never && (place.at !== 'corner' || (!place.hand && !place.near && context.cornered))) {
    const [code, path, hint] = never.finding;
    return asked(thing, wordedFinding(code, path, never.msg, hint));
  }
  return place.at === 'beside' && !isObstacle(place.of)
    ? tooClose(thing, place.of, place.close ? 0 : place.gap, context)
    : undefined;
}

/** Minimum from the worktop to wall units, mm (furniture.ru.md, section 2, HGT-GAP). */
const MIN_WALL_UNIT_GAP_MM = 450;

/** Wall units that would hang lower than the norm allows. */
export function lowRow(gap: number): Finding | undefined {
  if (gap >= MIN_WALL_UNIT_GAP_MM) return undefined;
  const msg = `Между столешницей и верхними шкафами получится ${Math.max(0, gap)} мм, нужно не меньше ${MIN_WALL_UNIT_GAP_MM} мм.`;
  return wordedFinding('HGT-GAP', 'runs', msg, `низ на ${CONSTANTS.wallBottom}`);
}

/** A question begins with the reason: the thing needs another place. */
const asked = (thing: Mention, finding: Finding): Verdict => ({
  act: { kind: 'ask', asks: [{ ask: 'where', thing, why: finding }], findings: [finding] },
  why: { because: 'norm', finding },
});

/** «вытяжку в 40 см над плитой»: below the norm it is declined; its height is fixed anyway. */
function hung(gap: number | undefined, { fuel = 'electric' }: Context): Verdict | undefined {
  if (gap === undefined) return undefined;
  const { over, minMm } = FUELS[fuel];
  if (gap >= minMm) return { act: { kind: 'reply' }, why: { because: 'fixed', what: 'hood_height' } };
  const msg = `До вытяжки ${gap} мм, над ${over} варочной нужно не меньше ${minMm} мм.`;
  const hint = fuel === 'gas' ? 'ШВВ H 500: до вытяжки 782' : 'ШВВ H 600: до вытяжки 682';
  const finding = wordedFinding('HOB-HOOD', 'items[hood]', msg, hint);
  return { act: { kind: 'decline', finding }, why: { because: 'norm', finding } };
}

/** Distances that were named, «вплотную» among them; «рядом» leaves the distance to the layout. */
function tooClose(thing: Mention, of: Mention, gap: number | undefined, { fuel, order }: Context): Verdict | undefined {
  const [hob, other] = [thing, of].toSorted((a, b) => Number(isCooker(b)) - Number(isCooker(a)));
  if (gap === undefined || !hob || !other || !isCooker(hob) || isCooker(other)) return undefined;
  const near = neighboursOf(other, order);
  const burns = hob.fuel ?? fuel ?? 'electric';
  const norm = HOB_DISTANCES.find(
    ({ to, fuel: only, minMm }) => near.includes(to) && (only === undefined || only === burns) && gap < minMm,
  );
  if (!norm) return undefined;
  const msg = `Между ${FUELS[burns].of}варочной и ${norm.name} ${gap} мм, нужно не меньше ${norm.minMm}.`;
  return asked(thing, wordedFinding(norm.code, 'items[hob]', msg, 'тумба 300 между ними'));
}

/** A built-in fridge is a tall unit too. */
function neighboursOf(thing: Mention, order: Order | undefined): string[] {
  const kind = kindOf(thing);
  const builtIn = thing.builtIn ?? order?.runs.some(({ nodes }) => nodes.some(({ code }) => isBuiltInFridge(code)));
  const isTall = kind === 'fridge' ? builtIn : tierOf(codeOf(thing)) === 'tall';
  return [...(kind ? [kind] : []), ...(isTall ? ['tall'] : [])];
}
