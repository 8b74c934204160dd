import {
  type Appliance,
  blockFor,
  type Edit,
  type Fixture,
  findModule,
  given,
  hasTrait,
  isBuiltInFridge,
  isMachineFront,
  isMadeWidth,
  isNiche,
  madeWidths,
  nearestWidths,
  STANDARD,
  type Tier,
  wordedFinding,
} from '#libs/furniture';
import { CONCEPTS, codeOf, conceptOf } from '../concepts/index.js';
import type { Mention, Place } from '../meaning/meaning.js';
import type { Unit } from '../units/units.js';
import type { Ask, Named } from './decision.js';

/** Kinds of which a kitchen has one between them: a hob takes the stove's place. */
export const COOKERS: readonly string[] = ['hob', 'stove'];

/** The appliance that a mention names; `cooker` where the words leave open which. */
export function kindOf({ concept }: Mention): Appliance | 'cooker' | undefined {
  return concept === 'cooker' ? 'cooker' : conceptOf(concept)?.kind;
}

/** Nothing is said of it but its name. */
export const isBare = (thing: Mention): boolean => Object.keys(thing).length === 2;

/** A hob, a stove, or whichever of them. */
export const isCooker = (thing: Mention): boolean => ['cooker', ...COOKERS].includes(kindOf(thing) ?? '');

/** Where none stands, «самый правый пенал» is to stand at that end, «крайний» at either, «левая тумба» on that side. */
export function withOwn({ which }: Mention, places: readonly Place[]): readonly Place[] {
  const hand = which?.hand ?? (which?.extreme && places.length === 0 ? 'any' : undefined);
  const isMeant = hand && (which?.extreme || places.length === 0);
  return isMeant ? [...places, { at: 'side', hand, ...given({ end: which?.extreme }) }] : places;
}

interface Placed {
  readonly thing: Mention;
  readonly places: readonly Place[];
}

/** «пеналы по краям», «по бокам»: one at each end, as if each had been said. */
export function endsOf({ thing, places }: Placed): Placed[] {
  if (!places.some((place) => place.at === 'side' && place.both)) return [{ thing, places }];
  const { count: _, ...one } = thing;
  return (['left', 'right'] as const).map((hand) => ({
    thing: one,
    places: places.map((place) => (place.at === 'side' && place.both ? { at: 'side', hand, end: true } : place)),
  }));
}

/** Whether two mentions speak of the same thing of a kitchen: appliances by kind, cookers among themselves. */
export function isSameThing(a: Mention, b: Mention): boolean {
  const [one, two] = [familyOf(a), familyOf(b)];
  return one !== undefined ? one === two : a.concept === b.concept && codeOf(a) === codeOf(b);
}

const familyOf = (mention: Mention): string | undefined => (isCooker(mention) ? 'cooker' : kindOf(mention));

/** «шкафы сверху», without which of them: the whole row. */
export const isUpperRow = ({ concept, tier, width, which }: Mention): boolean =>
  (concept === 'upper' || (concept === 'cabinet' && tier === 'wall')) &&
  width === undefined &&
  (!which || which.all === true);

/** Units that fill a floor row where nobody asked for anything. */
export const isPlain = (code: string): boolean => hasTrait(code, 'plain') || hasTrait(code, 'drawers');

/** Edits that take units out. */
export const removing = (units: readonly Unit[]): Edit[] => units.map(({ id }) => ({ op: 'remove', node: id }));

/** The concept by which a unit is called, with its width. */
export function namedOf({ id, code, width, kinds }: Unit): Named {
  const rows = Object.entries(CONCEPTS);
  const byItem = rows.find(([, { kind }]) => kind !== undefined && kinds.has(kind));
  const byCode = rows.find(([, row]) => !row.kind && row.code === code);
  const byName = rows.find(([, row]) => !row.kind && row.standsFor.includes(code));
  const [concept = 'cabinet'] = byItem ?? byCode ?? byName ?? [];
  return { concept, width, node: id };
}

export const namedBy = (mention: Mention, width = mention.width): Named => ({
  concept: mention.concept,
  ...given({ width }),
});

/** The word by which placements and edits of the engine name a thing: an appliance, else a catalogue code. */
export const wordOf = (mention: Mention): string => {
  const kind = kindOf(mention);
  return kind === 'cooker' ? 'hob' : (kind ?? codeOf(mention) ?? mention.concept);
};

/** How much wider than its appliance a niche may be, mm. */
const MAX_NICHE_SPARE_MM = 50;
/** An oven of 600 is 594 to 598 mm wide in its papers. */
const MAX_FRONT_GAP_MM = 10;

/** What was said, mm, as it is made; for an appliance the next made width unless it is much wider. */
export function madeWidthFor(code: string, width: number): number {
  const isOwn = isNiche(code) || isBuiltInFridge(code) || isMachineFront(code);
  const spare = isOwn ? MAX_NICHE_SPARE_MM : findModule(code)?.appliances.length ? MAX_FRONT_GAP_MM : 0;
  return madeWidths(code).find((made) => made >= width && made - width <= spare) ?? width;
}

/** The module whose widths a thing has to keep; other appliances' units follow the appliance. */
function exactCode(thing: Mention): string | undefined {
  const kind = kindOf(thing);
  if (kind === 'dishwasher') return STANDARD.dishwasher;
  if (kind === 'sink') return thing.corner ? undefined : STANDARD.sink;
  return kind === undefined ? codeOf(thing) : undefined;
}

/** A width that is not made, with the nearest that are. */
export function unmadeWidth(thing: Mention, code = exactCode(thing)): Extract<Ask, { ask: 'width' }> | undefined {
  const module = code === undefined ? undefined : findModule(code);
  const { width } = thing;
  if (!module || width === undefined || isMadeWidth(module, madeWidthFor(module.ascii, width))) return undefined;
  const made = nearestWidths(module, width).sort((a, b) => a - b);
  const msg = `Ширина ${width} мм для «${module.title}» не делается.`;
  const finding = wordedFinding('GEO-WIDTH', 'runs', msg, `Ближайшая ширина: ${made.join(' или ')}.`);
  return { ask: 'width', thing, wanted: width, made, finding };
}

export const tierOf = (code: string | undefined): Tier | undefined => {
  const tier = code === undefined ? undefined : findModule(code)?.tier;
  return tier === 'any' ? undefined : tier;
};

/** The unit for an appliance where it is added at a named place, with the appliance if the unit may hold several. */
export function unitFor(fixture: Fixture) {
  const { kind } = fixture;
  const isOwn = kind === 'stove' || kind === 'washer';
  const w = ('width' in fixture ? fixture.width : undefined) ?? (isOwn ? 600 : undefined);
  const item =
    isOwn || kind === 'hob' ? { kind, ...('fuel' in fixture ? given({ fuel: fixture.fuel }) : {}) } : undefined;
  return { code: blockFor(fixture).code, ...given({ w, item }) };
}
