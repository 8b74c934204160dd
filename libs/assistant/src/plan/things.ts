import {
  type Appliance,
  blockFor,
  type Edit,
  type Fixture,
  findModule,
  given,
  hasTrait,
  isBuiltInFridge,
  isNiche,
  madeWidths,
  type Tier,
} from '#libs/furniture';
import { CONCEPTS, codeOf, conceptOf } from '../concepts/index.js';
import type { Mention, Place } from '../meaning/meaning.js';
import type { Unit } from '../units/units.js';
import type { Named } from './decision.js';

/** Kinds of which a kitchen has one between them: a hob takes the stove's place. */
export const COOKERS: readonly string[] = ['hob', 'stove'];

/** The appliance that a mention names; `cooker` where the words leave open which. */
export function kindOf({ concept }: Mention): Appliance | 'cooker' | undefined {
  return concept === 'cooker' ? 'cooker' : conceptOf(concept)?.kind;
}

/** A hob, a stove, or whichever of them. */
export const isCooker = (thing: Mention): boolean => ['cooker', ...COOKERS].includes(kindOf(thing) ?? '');

/** Where none stands, «самый правый пенал» is to stand at that end, «крайний» at either, «левая тумба» on that side. */
export function withOwn({ which }: Mention, places: readonly Place[]): readonly Place[] {
  const hand = which?.hand ?? (which?.extreme && places.length === 0 ? 'any' : undefined);
  const isMeant = hand && (which?.extreme || places.length === 0);
  return isMeant ? [...places, { at: 'side', hand, ...given({ end: which?.extreme }) }] : places;
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

/** Niche for an appliance: the next made width unless it is much wider, else the appliance's own. */
const nicheWidth = (code: string, w: number): number =>
  madeWidths(code).find((niche) => niche >= w && niche - w <= MAX_NICHE_SPARE_MM) ?? w;

/** The width of a unit, as it is made for what was said. */
export function madeWidthFor(code: string, width: number): number {
  return isNiche(code) || isBuiltInFridge(code) || hasTrait(code, 'machine-front') ? nicheWidth(code, width) : width;
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
