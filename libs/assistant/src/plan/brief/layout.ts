import {
  type Brief,
  type Composition,
  type Edit,
  edit,
  type Finding,
  type Fixture,
  given,
  isHoodCabinet,
  madeWidths,
  type Order,
  STANDARD,
  wallIdAt,
} from '#libs/furniture';
import { composed } from '../../composed.js';
import { codeOf } from '../../concepts/index.js';
import { isInSequence, thingsAt } from '../../meaning/meaning.js';
import type { Operation } from '../../port.js';
import { allMeant, meant } from '../../units/meant.js';
import { floorRow, hasHood, rank, standingOf, unitIn } from '../../units/units.js';
import type { Assumed, NotDone } from '../decision.js';
import { COOKERS, kindOf, namedBy, removing } from '../things.js';
import { type Draft, draftsOf, type Hung, isFill, isSaidIn, plannedOf } from './brief.js';
import { isAt, type Room } from './places.js';
import { hoodIn, hungThing, isUpperOnly, leftBelowCeiling, rowEdits } from './rows.js';
import type { At, Wish, Wishes } from './wishes.js';

/** A wish that the layout did not keep, with the statement that said it. */
export interface Missed {
  readonly at?: At;
  readonly why: NotDone;
}

export interface Made {
  readonly ok: true;
  readonly operations: readonly Operation[];
  readonly order: Order;
  readonly missed: readonly Missed[];
  readonly assumed: readonly Assumed[];
}

export type Refused = { readonly ok: false; readonly findings: readonly Finding[]; readonly missing?: number };

/** Layouts tried for one kitchen; each takes some milliseconds. */
const MAX_DRAFTS = 6;

/** Lays the wishes out: of some ways to tell the engine the one that keeps most of them. */
export function laidOut(wishes: Wishes, room: Room): Made | Refused {
  const strict = best(wishes, room, MAX_DRAFTS);
  const isTight = strict.ok ? strict.missed.some(isOfFreeUnit) : strict.findings.some(({ code }) => EASING.has(code));
  const other = isTight ? eased(wishes, room, strict.ok ? strict.missed.length : Number.POSITIVE_INFINITY) : undefined;
  const made = other ?? strict;
  return made.ok ? { ...made, assumed: [...plannedOf(wishes).assumed, ...made.assumed] } : made;
}

/** Widths to which units give way whose width nobody said, mm; at last units of which nothing at all was said. */
const EASED_MM = [500, 450, 400, 300, 0] as const;

/** What narrower units may mend: too little room, also for what a norm keeps apart. */
const EASING = new Set(['GEO-SUM', 'REQ-APPL', 'HOB-SINK', 'HOB-FRIDGE', 'HOB-TALL']);

/** A plain unit of which no width was said. */
const isFree = ({ thing }: Pick<Wish, 'thing'>): boolean =>
  thing.width === undefined && !kindOf(thing) && !thing.corner && !thing.with;

/** «между ними тумба», which stands elsewhere. */
const isOfFreeUnit = ({ why }: Missed): boolean => why.because === 'place' && isFree(why);

/** The wishes with narrower units, where that keeps more of them; `missed` so many are not kept now. */
function eased(wishes: Wishes, room: Room, missed: number): Made | undefined {
  if (!wishes.things.some(isFree)) return undefined;
  let found: Made | undefined;
  for (const most of EASED_MM) {
    const things = wishes.things.flatMap((wish) => {
      if (!isFree(wish)) return [wish];
      if (most === 0 && isFill(wishes, wish)) return [];
      const width = madeWidths(codeOf(wish.thing) ?? '').findLast((w) => w <= (most || 300));
      return [width === undefined ? wish : { ...wish, thing: { ...wish.thing, width } }];
    });
    const made = best({ ...wishes, things }, room, found ? MAX_DRAFTS : 2);
    if (made.ok && made.missed.length < (found?.missed.length ?? missed)) found = made;
    // Along one wall a narrower one may stand where it was said to.
    if (found && (room.walls.length > 1 || !found.missed.some(({ why }) => why.because === 'place'))) break;
  }
  return found;
}

/** The best of the first `most` drafts. */
export function best(wishes: Wishes, room: Room, most: number): Made | Refused {
  let found: Made | undefined;
  let refused: Refused | undefined;
  for (const draft of draftsOf(wishes, plannedOf(wishes).planned, room).slice(0, most)) {
    if (draft.last && found) break;
    const made = tried(wishes, draft);
    const isMendable = !made.ok && !found && !refused && !draft.brief.ordered;
    const mended = isMendable ? (withHobElsewhere(wishes, draft, made.findings) ?? made) : made;
    if (draft.last && mended.ok && mended.missed.length > 0) continue;
    if (!mended.ok) refused ??= mended;
    else if (!found || mended.missed.length < found.missed.length) found = mended;
    if (found?.missed.length === 0) break;
  }
  return found ?? refused ?? { ok: false, findings: [] };
}

/** A layout, with plain units where a loose sequence leaves room: before what stands at the end, with what is to be beside it. */
function filledUp({ brief, loose, room }: Draft): { readonly brief: Brief; readonly made: Composition } {
  const made = composed(brief, 'draft');
  const [wall] = room.walls;
  const taken = made.ok ? floorRow(made.order).reduce((sum, { width }) => sum + width, 0) : 0;
  const widths = made.ok && loose && wall ? tiled(wall.length - taken) : [];
  if (widths.length === 0) return { brief, made };
  const codeAt = (i: number): string => (i === 0 ? STANDARD.drawers : STANDARD.base);
  const fillers = widths.map((width, i): Fixture => ({ kind: 'unit', code: codeAt(i), width }));
  const end = brief.fixtures.findIndex(({ where }) => where === 'end');
  let at = end < 0 ? brief.fixtures.length : end;
  while (at > 0 && areJoined(brief.fixtures[at - 1], brief.fixtures[at])) at -= 1;
  const full = { ...brief, fixtures: brief.fixtures.toSpliced(at, 0, ...fillers) };
  const filled = composed(full, 'draft');
  return filled.ok ? { brief: full, made: filled } : { brief, made };
}

/** «слева от плиты тумба 40»: nothing comes between them. */
function areJoined(a: Fixture | undefined, b: Fixture | undefined): boolean {
  const is = (one: Fixture, word: string | undefined): boolean =>
    word !== undefined && (word === one.kind || (one.kind === 'unit' && word === one.code));
  return a !== undefined && b !== undefined && (is(a, b.nextTo) || is(b, a.nextTo));
}

function tried(wishes: Wishes, draft: Draft): Made | Refused {
  const { brief, made } = filledUp(draft);
  if (!made.ok) return { ok: false, findings: made.findings, ...given({ missing: made.missing }) };
  const laid = rowEdits(made.order, wishes);
  const edits = [...laid, ...hanging(made.order, laid, wishes, draft)];
  const changed = edits.length > 0 ? edit(made.order, edits) : made;
  const { order } = changed.ok ? changed : made;
  const operations: Operation[] = [{ op: 'plan_kitchen', brief }, ...(changed.ok ? edits : [])];
  const rows: Missed[] = changed.ok ? [] : [{ why: { because: 'row' } }];
  const missed = [...missedIn(wishes, draft, order), ...rows];
  return { ok: true, operations, order, missed, assumed: hoodless(wishes, draft.brief, order) };
}

/** «только верхние»: units along the wall and nothing else. */
function hungAlone({ rows, things }: Wishes, { walls: [wall] }: Room): Hung[] {
  const [units] = [...rows.flatMap(({ units: of }) => of ?? []), ...things.map(({ thing }) => hungThing(thing))];
  const code = (units && codeOf(units)) ?? STANDARD.wall;
  const { length = 0 } = wall ?? {};
  if (!units?.width) return tiled(length).map((width) => ({ code, width, count: 1 }));
  return [{ code, width: units.width, count: units.count ?? Math.floor(length / units.width) }];
}

/** Units that were counted, or wanted where there is no row, are all that hangs beside the hood: one by one, each over its thing or where there is room. */
function hanging(order: Order, before: readonly Edit[], wishes: Wishes, { hung, brief, room }: Draft): Edit[] {
  const alone = isUpperOnly(wishes);
  const list = alone ? hungAlone(wishes, room) : hung;
  if (list.length === 0) return [];
  const units = standingOf(order).units.filter(({ tier, code }) => tier === 'wall' && !isHoodCabinet(code));
  const cleared: readonly Edit[] = alone
    ? [...new Set(order.runs.map(({ tier }) => tier))].map((tier) => ({ op: 'remove_tier', tier }))
    : removing(brief.wallTier?.walls === 'none' ? [] : units);
  const edits = [...before, ...cleared];
  const bare = edit(order, edits);
  let now = bare.ok ? bare.order : order;
  for (const { code, width, count, wish } of list) {
    const widths = width === undefined ? hungWidths(code).toReversed() : [width];
    for (let i = 0; i < count; i += 1) {
      const hung = firstHung(now, code, spotsOf(now, widths, wish));
      // Where one finds no room, the next like it finds none.
      if (!hung) break;
      edits.push(hung.add);
      now = hung.order;
    }
  }
  return edits.slice(before.length);
}

/** Places for a wall unit: above the middle of the thing that it was to hang over, else beside what hangs. */
function spotsOf(order: Order, widths: readonly number[], wish: Wish | undefined) {
  const [over] = thingsAt(wish?.places ?? [], 'over');
  const below = over && meant(order, over)[0];
  const wall = below?.wall ?? 'A';
  const middle = below && (below.at + below.end) / 2;
  const ends = standingOf(order).units.flatMap((unit) => (unit.wall === wall ? [unit.at, unit.end] : []));
  const edges = [...new Set(ends)];
  return widths.flatMap((w) =>
    [...(middle === undefined ? [] : [Math.round(middle - w / 2)]), 0, ...edges, ...edges.map((edge) => edge - w)]
      .filter((at) => at >= 0)
      .map((at) => ({ wall, w, at })),
  );
}

/** The first of these places where a unit hangs without pushing another aside, and the order with it. */
function firstHung(order: Order, code: string, spots: ReturnType<typeof spotsOf>) {
  const { units } = standingOf(order);
  for (const { wall, w, at } of spots) {
    const add: Edit = { op: 'add', code, tier: 'wall', wall, w, at };
    const taken = units.some((it) => it.wall === wall && it.tier !== 'base' && it.at < at + w && it.end > at);
    const made = taken ? undefined : edit(order, [add]);
    if (made?.ok && units.every((it) => unitIn(made.order, it.id)?.at === it.at)) return { add, order: made.order };
  }
  return undefined;
}

/** Made widths of wall units up to one door pair, mm. */
const hungWidths = (code: string): number[] => madeWidths(code).filter((w) => w <= 600);

/** Units of the widest made widths that fill a length, mm. */
function tiled(length: number): number[] {
  const w = hungWidths(STANDARD.wall).findLast((one) => one <= length);
  return w === undefined ? [] : [w, ...tiled(length - w)];
}

function hoodless(wishes: Wishes, { wallTier }: Brief, order: Order): Assumed[] {
  const wanted = wallTier?.walls !== 'none' && wallTier?.hood !== false && !hoodIn(wishes);
  const cooks = order.items.some(({ kind }) => COOKERS.includes(kind));
  return wanted && cooks && !hasHood(order) ? [{ assume: 'no_hood' }] : [];
}

/** Wishes that an order does not keep: things, their places, sequences, the hood, mezzanines. */
function missedIn(wishes: Wishes, { planned, hung }: Draft, order: Order): Missed[] {
  const hanging = hung.flatMap(({ wish }) => (wish ? [{ ...wish, wishes: [wish] }] : []));
  const places = [...planned, ...hanging].flatMap(({ thing, places, wishes: [wish] }) =>
    places
      .filter((place) => !allMeant(order, thing).some((one) => isAt(order, one, place)))
      .map((place) => missedOf(wish, { because: 'place', thing, place })),
  );
  const sequences = wishes.sequences.flatMap(({ message, of, direction }): Missed[] => {
    const listed = of.flatMap((statement) => planned.filter((one) => isSaidIn(one, message, statement)));
    const ranks = [...new Set(listed)].map(({ thing }) => allMeant(order, thing).map(rank));
    if (isInSequence(ranks, direction)) return [];
    return [{ at: { message, statement: of[0] ?? 0 }, why: { because: 'sequence' } }];
  });
  const missed = [...places, ...sequences];
  const hood = hoodIn(wishes);
  if (hood && !hasHood(order)) missed.push(missedOf(hood, { because: 'no_room', thing: namedBy(hood.thing) }));
  const toCeiling = wishes.rows.some((row) => row.act === 'want' && (row.toCeiling || row.tier === 'upper'));
  if (toCeiling && !order.runs.some(({ tier }) => tier === 'upper'))
    missed.push({ why: { because: 'below_ceiling', left: leftBelowCeiling(order.ceiling) ?? 0 } });
  const counts = hung.flatMap(({ code, width, count, wish }): Missed[] => {
    const alike = standingOf(order).units.filter((unit) => unit.code === code && unit.width === (width ?? unit.width));
    const made = alike.length;
    return made >= count || !wish ? [] : [missedOf(wish, { because: 'count', thing: wish.thing, made })];
  });
  return [...missed, ...counts];
}

const missedOf = (wish: Wish | undefined, why: NotDone): Missed => ({ ...given({ at: wish?.ats.at(-1) }), why });

/** Errors that another place of the hob may mend: the engine does not measure distances around a corner. */
const HOB_PLACE = /^HOB-(SINK|FRIDGE|TALL|WINDOW)$/;
/** mm */
const HOB = { width: 600, step: 150, places: 10 };

/** A layout that is refused for its hob's place alone, with the hob where it passes, from the outer ends inwards. */
function withHobElsewhere(wishes: Wishes, draft: Draft, findings: readonly Finding[]): Made | undefined {
  const { fixtures } = draft.brief;
  const index = fixtures.findIndex(({ kind }) => COOKERS.includes(kind));
  const cooker = fixtures[index];
  if (!cooker || cooker.at !== undefined || !findings.every(({ code }) => HOB_PLACE.test(code))) return undefined;
  const { nextTo: _, side: __, where: ___, ...rest } = cooker;
  const spots = draft.room.walls.map(({ length }, i) =>
    Array.from({ length: Math.max(0, Math.floor((length - HOB.width) / HOB.step)) }, (_one, k) => ({
      wall: wallIdAt(i),
      at: i === 0 && draft.room.walls[1] ? k * HOB.step : length - HOB.width - k * HOB.step,
    })),
  );
  const inwards = spots.reverse().flat();
  const open = inwards.filter(({ wall }) => cooker.wall === undefined || cooker.wall === wall);
  for (const spot of open.slice(0, HOB.places)) {
    const brief = { ...draft.brief, fixtures: fixtures.with(index, { ...rest, ...spot }) };
    const made = tried(wishes, { ...draft, brief });
    if (made.ok && made.missed.length === 0) return made;
  }
  return undefined;
}
