import { CONSTANTS, type Edit, given, isHoodCabinet, madeWidths, type Order, STANDARD } from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import { byKindOr } from '../../meaning/cases.js';
import {
  type EditSaid,
  type Mention,
  type ObstacleSaid,
  type Place,
  type Statement,
  unsaid,
} from '../../meaning/meaning.js';
import { allMeant, mayMean, meant } from '../../units/meant.js';
import { floorRow, type Unit } from '../../units/units.js';
import { isAt } from '../brief/places.js';
import { obstacleOf, outerWall, wallIdOf } from '../brief/room.js';
import { ROW_HEIGHTS, rowChange, rowHeightIn } from '../brief/rows.js';
import { type RowSaid } from '../brief/wishes.js';
import { lowRow } from '../norms.js';
import { isBare, isUpperRow, kindOf, namedOf, removing, unmadeWidth } from '../things.js';
import { added, hungOver } from './adding.js';
import {
  all,
  type Change,
  found,
  foundAs,
  joined,
  KNOWN,
  one,
  plainest,
  type Scene,
  several,
  single,
} from './scene.js';
import { property, replaced, resized, wanted } from './wanted.js';

/** A statement as a change of the order; undefined for one that asks nothing of it. */
export const changeOf = byKindOr<Statement, 'say', Change | undefined, [scene: Scene]>('say', {
  thing({ act, thing, places, source }, scene) {
    if (act !== 'want' && places.some(({ at }) => at === 'instead')) return undefined;
    if (act !== 'want' && isUpperRow(thing) && thing.count !== 1)
      return row({ say: 'row', act: 'refuse', tier: 'wall', source }, scene);
    if (act !== 'want') return removal(placed(scene, thing, places), thing, true);
    if (thing.colour && found(scene, thing).length > 0) return painted(scene.order, thing);
    // «ту тумбу, что между мойкой и плитой, сделай 80»: the place says which.
    const { which, width: _, ...other } = thing;
    const isTold = which?.anaphor && !kindOf(thing) && places.every(({ at }) => at === 'between' || at === 'beside');
    const there = isTold ? placed(scene, other, places) : scene;
    return there === scene ? wanted(scene, thing, places) : wanted(there, thing, []);
  },
  row,
  colour({ not, parts, colour: { finish } }) {
    const painted = parts.length > 0 ? parts : (['facade'] as const);
    return not ? undefined : all(painted.map((part) => ({ op: 'set_finish', part, finish })));
  },
  handles({ not, tiers, handle }) {
    const rows = tiers === 'all' ? ([handle === 'gola' ? 'base' : 'all'] as const) : tiers;
    return not ? undefined : all(rows.map((tier) => ({ op: 'set_handles', tier, handle })));
  },
  lighting: ({ on }) => one({ op: 'set_lighting', under: on }),
  ceiling: ({ mm }) => one({ op: 'set_ceiling', ceiling: mm }),
  ends: (said, { order }) => ends(order, said),
  walls: (said, { order }) => lengths(order, said.lengths),
  obstacle: (said, { order }) => obstacle(order, said),
  outside: ({ name }) => ({ not: { because: 'outside', name } }),
  edit: ({ edit }, scene) => edited(edit, scene),
});

function row(said: RowSaid, { order, kept }: Scene): Change {
  const made = rowChange(order, said, kept);
  if ('not' in made) return made;
  if (made.edits.length > 0) {
    // Where the row of the other wall is in the way in the corner, both are laid anew.
    const isBeside = order.room.walls.length > 1 && made.edits.every((one) => one.op === 'add_tier' && one.wall);
    const both: Edit = { op: 'add_tier', tier: 'wall', ...given({ height: said.height }) };
    return isBeside ? { ways: [made.edits, [both]] } : all(made.edits, said.act === 'refuse');
  }
  const isAbsent = said.units && meant(order, said.units).length === 0;
  return isAbsent ? { not: { because: 'absent', thing: said.units } } : KNOWN;
}

/** Fronts are painted by rows: a larder's colour is that of its row, where it has no other fronts. */
function painted(order: Order, thing: Mention): Change {
  const own = allMeant(order, thing).map(({ id }) => id);
  const row = floorRow(order).filter(({ code, tier }) => tier === 'tall' && code !== STANDARD.fridge);
  return thing.colour && row.length > 0 && row.every(({ id }) => own.includes(id))
    ? one({ op: 'set_finish', part: 'tall', finish: thing.colour.finish })
    : { not: { because: 'colour', thing } };
}

function ends(order: Order, { left, right }: Extract<Statement, { say: 'ends' }>): Change {
  const { walls } = order.room;
  return all([
    ...(left ? [{ op: 'set_wall', wall: outerWall(walls, 'left'), ends: { left } } as const] : []),
    ...(right ? [{ op: 'set_wall', wall: outerWall(walls, 'right'), ends: { right } } as const] : []),
  ]);
}

function lengths(order: Order, said: Extract<Statement, { say: 'walls' }>['lengths']): Change {
  const { walls } = order.room;
  const known = said.map(({ mm }) => mm);
  if (known.length > walls.length) return { ask: { ask: 'contradiction', known } };
  const edits = said.flatMap(({ mm, wall }, i): Edit[] => {
    const id = wall === undefined ? walls[said.length === 1 && walls.length > 1 ? -1 : i]?.id : wallIdOf(wall, walls);
    return id === undefined || walls.find((one) => one.id === id)?.length === mm
      ? []
      : [{ op: 'set_wall', wall: id, length: mm }];
  });
  if (edits.length > 0) return all(edits);
  const isSo = known.every((mm) => walls.some(({ length }) => length === mm));
  return isSo ? KNOWN : { ask: { ask: 'contradiction', known } };
}

const WALLS = ['first', 'second', 'third'] as const;

/** An obstacle of an order as if it had been said. */
const obstacleSaid = (
  { room }: Order,
  { kind, wall, at, width, bottom, top, depth }: Order['obstacles'][number],
): ObstacleSaid => {
  const index = room.walls.findIndex(({ id }) => id === wall);
  // One in the right corner stays there when it is measured again.
  const isLast = at > 0 && at + width === room.walls[index]?.length;
  return {
    kind,
    places: [
      { at: 'wall', wall: WALLS[index] ?? 'first' },
      isLast ? { at: 'offset', mm: 0, from: 'right' } : { at: 'offset', mm: at, from: 'left' },
    ],
    width,
    ...given({ bottom, top, depth }),
  };
};

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
  const such = foundAs(scene, thing);
  if (!refused) {
    // What goes is asked for rather than guessed.
    const spoken = several(scene, thing, such);
    return 'length' in spoken ? removeAll(spoken, thing) : spoken;
  }
  // «без пенала» speaks of none that houses an appliance.
  const bare = such.filter(({ items }) => kindOf(thing) || thing.with || items.length === 0);
  // «тумба не нужна»: those with drawers stay, where there are others.
  const plain = bare.filter(({ code }) => code === codeOf(thing));
  const others = plain.length > 0 ? plain : bare;
  const spoken = thing.count === 1 && others.length > 1 ? several(scene, thing, others) : others;
  if ('length' in spoken) return spoken.length > 0 ? removeAll(spoken, thing) : KNOWN;
  return spoken;
}

/** An appliance that shares its unit leaves it to the other. */
function removeAll(spoken: readonly Unit[], thing: Mention): Change {
  const kind = kindOf(thing);
  const edits = spoken.map(({ id: node, items, kinds }): Edit => {
    if (kind === 'oven' && kinds.has('hob')) return { op: 'replace', node, code: STANDARD.hob };
    if (kind === 'microwave' && kinds.has('oven')) return { op: 'replace', node, code: STANDARD.tallOven };
    const hob = items.find((item) => item.kind === 'hob');
    const isShared = kind === 'hob' && kinds.has('oven') && thing.with === undefined;
    return hob && isShared ? { op: 'remove_item', item: hob.id } : { op: 'remove', node };
  });
  return all(edits, true);
}

/** What was spoken of last. */
const IT = unsaid('it', { which: { anaphor: true } });

/** An edit that was said as one. */
const edited = byKindOr<EditSaid, 'act', Change | undefined, [scene: Scene]>('act', {
  keep: () => KNOWN,
  add: ({ things, places }, scene) => joined(things.map((thing) => addition(scene, thing, places))),
  remove: ({ things, places }, scene) =>
    joined(things.map((thing) => removal(placed(scene, thing, places), thing, false))),
  move({ things, places }, scene) {
    if (scene.last.length + things.length === 0) return { ask: { ask: 'what' } };
    return joined(apart(scene, things.length > 0 ? things : [IT]).map((it) => movement(scene, it, places)));
  },
  swap(said, scene) {
    const [a, b] = [single(scene, said.a), single(scene, said.b)];
    if (!('id' in a)) return a;
    if (!('id' in b)) return b;
    return a.id === b.id ? KNOWN : one({ op: 'swap', a: a.id, b: b.id });
  },
  replace({ old, by, among = [] }, scene) {
    // «вместо тумбы угловой шкаф»: nothing that stands along one wall is a corner's.
    if (old.corner && scene.order.room.walls.length === 1)
      return { not: { because: 'no_corner', thing: { ...by, corner: true } } };
    const it = single(placed(scene, old, among), old);
    // «духовку вниз под варочную, а вместо того пенала обычный»: it went with what was said before.
    if (!('id' in it)) return scene.freed.some(({ one }) => mayMean(one, old)) ? added(scene, by, []) : it;
    // «поменяйте мойку на плиту», where both stand
    const [other] = kindOf(by) && isBare(by) ? found(scene, by) : [];
    if (other && other.id !== it.id) return one({ op: 'swap', a: it.id, b: other.id });
    // «вместо тумбы 40 и ящиков»: what was named with it goes too.
    const others = (old.with ?? []).filter((one) => !kindOf(one));
    if (others.length > 0) return joined([...others.map((one) => removal(scene, one, false)), replaced(scene, it, by)]);
    // «замените газ на электричество», «мойку на 50»: the same thing with another property.
    // «вместо одних ящиков 80 двое по 40»
    if (by.concept === old.concept && (by.count ?? 1) > 1 && !kindOf(by))
      return split(placed(scene, old, among), old, [by]);
    const same = by.concept === old.concept && (by.builtIn === undefined || kindOf(by) === 'fridge');
    return same ? property(scene, it, by, []) : replaced(scene, it, by);
  },
  resize: (said, scene) => resizing(scene, said),
  split: ({ thing, into, among = [] }, scene) => split(placed(scene, thing, among), thing, into),
  mirror: () => one({ op: 'mirror' }),
});

/** «убери тумбу справа», «шкаф справа от плиты»: the place says which. */
function placed(scene: Scene, thing: Mention, places: readonly Place[]): Scene {
  const { order } = scene;
  const side = places.find(({ at }) => at === 'side' || at === 'start' || at === 'end');
  if (places.length === 0 || thing.which) return scene;
  const right = side?.at === 'end' || (side?.at === 'side' && side.hand === 'right');
  // «справа от» is the next one here, not any on that side.
  const next = places.flatMap((one) => (one.at === 'beside' ? [{ at: 'beside', of: one.of } as const] : []));
  const isAbove = places.some(({ at }) => at === 'over');
  const there = (it: Unit): boolean => [...places, ...next].every((one) => isAt(order, it, one));
  const own = side
    ? meant(order, { ...thing, which: { hand: right ? 'right' : 'left' } })
    : found(scene, thing).filter((it) => (it.tier === 'wall') === isAbove && there(it));
  return own.length > 0 ? { ...scene, chosen: new Map([[thing.concept, own.map(({ id }) => id)]]) } : scene;
}

/** «добавь посудомойку» where one stands is a wish about it; units are always new. */
function addition(scene: Scene, thing: Mention, places: readonly Place[]): Change {
  const isInstead = places.some(({ at }) => at === 'instead');
  const stands = kindOf(thing) !== undefined && found(scene, { ...thing, width: undefined } as Mention).length > 0;
  return (stands || isInstead ? wanted(scene, thing, places) : undefined) ?? added(scene, thing, places);
}

/** «варочную и духовку»: of things that stand in one unit the first. */
const apart = (scene: Scene, things: readonly Mention[]): Mention[] => {
  const ids = things.map((thing) => found(scene, thing)[0]?.id);
  return things.filter((_, i) => ids[i] === undefined || ids.indexOf(ids[i]) === i);
};

function movement(scene: Scene, said: Mention, places: readonly Place[]): Change {
  const it = single(scene, said);
  if (!('id' in it)) return it;
  const { concept, width } = namedOf(it);
  const thing = conceptOf(said.concept) ? said : unsaid(concept, given({ width }));
  if (it.tier === 'wall') return movedAbove(scene, it, thing, places);
  const { which: _, ...more } = said;
  if (places.length === 0 && isBare(more)) return { ask: { ask: 'where', thing } };
  const corner = kindOf(thing) === 'sink' && places.some(({ at }) => at === 'corner');
  // «раковину в угол» of a straight kitchen
  if (corner && scene.order.room.walls.length === 1 && !places.some((place) => place.at === 'corner' && place.hand))
    return { not: { because: 'no_corner', thing: { ...thing, corner } } };
  return property(scene, it, corner && scene.order.room.walls.length > 1 ? { ...thing, corner } : thing, places);
}

/** Along the row, over another thing; the height is fixed. */
function movedAbove(scene: Scene, it: Unit, thing: Mention, places: readonly Place[]): Change {
  const hood = isHoodCabinet(it.code);
  if (places.length === 0 || hood) return { not: { because: 'fixed', what: hood ? 'hood_height' : 'row_height' } };
  if (places.every((place) => isAt(scene.order, it, place))) return KNOWN;
  const there = hungOver(scene, it.code, { ...thing, width: it.width }, places);
  return 'ways' in there ? { ...there, ways: there.ways.map((way) => [...removing([it]), ...way]) } : there;
}

/** «шире», «на 10 см у́же», «80», «выше». */
function resizing(scene: Scene, said: Extract<EditSaid, { act: 'resize' }>): Change {
  const { things, among = [], to, from, by, mm } = said;
  const such = from === undefined ? scene.last : floorRow(scene.order).filter(({ width }) => width === from);
  if (things.length === 0 && such.length === 0) return { ask: { ask: 'what' } };
  const lists =
    things.length > 0
      ? things.map((thing) => several(placed(scene, thing, among), thing))
      : [from ? several(scene, IT, such) : such];
  for (const list of lists) if (!('length' in list)) return list;
  const spoken = lists.flatMap((list) => ('length' in list ? list : []));
  if (by === 'higher' || by === 'lower') return heights(spoken, said);
  return joined(
    spoken.map((it): Change => {
      const thing = things[0] ?? IT;
      const made = madeWidths(it.code);
      const next = by === 'wider' ? made.find((w) => w > it.width) : made.findLast((w) => w < it.width);
      // «пошире, на 80»: to it, where only that is made.
      const moved = mm === undefined ? next : it.width + (by === 'narrower' ? -mm : mm);
      const isTo = mm !== undefined && !made.includes(moved ?? 0) && made.includes(mm * 10);
      const wanted = to ?? (isTo ? mm * 10 : moved);
      return wanted === undefined
        ? { not: { because: 'width', thing: { concept: thing.concept, width: it.width }, wanted: it.width } }
        : resized(it, wanted, thing);
    }),
  );
}

/** Heights are those of rows; how high they hang is fixed. */
function heights(spoken: readonly Unit[], { to, by, mm = 0 }: Extract<EditSaid, { act: 'resize' }>): Change {
  const now = rowHeightIn(spoken.filter(({ tier }) => tier === 'wall'));
  if (now === undefined) return { not: { because: 'fixed', what: 'other' } };
  const sorted = ROW_HEIGHTS.toSorted((a, b) => a - b);
  const next = by === 'higher' ? sorted.find((h) => h > now) : sorted.findLast((h) => h < now);
  const height = to ?? (mm === 0 ? next : now + (by === 'lower' ? -mm : mm));
  if (height !== undefined && ROW_HEIGHTS.includes(height)) return one({ op: 'add_tier', tier: 'wall', height });
  if (mm <= 0) return { not: { because: 'row', made: sorted } };
  const low = by === 'lower' ? lowRow(CONSTANTS.apron - mm) : undefined;
  return { not: low ? { because: 'norm', finding: low } : { because: 'fixed', what: 'row_height' } };
}

/** «тумбу 800 раздели на две по 400». */
function split(scene: Scene, thing: Mention, into: readonly Mention[]): Change {
  // What was listed stands on the floor; what hangs over it follows.
  const below = found(scene, thing).filter(({ tier }) => tier === 'base');
  const it = single(scene, thing, below.length > 0 ? plainest(below, thing) : undefined);
  if (!('id' in it)) return it;
  const parts = into.length > 1 ? into : Array.from({ length: into[0]?.count ?? 2 }, () => into[0] ?? thing);
  const w = (part: Mention): number => part.width ?? Math.round(it.width / parts.length);
  const unmade = parts.flatMap((part) => unmadeWidth({ ...part, width: w(part) }, it.code) ?? [])[0];
  if (unmade) return { ask: unmade };
  const [first, ...rest] = parts;
  const code = (part: Mention): string => (conceptOf(part.concept)?.kind ? it.code : (codeOf(part) ?? it.code));
  return all([
    { op: 'resize', node: it.id, w: w(first ?? thing) },
    ...rest.map((part): Edit => ({ op: 'add', code: code(part), w: w(part), after: it.id })),
  ]);
}
