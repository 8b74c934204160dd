import {
  type Edit,
  edit,
  findModule,
  given,
  hasTrait,
  isCornerUnit,
  isMadeWidth,
  madeWidths,
  type Order,
  type Spot,
  STANDARD,
} from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { type Mention, type Place, thingsAt } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import {
  covers,
  floorRow,
  hasHood,
  hung,
  isCooking,
  isOnFloor,
  standingOf,
  type Unit,
  unitIn,
} from '../../units/units.js';
import { fixtureFor } from '../brief/brief.js';
import { isAt } from '../brief/places.js';
import { isPlain, kindOf, removing, tierOf, unitFor, unmadeWidth } from '../things.js';
import { NEW_NODE, ownChoice, SPACER } from './room-making.js';
import { type Change, KNOWN, placeOfNode, type Scene, spotsFor } from './scene.js';

/** More of one thing than a row has room for. */
const MAX_COPIES = 6;
const copies = ({ count = 1 }: Mention): number => Math.max(1, Math.min(count, MAX_COPIES));
/** Widths tried where none was named. */
const MAX_WIDTHS = 4;

/** A new thing of the floor: in the place of another, at the places that were said, in a freed one, else where there is room. */
export function added(scene: Scene, thing: Mention, places: readonly Place[], instead?: Unit): Change {
  const { order, freed } = scene;
  const fixture = fixtureFor(thing);
  const unit = fixture && unitFor(fixture);
  if (!unit) return kindOf(thing) === 'hood' ? hood(scene, thing) : { not: { because: 'absent', thing } };
  const unmade = unmadeWidth(thing);
  if (unmade) return { ask: unmade };
  const tier = tierOf(unit.code);
  if (tier === 'wall' || tier === 'upper') return hungOver(scene, unit.code, thing, places);
  // «добавьте над холодильником шкаф»
  if (!kindOf(thing) && thingsAt(places, 'over').length > 0) return hungOver(scene, hungCode(thing), thing, places);
  if (isCornerUnit(unit.code) && order.room.walls.length === 1) return { not: { because: 'no_corner', thing } };
  const named = instead ? [placeOfNode(order, instead)] : spotsFor(order, places, unit.w ?? 600);
  const free = thing.which?.all || places.every(({ at }) => at === 'instead');
  // Where a place leads nowhere the thing stands elsewhere, and that is admitted.
  const anywhere = !instead && (free || named.length === 0);
  const gap = instead ?? (anywhere ? freed[0]?.one : undefined);
  const exact = thing.width !== undefined || fixture.kind !== 'unit';
  const widths = exact ? [unit.w] : widthsFor(unit.code, gap?.width);
  const put = (spot: Spot, w: number | undefined): Edit[] => {
    const add: Edit = { op: 'add', code: unit.code, ...given({ w }), ...spot };
    const item: Edit[] = unit.item ? [{ op: 'set_item', node: NEW_NODE, item: unit.item }] : [];
    return Array.from({ length: copies(thing) }, () => [add, ...item]).flat();
  };
  const out = removing(instead ? [instead] : []);
  const spots = anywhere ? freed.map(({ before, one }) => placeOfNode(before, one, (id) => !unitIn(order, id))) : named;
  // A unit of the assistant's own that stands where a plain one was said to becomes it.
  const own =
    thing.width !== undefined && isPlain(unit.code) && places.some(({ at }) => at === 'beside' || at === 'between')
      ? ownChoice(order, scene.said)
      : undefined;
  const standing = floorRow(order).filter((it) => own?.has(it.id) && places.every((place) => isAt(order, it, place)));
  const turned = standing
    .slice(0, 1)
    .map(({ id }): Edit[] => [{ op: 'replace', node: id, code: unit.code, ...given({ w: unit.w }) }]);
  const there = [...turned, ...spots.flatMap((spot) => widths.map((w) => [...out, ...put(spot, w)]))];
  const apart = kindOf(thing) === 'fridge' ? spots.slice(0, 1) : [];
  const spaced = apart.map((spot): Edit[] => [...out, ...put(spot, unit.w), { op: 'add', ...SPACER, ...spot }]);
  const at = { thing, places: free ? [] : places };
  if (!anywhere) return { ways: [...there, ...spaced], ...(places.length > 0 ? { at } : {}) };
  const single = fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture;
  const laid = Array.from({ length: copies(thing) }, (): Edit => ({ op: 'add_fixture', fixture: single }));
  const drawers = hasTrait(unit.code, 'drawers') && thing.width === undefined ? plainInto(order, unit.code) : [];
  const fromEnd = floorRow(order).toReversed();
  const row = fromEnd.map(({ id }) => put({ after: id }, unit.w));
  const narrower = exact ? [] : widths.map((w) => put({}, w));
  const fill = thing.which?.all ? filled(order, unit.code) : [];
  return { ways: [...there, ...fill, laid, ...drawers, ...narrower, ...row], ...(free ? {} : { at }) };
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

/** That of what it replaces, else the usual one, then narrower ones. */
function widthsFor(code: string, wanted: number | undefined): (number | undefined)[] {
  const made = madeWidths(code).toReversed();
  const first = wanted === undefined ? (made.find((w) => w === 600) ?? made[0]) : made.find((w) => w <= wanted);
  return first === undefined ? [undefined] : made.filter((w) => w <= first).slice(0, MAX_WIDTHS);
}

/** «добавь ящики» in a full row: the widest plain unit gets them. */
function plainInto(order: Order, code: string): Edit[][] {
  const plain = floorRow(order).filter((one) => one.code === STANDARD.base && madeWidths(code).includes(one.width));
  const [widest] = plain.toSorted((a, b) => b.width - a.width);
  return widest ? [[{ op: 'replace', node: widest.id, code }]] : [];
}

/** A unit of the wall row: over a thing of the floor, where it was said, else in the place of a plain one. */
export function hungOver(scene: Scene, code: string, thing: Mention, places: readonly Place[]): Change {
  const { order } = scene;
  const [of] = thingsAt(places, 'over');
  const below = of && onFloor(order, of);
  const w = thing.width ?? madeWidths(code).findLast((made) => made <= (below?.width ?? 0));
  if (below?.tier === 'tall') return mezzanineOver(order, below, thing, places);
  const add = (spot: object): Edit => ({ op: 'add', code, tier: 'wall', ...given({ w }), ...spot });
  const module = findModule(code);
  const kindly = (list: readonly Unit[]): Edit[][] =>
    list
      .filter(({ width }) => module && isMadeWidth(module, width))
      .map(({ id }): Edit[] => [{ op: 'replace', node: id, code }]);
  if (!below) {
    const spots = spotsFor(order, places, thing.width ?? 600).filter(({ at }) => at !== undefined);
    const own = places.length === 0 ? hung(order).filter((it) => isFree(scene, it)) : [];
    const kinds = thing.width === undefined ? kindly(own.filter((it) => it.code === STANDARD.wall)) : [];
    const made = w ?? madeWidths(code).at(-1) ?? 0;
    const among = own.flatMap(({ at: start, end, wall }) =>
      [start, end - made].flatMap((at) => inPlaceOf(scene, add({ at, wall, w: made }), wall, at, made)),
    );
    const all = Array.from({ length: copies(thing) }, () => add({}));
    const several = kinds.length < copies(thing) ? [] : [kinds.slice(0, copies(thing)).flat()];
    return {
      ways: [...spots.map((spot) => [add(spot)]), ...several, ...kinds, all, [add({})], ...among],
      at: { thing, places: [] },
    };
  }
  const above = hung(order).filter((it) => covers(it, below) && tierOf(it.code) === 'wall');
  if (above.some((it) => it.code === code) || (above.length > 0 && code === STANDARD.wall)) return KNOWN;
  const here = add({ wall: below.wall, at: below.at });
  return { ways: [...kindly(above), [here], [...removing(above), here]] };
}

/** What it hangs over: «тумбой» is no drawers where there is a plain one. */
function onFloor(order: Order, of: Mention): Unit | undefined {
  const below = meant(order, of).filter(isOnFloor);
  return below.find(({ code }) => code === codeOf(of)) ?? below[0];
}

/** Hung by the assistant's own choice: plain units, and the dryer that nobody named. */
const isFree = ({ said }: Scene, { code }: Unit): boolean =>
  code === STANDARD.wall || (code === STANDARD.drainer && said.every(({ concept }) => concept !== 'dryer'));

/** A unit hung where only such ones and fillers hang: they go, and plain ones fill what is left. */
function inPlaceOf(scene: Scene, add: Edit, wall: string, at: number, w: number): Edit[][] {
  const taken = hung(scene.order).filter((it) => it.wall === wall && it.at < at + w && it.end > at);
  if (!taken.every((it) => isFree(scene, it) || it.isFiller)) return [];
  const [from, to] = [Math.min(...taken.map((it) => it.at)), Math.max(...taken.map(({ end }) => end))];
  const plain = (start: number, end: number): Edit[] =>
    madeWidths(STANDARD.wall).includes(end - start)
      ? [{ op: 'add', code: STANDARD.wall, tier: 'wall', wall, at: start, w: end - start }]
      : [];
  return [[...removing(taken), add, ...plain(from, at), ...plain(at + w, to)]];
}

/** Over a fridge or a tall unit there is only room for a mezzanine. */
function mezzanineOver(order: Order, below: Unit, thing: Mention, places: readonly Place[]): Change {
  const code = STANDARD.tallMezzanine;
  const w = madeWidths(code).findLast((made) => made <= below.width);
  if (standingOf(order).units.some((it) => it.tier === 'upper' && covers(it, below))) return KNOWN;
  const place = places.find(({ at }) => at === 'over');
  if (w === undefined || kindOf(thing))
    return { not: place ? { because: 'place', thing, place } : { because: 'absent', thing } };
  return { ways: [[{ op: 'add', code, tier: 'upper', w, wall: below.wall, at: below.at }]] };
}

/** A hood hangs in a cabinet over the cooker. */
export function hood(scene: Scene, thing: Mention): Change {
  const { order } = scene;
  if (hasHood(order)) return KNOWN;
  const cooker = floorRow(order).find(isCooking);
  const of: Mention = { concept: 'cooker', source: thing.source };
  if (!cooker) return { not: { because: 'absent', thing: of } };
  const { wall } = cooker;
  if (!hung(order).some((it) => it.wall === wall)) return { ways: [[{ op: 'add_tier', tier: 'wall', wall }]] };
  const width = madeWidths(STANDARD.hood).find((made) => made >= cooker.width) ?? 600;
  return hungOver(scene, STANDARD.hood, { ...thing, width }, [{ at: 'over', of }]);
}

/** The unit that a mention without a tier means where it hangs. */
export const hungCode = (thing: Mention): string => codeOf({ ...thing, tier: 'wall' }) ?? STANDARD.wall;
