import {
  type Brief,
  CONSTANTS,
  type Edit,
  findModule,
  given,
  hasTrait,
  isMadeHeight,
  isMadeWidth,
  isOpenShelf,
  madeWidths,
  type Order,
  STANDARD,
  TIERS,
  type Tier,
  type WallTier,
  wallIdAt,
} from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import type { Mention } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import { covers, hung, standingOf, type Unit } from '../../units/units.js';
import type { NotDone } from '../decision.js';
import { isCooker, isPlain, kindOf, removing, tierOf } from '../things.js';
import type { Room } from './places.js';
import { outerWall, type Walls, wallIdOf } from './room.js';
import type { LookSaid, RowSaid, Wish, Wishes } from './wishes.js';

/** Made heights of a wall row, mm (furniture.ru.md, 1.2, ШВ). */
export const ROW_HEIGHTS: readonly number[] = findModule(STANDARD.wall)?.heights ?? [];

/** The rows of wall units and mezzanines of a new kitchen; undefined where nothing was said of them. */
export function wallTierOf(wishes: Wishes, { walls }: Room): WallTier | undefined {
  const { rows, refused } = wishes;
  if (onlyRow(wishes) === 'base') return { walls: 'none' };
  const ids = walls.map((_, i) => wallIdAt(i));
  const tier: WallTier = { walls: 'all' };
  const isWanted = rows.some(({ act, tier: of }) => act === 'want' && of === 'wall');
  let carried: readonly string[] = ids;
  for (const said of rows) {
    if (said.tier === 'upper') tier.toCeiling = said.act === 'want';
    if (said.toCeiling) tier.toCeiling = true;
    if (said.tier !== 'wall' || (isWanted && isBareOver(said))) continue;
    const named = wallsIn(said, walls);
    const spoken = named.length > 0 ? named : ids;
    carried = said.act === 'want' ? spoken : carried.filter((id) => !spoken.includes(id));
    if (said.height && ROW_HEIGHTS.includes(said.height)) tier.height = said.height;
    if (said.over?.length) tier.hood = said.over.some((thing) => isCooker(thing) || kindOf(thing) === 'oven');
  }
  const hood = hoodIn(wishes);
  if (hood) tier.hood = true;
  else if (refused.some((thing) => kindOf(thing) === 'hood') || rows.some(isOfShelves)) tier.hood = false;
  // A cabinet of its own hangs over the cooker: `rowEdits` takes it away, and none beside it reaches there.
  if (isWanted && rows.some((row) => isBareOver(row) && row.over?.some(isCooker))) tier.hood = true;
  // The hood hangs in a cabinet of the row: `rowEdits` takes the others away again.
  const none = carried.length === 0 && !hood;
  tier.walls = none ? 'none' : carried.length === ids.length || carried.length === 0 ? 'all' : [...carried];
  const said = rows.length > 0 || hood || tier.hood === false;
  return said ? tier : undefined;
}

/** «над плитой ничего не вешайте»: of the row only that is refused. */
const isBareOver = ({ act, tier, over }: RowSaid): boolean => act === 'refuse' && tier === 'wall' && !!over?.length;

/** The walls that a row was said of. */
function wallsIn(said: RowSaid, walls: Walls): string[] {
  const named = (said.walls ?? []).flatMap((wall) => wallIdOf(wall, walls) ?? []);
  return named.length > 0 || !said.hand || walls.length === 1 ? named : [outerWall(walls, said.hand)];
}

/** «шкафов наверху не надо, вместо них полки»: nor a cabinet for a hood that nobody asked for. */
const isOfShelves = ({ act, tier, units }: RowSaid): boolean =>
  act === 'want' && tier === 'wall' && units?.concept === 'shelf' && !units.count;

/** The hood that was asked for. */
export const hoodIn = ({ things }: Wishes): Wish | undefined => things.find(({ thing }) => kindOf(thing) === 'hood');

/** The row that is all there is to be: «только верхние шкафы», «нужен только низ». */
function onlyRow({ rows, lengths }: Wishes): Tier | undefined {
  const floorless = rows.some(({ act, tier }) => act === 'refuse' && tier === 'base');
  const isOnly = ({ tier, only, units }: RowSaid): boolean =>
    only === true || (tier === 'wall' && (floorless || (units?.count ?? 0) > 0));
  const isWhole = ({ walls, over, hand }: RowSaid): boolean => (!walls || lengths.length === 1) && !over && !hand;
  return rows.find((row) => row.act === 'want' && isOnly(row) && isWhole(row))?.tier;
}

/** Whether only wall units are wanted, and nothing on the floor. */
export const isUpperOnly = (wishes: Wishes): boolean =>
  onlyRow(wishes) === 'wall' && wishes.things.every(({ thing }) => tierOf(codeOf(hungThing(thing))) === 'wall');

/** «только навесные, три шкафа по 60»: those hang. */
export const hungThing = (thing: Mention): Mention =>
  thing.concept === 'cabinet' && !thing.tier ? { ...thing, tier: 'wall' } : thing;

/** Whether only units of the lower row are wanted, and no appliance among them. */
export const isLowerOnly = (wishes: Wishes): boolean =>
  onlyRow(wishes) === 'base' &&
  wishes.things.length + wishes.rows.filter(({ units }) => units?.count).length > 0 &&
  wishes.things.every(({ thing }) => !kindOf(thing));

/** What a brief cannot say of the rows, as edits of the order that it makes. */
export function rowEdits(order: Order, wishes: Wishes): Edit[] {
  const { rows, things, refused } = wishes;
  const edits: Edit[] = [];
  // «ящики 80, остальное с дверками»: those stay drawers.
  const drawn = things.flatMap(({ thing }) => (thing.concept === 'drawers' ? meant(order, thing) : []));
  const others = standingOf(order).units.filter(({ id }) => !drawn.some((unit) => unit.id === id));
  for (const { tier, act, over, hand, units, walls, source } of rows) {
    if (act === 'want' && tier === 'wall' && over?.length) edits.push(...keepOnlyOver(order, over));
    if (act === 'want' && tier === 'wall' && hand && !order.room.walls[1]) edits.push(...keepOnlySide(order, hand));
    if (act === 'refuse' && tier === 'wall' && over?.length) edits.push(...removing(reachingOver(order, over)));
    else if (act === 'refuse' && tier === 'wall' && !walls && hoodIn(wishes))
      edits.push(...keepOnlyOver(order, [{ concept: 'cooker', source }]));
    if (act === 'want' && units && !units.count) edits.push(...unitsOf(order, tier, units, others));
  }
  const drawers = refused.find(({ concept }) => concept === 'drawers');
  if (drawers && !things.some(({ thing }) => thing.concept === 'drawers'))
    edits.push(...unitsOf(order, 'base', { concept: 'base', source: drawers.source }));
  // What goes, goes once, and nothing else is done to it.
  return edits.filter((one, i) => {
    const index = edits.findIndex((other) => other.op === 'remove' && 'node' in one && other.node === one.node);
    return index === (one.op === 'remove' ? i : -1);
  });
}

/** «верхние только над мойкой и плитой»: removes all others with their fillers, on those walls where some are given. */
function keepOnlyOver(order: Order, over: readonly Mention[], walls: readonly string[] = []): Edit[] {
  const targets = over.flatMap((of) => meant(order, of).slice(0, 1));
  if (targets.length === 0) return [];
  const row = hung(order).filter(({ wall }) => walls.length === 0 || walls.includes(wall));
  const isCabinet = ({ isFiller, code }: Unit): boolean => !isFiller && !isOpenShelf(code);
  const kept = row.filter((one) => isCabinet(one) && targets.some((target) => covers(one, target)));
  const beside = ({ isFiller, wall, at, end }: Unit): boolean =>
    isFiller && kept.some((it) => it.wall === wall && (it.end === at || it.at === end));
  return removing(row.filter((one) => !kept.includes(one) && !beside(one)));
}

/** What hangs over things, and be it in part. */
function reachingOver(order: Order, over: readonly Mention[]): Unit[] {
  const targets = over.flatMap((of) => meant(order, of).slice(0, 1));
  return hung(order).filter((one) =>
    targets.some(({ wall, at, end }) => one.wall === wall && Math.min(one.end, end) - Math.max(one.at, at) > PLAY_MM),
  );
}

/** Rows above each other are off by so much at most, mm. */
const PLAY_MM = 20;

/** «верхние только слева»: removes those of the other half of a straight wall. */
const keepOnlySide = (order: Order, hand: 'left' | 'right'): Edit[] =>
  removing(hungAt(order, hand === 'left' ? 'right' : 'left'));

function hungAt(order: Order, hand: 'left' | 'right'): Unit[] {
  const middle = (order.room.walls[0]?.length ?? 0) / 2;
  return hung(order).filter(({ at, end }) => (hand === 'right' ? at >= middle : end <= middle));
}

/** Kinds of wall units that are made in other heights under another code. */
const TWINS: Readonly<Record<string, string>> = { WL: 'WL2' };

/** Another kind of units in a whole row, where it is made in their width and height: «верх витрины», «весь низ ящики». */
function unitsOf(order: Order, tier: RowSaid['tier'], units: Mention, only?: readonly Unit[]): Edit[] {
  const wanted = codeOf(units);
  if (wanted === undefined) return [];
  if (wanted === SHELF && tier === 'wall') return shelved(wanted, (only ?? standingOf(order).units).filter(isHung));
  const isOfRow = ({ code, isFiller }: Unit): boolean =>
    tier === 'wall' ? !isFiller && code !== STANDARD.drainer : tier !== 'base' || isPlain(code);
  return (only ?? standingOf(order).units).flatMap((unit): Edit[] => {
    if (unit.tier !== tier || unit.items.length > 0 || unit.isCorner || !isOfRow(unit)) return [];
    const code = [wanted, TWINS[wanted]].find((one) => {
      const module = one === undefined ? undefined : findModule(one);
      const isHigh = tier !== 'wall' || unit.height === undefined || (module && isMadeHeight(module, unit.height));
      return module && isMadeWidth(module, unit.width) && isHigh;
    });
    return code && code !== unit.code ? [{ op: 'replace', node: unit.id, code }] : [];
  });
}

const SHELF = conceptOf('shelf')?.code;
const isHung = ({ tier }: Unit): boolean => tier === 'wall';

/** Shelves in place of cabinets, which are not made in all of their widths: there the wall stays free. The hood keeps its own. */
const shelved = (shelf: string, units: readonly Unit[]): Edit[] =>
  units.flatMap(({ id, code, width, items, isFiller, isCorner }): Edit[] => {
    if (items.length > 0 || isOpenShelf(code)) return [];
    const isMade = !isFiller && !isCorner && madeWidths(shelf).includes(width);
    return [isMade ? { op: 'replace', node: id, code: shelf } : { op: 'remove', node: id }];
  });

/** Lowest mezzanine and the gap below the ceiling, mm (furniture.ru.md, 1.1 and HGT-CEIL). */
const MEZZANINE_MM = { min: 300, gapBelowCeiling: 10 };
const USUAL_ROW_MM = CONSTANTS.wallTop - CONSTANTS.wallBottom;

/** What is left below the ceiling where no mezzanine goes in, mm; undefined where one does. */
export function leftBelowCeiling(ceiling: number, height = USUAL_ROW_MM): number | undefined {
  const left = ceiling - CONSTANTS.wallBottom - height;
  return left < MEZZANINE_MM.min + MEZZANINE_MM.gapBelowCeiling ? left : undefined;
}

/** A row in an order that stands: «верхние до потолка», «верх 90 см», «убери верхние на короткой», «верх открытый». */
export function rowChange(order: Order, said: RowSaid, kept: readonly Mention[]): { edits: Edit[] } | { not: NotDone } {
  const { walls } = order.room;
  const ids = wallsIn(said, walls);
  const asked: readonly (string | undefined)[] = ids.length > 0 ? ids : [undefined];
  const stands = (tier: Tier, wall: string | undefined): boolean =>
    order.runs.some((run) => run.tier === tier && run.nodes.length > 0 && (wall === undefined || run.wall === wall));
  const added = (tier: 'wall' | 'upper', on: typeof asked, height?: number): Edit[] =>
    on.map((wall) => ({ op: 'add_tier', tier, ...given({ height, wall }) }));
  const removed = (tier: Tier, on: typeof asked): Edit[] =>
    on.filter((wall) => stands(tier, wall)).map((wall) => ({ op: 'remove_tier', tier, ...given({ wall }) }));
  if (said.act === 'refuse') {
    const hanging = kept.filter((one) => meant(order, one).some(({ tier }) => tier === 'wall'));
    if (hanging.length > 0) return { edits: keepOnlyOver(order, hanging, ids) };
    if (said.tier === 'wall' && said.over?.length) return { edits: removing(hungOver(order, said.over)) };
    if (said.hand && walls.length === 1) return { edits: removing(hungAt(order, said.hand)) };
    return { edits: removed(said.toCeiling ? 'upper' : said.tier, asked) };
  }
  const edits: Edit[] = [];
  if (said.height !== undefined) {
    if (!ROW_HEIGHTS.includes(said.height)) return { not: { because: 'row', made: ROW_HEIGHTS } };
    edits.push(...added('wall', asked, said.height));
  } else if (said.tier === 'wall' && !said.units) {
    const missing = asked.filter((wall) => !stands('wall', wall));
    edits.push(...added('wall', missing));
  }
  const others = walls.map(({ id }) => id).filter((id) => !ids.includes(id));
  if (said.only && ids.length > 0) edits.push(...removed('wall', others));
  else if (said.only && said.over?.length) edits.push(...keepOnlyOver(order, said.over));
  else if (said.only && said.hand) edits.push(...keepOnlySide(order, said.hand));
  if (said.units) edits.push(...unitsOf(order, said.tier, said.units, rowOf(order, said, ids)));
  if (said.tier === 'upper' || said.toCeiling) {
    const left = leftBelowCeiling(order.ceiling, said.height ?? rowHeightIn(hung(order)));
    if (left !== undefined && edits.length === 0) return { not: { because: 'row' } };
    if (left === undefined) edits.push(...added('upper', asked));
  }
  return { edits };
}

/** The units of a row that are spoken of, where not all are: «верх над мойкой», «на правой стене». */
function rowOf(order: Order, { over = [], hand }: RowSaid, ids: readonly string[]): readonly Unit[] | undefined {
  if (over.length > 0) return hungOver(order, over);
  if (hand && order.room.walls.length === 1) return hungAt(order, hand);
  return ids.length > 0 ? standingOf(order).units.filter(({ wall }) => ids.includes(wall)) : undefined;
}

const hungOver = (order: Order, over: readonly Mention[]): Unit[] =>
  hung(order).filter((one) => !one.isFiller && over.some((of) => meant(order, of).some((it) => covers(one, it))));

/** Of the cabinets that hang, mm. */
export const rowHeightIn = (units: readonly Unit[]): number | undefined =>
  units.find(({ code }) => hasTrait(code, 'row-height'))?.height;

/** Colours, handles and lighting of a new kitchen; later words win. */
export function looksOf(looks: readonly LookSaid[]): Pick<Brief, 'finish' | 'handles' | 'lighting'> {
  const made: ReturnType<typeof looksOf> = {};
  const each = <T>(tiers: readonly Tier[], one: T) => Object.fromEntries(tiers.map((tier) => [tier, one]));
  for (const said of looks) {
    if (said.say === 'lighting') made.lighting = { under: said.on };
    else if (said.not) continue;
    else if (said.say === 'handles') {
      const tiers = said.tiers !== 'all' ? said.tiers : said.handle === 'gola' ? (['base'] as const) : TIERS;
      made.handles = { ...made.handles, ...each(tiers, said.handle) };
    } else
      for (const part of said.parts.length > 0 ? said.parts : (['facade'] as const)) {
        const { finish } = said.colour;
        const tiers = TIERS.filter((tier) => part === 'facade' || tier === part);
        const facade = { ...made.finish?.facade, ...each(tiers, finish) };
        const painted = part === 'carcass' || part === 'worktop' ? { [part]: finish } : { facade };
        made.finish = { ...made.finish, ...painted };
      }
  }
  return made;
}
