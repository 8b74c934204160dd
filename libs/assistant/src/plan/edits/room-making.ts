import {
  type Appliance,
  type Edit,
  type EditResult,
  edit,
  type Finding,
  findNode,
  given,
  isEndPanel,
  madeWidths,
  type Order,
  STANDARD,
} from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import type { Mention } from '../../meaning/meaning.js';
import { allMeant } from '../../units/meant.js';
import { floorRow, isCooking, isOnFloor, standingOf, type Unit, unitIn } from '../../units/units.js';
import type { Offer, Way } from '../decision.js';
import { isPlain, kindOf, namedOf, removing } from '../things.js';
import { placeOfNode } from './scene.js';

/** Ids of nodes. */
export type Ids = ReadonlySet<string>;

/** A change that fits, what had to give way for it among its edits. */
export interface Fitted {
  readonly ok: true;
  readonly edits: readonly Edit[];
  readonly order: Order;
}
export interface Unfit {
  readonly ok: false;
  readonly findings: readonly Finding[];
  readonly missing?: number;
  /** What came nearest to fitting, and all ways that were tried. */
  readonly edits: readonly Edit[];
  readonly ways: readonly (readonly Edit[])[];
}

/**
 * Plain units that nobody named: the assistant filled the row with them, so they give way before anything else. A unit
 * that a customer named at any time is protected, as many of them as were named; what `yields` is not («лишние тумбы
 * уберите», «за счёт ящиков»).
 */
export function ownChoice(order: Order, said: readonly Mention[], yields: readonly Mention[] = []): Set<string> {
  const plain = floorRow(order).filter(({ code, items }) => isPlain(code) && items.length === 0);
  const own = new Set(plain.map(({ id }) => id));
  const given = new Set(yields.flatMap((thing) => allMeant(order, thing)).map(({ id }) => id));
  for (const mention of said) {
    if (kindOf(mention) !== undefined) continue;
    const { width: wide, count = 1 } = mention;
    const alike = plain.filter(({ code, width }) => code === codeOf(mention) && width === (wide ?? width));
    const named = alike.filter(({ id }) => own.has(id) && !given.has(id));
    for (const { id } of named.slice(0, count)) own.delete(id);
  }
  return own.union(given);
}

/**
 * Whether it fits, and what stood still stands as it was and in its order, apart from what may give way and what the change
 * is about.
 */
function isKept(
  before: Order,
  made: EditResult,
  own: Ids,
  edits: readonly Edit[],
): made is Extract<EditResult, { ok: true }> {
  if (!made.ok || edits.some(({ op }) => op === 'mirror')) return made.ok;
  const { order: after } = made;
  const about = aboutOf(edits);
  const lasts = floorRow(before).every(({ id, code, width, wall }) => {
    const now = unitIn(after, id);
    return about.has(id) || own.has(id) || (now?.code === code && now.width === width && now.wall === wall);
  });
  const sequence = (row: readonly Unit[], other: Order): string =>
    row.flatMap(({ id }) => (about.has(id) || !findNode(other, id) ? [] : [id])).join();
  return lasts && sequence(floorRow(before), after) === sequence(floorRow(after), before);
}

function aboutOf(edits: readonly Edit[]): Set<string> {
  const nodesOf = (one: Edit): string[] =>
    'node' in one && one.op !== 'set_item' ? [one.node] : one.op === 'swap' ? [one.a, one.b] : [];
  return new Set(edits.flatMap(nodesOf));
}

/** In an edit: the id that the edit before it issues. */
export const NEW_NODE = 'new';

/** The edits with the ids that they issue: known from trying what comes before, even where that is refused. */
function withIssued(order: Order, edits: readonly Edit[]): readonly Edit[] {
  const index = edits.findIndex((one) => 'node' in one && one.node === NEW_NODE);
  const add = edits[index - 1];
  if (add?.op !== 'add') return edits;
  const made = edit(order, edits.slice(0, index));
  const node = made.ok
    ? standingOf(made.order).units.findLast((one) => one.code === add.code && !findNode(order, one.id))?.id
    : /nodes\[(\w+)\]/.exec(made.findings.find(({ code }) => code === 'REQ-APPL')?.path ?? '')?.[1];
  return edits.map((one) => ('node' in one && one.node === NEW_NODE && node ? { ...one, node } : one));
}

/** Trials for one change, each of a few milliseconds: ways to make it, then ways to make room for it. */
const MAX_WAYS = 10;
const MAX_ROOMS = 14;

/** Narrowing a unit costs 1; taking it out costs as much as this, the next best way to make the change this much more. */
const REMOVING = 2.5;
const WAY_COST = 0.4;
/** Each unit that stands nearer is tried before; so many mm too much cost as much as narrowing one. */
const FURTHER = 0.1;
const WASTE_MM = 400;
/** To take out what stands beside a cooker, or drawers, costs so much more. */
const LANDING = 0.5;
const DRAWERS = 0.3;

/** What may still be tried for one message, in trials of a known place. */
export interface Effort {
  left: number;
}
const MAX_EFFORT = 36;
/** Ways out of a refusal are looked for even where much was tried before. */
const OFFERING = 20;
/** An appliance without a place is tried at many. */
const ANYWHERE = 10;

export const fullEffort = (): Effort => ({ left: MAX_EFFORT });

/** Tries it, where anything may still be tried. */
function within(effort: Effort, edits: readonly Edit[]): boolean {
  if (effort.left <= 0) return false;
  effort.left -= edits.reduce((sum, { op }) => sum + (op === 'add_fixture' ? ANYWHERE : 0), 1);
  return true;
}

/** A change with room made for it. */
interface Trial {
  readonly room: Room;
  readonly edits: readonly Edit[];
}

/** The trials that fit and keep all that may not give way, in their order. */
function* fitting(order: Order, trials: Iterable<Trial>, own: Ids, effort: Effort): Generator<Fitted & Trial> {
  for (const { room, edits } of trials) {
    if (!within(effort, [...room.edits, ...edits])) return;
    const all = withIssued(order, [...room.edits, ...anchored(order, edits, room)]);
    const made = edit(order, all);
    if (isKept(order, made, aboutOf(room.edits).union(own), edits))
      yield { ok: true, room, edits: all, order: made.order };
  }
}

/** The edits with places beside a unit that goes as places beside its neighbour. */
function anchored(order: Order, edits: readonly Edit[], room: Room): readonly Edit[] {
  const gone = room.edits.flatMap((one) => (one.op === 'remove' ? [one.node] : []));
  return edits.map((one) => {
    if (!('after' in one) && !('before' in one)) return one;
    const { after, before, ...rest } = one;
    const it = unitIn(order, [after, before].find((id) => id !== undefined && gone.includes(id)) ?? '');
    return it ? { ...rest, ...placeOfNode(order, it, (id) => gone.includes(id)) } : one;
  });
}

/** The first way that fits, one that `isRight` before others; where none does, what may give way makes room for it. */
export function fitted(
  order: Order,
  ways: readonly (readonly Edit[])[],
  own: Ids,
  effort: Effort,
  isRight: (order: Order) => boolean = () => true,
): Fitted | Unfit {
  const tried = ways.slice(0, MAX_WAYS);
  const unfit: Unfit[] = [];
  let wrong: Fitted | undefined;
  for (const way of tried) {
    if (!within(effort, way) && way !== tried[0]) break;
    const edits = withIssued(order, way);
    const made = edit(order, edits);
    if (isKept(order, made, own, edits)) {
      const fit: Fitted = { ok: true, edits, order: made.order };
      if (isRight(fit.order)) return fit;
      wrong ??= fit;
    } else {
      const { findings, missing }: Pick<Unfit, 'findings' | 'missing'> = made.ok ? { findings: [] } : made;
      unfit.push({ ok: false, findings, edits: way, ways: tried, ...given({ missing }) });
    }
  }
  const trials = unfit
    .flatMap(({ edits, missing = 0 }, rank) =>
      roomFor(order, edits, missing, own).map((room) => ({ room, edits, cost: room.cost + rank * WAY_COST })),
    )
    .sort((a, b) => a.cost - b.cost);
  for (const fit of fitting(order, trials.slice(0, MAX_ROOMS), own, effort)) {
    if (isRight(fit.order)) return fit;
    wrong ??= fit;
  }
  if (wrong) return wrong;
  const lack = ({ missing, findings }: Unfit): number => missing ?? (findings.length > 0 ? 1e6 : 1e7);
  return unfit.toSorted((a, b) => lack(a) - lack(b))[0] ?? { ok: false, findings: [], edits: [], ways: [] };
}

/** The wall on which the edits need room. */
function wallOf(order: Order, edits: readonly Edit[]): string | undefined {
  for (const one of edits.toReversed()) {
    if ('wall' in one && one.wall !== undefined) return one.wall;
    if (one.op === 'add_fixture') return one.fixture.wall;
    const beside = 'after' in one || 'before' in one ? (one.after ?? one.before) : undefined;
    const node = beside ?? ('node' in one ? one.node : one.op === 'swap' ? one.a : undefined);
    const found = node === undefined ? undefined : unitIn(order, node);
    if (found) return found.wall;
  }
  return undefined;
}

/** A way of making room. */
interface Room {
  readonly edits: readonly Edit[];
  readonly ways: readonly Way[];
  /** mm */
  readonly frees: number;
  /** The less it changes, the better: narrowing before removing, one unit before two. */
  readonly cost: number;
}

/** Narrowings of a unit, and its removal where the kitchen can do without it. */
function roomsOf(unit: Unit, mayGo: boolean): Room[] {
  const { id: node, width } = unit;
  const thing = namedOf(unit);
  // A cooker is as wide as it was bought, a corner as it needs; without a corner unit the corner would be a hole.
  const isFixed = unit.isCorner || unit.items.some(({ kind }) => COOKING.has(kind));
  const narrower = isFixed ? [] : madeWidths(unit.code).filter((w) => w < width);
  const narrowed = narrower.toReversed().map((w): Room => {
    const way: Way = { way: 'narrow', thing, to: w };
    return { edits: [{ op: 'resize', node, w }], ways: [way], frees: width - w, cost: 1 };
  });
  if (!mayGo) return narrowed;
  const cost = REMOVING + droppingCost(unit);
  return [...narrowed, { edits: removing([unit]), ways: [{ way: 'drop', thing }], frees: width, cost }];
}

/** A plain unit is easier done without than others, a dishwasher easier than a fridge. */
function droppingCost({ code, kinds, tier }: Unit): number {
  const rank = (['dishwasher', 'washer', 'fridge'] as const).findIndex((kind) => kinds.has(kind));
  return isPlain(code) ? 0 : rank >= 0 ? 0.2 + rank / 10 : tier === 'tall' ? 0.6 : 0.1;
}

/** What more it costs to change the `i`th nearest of the assistant's own: drawers, and where a pot is put down, go last. */
function worthOf(order: Order, { id, code, wall }: Unit, i: number, { edits }: Room): number {
  const row = floorRow(order, wall);
  const at = row.findIndex((one) => one.id === id);
  const isBeside = [row[at - 1], row[at + 1]].some((next) => next && isCooking(next));
  const lost = (isBeside ? LANDING : 0) + (code === STANDARD.base ? 0 : DRAWERS);
  return i * FURTHER + (edits.some(({ op }) => op === 'remove') ? lost : 0);
}

/**
 * Changes of one or two units of a wall that free what is missing there, mm, the ones that change least first; `mayGo`: those
 * that may be taken out; `isOwn`: they are the assistant's own, the nearest first.
 */
function roomsFor(
  order: Order,
  wall: string | undefined,
  missing: number,
  units: readonly Unit[],
  mayGo: (unit: Unit) => boolean,
  isOwn = false,
): Room[] {
  // A row that would run into a door goes on behind it, and what it lacks is counted there.
  const needed = order.obstacles.some((one) => one.wall === wall && one.kind === 'door') ? 1 : missing;
  const rooms = units.map((unit, i) =>
    roomsOf(unit, mayGo(unit)).map((room) => ({
      ...room,
      cost: room.cost + (isOwn ? worthOf(order, unit, i, room) : 0),
    })),
  );
  // What is freed beyond what is missing is a hole; the panels at the row's ends would be the first to go.
  const panels = standingOf(order).units.filter((one) => one.wall === wall && isOnFloor(one) && isEndPanel(one.code));
  const wanted = missing + panels.reduce((sum, { width }) => sum + width, 0);
  const both = (one: Room, two: Room): Room => ({
    edits: [...one.edits, ...two.edits],
    ways: [...one.ways, ...two.ways],
    frees: one.frees + two.frees,
    cost: one.cost + two.cost + 1,
  });
  const pairs = rooms.flatMap((a, i) =>
    rooms.slice(i + 1).flatMap((b) => a.flatMap((one) => b.map((two) => both(one, two)))),
  );
  return [...rooms.flat(), ...pairs]
    .filter(({ frees }) => frees >= needed)
    .map((room) => ({ ...room, cost: room.cost + (isOwn ? Math.abs(room.frees - wanted) / WASTE_MM : 0) }))
    .sort((a, b) => a.cost - b.cost || a.frees - b.frees);
}

/** Own units that can make room for one change, nearest first. */
const MAX_UNITS = 4;

function roomFor(order: Order, edits: readonly Edit[], missing: number, own: Ids): Room[] {
  const about = aboutOf(edits);
  const beside = edits.flatMap((one) => ('after' in one || 'before' in one ? [one.after ?? one.before] : []))[0];
  const spot = unitIn(order, beside ?? [...about][0] ?? '');
  const away = ({ at }: Unit): number => (spot ? Math.abs(at - spot.at) : 0);
  const wall = wallOf(order, edits);
  const near = floorRow(order, wall)
    .filter(({ id }) => own.has(id) && !about.has(id))
    .sort((a, b) => away(a) - away(b))
    .slice(0, MAX_UNITS);
  // An appliance may only be narrower.
  return roomsFor(order, wall, missing, near, ({ code }) => isPlain(code), true).slice(0, MAX_ROOMS);
}

const COOKING: ReadonlySet<Appliance> = new Set<Appliance>(['hob', 'stove', 'oven']);

/** Units that a kitchen can do without; a sink, a cooker or a corner's unit is not among them. */
const isDroppable = ({ kinds, isCorner }: Unit): boolean =>
  !isCorner && !kinds.has('sink') && kinds.isDisjointFrom(COOKING);

/** What a choice says: of two units alike it says the same. */
export const keyOf = (ways: readonly Way[]): string =>
  ways
    .map((way) => JSON.stringify(way, (name, value) => (name === 'node' || name === 'source' ? undefined : value)))
    .sort()
    .join();

/** Offers per refusal, and changes tried for them. */
export const MAX_OFFERS = 3;
const MAX_OFFER_TRIALS = 28;

/** Ways out of a refusal for want of room: what was named gives way too, if the customer agrees. All are tried. */
export function offersFor(order: Order, done: readonly Edit[], unfit: Unfit, own: Ids, effort: Effort): Offer[] {
  const { edits, ways, missing = 0 } = unfit;
  if (edits.some((one) => 'tier' in one && one.tier === 'wall')) return [];
  const about = aboutOf([...done, ...edits]);
  const wall = wallOf(order, edits);
  const units = floorRow(order, wall).filter(({ id }) => !about.has(id));
  const offers: Offer[] = [];
  const subjects = new Set<string>();
  const rooms: Room[] = [];
  const subjectOf = ({ edits: all }: Room): string => all.map((one) => `${one.op} ${'node' in one && one.node}`).join();
  function* trials(): Generator<Trial> {
    let left = MAX_OFFER_TRIALS;
    for (const room of roomsFor(order, wall, missing, units, isDroppable))
      for (const way of [edits, ...ways.filter((other) => other !== edits)]) {
        // Two units give way only where one does not do.
        const told =
          subjects.has(subjectOf(room)) ||
          (room.ways.length > 1 && offers.length > 1) ||
          rooms.some(({ edits: enough }) => enough.every((one) => room.edits.includes(one)));
        if (told || offers.length >= MAX_OFFERS || left <= 0) break;
        left -= 1;
        yield { room, edits: [...done, ...way] };
      }
  }
  const more = { left: Math.max(effort.left, OFFERING) };
  for (const { room, edits: operations, order: made } of fitting(order, trials(), own, more)) {
    subjects.add(subjectOf(room));
    rooms.push(room);
    if (offers.every(({ ways }) => keyOf(ways) !== keyOf(room.ways)))
      offers.push({ ways: room.ways, operations, made });
  }
  return offers;
}

/** A plain unit that keeps the distance that a norm wants between two things, mm (furniture.ru.md 2, HOB-FRIDGE). */
export const SPACER = { code: 'B', w: 300 } as const;
