import {
  type Appliance,
  atOf,
  blockFor,
  endOf,
  type Fixture,
  findModule,
  given,
  hasTrait,
  isBuiltInFridge,
  isCornerUnit,
  isNiche,
  isOrdinary,
  itemsIn,
  madeWidths,
  nodesOf,
  type Order,
  type OrderNode,
  type Run,
  type Tier,
} from '#libs/furniture';
import { CONCEPTS, codeOf, conceptOf } from '../concepts/index.js';
import type { Mention } from '../meaning/meaning.js';
import type { Named } from './decision.js';

/** A node with the run that it stands in. */
export interface Standing {
  readonly node: OrderNode;
  readonly run: Run;
}

/** Kinds of which a kitchen has one between them: a hob takes the stove's place. */
export const COOKERS: readonly string[] = ['hob', 'stove'];

/** The appliance that a mention names; `cooker` where the words leave open which. */
export function kindOf({ concept }: Mention): Appliance | 'cooker' | undefined {
  return concept === 'cooker' ? 'cooker' : conceptOf(concept)?.kind;
}

/** A hob, a stove, or whichever of them. */
export const isCooker = (thing: Mention): boolean => ['cooker', ...COOKERS].includes(kindOf(thing) ?? '');

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

/** Floor units of a wall, left to right, without fillers and panels. */
export const floorRow = (order: Order, wall?: string): Standing[] =>
  nodesOf(order)
    .filter(
      ({ node, run }) =>
        (run.tier === 'base' || run.tier === 'tall') &&
        isOrdinary(node.code) &&
        (wall === undefined || run.wall === wall),
    )
    .toSorted(leftFirst);

/** Along the walls, from the left. */
export const rankOf = ({ run, node }: Standing): number => run.wall.charCodeAt(0) * 100_000 + atOf(node);
export const leftFirst = (a: Standing, b: Standing): number => rankOf(a) - rankOf(b);

export const standing = (order: Order, id: string): Standing | undefined =>
  nodesOf(order).find(({ node }) => node.id === id);

/** Whether one stands over or under another. */
export const covers = (one: Standing, other: Standing): boolean =>
  one.run.wall === other.run.wall && atOf(one.node) < endOf(other.node) && endOf(one.node) > atOf(other.node);

/** What a mention may mean in an order, left to right; several where it does not say which. */
export function meant(order: Order, mention: Mention): Standing[] {
  return narrowed(order, mention, called(order, mention));
}

/** Nodes that answer to the mention's name. */
function called(order: Order, mention: Mention): Standing[] {
  const concept = conceptOf(mention.concept);
  if (!concept) return [];
  const all = nodesOf(order).toSorted(leftFirst);
  const withItem = (kind: string): Standing[] =>
    all.filter(({ node }) => itemsIn(order, node.id).some((item) => item.kind === kind));
  if (concept.kind) {
    const own = withItem(concept.kind);
    if (own.length > 0) return own;
  }
  const names = concept.standsFor ?? [];
  const items = names.flatMap(withItem);
  if (concept.kind || items.length > 0) return items;
  const code = codeOf(mention);
  const found = all.filter(({ node }) => node.code === code || names.includes(node.code));
  const free = found.filter(({ node }) => node.code === code || itemsIn(order, node.id).length === 0);
  return free.length > 0 ? free : found;
}

/** By tier, width, number of drawers and place in the row: «вторая тумба», «левый шкаф», «тумбу 400». */
function narrowed(order: Order, mention: Mention, found: readonly Standing[]): Standing[] {
  const { tier, width, drawers, corner, which } = mention;
  let list = [...found];
  const keep = (test: (one: Standing) => boolean): void => {
    const kept = list.filter(test);
    if (kept.length > 0) list = kept;
  };
  if (tier) keep(({ run }) => run.tier === tier);
  if (mention.with?.length) keep(({ node }) => mention.with?.every((own) => holds(order, node, own)) === true);
  if (drawers) keep(({ node }) => node.code === codeOf(mention));
  if (corner !== undefined) keep(({ node }) => isCornerUnit(node.code) === corner);
  if (width !== undefined) keep(({ node }) => node.w === width);
  if (list.length < 2 || which?.all || (mention.count ?? 1) > 1) return list;
  const index = which?.ordinal ? which.ordinal - 1 : which?.hand || which?.extreme ? 0 : undefined;
  if (index === undefined) return list;
  const one = which?.hand === 'right' ? list.at(-1 - index) : list[index];
  return one ? [one] : list;
}

const holds = (order: Order, node: OrderNode, own: Mention): boolean =>
  itemsIn(order, node.id).some(({ kind }) => kind === kindOf(own));

/** The concept by which a node is called, with its width. */
export function namedOf(order: Order, { node }: Standing): Named {
  const items = itemsIn(order, node.id).map(({ kind }) => kind);
  const rows = Object.entries(CONCEPTS);
  const byItem = rows.find(([, { kind }]) => kind !== undefined && items.includes(kind));
  const byCode = rows.find(([, row]) => !row.kind && row.code === node.code);
  const byName = rows.find(([, row]) => !row.kind && row.standsFor?.includes(node.code));
  const [key = 'cabinet'] = byItem ?? byCode ?? byName ?? [];
  return { concept: key, width: node.w, node: node.id };
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
export interface UnitSpec {
  readonly code: string;
  readonly w?: number;
  readonly item?: { readonly kind: string; readonly fuel?: 'gas' | 'electric' | 'induction' };
}

export function unitFor(fixture: Fixture): UnitSpec {
  const { kind } = fixture;
  const isOwn = kind === 'stove' || kind === 'washer';
  const w = ('width' in fixture ? fixture.width : undefined) ?? (isOwn ? 600 : undefined);
  const item =
    isOwn || kind === 'hob' ? { kind, ...('fuel' in fixture ? given({ fuel: fixture.fuel }) : {}) } : undefined;
  return { code: blockFor(fixture).code, ...given({ w, item }) };
}
