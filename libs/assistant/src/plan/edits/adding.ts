import {
  atOf,
  type Edit,
  edit,
  findModule,
  given,
  hasTrait,
  isCornerUnit,
  isHoodCabinet,
  isMadeWidth,
  itemsIn,
  madeWidths,
  nodesOf,
  type Order,
  type Spot,
  STANDARD,
} from '#libs/furniture';
import type { Mention, Place } from '../../meaning/meaning.js';
import { fixtureFor } from '../brief/brief.js';
import { unmadeWidth } from '../brief/missing.js';
import { isObstacle } from '../brief/places.js';
import { COOKERS, codeOf, covers, floorRow, kindOf, meant, type Standing, tierOf, unitFor } from '../things.js';
import { NEW_NODE, SPACER } from './room-making.js';
import type { Change, Scene } from './scene.js';
import { placeOfNode, spotsFor } from './spots.js';

/** More of one thing than a row has room for. */
const MAX_COPIES = 6;
/** Widths tried where none was named. */
const MAX_WIDTHS = 4;

/** A new thing of the floor: in the place of another, at the places that were said, in a freed one, else where there is room. */
export function added(scene: Scene, thing: Mention, places: readonly Place[], instead?: Standing): Change {
  const { order, freed = [] } = scene;
  const fixture = fixtureFor(thing);
  const unit = fixture && unitFor(fixture);
  if (!fixture || !unit) return kindOf(thing) === 'hood' ? hood(order, thing) : { not: { because: 'absent', thing } };
  const unmade = unmadeWidth(thing);
  if (unmade) return { ask: unmade };
  const tier = tierOf(unit.code);
  if (tier === 'wall' || tier === 'upper') return hungOver(order, unit.code, thing, places);
  if (isCornerUnit(unit.code) && order.room.walls.length === 1) return { not: { because: 'no_corner', thing } };
  const anywhere = !instead && (thing.which?.all || places.every(({ at }) => at === 'instead'));
  const gap = instead ?? (anywhere ? freed[0]?.one : undefined);
  const exact = thing.width !== undefined || fixture.kind !== 'unit';
  const widths = exact ? [unit.w] : widthsFor(unit.code, gap?.node.w);
  const copies = Math.max(1, Math.min(thing.count ?? 1, MAX_COPIES));
  const put = (spot: Spot, w: number | undefined): Edit[] => {
    const add: Edit = { op: 'add', code: unit.code, ...given({ w }), ...spot };
    const item: Edit[] = unit.item ? [{ op: 'set_item', node: NEW_NODE, item: unit.item }] : [];
    return Array.from({ length: copies }, () => [add, ...item]).flat();
  };
  const out: Edit[] = instead ? [{ op: 'remove', node: instead.node.id }] : [];
  const spots = instead
    ? [placeOfNode(order, instead, [instead.node.id])]
    : anywhere
      ? freed.map(({ before, one }) => placeOfNode(before, one, lost(before, order)))
      : spotsFor(order, places, unit.w ?? 600);
  const there = spots.flatMap((spot) => widths.map((w) => [...out, ...put(spot, w)]));
  const spaced =
    kindOf(thing) === 'fridge'
      ? spots.slice(0, 1).map((spot): Edit[] => [...out, ...put(spot, unit.w), { op: 'add', ...SPACER, ...spot }])
      : [];
  if (!anywhere) return { ways: [...there, ...spaced], ...(places.length > 0 ? { at: { thing, places } } : {}) };
  const single = fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture;
  const laid = Array.from({ length: copies }, (): Edit => ({ op: 'add_fixture', fixture: single }));
  const drawers = hasTrait(unit.code, 'drawers') && thing.width === undefined ? plainInto(order, unit.code) : [];
  const row = floorRow(order)
    .toReversed()
    .map(({ node }) => put({ after: node.id }, unit.w));
  const narrower = exact ? [] : widths.map((w) => put({}, w));
  const fill = thing.which?.all ? filled(order, unit.code) : [];
  return { ways: [...there, ...fill, laid, ...drawers, ...narrower, ...row] };
}

/** «заполни пустое место»: as many units as go in, of the widest widths. */
function filled(order: Order, code: string): Edit[][] {
  const edits: Edit[] = [];
  for (let w = widest(order, edits, code); w !== undefined && edits.length < MAX_COPIES; w = widest(order, edits, code))
    edits.push({ op: 'add', code, w });
  return edits.length > 0 ? [edits] : [];
}
const widest = (order: Order, edits: readonly Edit[], code: string): number | undefined =>
  madeWidths(code).findLast((w) => edit(order, [...edits, { op: 'add', code, w }]).ok);

const lost = (before: Order, order: Order): string[] =>
  floorRow(before).flatMap(({ node }) => (floorRow(order).some((one) => one.node.id === node.id) ? [] : [node.id]));

/** That of what it replaces, else the usual one, then narrower ones. */
function widthsFor(code: string, wanted: number | undefined): (number | undefined)[] {
  const made = madeWidths(code).toReversed();
  const first = wanted === undefined ? (made.find((w) => w === 600) ?? made[0]) : made.find((w) => w <= wanted);
  return first === undefined ? [undefined] : made.filter((w) => w <= first).slice(0, MAX_WIDTHS);
}

/** «добавь ящики» in a full row: the widest plain unit gets them. */
function plainInto(order: Order, code: string): Edit[][] {
  const plain = floorRow(order).filter(({ node }) => node.code === STANDARD.base && madeWidths(code).includes(node.w));
  const [widest] = plain.sort((a, b) => b.node.w - a.node.w);
  return widest ? [[{ op: 'replace', node: widest.node.id, code }]] : [];
}

const hungIn = (order: Order): Standing[] => nodesOf(order).filter(({ run }) => run.tier === 'wall');

/** A unit of the wall row: over a thing of the floor, where it was said, else in the place of a plain one. */
export function hungOver(order: Order, code: string, thing: Mention, places: readonly Place[]): Change {
  const place = places.find((it) => it.at === 'over');
  const of = place?.at === 'over' && !isObstacle(place.of) ? meant(order, place.of) : [];
  const below = of.find(({ run }) => run.tier === 'base' || run.tier === 'tall');
  const w = thing.width ?? madeWidths(code).findLast((made) => made <= (below?.node.w ?? 0));
  if (below?.run.tier === 'tall') return mezzanineOver(order, below, thing, place);
  const add = (spot: object): Edit => ({ op: 'add', code, tier: 'wall', ...given({ w }), ...spot });
  if (!below) {
    const spots = spotsFor(order, places, thing.width ?? 600).filter(({ at }) => at !== undefined);
    const kinds =
      thing.width === undefined && places.length === 0
        ? hungIn(order).filter((one) => one.node.code === STANDARD.wall && isMade(code, one))
        : [];
    return {
      ways: [
        ...spots.map((spot) => [add(spot)]),
        ...kinds.map(({ node }): Edit[] => [{ op: 'replace', node: node.id, code }]),
        [add({})],
      ],
    };
  }
  const hung = hungIn(order).filter((it) => covers(it, below) && tierOf(it.node.code) === 'wall');
  if (hung.some(({ node }) => node.code === code) || (hung.length > 0 && code === STANDARD.wall))
    return { known: true };
  const here = add({ wall: below.run.wall, at: atOf(below.node) });
  const instead = hung
    .filter((it) => isMade(code, it))
    .map(({ node }): Edit[] => [{ op: 'replace', node: node.id, code }]);
  return { ways: [...instead, [here], [...hung.map(({ node }): Edit => ({ op: 'remove', node: node.id })), here]] };
}

function isMade(code: string, { node }: Standing): boolean {
  const module = findModule(code);
  return module !== undefined && isMadeWidth(module, node.w);
}

/** Over a fridge or a tall unit there is only room for a mezzanine. */
function mezzanineOver(order: Order, below: Standing, thing: Mention, place: Place | undefined): Change {
  const code = STANDARD.tallMezzanine;
  const w = madeWidths(code).findLast((made) => made <= below.node.w);
  if (nodesOf(order).some((it) => it.run.tier === 'upper' && covers(it, below))) return { known: true };
  if (w === undefined) return { not: place ? { because: 'place', thing, place } : { because: 'absent', thing } };
  return { ways: [[{ op: 'add', code, tier: 'upper', w, wall: below.run.wall, at: atOf(below.node) }]] };
}

/** A hood hangs in a cabinet over the cooker. */
export function hood(order: Order, thing: Mention): Change {
  if (nodesOf(order).some(({ node }) => isHoodCabinet(node.code))) return { known: true };
  const cooker = floorRow(order).find(({ node }) => itemsIn(order, node.id).some(({ kind }) => COOKERS.includes(kind)));
  if (!cooker) return { not: { because: 'absent', thing: { concept: 'cooker', source: thing.source } } };
  const { wall } = cooker.run;
  if (!hungIn(order).some(({ run }) => run.wall === wall)) return { ways: [[{ op: 'add_tier', tier: 'wall', wall }]] };
  const over = hungIn(order).filter((it) => covers(it, cooker));
  const exact = over.filter(
    ({ node }) => node.at === cooker.node.at && isMade(STANDARD.hood, { node, run: cooker.run }),
  );
  const w = madeWidths(STANDARD.hood).find((made) => made >= cooker.node.w) ?? 600;
  const add: Edit = { op: 'add', code: STANDARD.hood, tier: 'wall', wall, at: atOf(cooker.node), w };
  return {
    ways: [
      ...exact.map(({ node }): Edit[] => [{ op: 'replace', node: node.id, code: STANDARD.hood, w: node.w }]),
      [...over.map(({ node }): Edit => ({ op: 'remove', node: node.id })), add],
    ],
  };
}

/** The unit that a mention without a tier means where it hangs. */
export const hungCode = (thing: Mention): string => codeOf({ ...thing, tier: 'wall' }) ?? STANDARD.wall;
