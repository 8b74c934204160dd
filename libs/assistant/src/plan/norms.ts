import {
  CONSTANTS,
  type Finding,
  type Fuel,
  isBuiltInFridge,
  type Order,
  type RuleCode,
  STANDARD,
  wordedFinding,
} from '#libs/furniture';
import type { Mention, Place, Statement } from '../meaning/meaning.js';
import { isObstacle } from './brief/places.js';
import type { Act, NotDone } from './decision.js';
import { COOKERS, codeOf, kindOf, tierOf } from './things.js';

/** What a norm has against a wish that names the violation itself, and what is said instead. */
export interface Norm {
  readonly statement: number;
  readonly act: Act;
  readonly why: NotDone;
}

/** Minimum from the worktop to a hood, mm (furniture.ru.md, section 2, HOB-HOOD). */
export const HOOD_CLEARANCE_MM: Readonly<Record<Fuel, number>> = { gas: 750, electric: 650, induction: 650 };

type Neighbour = 'fridge' | 'sink' | 'tall' | 'wall';

/** Minimum distances from the hob, mm (furniture.ru.md, section 2). */
const HOB_DISTANCES: readonly {
  readonly to: Neighbour;
  readonly fuel?: Fuel;
  readonly minMm: number;
  readonly code: RuleCode;
}[] = [
  { to: 'fridge', fuel: 'gas', minMm: 300, code: 'HOB-FRIDGE' },
  { to: 'sink', fuel: 'gas', minMm: 300, code: 'HOB-SINK' },
  { to: 'tall', minMm: 100, code: 'HOB-TALL' },
  { to: 'wall', minMm: 100, code: 'HOB-TALL' },
];

/** Nominative is not needed: these stand in the finding's sentence. */
const INSTRUMENTAL: Readonly<Record<Neighbour, string>> = {
  fridge: 'холодильником',
  sink: 'мойкой',
  tall: 'пеналом',
  wall: 'стеной',
};
const FUELS: Readonly<Record<Fuel, string>> = { gas: 'газовой ', electric: '', induction: '' };
const OVER: Readonly<Record<Fuel, string>> = { gas: 'газовой', electric: 'электрической', induction: 'индукционной' };

/** Does not open in a corner (furniture.ru.md, section 2, COR-DRAWER). */
const NEVER_IN_CORNER: readonly string[] = ['drawers', 'oven', 'dishwasher', 'washer', 'stove'];
/** Does not fit under a sink because of the drain and pipes (furniture.ru.md, 1.2, ШНМ). */
const NEVER_UNDER_SINK: readonly string[] = ['oven', 'dishwasher', 'washer', 'fridge', 'microwave'];
const NEVER_UNDER_HOB: readonly string[] = ['dishwasher', 'washer'];

/** What the norms have to be told of the kitchen, standing or planned. */
export interface Context {
  readonly order: Order | undefined;
  readonly fuel: Fuel | undefined;
  readonly cornered: boolean;
}

/** The first statement that asks for what a norm forbids, answered with the norm. */
export function forbidden(statements: readonly Statement[], context: Context): Norm | undefined {
  for (const [statement, said] of statements.entries()) {
    for (const { thing, places } of placedIn(said)) {
      for (const place of places) {
        const against = judged(thing, place, context);
        if (against) return { statement, ...against };
      }
    }
  }
  return undefined;
}

/** Things of a statement with the places that were said of them. */
function placedIn(said: Statement): { thing: Mention; places: readonly Place[] }[] {
  if (said.say === 'thing' && said.act === 'want') return [{ thing: said.thing, places: said.places }];
  if (said.say === 'place') return [{ thing: { concept: 'it', source: said.source }, places: said.places }];
  if (said.say !== 'edit' || (said.edit.act !== 'add' && said.edit.act !== 'move')) return [];
  const { things, places } = said.edit;
  return things.map((thing) => ({ thing, places }));
}

function judged(thing: Mention, place: Place, context: Context): Omit<Norm, 'statement'> | undefined {
  const kind = kindOf(thing) ?? thing.concept;
  if (place.at === 'corner' && !place.hand && context.cornered && NEVER_IN_CORNER.includes(kind)) {
    const msg =
      'В угол нельзя ящики, духовку, плиту и машину: они там не откроются. В углу стоит угловой шкаф или мойка.';
    return asked(thing, wordedFinding('COR-DRAWER', 'runs', msg, 'ШНУ или ШНУМ'));
  }
  if (place.at === 'apart' && !isObstacle(place.of) && (kind === 'hood' || kindOf(place.of) === 'hood'))
    return hung(place.gap, context);
  if ((place.at === 'under' || place.at === 'over') && !isObstacle(place.of)) {
    const of = kindOf(place.of) ?? '';
    if (kind === 'hood') return hung(place.gap, context);
    if (place.at === 'under' && of === 'sink' && NEVER_UNDER_SINK.includes(kind))
      return asked(
        thing,
        wordedFinding('OBS-WATER', 'items[sink]', 'Под мойкой слив и трубы: технику туда не ставим.', 'рядом с мойкой'),
      );
    const [above, below] = place.at === 'under' ? [of, kind] : [kind, of];
    if ([...COOKERS, 'cooker'].includes(above) && NEVER_UNDER_HOB.includes(below))
      return asked(
        thing,
        wordedFinding(
          'HOB-DW',
          'items[hob]',
          'Под варочной нельзя ставить посудомоечную и стиральную машину.',
          'соседний узел',
        ),
      );
  }
  if (place.at === 'over' && isObstacle(place.of) && place.of.obstacle === 'window' && tierOf(codeOf(thing)) === 'wall')
    return asked(thing, wordedFinding('OBS-WIN', 'runs', 'Верхний шкаф закроет окно.', 'убрать или пропуск у окна'));
  if (place.at === 'beside' && !isObstacle(place.of))
    return tooClose(thing, place.of, place.close ? 0 : place.gap, context);
  return undefined;
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
const asked = (thing: Mention, finding: Finding): Omit<Norm, 'statement'> => ({
  act: { kind: 'ask', asks: [{ ask: 'where', thing, why: finding }], findings: [finding] },
  why: { because: 'norm', finding },
});

/** «вытяжку в 40 см над плитой»: below the norm it is declined; its height is fixed anyway. */
function hung(gap: number | undefined, { fuel = 'electric' }: Context): Omit<Norm, 'statement'> | undefined {
  if (gap === undefined) return undefined;
  const norm = HOOD_CLEARANCE_MM[fuel];
  if (gap >= norm) return { act: { kind: 'reply' }, why: { because: 'fixed', what: 'hood_height' } };
  const msg = `До вытяжки ${gap} мм, над ${OVER[fuel]} варочной нужно не меньше ${norm} мм.`;
  const hint = fuel === 'gas' ? 'ШВВ H 500: до вытяжки 782' : 'ШВВ H 600: до вытяжки 682';
  const finding = wordedFinding('HOB-HOOD', 'items[hood]', msg, hint);
  return { act: { kind: 'decline', finding }, why: { because: 'norm', finding } };
}

/** Distances that were named, «вплотную» among them; «рядом» leaves the distance to the layout. */
function tooClose(
  thing: Mention,
  of: Mention,
  gap: number | undefined,
  { fuel, order }: Context,
): Omit<Norm, 'statement'> | undefined {
  if (gap === undefined) return undefined;
  const isHob = (one: Mention): boolean => COOKERS.includes(kindOf(one) ?? '') || kindOf(one) === 'cooker';
  const other = isHob(thing) ? of : isHob(of) ? thing : undefined;
  if (!other || isHob(other)) return undefined;
  const [hob] = isHob(thing) ? [thing] : [of];
  const kinds = neighboursOf(other, order);
  const burns = hob?.fuel ?? fuel;
  const norm = HOB_DISTANCES.find(
    ({ to, fuel: only, minMm }) => kinds.includes(to) && (only === undefined || only === burns) && gap < minMm,
  );
  if (!norm) return undefined;
  const name = INSTRUMENTAL[kinds[0] ?? norm.to];
  const msg = `Между ${FUELS[burns ?? 'electric']}варочной и ${name} ${gap} мм, нужно не меньше ${norm.minMm}.`;
  return asked(thing, wordedFinding(norm.code, 'items[hob]', msg, 'тумба 300 между ними'));
}

/** A built-in fridge is a tall unit too. */
function neighboursOf(thing: Mention, order: Order | undefined): Neighbour[] {
  const kind = kindOf(thing);
  if (kind === 'sink') return ['sink'];
  const builtIn = order?.runs.some(({ nodes }) => nodes.some(({ code }) => isBuiltInFridge(code)));
  if (kind === 'fridge') return (thing.builtIn ?? builtIn) ? ['fridge', 'tall'] : ['fridge'];
  return tierOf(codeOf(thing)) === 'tall' || codeOf(thing) === STANDARD.tallOven ? ['tall'] : [];
}
