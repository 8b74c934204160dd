import {
  atOf,
  type Edit,
  edit,
  endOf,
  findModule,
  given,
  hasTrait,
  isCornerUnit,
  isHoodCabinet,
  isMadeWidth,
  isOrdinary,
  itemsIn,
  madeWidths,
  nodesOf,
  type Order,
  type Spot,
  STANDARD,
} from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { isObstacle, type Mention, type Place } from '../../meaning/meaning.js';
import { fixtureFor } from '../brief/brief.js';
import { unmadeWidth } from '../brief/missing.js';
import { hung } from '../brief/rows.js';
import { COOKERS, covers, floorRow, kindOf, meant, type Standing, tierOf, unitFor } from '../things.js';
import { NEW_NODE, SPACER } from './room-making.js';
import type { Change, Scene } from './scene.js';
import { placeOfNode, spotsFor } from './spots.js';

/** More of one thing than a row has room for. */
const MAX_COPIES = 6;
const copies = ({ count = 1 }: Mention): number => Math.max(1, Math.min(count, MAX_COPIES));
/** Widths tried where none was named. */
const MAX_WIDTHS = 4;

/** A new thing of the floor: in the place of another, at the places that were said, in a freed one, else where there is room. */
export function added(scene: Scene, thing: Mention, places: readonly Place[], instead?: Standing): Change {
  const { order, freed = [] } = scene;
  const fixture = fixtureFor(thing);
  const unit = fixture && unitFor(fixture);
  if (!unit) return kindOf(thing) === 'hood' ? hood(scene, thing) : { not: { because: 'absent', thing } };
  const unmade = unmadeWidth(thing);
  if (unmade) return { ask: unmade };
  const tier = tierOf(unit.code);
  if (tier === 'wall' || tier === 'upper') return hungOver(scene, unit.code, thing, places);
  // «добавьте над холодильником шкаф»
  if (!kindOf(thing) && places.some((place) => place.at === 'over' && !isObstacle(place.of)))
    return hungOver(scene, hungCode(thing), thing, places);
  if (isCornerUnit(unit.code) && order.room.walls.length === 1) return { not: { because: 'no_corner', thing } };
  const anywhere = !instead && (thing.which?.all || places.every(({ at }) => at === 'instead'));
  const gap = instead ?? (anywhere ? freed[0]?.one : undefined);
  const exact = thing.width !== undefined || fixture.kind !== 'unit';
  const widths = exact ? [unit.w] : widthsFor(unit.code, gap?.node.w);
  const put = (spot: Spot, w: number | undefined): Edit[] => {
    const add: Edit = { op: 'add', code: unit.code, ...given({ w }), ...spot };
    const item: Edit[] = unit.item ? [{ op: 'set_item', node: NEW_NODE, item: unit.item }] : [];
    return Array.from({ length: copies(thing) }, () => [add, ...item]).flat();
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
  const laid = Array.from({ length: copies(thing) }, (): Edit => ({ op: 'add_fixture', fixture: single }));
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

/** A unit of the wall row: over a thing of the floor, where it was said, else in the place of a plain one. */
export function hungOver(scene: Scene, code: string, thing: Mention, places: readonly Place[]): Change {
  const { order } = scene;
  const place = places.find((it) => it.at === 'over');
  const of = place?.at === 'over' && !isObstacle(place.of) ? meant(order, place.of) : [];
  const below = of.find(({ run }) => run.tier === 'base' || run.tier === 'tall');
  const w = thing.width ?? madeWidths(code).findLast((made) => made <= (below?.node.w ?? 0));
  if (below?.run.tier === 'tall') return mezzanineOver(order, below, thing, place);
  const add = (spot: object): Edit => ({ op: 'add', code, tier: 'wall', ...given({ w }), ...spot });
  const kindly = (list: readonly Standing[]): Edit[][] =>
    list.filter((it) => isMade(code, it)).map(({ node }): Edit[] => [{ op: 'replace', node: node.id, code }]);
  if (!below) {
    const spots = spotsFor(order, places, thing.width ?? 600).filter(({ at }) => at !== undefined);
    const own = places.length === 0 ? hung(order).filter((it) => isFree(scene, it)) : [];
    const kinds = thing.width === undefined ? kindly(own.filter(({ node }) => node.code === STANDARD.wall)) : [];
    const made = w ?? madeWidths(code).at(-1) ?? 0;
    const among = own.flatMap(({ node, run }) =>
      [atOf(node), endOf(node) - made].flatMap((at) =>
        inPlaceOf(scene, add({ at, wall: run.wall, w: made }), run.wall, at, made),
      ),
    );
    const several = kinds.length < copies(thing) ? [] : [kinds.slice(0, copies(thing)).flat()];
    return {
      ways: [...spots.map((spot) => [add(spot)]), ...several, ...kinds, [add({})], ...among],
      at: { thing, places: [] },
    };
  }
  const above = hung(order).filter((it) => covers(it, below) && tierOf(it.node.code) === 'wall');
  if (above.some(({ node }) => node.code === code) || (above.length > 0 && code === STANDARD.wall))
    return { known: true };
  const here = add({ wall: below.run.wall, at: atOf(below.node) });
  return {
    ways: [...kindly(above), [here], [...above.map(({ node }): Edit => ({ op: 'remove', node: node.id })), here]],
  };
}

/** Hung by the assistant's own choice: plain units, and the dryer that nobody named. */
const isFree = ({ said }: Scene, { node }: Standing): boolean =>
  node.code === STANDARD.wall || (node.code === STANDARD.drainer && said.every(({ concept }) => concept !== 'dryer'));

/** A unit hung where only such ones and fillers hang: they go, and plain ones fill what is left. */
function inPlaceOf(scene: Scene, add: Edit, wall: string, at: number, w: number): Edit[][] {
  const taken = hung(scene.order).filter((it) => it.run.wall === wall && atOf(it.node) < at + w && endOf(it.node) > at);
  if (!taken.every((it) => isFree(scene, it) || !isOrdinary(it.node.code))) return [];
  const [from, to] = [
    Math.min(...taken.map(({ node }) => atOf(node))),
    Math.max(...taken.map(({ node }) => endOf(node))),
  ];
  const rest = [
    [from, at],
    [at + w, to],
  ].flatMap(([start = 0, end = 0]): Edit[] =>
    madeWidths(STANDARD.wall).includes(end - start)
      ? [{ op: 'add', code: STANDARD.wall, tier: 'wall', wall, at: start, w: end - start }]
      : [],
  );
  return [[...taken.map(({ node }): Edit => ({ op: 'remove', node: node.id })), add, ...rest]];
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
  if (w === undefined || kindOf(thing))
    return { not: place ? { because: 'place', thing, place } : { because: 'absent', thing } };
  return { ways: [[{ op: 'add', code, tier: 'upper', w, wall: below.run.wall, at: atOf(below.node) }]] };
}

/** A hood hangs in a cabinet over the cooker. */
export function hood(scene: Scene, thing: Mention): Change {
  const { order } = scene;
  if (nodesOf(order).some(({ node }) => isHoodCabinet(node.code))) return { known: true };
  const cooker = floorRow(order).find(({ node }) => itemsIn(order, node.id).some(({ kind }) => COOKERS.includes(kind)));
  const of: Mention = { concept: 'cooker', source: thing.source };
  if (!cooker) return { not: { because: 'absent', thing: of } };
  const { wall } = cooker.run;
  if (!hung(order).some(({ run }) => run.wall === wall)) return { ways: [[{ op: 'add_tier', tier: 'wall', wall }]] };
  const width = madeWidths(STANDARD.hood).find((made) => made >= cooker.node.w) ?? 600;
  return hungOver(scene, STANDARD.hood, { ...thing, width }, [{ at: 'over', of }]);
}

/** The unit that a mention without a tier means where it hangs. */
export const hungCode = (thing: Mention): string => codeOf({ ...thing, tier: 'wall' }) ?? STANDARD.wall;
