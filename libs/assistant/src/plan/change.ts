import {
  CONSTANTS,
  type Edit,
  type Fixture,
  given,
  hasTrait,
  isBuiltInFridge,
  isCornerUnit,
  isHoodCabinet,
  itemsIn,
  madeWidths,
  nodesOf,
  type Order,
  STANDARD,
} from '#libs/furniture';
import type { EditSaid, Mention, Place, Statement } from '../meaning/meaning.js';
import { added, hood, hungCode, hungOver } from './adding.js';
import { fixtureFor } from './brief.js';
import type { Ask, NotDone } from './decision.js';
import { obstacleSaid } from './from-order.js';
import { unmadeWidth } from './missing.js';
import { lowRow } from './norms.js';
import { isAt } from './places.js';
import { obstacleOf, wallIdOf } from './room.js';
import { ROW_HEIGHTS, rowChange } from './rows.js';
import { roomIn, spotsFor } from './spots.js';
import {
  COOKERS,
  codeOf,
  conceptOf,
  floorRow,
  isUpperRow,
  kindOf,
  madeWidthFor,
  meant,
  type Standing,
  tierOf,
  unitFor,
} from './things.js';

/** What a statement asks of an order that stands. */
export type Change =
  /** Several ways to do it, the best first; `frees`: it leaves room for others, so it goes first. */
  | {
      readonly ways: readonly (readonly Edit[])[];
      readonly frees?: boolean;
      readonly at?: { readonly thing: Mention; readonly places: readonly Place[] };
    }
  | { readonly known: true }
  | { readonly not: NotDone }
  | { readonly ask: Ask };

/** The order that stands, with what a statement may refer to in it. */
export interface Scene {
  readonly order: Order;
  /** The nodes that the customer chose for a mention that several answered to. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  /** What was spoken of last. */
  readonly last: readonly Standing[];
  /** Places that the message's other changes left free: what is added without a place goes there. */
  /** «оставь только вытяжку». */
  readonly kept?: readonly Mention[];
  readonly freed?: readonly { readonly before: Order; readonly one: Standing }[];
}

const KNOWN: Change = { known: true };
const one = (edit: Edit, frees = false): Change => ({ ways: [[edit]], ...(frees ? { frees } : {}) });

/** What a mention means here: what was chosen, what was spoken of last, else what answers to its name. */
export function found({ order, chosen, last }: Scene, mention: Mention): Standing[] {
  const ids = chosen.get(mention.concept);
  const named = ids ? nodesOf(order).filter(({ node }) => ids.includes(node.id)) : [];
  if (named.length > 0) return named;
  const own = meant(order, mention);
  if (!mention.which?.anaphor) return own;
  const spoken = last.filter(({ node }) => own.length === 0 || own.some((it) => it.node.id === node.id));
  return spoken.length > 0 ? spoken : own.length > 0 ? own : [...last];
}

/** The one thing that is meant; asked for where several are, and admitted where none is. */
function single(scene: Scene, mention: Mention): Standing | Exclude<Change, { ways: unknown }> {
  const all = found(scene, mention);
  const [first, second] = all;
  if (!first) return { not: { because: 'absent', thing: mention } };
  if (second && kindOf(mention) === undefined)
    return { ask: { ask: 'which', thing: mention, nodes: all.map(({ node }) => node.id) } };
  return first;
}
const isStanding = (it: Standing | object): it is Standing => 'node' in it;

/** All that are meant: «все тумбы», «две тумбы»; else the one. */
function several(scene: Scene, mention: Mention): Standing[] | Exclude<Change, { ways: unknown }> {
  if (mention.which?.all || (mention.count ?? 1) > 1) {
    const all = found(scene, mention);
    return all.length > 0
      ? all.slice(0, mention.which?.all ? all.length : mention.count)
      : { not: { because: 'absent', thing: mention } };
  }
  const only = single(scene, mention);
  return isStanding(only) ? [only] : only;
}

/** A statement as a change of the order; undefined for one that asks nothing of it. */
export function changeOf(scene: Scene, said: Statement): Change | undefined {
  const { order } = scene;
  switch (said.say) {
    case 'thing':
      if (said.act !== 'want' && isUpperRow(said.thing))
        return changeOf(scene, { say: 'row', act: 'refuse', tier: 'wall', source: said.source });
      if (said.act !== 'want') return removal(scene, said.thing, true);
      return wanted(scene, said.thing, said.places);
    case 'row': {
      const made = rowChange(order, said, scene.kept ?? []);
      if ('not' in made) return made;
      return made.edits.length === 0 ? KNOWN : { ways: [made.edits], frees: said.act === 'refuse' };
    }
    case 'colour':
      if (said.not) return undefined;
      return all(
        (said.parts.length > 0 ? said.parts : (['facade'] as const)).map((part) => ({
          op: 'set_finish',
          part,
          finish: said.colour.finish,
        })),
      );
    case 'handles':
      if (said.not) return undefined;
      if (said.tiers === 'all')
        return one({ op: 'set_handles', tier: said.handle === 'gola' ? 'base' : 'all', handle: said.handle });
      return all(said.tiers.map((tier) => ({ op: 'set_handles', tier, handle: said.handle })));
    case 'lighting':
      return one({ op: 'set_lighting', under: said.on });
    case 'ceiling':
      return one({ op: 'set_ceiling', ceiling: said.mm });
    case 'ends':
      return ends(order, said);
    case 'walls':
      return lengths(order, said.lengths);
    case 'obstacle':
      return obstacle(order, said);
    case 'outside':
      return { not: { because: 'outside', name: said.name } };
    case 'edit':
      return edited(scene, said.edit);
    default:
      return undefined;
  }
}

const all = (edits: readonly Edit[]): Change => ({ ways: [edits] });

function ends(order: Order, { left, right, wall }: Extract<Statement, { say: 'ends' }>): Change {
  const named = wall && wallIdOf(wall, order.room.walls);
  const [first, last] = [named ?? order.room.walls[0]?.id ?? 'A', named ?? order.room.walls.at(-1)?.id ?? 'A'];
  return all([
    ...(left ? [{ op: 'set_wall', wall: first, ends: { left } } as const] : []),
    ...(right ? [{ op: 'set_wall', wall: last, ends: { right } } as const] : []),
  ]);
}

function lengths(order: Order, said: Extract<Statement, { say: 'walls' }>['lengths']): Change {
  const { walls } = order.room;
  const edits = said.flatMap(({ mm, wall }, i): Edit[] => {
    const id = wall === undefined ? walls[said.length === 1 && walls.length > 1 ? -1 : i]?.id : wallIdOf(wall, walls);
    return id === undefined || walls.find((one) => one.id === id)?.length === mm
      ? []
      : [{ op: 'set_wall', wall: id, length: mm }];
  });
  if (edits.length > 0) return all(edits);
  const known = said.every(({ mm }) => walls.some(({ length }) => length === mm));
  return known ? KNOWN : { ask: { ask: 'contradiction', known: said.map(({ mm }) => mm) } };
}

/** An obstacle that is new, described further, or gone. */
function obstacle(order: Order, { act, obstacle: said }: Extract<Statement, { say: 'obstacle' }>): Change {
  const alike = order.obstacles.filter(({ kind }) => kind === said.kind);
  const known = alike.length === 1 ? alike[0] : undefined;
  if (act === 'gone') return alike.length === 0 ? KNOWN : all(alike.map(({ id }) => ({ op: 'remove_obstacle', id })));
  const before = known && obstacleSaid(order, known);
  const both = before
    ? { ...before, ...given(said), kind: said.kind, places: said.places.length > 0 ? said.places : before.places }
    : said;
  const ready = obstacleOf(both, order.room.walls, order.obstacles);
  return ready.ok
    ? one({ op: 'set_obstacle', ...given({ id: known?.id }), obstacle: ready.obstacle })
    : { ask: ready.ask };
}

/** «без посудомойки»; what does not stand need not go. */
function removal(scene: Scene, thing: Mention, refused: boolean): Change {
  const spoken = several(scene, thing);
  if (!Array.isArray(spoken))
    return refused && 'not' in spoken
      ? KNOWN
      : refused && 'ask' in spoken
        ? removeAll(scene, found(scene, thing), thing)
        : spoken;
  return removeAll(scene, spoken, thing);
}

/** An appliance that shares its unit leaves it to the other. */
function removeAll({ order }: Scene, spoken: readonly Standing[], thing: Mention): Change {
  const edits = spoken.flatMap(({ node }): Edit[] => {
    const items = itemsIn(order, node.id).map(({ kind }) => kind);
    const kind = kindOf(thing);
    if (kind === 'oven' && items.includes('hob')) return [{ op: 'replace', node: node.id, code: STANDARD.hob }];
    if (kind === 'microwave' && items.includes('oven'))
      return [{ op: 'replace', node: node.id, code: STANDARD.tallOven }];
    if (kind === 'hob' && items.includes('oven')) {
      const hob = itemsIn(order, node.id).find((item) => item.kind === 'hob');
      return hob && thing.with === undefined
        ? [{ op: 'remove_item', item: hob.id }]
        : [{ op: 'remove', node: node.id }];
    }
    return [{ op: 'remove', node: node.id }];
  });
  return { ways: [edits], frees: true };
}

/** A thing that is wanted where a kitchen stands: its properties and place where it stands already, else it is added. */
function wanted(scene: Scene, thing: Mention, places: readonly Place[]): Change | undefined {
  const { order } = scene;
  const kind = kindOf(thing);
  if (kind === 'hood') return hood(order, thing);
  const apart = places.find((place) => place.at === 'apart');
  if (kind === 'oven' && apart?.at === 'apart') {
    const split = ovenApart(scene, thing);
    if (split) return split;
  }
  const { width: _, ...named } = thing;
  const exactly = found(scene, thing);
  const here = kind || exactly.every(({ node }) => node.w !== thing.width) ? found(scene, named) : exactly;
  const exact =
    kind !== undefined &&
    kind !== 'cooker' &&
    here.some(({ node }) => itemsIn(order, node.id).some((item) => item.kind === kind));
  const cookers = kind === 'cooker' || (kind !== undefined && COOKERS.includes(kind));
  if (here.length > 0 && cookers && !exact && kind !== 'cooker') return replaced(scene, here[0]!, thing);
  const over = places.some((place) => (place.at === 'over' || place.at === 'under') && !('obstacle' in place.of));
  if (over && kind === undefined) return hungOver(order, hungCode(thing), thing, places);
  if (here.length === 0 || (kind === undefined && !isMeantStanding(thing, here, places)))
    return added(scene, thing, places);
  if (here.length > 1 && kind === undefined && !thing.which?.all)
    return { ask: { ask: 'which', thing, nodes: here.map(({ node }) => node.id) } };
  const changes = here.slice(0, kind ? 1 : here.length).map((it) => property(scene, it, thing, places));
  const open = changes.find((change) => 'ask' in change || 'not' in change);
  if (open) return open;
  const ways = changes.flatMap((change) => ('ways' in change ? [change] : []));
  if (ways.length === 0) return KNOWN;
  return ways.length === 1 && ways[0] ? ways[0] : { ways: [ways.flatMap(({ ways: [best = []] }) => [...best])] };
}

/** A unit that is named without a verb is a new one, unless it says which of those that stand it is. */
const isMeantStanding = (thing: Mention, here: readonly Standing[], places: readonly Place[]): boolean =>
  thing.which !== undefined ||
  (here.length === 1 &&
    thing.count === undefined &&
    (thing.drawers !== undefined || (thing.width === undefined) === places.length > 0));

/** What was said of a thing that stands. */
function property(scene: Scene, it: Standing, thing: Mention, places: readonly Place[]): Change {
  const { order } = scene;
  const { node } = it;
  const items = itemsIn(order, node.id);
  const kind = kindOf(thing);
  const edits: Edit[] = [];
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
  const away = places.filter((place) => !isAt(order, it, place, roomIn(order)));
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
  return {
    ...other,
    ways: other.ways.flatMap((way) => [
      [...bare.slice(0, 1), ...way],
      [...bare, ...way],
    ]),
  };
}

/** A width that is made, or the question which. */
function resized({ node }: Standing, to: number, thing: Mention): Change {
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

/** Another appliance or unit in the place of one that stands. */
function replaced(scene: Scene, old: Standing, by: Mention): Change {
  const { order } = scene;
  const kind = kindOf(by);
  const items = itemsIn(order, old.node.id);
  const fixture = fixtureFor(by);
  const unit = fixture && unitFor(fixture);
  if (by.corner && kind === 'sink') return intoCorner(scene, old, by);
  if (!unit) return { not: { because: 'absent', thing: by } };
  const unmade = unmadeWidth(by);
  if (unmade) return { ask: unmade };
  const rowOf = (tier: string): string => (tier === 'wall' || tier === 'upper' ? tier : 'floor');
  if (rowOf(tierOf(unit.code) ?? 'base') !== rowOf(old.run.tier)) return added(scene, by, [], old);
  const cooks = items.some((item) => COOKERS.includes(item.kind)) && unit.item !== undefined;
  const gone = cooks ? items.filter((item) => item.kind === 'hob' && item.kind !== unit.item?.kind) : [];
  const edits: Edit[] = [
    ...gone.map(({ id }): Edit => ({ op: 'remove_item', item: id })),
    { op: 'replace', node: old.node.id, code: unit.code, ...given({ w: unit.w }) },
    ...(unit.item ? [{ op: 'set_item', node: old.node.id, item: unit.item } as const] : []),
  ];
  return { ways: [edits] };
}

/** An edit that was said as one. */
function edited(scene: Scene, said: EditSaid): Change | undefined {
  const { order } = scene;
  switch (said.act) {
    case 'keep':
      return KNOWN;
    case 'add':
      return joined(said.things.map((thing) => addition(scene, thing, said.places, said.instead)));
    case 'remove':
      return joined(said.things.map((thing) => removal(scene, placed(thing, said.places), false)));
    case 'move':
      return joined(
        (said.things.length > 0 ? said.things : scene.last.map(({ node }) => node)).map((thing) =>
          movement(scene, thing, said.places),
        ),
      );
    case 'swap': {
      const [a, b] = [single(scene, said.a), single(scene, said.b)];
      if (!isStanding(a)) return a;
      if (!isStanding(b)) return b;
      return a.node.id === b.node.id ? KNOWN : one({ op: 'swap', a: a.node.id, b: b.node.id });
    }
    case 'replace': {
      const old = single(scene, said.old);
      return isStanding(old) ? replaced(scene, old, said.by) : old;
    }
    case 'resize':
      return resizing(scene, said);
    case 'split':
      return split(scene, said.thing, said.into);
    case 'mirror':
      return one({ op: 'mirror' });
    default:
      return order ? undefined : KNOWN;
  }
}

/** «убери тумбу справа»: the place says which. */
function placed(thing: Mention, places: readonly Place[]): Mention {
  const side = places.find((place) => place.at === 'side' || place.at === 'start' || place.at === 'end');
  const hand = side?.at === 'end' || (side?.at === 'side' && side.hand === 'right') ? 'right' : 'left';
  return side && !thing.which ? { ...thing, which: { hand } } : thing;
}

/** «добавь посудомойку» where one stands is a wish about it; units are always new. */
function addition(scene: Scene, thing: Mention, places: readonly Place[], instead: Mention | undefined): Change {
  if (instead) {
    const old = single(scene, instead);
    if (isStanding(old)) return added(scene, thing, places, old);
  }
  const stands = kindOf(thing) !== undefined && found(scene, { ...thing, width: undefined } as Mention).length > 0;
  return (stands ? wanted(scene, thing, places) : undefined) ?? added(scene, thing, places);
}

function movement(scene: Scene, thing: Mention | { readonly id: string }, places: readonly Place[]): Change {
  const it = 'id' in thing ? scene.last.find(({ node }) => node.id === thing.id) : single(scene, thing);
  if (!it) return { ask: { ask: 'what' } };
  if (!isStanding(it)) return it;
  const mention: Mention = 'id' in thing ? { concept: 'cabinet', source: { from: 0, to: 0, text: '' } } : thing;
  if (kindOf(mention) === 'oven' && mention.tall) return raised(scene.order, it, mention);
  if (kindOf(mention) === 'oven' && it.run.tier === 'tall' && places.some(({ at }) => at === 'under'))
    return lowered(scene, it);
  if (it.run.tier === 'wall')
    return isHoodCabinet(it.node.code)
      ? { not: { because: 'fixed', what: 'hood_height' } }
      : { not: { because: 'fixed', what: 'row_height' } };
  const asked = places.filter((place) => place.at !== 'shift' && !isAt(scene.order, it, place, roomIn(scene.order)));
  const shift = places.some(({ at }) => at === 'shift');
  if (places.length === 0) return { ask: { ask: 'where', thing: mention } };
  if (asked.length === 0 && !shift) return KNOWN;
  if (places.some(({ at }) => at === 'corner') && kindOf(mention) === 'sink' && scene.order.room.walls.length > 1)
    return intoCorner(scene, it, mention);
  const spots = spotsFor(scene.order, places, it.node.w, it).filter(
    (spot) => spot.after !== it.node.id && spot.before !== it.node.id,
  );
  if (spots.length === 0) return { not: { because: 'place', thing: mention, place: places[0]! } };
  return { ways: spots.map((spot) => [{ op: 'move', node: it.node.id, ...spot }]), at: { thing: mention, places } };
}

/** «шире», «на 10 см у́же», «80», «выше». */
function resizing(scene: Scene, said: Extract<EditSaid, { act: 'resize' }>): Change {
  const { things, to, by, mm } = said;
  const lists =
    things.length > 0
      ? things.map((thing) => several(scene, thing))
      : [scene.last.length > 0 ? [...scene.last] : ({ ask: { ask: 'what' } } as const)];
  const open = lists.find((list) => !Array.isArray(list));
  if (open && !Array.isArray(open)) return open;
  const spoken = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  if (by === 'higher' || by === 'lower') return heights(spoken, said);
  return joined(
    spoken.map((it): Change => {
      const thing = things[0] ?? { concept: 'cabinet', source: { from: 0, to: 0, text: '' } };
      const made = madeWidths(it.node.code);
      const next = by === 'wider' ? made.find((w) => w > it.node.w) : made.findLast((w) => w < it.node.w);
      const wanted = to ?? (mm === undefined ? next : it.node.w + (by === 'narrower' ? -mm : mm));
      return wanted === undefined
        ? { not: { because: 'width', thing: { concept: thing.concept, width: it.node.w }, wanted: it.node.w } }
        : resized(it, wanted, thing);
    }),
  );
}

/** Heights are those of rows; how high they hang is fixed. */
function heights(spoken: readonly Standing[], { to, by, mm = 0 }: Extract<EditSaid, { act: 'resize' }>): Change {
  const hung = spoken.filter(({ run }) => run.tier === 'wall');
  const now = hung.find(({ node }) => hasTrait(node.code, 'row-height'))?.node.h;
  if (now === undefined) return { not: { because: 'fixed', what: 'other' } };
  const sorted = ROW_HEIGHTS.toSorted((a, b) => a - b);
  const next = by === 'higher' ? sorted.find((h) => h > now) : sorted.findLast((h) => h < now);
  const height = to ?? (mm === 0 ? next : now + (by === 'lower' ? -mm : mm));
  if (height !== undefined && ROW_HEIGHTS.includes(height)) return one({ op: 'add_tier', tier: 'wall', height });
  const gap = by === 'lower' && mm > 0 ? lowRow(CONSTANTS.apron - mm) : undefined;
  return {
    not: gap
      ? { because: 'norm', finding: gap }
      : mm > 0
        ? { because: 'fixed', what: 'row_height' }
        : { because: 'row', made: sorted },
  };
}

/** «тумбу 800 раздели на две по 400». */
function split(scene: Scene, thing: Mention, into: readonly Mention[]): Change {
  const it = single(scene, thing);
  if (!isStanding(it)) return it;
  const parts = into.length > 1 ? into : Array.from({ length: into[0]?.count ?? 2 }, () => into[0] ?? thing);
  const w = (part: Mention): number => part.width ?? Math.round(it.node.w / parts.length);
  const unmade = parts.flatMap((part) => unmadeWidth({ ...part, width: w(part) }, it.node.code) ?? [])[0];
  if (unmade) return { ask: unmade };
  const [first, ...rest] = parts;
  const code = (part: Mention): string =>
    conceptOf(part.concept)?.kind ? it.node.code : (codeOf(part) ?? it.node.code);
  return {
    ways: [
      [
        { op: 'resize', node: it.node.id, w: w(first ?? thing) },
        ...rest.map((part): Edit => ({ op: 'add', code: code(part), w: w(part), after: it.node.id })),
      ],
    ],
  };
}

/** Several changes of one statement, done together. */
function joined(changes: readonly Change[]): Change {
  const open = changes.find((change) => 'ask' in change) ?? changes.find((change) => 'not' in change);
  if (open) return open;
  const made = changes.flatMap((change) => ('ways' in change ? [change] : []));
  const [first, ...rest] = made;
  if (!first) return KNOWN;
  if (rest.length === 0) return first;
  return {
    ways: [made.flatMap(({ ways: [best = []] }) => [...best])],
    frees: made.every(({ frees }) => frees === true),
  };
}
