import {
  atOf,
  type Edit,
  type Fixture,
  given,
  isBuiltInFridge,
  isCornerUnit,
  itemsIn,
  madeWidths,
  type Order,
  STANDARD,
} from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import { isObstacle, type Mention, type Place } from '../../meaning/meaning.js';
import { fixtureFor } from '../brief/brief.js';
import { unmadeWidth } from '../brief/missing.js';
import { isAt } from '../brief/places.js';
import { COOKERS, floorRow, isPlain, kindOf, madeWidthFor, meant, type Standing, tierOf, unitFor } from '../things.js';
import { added, hood, hungCode, hungOver } from './adding.js';
import { all, type Change, found, foundAs, joined, KNOWN, one, plainest, type Scene } from './scene.js';
import { roomIn, spotsFor } from './spots.js';

/** A thing that is wanted where a kitchen stands: its properties and place where it stands already, else it is added. */
export function wanted(scene: Scene, thing: Mention, places: readonly Place[]): Change | undefined {
  const { order } = scene;
  const kind = kindOf(thing);
  if (kind === 'hood') return hood(scene, thing);
  if (!kind && thing.corner === undefined && places.some(({ at }) => at === 'corner') && order.room.walls.length > 1) {
    const cornered = floorRow(order).some(({ node }) => isCornerUnit(node.code));
    return cornered ? KNOWN : added(scene, { ...thing, corner: true }, []);
  }
  const instead = places.flatMap((place) => (place.at === 'instead' && !isObstacle(place.of) ? [place.of] : []))[0];
  const [old] = instead ? foundAs(scene, instead) : [];
  const place = places.find(({ at }) => at === 'instead');
  if (place && instead && kindOf(instead) === 'fridge' && !old && !scene.freed?.length)
    return { not: { because: 'place', thing, place } };
  const { which: _which, ...other } = thing;
  if (old && !scene.freed?.length && found(scene, other).every(({ node }) => node.id !== old.node.id))
    return replaced(scene, old, other);
  const next = thing.which?.ordinal ?? 0;
  if (kind && next > 1 && found(scene, { ...thing, which: { all: true } }).length < next)
    return added(scene, thing, places);
  const joint = jointly(scene, thing, places);
  if (joint) return joint;
  const apart = places.find((place) => place.at === 'apart');
  if (kind === 'oven' && apart?.at === 'apart') {
    const split = ovenApart(scene, thing);
    if (split) return split;
  }
  const { width: _, ...named } = thing;
  const exactly = found(scene, thing);
  const here =
    kind || exactly.every(({ node }) => node.w !== thing.width) ? plainest(found(scene, named), thing) : exactly;
  const exact =
    kind !== undefined &&
    kind !== 'cooker' &&
    here.some(({ node }) => itemsIn(order, node.id).some((item) => item.kind === kind));
  const cookers = kind === 'cooker' || (kind !== undefined && COOKERS.includes(kind));
  // «плита», and nothing else said, is what cooks there.
  const bare = places.length === 0 && Object.keys(thing).length === 2;
  if (here.length > 0 && cookers && !exact && kind !== 'cooker') return bare ? KNOWN : replaced(scene, here[0]!, thing);
  if (here.length === 0 && conceptOf(thing.concept) === undefined) return undefined;
  const over = places.some((place) => (place.at === 'over' || place.at === 'under') && !('obstacle' in place.of));
  if (over && kind === undefined) return hungOver(scene, hungCode(thing), thing, places);
  if (here.length === 0 || (kind === undefined && !isMeantStanding(thing, here, places)))
    return added(scene, thing, places);
  if (here.length > 1 && kind === undefined && !thing.which?.all)
    return { ask: { ask: 'which', thing, nodes: here.map(({ node }) => node.id) } };
  return joined(here.slice(0, kind ? 1 : here.length).map((it) => property(scene, it, thing, places)));
}

/** A hob over an oven that stands alone, an oven under such a hob: one unit holds both. */
function jointly(scene: Scene, thing: Mention, places: readonly Place[]): Change | undefined {
  const kind = kindOf(thing);
  const place = places.find((one) => one.at === (kind === 'hob' ? 'over' : 'under'));
  if ((kind !== 'hob' && kind !== 'oven') || !place || !('of' in place) || isObstacle(place.of)) return undefined;
  const alone = found(scene, place.of).find(({ node }) => node.code === STANDARD[kind === 'hob' ? 'oven' : 'hob']);
  const [hob, oven] = kind === 'hob' ? [thing, place.of] : [place.of, thing];
  return alone && replaced(scene, alone, { ...hob, with: [oven] });
}

/** A unit that is named without a verb is a new one, unless it says which of those that stand it is. */
const isMeantStanding = (thing: Mention, here: readonly Standing[], places: readonly Place[]): boolean =>
  thing.which !== undefined ||
  (places.length === 0 && Object.keys(thing).length === 2 && here.every(({ node }) => !isPlain(node.code))) ||
  (places.every(({ at }) => at !== 'instead') &&
    here.length === 1 &&
    thing.count === undefined &&
    (thing.drawers !== undefined || (thing.width === undefined) === places.length > 0));

/** What was said of a thing that stands. */
export function property(scene: Scene, it: Standing, thing: Mention, said: readonly Place[]): Change {
  const { order } = scene;
  const places = said.map((place) => acrossFrom(order, it, place));
  const { node } = it;
  const items = itemsIn(order, node.id);
  const kind = kindOf(thing);
  const edits: Edit[] = [];
  if (order.room.walls.length === 1 && places.some((place) => place.at === 'wall' && place.wall === 'other'))
    return { not: { because: 'one_wall', thing } };
  if (thing.corner && !isCornerUnit(node.code)) return intoCorner(scene, it, thing);
  if (isCornerUnit(node.code) && !thing.corner && isOutOfCorner(thing, places, node.code))
    return outOfCorner(scene, it, thing, places);
  if (kind === 'oven' && thing.tall && it.run.tier !== 'tall') return raised(order, it, thing);
  if (kind === 'oven' && it.run.tier === 'tall' && places.some((place) => place.at === 'under'))
    return lowered(scene, it);
  if (kind === 'fridge' && thing.builtIn !== undefined && thing.builtIn !== isBuiltInFridge(node.code)) {
    const code = thing.builtIn ? STANDARD.builtInFridge : STANDARD.fridge;
    edits.push({ op: 'replace', node: node.id, code, ...given({ w: thing.width && madeWidthFor(code, thing.width) }) });
  } else if (thing.drawers && codeOf(thing) && codeOf(thing) !== node.code)
    edits.push({ op: 'replace', node: node.id, code: codeOf(thing)! });
  const cooker = items.find((item) => COOKERS.includes(item.kind));
  if (cooker && thing.fuel && cooker.fuel !== thing.fuel && kind !== 'oven')
    edits.push({ op: 'set_item', node: node.id, item: { kind: cooker.kind, fuel: thing.fuel } });
  if (
    kind === 'hob' &&
    thing.with?.some((own) => kindOf(own) === 'oven') &&
    !items.some((item) => item.kind === 'oven')
  )
    edits.push({ op: 'replace', node: node.id, code: STANDARD.hobOverOven });
  const width =
    thing.width !== undefined && edits.every(({ op }) => op !== 'replace')
      ? resized(it, thing.width, thing)
      : undefined;
  if (width && 'ask' in width) return width;
  if (width && 'ways' in width) edits.push(...(width.ways[0] ?? []));
  const away = places.filter((place) => place.at === 'shift' || !isAt(order, it, place, roomIn(order)));
  const moves = away.length > 0 ? spotsFor(order, places, thing.width ?? node.w, it) : [];
  if (moves.length === 0)
    return edits.length > 0
      ? { ways: [edits], ...(width && 'ways' in width && width.frees ? { frees: true } : {}) }
      : away.length > 0
        ? { not: { because: 'place', thing, place: away[0]! } }
        : KNOWN;
  return {
    ways: moves
      .filter((spot) => spot.after !== node.id && spot.before !== node.id)
      .map((spot) => [...edits, { op: 'move', node: node.id, ...spot }]),
    at: { thing, places },
  };
}

/** «по другую сторону мойки»; facing it where a wall does. */
function acrossFrom(order: Order, it: Standing, place: Place): Place {
  if (place.at !== 'opposite' || isObstacle(place.of) || order.room.walls.length > 2) return place;
  const [other] = meant(order, place.of);
  return { at: 'beside', of: place.of, hand: other && atOf(it.node) < atOf(other.node) ? 'right' : 'left' };
}

const isOutOfCorner = (thing: Mention, places: readonly Place[], code: string): boolean =>
  thing.corner === false || places.length > 0 || (thing.width !== undefined && !madeWidths(code).includes(thing.width));

/** «мойка пусть будет обычная, на длинной»: a plain corner unit takes its place. */
function outOfCorner(scene: Scene, { node }: Standing, thing: Mention, places: readonly Place[]): Change {
  const { corner: _, ...straight } = thing;
  const other = added(
    scene,
    straight,
    places.filter(({ at }) => at !== 'corner'),
  );
  if (!('ways' in other)) return other;
  const bare: Edit[] = [
    { op: 'replace', node: node.id, code: STANDARD.cornerBase },
    ...itemsIn(scene.order, node.id).map((item): Edit => ({ op: 'remove_item', item: item.id })),
  ];
  const { ways } = other;
  return {
    ...other,
    ways: [...ways.map((way) => [...bare.slice(0, 1), ...way]), ...ways.map((way) => [...bare, ...way])],
  };
}

/** A width that is made, or the question which. */
export function resized({ node }: Standing, to: number, thing: Mention): Change {
  const w = madeWidthFor(node.code, to);
  if (w === node.w) return KNOWN;
  const unmade = unmadeWidth({ ...thing, width: to }, node.code);
  return unmade ? { ask: unmade } : one({ op: 'resize', node: node.id, w }, w < node.w);
}

/** «духовку отдельно от варочной»: a unit of its own. */
function ovenApart({ order }: Scene, thing: Mention): Change | undefined {
  const both = floorRow(order).find(({ node }) =>
    ['hob', 'oven'].every((kind) => itemsIn(order, node.id).some((item) => item.kind === kind)),
  );
  if (!both) return undefined;
  const fixture: Fixture = { kind: 'oven', ...given({ tall: thing.tall }) };
  return all([
    { op: 'replace', node: both.node.id, code: STANDARD.hob },
    { op: 'add_fixture', fixture },
  ]);
}

/** «духовку в пенал»: in its place, else at an end of the row, the hob staying where it is. */
function raised(order: Order, it: Standing, thing: Mention): Change {
  const code = thing.with?.some((own) => kindOf(own) === 'microwave') ? STANDARD.tallOvenMicrowave : STANDARD.tallOven;
  const row = floorRow(order, it.run.wall);
  const [first, last] = [row[0], row.at(-1)];
  const lower: Edit = { op: 'replace', node: it.node.id, code: STANDARD.hob };
  const next = row[row.findIndex(({ node }) => node.id === it.node.id) + 1];
  const hob = itemsIn(order, it.node.id).some(({ kind }) => kind === 'hob');
  if (!hob) return one({ op: 'replace', node: it.node.id, code });
  return {
    ways: [
      [{ op: 'replace', node: it.node.id, code }],
      ...(first ? [[lower, { op: 'add', code, before: first.node.id } as const]] : []),
      ...(last ? [[lower, { op: 'add', code, after: last.node.id } as const]] : []),
      ...(next
        ? [
            [
              lower,
              { op: 'add', code, before: it.node.id } as const,
              { op: 'move', node: it.node.id, after: next.node.id } as const,
            ],
          ]
        : []),
    ],
  };
}

/** «духовку под варочную»: its tall unit goes. */
function lowered({ order }: Scene, it: Standing): Change {
  const hob = floorRow(order).find(({ node }) => itemsIn(order, node.id).some(({ kind }) => kind === 'hob'));
  return hob
    ? all([
        { op: 'remove', node: it.node.id },
        { op: 'replace', node: hob.node.id, code: STANDARD.hobOverOven },
      ])
    : KNOWN;
}

/** A sink or a unit of the row into the corner: the corner's own unit gives it its place. */
function intoCorner({ order }: Scene, it: Standing, thing: Mention): Change {
  const corner = floorRow(order).find(({ node }) => isCornerUnit(node.code));
  const code = kindOf(thing) === 'sink' ? STANDARD.cornerSink : codeOf(thing);
  if (!corner || code === undefined) return { not: { because: 'no_corner', thing } };
  const w = madeWidths(code).find((made) => made >= corner.node.w);
  return {
    ways: [
      [
        { op: 'remove', node: it.node.id },
        { op: 'replace', node: corner.node.id, code, ...given({ w }) },
      ],
    ],
  };
}

/** Another appliance or unit in the place of one that stands, of its row and width where nothing else was said. */
export function replaced(scene: Scene, old: Standing, said: Mention): Change {
  const { order } = scene;
  const by: Mention = old.run.tier === 'wall' && !said.tier ? { ...said, tier: 'wall' } : said;
  const kind = kindOf(by);
  const items = itemsIn(order, old.node.id);
  const fixture = fixtureFor(by);
  const unit = fixture && unitFor(fixture);
  if (by.corner && kind === 'sink') return intoCorner(scene, old, by);
  if (!unit) return { not: { because: 'absent', thing: by } };
  if (isCornerUnit(unit.code) && order.room.walls.length === 1) return { not: { because: 'no_corner', thing: by } };
  const unmade = unmadeWidth(by);
  if (unmade) return { ask: unmade };
  const rowOf = (tier: string): string => (tier === 'wall' || tier === 'upper' ? tier : 'floor');
  if (rowOf(tierOf(unit.code) ?? 'base') !== rowOf(old.run.tier)) return added(scene, by, [], old);
  const cooks = items.some((item) => COOKERS.includes(item.kind)) && unit.item !== undefined;
  const gone = cooks ? items.filter((item) => item.kind === 'hob' && item.kind !== unit.item?.kind) : [];
  const w = kind || by.width ? unit.w : madeWidths(unit.code).findLast((made) => made <= old.node.w);
  const edits: Edit[] = [
    ...gone.map(({ id }): Edit => ({ op: 'remove_item', item: id })),
    { op: 'replace', node: old.node.id, code: unit.code, ...given({ w }) },
    ...(unit.item ? [{ op: 'set_item', node: old.node.id, item: unit.item } as const] : []),
  ];
  return { ways: [edits] };
}
