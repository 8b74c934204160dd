import {
  type Edit,
  given,
  isBuiltInFridge,
  isCornerUnit,
  madeWidths,
  type Order,
  type Spot,
  STANDARD,
} from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import { isObstacle, type Mention, type Place, thingsAt } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import { floorRow, type Unit } from '../../units/units.js';
import { fixtureFor } from '../brief/brief.js';
import { isAt } from '../brief/places.js';
import { bearing } from '../leaning.js';
import {
  COOKERS,
  isBare,
  isPlain,
  kindOf,
  madeWidthFor,
  namedOf,
  removing,
  tierOf,
  unitFor,
  unmadeWidth,
  withOwn,
} from '../things.js';
import { added, hood, hungCode, hungOver } from './adding.js';
import { SPACER } from './room-making.js';
import {
  afterLast,
  all,
  beforeFirst,
  type Change,
  found,
  foundAs,
  joined,
  KNOWN,
  one,
  plainest,
  type Scene,
  spotsFor,
} from './scene.js';

/** A thing that is wanted where a kitchen stands: its properties and place where it stands already, else it is added. */
export function wanted(scene: Scene, said: Mention, places: readonly Place[]): Change | undefined {
  const { order } = scene;
  const kind = kindOf(said);
  const isOfCorner = kind === 'sink' && order.room.walls.length > 1 && places.some(isInnerCorner);
  const thing = isOfCorner
    ? { ...said, corner: true }
    : kind === 'fridge' && said.tall
      ? { ...said, builtIn: true }
      : said;
  if (kind === 'hood') return hood(scene, thing);
  if (!kind && thing.corner === undefined && places.some(({ at }) => at === 'corner') && order.room.walls.length > 1) {
    const cornered = floorRow(order).some(({ isCorner }) => isCorner);
    return cornered ? KNOWN : added(scene, { ...thing, corner: true }, []);
  }
  const [instead] = thingsAt(places, 'instead');
  const place = places.find(({ at }) => at === 'instead');
  if (place && instead && scene.freed.length === 0) {
    const [old] = foundAs(scene, instead);
    const { which: _, ...other } = thing;
    if (!old && kindOf(instead) === 'fridge') return { not: { because: 'place', thing, place } };
    if (old && found(scene, other).every(({ id }) => id !== old.id)) return replaced(scene, old, other);
  }
  const next = thing.which?.ordinal ?? 0;
  if (kind && next > 1 && found(scene, { ...thing, which: { all: true } }).length < next)
    return added(scene, thing, places);
  const ofCooker = jointly(scene, thing, places) ?? ovenApart(scene, thing, places);
  if (ofCooker) return ofCooker;
  const { width: _, ...named } = thing;
  const exactly = found(scene, thing);
  // «левую тумбу сделайте 50»: the one at that side, however wide it is.
  const bySize = !kind && !thing.which?.hand && exactly.some(({ width }) => width === thing.width);
  const here = bySize ? exactly : plainest(found(scene, named), thing);
  const [first] = here;
  // «плита», and nothing else said, is what cooks there.
  if (first && (kind === 'hob' || kind === 'stove') && !here.some(({ kinds }) => kinds.has(kind)))
    return places.length === 0 && isBare(thing) ? KNOWN : replaced(scene, first, thing);
  if (!first && !conceptOf(thing.concept)) {
    const borne = bearing(order, thing, scene.said);
    if (borne.length > 1 && !thing.which?.all)
      return { ask: { ask: 'which', thing, nodes: borne.map(({ id }) => id) } };
    const [it, ...more] = borne.map((one) => property(scene, one, { ...thing, concept: namedOf(one).concept }, places));
    return it && joined([it, ...more]);
  }
  const over = [...thingsAt(places, 'over'), ...thingsAt(places, 'under')];
  if (over.length > 0 && kind === undefined) return hungOver(scene, hungCode(thing), thing, places);
  const house = first ? undefined : houseFor(order, thing);
  if (house) return replaced(scene, house, thing);
  if (!first) return added(scene, thing, withOwn(thing, places));
  if (kind === undefined && !isMeantStanding(thing, here, places)) return added(scene, thing, places);
  if (here.length > 1 && kind === undefined && !thing.which?.all)
    return { ask: { ask: 'which', thing, nodes: here.map(({ id }) => id) } };
  return joined(here.slice(0, kind ? 1 : here.length).map((it) => property(scene, it, thing, places)));
}

/** The corner between two walls. */
const isInnerCorner = (place: Place): boolean => place.at === 'corner' && !place.hand && !place.near;

/** A hob over an oven that stands alone, an oven under such a hob: one unit holds both. */
function jointly(scene: Scene, thing: Mention, places: readonly Place[]): Change | undefined {
  const kind = kindOf(thing);
  const [of] = thingsAt(places, kind === 'hob' ? 'over' : 'under');
  if ((kind !== 'hob' && kind !== 'oven') || !of) return undefined;
  if (kind === 'oven' && found(scene, thing).some(({ tier }) => tier === 'tall')) return undefined;
  const alone = found(scene, of).find(({ code }) => code === STANDARD[kind === 'hob' ? 'oven' : 'hob']);
  const [hob, oven] = kind === 'hob' ? [thing, of] : [of, thing];
  return alone && replaced(scene, alone, { ...hob, with: [oven] });
}

/** A unit that is named without a verb is a new one, unless it says which of those that stand it is. */
const isMeantStanding = (thing: Mention, here: readonly Unit[], places: readonly Place[]): boolean =>
  thing.which !== undefined ||
  (places.length === 0 && isBare(thing) && here.every(({ code }) => !isPlain(code))) ||
  (places.every(({ at }) => at !== 'instead') &&
    here.length === 1 &&
    thing.count === undefined &&
    (thing.drawers !== undefined || (thing.width === undefined) === places.length > 0));

/** What was said of a thing that stands. */
export function property(scene: Scene, it: Unit, thing: Mention, said: readonly Place[]): Change {
  const { order } = scene;
  const places = said.map((place) => otherEnd(order, it, acrossFrom(order, it, place)));
  const { id: node, code: own, items, isCorner } = it;
  const kind = kindOf(thing);
  const edits: Edit[] = [];
  if (order.room.walls.length === 1 && places.some((place) => place.at === 'wall' && place.wall === 'other'))
    return { not: { because: 'one_wall', thing } };
  if (thing.corner && !isCorner) return intoCorner(scene, it, thing);
  if (isCorner && !thing.corner && isOutOfCorner(thing, places, own)) return outOfCorner(scene, it, thing, places);
  if (kind === 'oven' && thing.tall && it.tier !== 'tall') return raised(order, it, thing, places);
  if (kind === 'oven' && it.tier === 'tall' && places.some((place) => place.at === 'under')) return lowered(scene, it);
  const drawers = thing.drawers ? codeOf(thing) : undefined;
  if (kind === 'fridge' && thing.builtIn !== undefined && thing.builtIn !== isBuiltInFridge(own)) {
    const code = thing.builtIn ? STANDARD.builtInFridge : STANDARD.fridge;
    edits.push({ op: 'replace', node, code, ...given({ w: thing.width && madeWidthFor(code, thing.width) }) });
  } else if (drawers && drawers !== own) edits.push({ op: 'replace', node, code: drawers });
  const cooker = items.find((item) => COOKERS.includes(item.kind));
  if (cooker && thing.fuel && cooker.fuel !== thing.fuel && kind !== 'oven')
    edits.push({ op: 'set_item', node, item: { kind: cooker.kind, fuel: thing.fuel } });
  if (kind === 'hob' && thing.with?.some((other) => kindOf(other) === 'oven') && !it.kinds.has('oven'))
    edits.push({ op: 'replace', node, code: STANDARD.hobOverOven });
  const isReplaced = edits.some(({ op }) => op === 'replace');
  const width = thing.width === undefined || isReplaced ? KNOWN : resized(it, thing.width, thing);
  if ('ask' in width) return width;
  if ('ways' in width) edits.push(...(width.ways[0] ?? []));
  const away = places.filter((place) => place.at === 'shift' || !isAt(order, it, place));
  const [place] = away;
  const moves = place ? spotsFor(order, places, thing.width ?? it.width, it) : [];
  if (moves.length === 0 && edits.length > 0) return all(edits, 'ways' in width && width.frees);
  if (moves.length === 0) return place ? { not: { because: 'place', thing, place } } : KNOWN;
  const there = moves
    .filter((spot) => spot.after !== node && spot.before !== node)
    .map((spot): Edit[] => [...edits, { op: 'move', node, ...spot }]);
  return { ways: [...there, ...spaced(it, there[0], moves[0])], at: { thing, places } };
}

/** What is tall keeps off a hob: where it may not stand right beside its new neighbour, a plain unit comes between. */
const spaced = ({ tier }: Unit, way: readonly Edit[] | undefined, spot: Spot | undefined): Edit[][] =>
  tier === 'tall' && way && (spot?.after ?? spot?.before) ? [[...way, { op: 'add', ...SPACER, ...spot }]] : [];

/** «по другую сторону мойки»; facing it where a wall does. */
function acrossFrom(order: Order, it: Unit, place: Place): Place {
  if (place.at !== 'opposite' || isObstacle(place.of) || order.room.walls.length > 2) return place;
  const [other] = meant(order, place.of);
  return { at: 'beside', of: place.of, hand: other && it.at < other.at ? 'right' : 'left' };
}

/** «в другой конец»: of what stands in the left half it is the right one. */
function otherEnd(order: Order, it: Unit, place: Place): Place {
  if (place.at !== 'side' || !place.other) return place;
  const row = floorRow(order, it.wall);
  const { other: _, ...end } = place;
  return { ...end, hand: row.findIndex(({ id }) => id === it.id) * 2 < row.length - 1 ? 'right' : 'left' };
}

const isOutOfCorner = (thing: Mention, places: readonly Place[], code: string): boolean =>
  thing.corner === false || places.length > 0 || (thing.width !== undefined && !madeWidths(code).includes(thing.width));

/** «мойка пусть будет обычная, на длинной»: a plain corner unit takes its place. */
function outOfCorner(scene: Scene, { id, items }: Unit, thing: Mention, places: readonly Place[]): Change {
  const { corner: _, ...straight } = thing;
  const elsewhere = places.filter(({ at }) => at !== 'corner');
  const other = added(scene, straight, elsewhere);
  if (!('ways' in other)) return other;
  const bare: Edit[] = [
    { op: 'replace', node: id, code: STANDARD.cornerBase },
    ...items.map((item): Edit => ({ op: 'remove_item', item: item.id })),
  ];
  const ways = [bare.slice(0, 1), bare].flatMap((before) => other.ways.map((way) => [...before, ...way]));
  return { ...other, ways };
}

/** A width that is made, or the question which. */
export function resized({ id, code, width }: Unit, to: number, thing: Mention): Change {
  const w = madeWidthFor(code, to);
  if (w === width) return KNOWN;
  const unmade = unmadeWidth({ ...thing, width: to }, code);
  return unmade ? { ask: unmade } : one({ op: 'resize', node: id, w }, w < width);
}

/** «духовку отдельно от варочной»: a unit of its own. */
function ovenApart({ order }: Scene, thing: Mention, places: readonly Place[]): Change | undefined {
  const both = floorRow(order).find(({ kinds }) => kinds.has('hob') && kinds.has('oven'));
  if (!both || kindOf(thing) !== 'oven' || places.every(({ at }) => at !== 'apart')) return undefined;
  return all([
    { op: 'replace', node: both.id, code: STANDARD.hob },
    { op: 'add_fixture', fixture: { kind: 'oven', ...given({ tall: thing.tall }) } },
  ]);
}

/** «в левый пенал холодильник»: the tall unit with nothing in it that becomes the appliance's. */
function houseFor(order: Order, { tall, which, source }: Mention): Unit | undefined {
  const empty = floorRow(order).filter(({ tier, items }) => tall && tier === 'tall' && items.length === 0);
  const said = meant(order, { concept: 'tall', source, ...given({ which }) });
  return empty.find(({ id }) => said.some((one) => one.id === id)) ?? empty[0];
}

/** «духовку в пенал»: where it was said to be, in its place, else at an end of the row, the hob staying where it is. */
function raised(order: Order, it: Unit, thing: Mention, places: readonly Place[]): Change {
  const code = thing.with?.some((own) => kindOf(own) === 'microwave') ? STANDARD.tallOvenMicrowave : STANDARD.tallOven;
  const here: Edit = { op: 'replace', node: it.id, code };
  if (!it.kinds.has('hob')) return one(here);
  const row = floorRow(order, it.wall);
  const lower: Edit = { op: 'replace', node: it.id, code: STANDARD.hob };
  const house = houseFor(order, thing);
  if (house) return all([lower, { op: 'replace', node: house.id, code }]);
  const put = (spot: Spot): Edit[] => [lower, { op: 'add', code, ...spot }];
  const said = places.length > 0 ? spotsFor(order, places, 600).map(put) : [];
  const ends = [...beforeFirst(row), ...afterLast(row)].map(put);
  const beside = beforeFirst(row.slice(row.indexOf(it) + 1)).map(({ before: after }): Edit[] => [
    lower,
    { op: 'add', code, before: it.id },
    { op: 'move', node: it.id, ...given({ after }) },
  ]);
  return { ways: [...said, [here], ...ends, ...beside] };
}

/** «духовку под варочную»: its tall unit goes. */
function lowered({ order }: Scene, it: Unit): Change {
  const hob = floorRow(order).find(({ kinds }) => kinds.has('hob'));
  return hob ? all([...removing([it]), { op: 'replace', node: hob.id, code: STANDARD.hobOverOven }]) : KNOWN;
}

/** A sink or a unit of the row into the corner: the corner's own unit gives it its place. */
function intoCorner({ order }: Scene, it: Unit, thing: Mention): Change {
  const corner = floorRow(order).find(({ isCorner }) => isCorner);
  const code = kindOf(thing) === 'sink' ? STANDARD.cornerSink : codeOf(thing);
  if (!corner || code === undefined) return { not: { because: 'no_corner', thing } };
  const w = madeWidths(code).find((made) => made >= corner.width);
  return all([...removing([it]), { op: 'replace', node: corner.id, code, ...given({ w }) }]);
}

/** «плиту поменяйте на варочную с духовкой»: what it cooks with stays. */
function keptFuel({ items }: Unit, by: Mention): Pick<Mention, 'fuel'> {
  const fuel = items.find(({ kind }) => COOKERS.includes(kind))?.fuel;
  const burns = fuel !== undefined && conceptOf(by.concept)?.fuels.includes(fuel);
  return burns && by.fuel === undefined && COOKERS.includes(kindOf(by) ?? '') ? { fuel } : {};
}

/** Another appliance or unit in the place of one that stands, of its row and width where nothing else was said. */
export function replaced(scene: Scene, old: Unit, said: Mention): Change {
  const { order } = scene;
  const by: Mention = {
    ...(old.tier === 'wall' && !said.tier ? { ...said, tier: 'wall' } : said),
    ...keptFuel(old, said),
  };
  const kind = kindOf(by);
  const fixture = fixtureFor(by);
  const unit = fixture && unitFor(fixture);
  if (by.corner && kind === 'sink') return intoCorner(scene, old, by);
  if (!unit) return { not: { because: 'absent', thing: by } };
  if (isCornerUnit(unit.code) && order.room.walls.length === 1) return { not: { because: 'no_corner', thing: by } };
  const unmade = unmadeWidth(by);
  if (unmade) return { ask: unmade };
  const rowOf = (tier: string): string => (tier === 'wall' || tier === 'upper' ? tier : 'floor');
  if (rowOf(tierOf(unit.code) ?? 'base') !== rowOf(old.tier)) return added(scene, by, [], old);
  const gone = unit.item ? old.items.filter(({ kind: was }) => was === 'hob' && was !== unit.item?.kind) : [];
  const w = kind || by.width ? unit.w : madeWidths(unit.code).findLast((made) => made <= old.width);
  return all([
    ...gone.map(({ id }): Edit => ({ op: 'remove_item', item: id })),
    { op: 'replace', node: old.id, code: unit.code, ...given({ w }) },
    ...(unit.item ? [{ op: 'set_item', node: old.id, item: unit.item } as const] : []),
  ]);
}
