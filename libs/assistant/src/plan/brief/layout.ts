import {
  atOf,
  type Brief,
  compose,
  type Edit,
  type EditOf,
  edit,
  endOf,
  type Finding,
  type Fixture,
  findNode,
  given,
  isHoodCabinet,
  madeWidths,
  nodesOf,
  type Order,
  STANDARD,
  wallIdAt,
} from '#libs/furniture';
import type { Place } from '../../meaning/meaning.js';
import type { Operation } from '../../port.js';
import type { Assumed, NotDone, Offer } from '../decision.js';
import { COOKERS, codeOf, kindOf, meant, namedBy } from '../things.js';
import { type Draft, draftsOf, type Planned, plannedOf } from './brief.js';
import { waysOut } from './offers.js';
import { isAt, type Room } from './places.js';
import { isUpperOnly, leftBelowCeiling, rowEdits } from './rows.js';
import type { At, Wishes } from './wishes.js';

/** A wish that the layout did not keep, with the statement that said it. */
export interface Missed {
  readonly at?: At;
  readonly why: NotDone;
}

export type Layout =
  | {
      readonly ok: true;
      readonly operations: readonly Operation[];
      readonly order: Order;
      readonly missed: readonly Missed[];
      readonly assumed: readonly Assumed[];
    }
  | {
      readonly ok: false;
      readonly findings: readonly Finding[];
      readonly missing?: number;
      readonly offers: readonly Offer[];
    };

type Made = Extract<Layout, { ok: true }>;
export type Refused = { readonly ok: false; readonly findings: readonly Finding[]; readonly missing?: number };

/** Layouts tried for one kitchen; each takes some milliseconds. */
const MAX_DRAFTS = 6;

/** Lays the wishes out: of some ways to tell the engine the one that keeps most of them; refused, with ways out. */
export function layOut(wishes: Wishes, room: Room): Layout {
  const made = best(wishes, room, MAX_DRAFTS);
  if (!made.ok) return { ...made, offers: waysOut(wishes, room, made) };
  return { ...made, assumed: [...plannedOf(wishes).assumed, ...made.assumed] };
}

/** The best of the first `most` drafts; where the hob's place alone is at fault, with the hob elsewhere. */
export function best(wishes: Wishes, room: Room, most: number): Made | Refused {
  let found: Made | undefined;
  let refused: Refused | undefined;
  const consider = (made: Made | Refused | undefined): void => {
    if (made?.ok && (!found || made.missed.length < found.missed.length)) found = made;
    else if (made && !made.ok) refused ??= made;
  };
  const drafts = draftsOf(wishes, plannedOf(wishes).planned, room).slice(0, most);
  for (const [i, draft] of drafts.entries()) {
    consider(tried(wishes, draft));
    if (found?.missed.length === 0) break;
    const first = drafts.find(({ room: of }) => of === draft.room);
    const last = drafts[i + 1]?.room !== draft.room;
    if (first && last && !found && refused) consider(withHobElsewhere(wishes, first, refused.findings));
  }
  return found ?? refused ?? { ok: false, findings: [] };
}

function tried(wishes: Wishes, draft: Draft): Made | Refused {
  const made = compose(draft.brief, { orderId: 'draft' });
  if (!made.ok) return { ok: false, findings: made.findings, ...given({ missing: made.missing }) };
  const laid = [...rowEdits(made.order, wishes), ...upperOnly(made.order, wishes)];
  const edits = [...laid, ...hanging(made.order, laid, draft)];
  const changed = edits.length > 0 ? edit(made.order, edits) : undefined;
  const order = changed?.ok ? changed.order : made.order;
  const operations: Operation[] = [{ op: 'plan_kitchen', brief: draft.brief }, ...(changed?.ok ? edits : [])];
  const rows: Missed[] = changed && !changed.ok ? [{ why: { because: 'row' } }] : [];
  const missed = [...missedIn(wishes, draft, order), ...rows];
  return { ok: true, operations, order, missed, assumed: hoodless(wishes, draft.brief, order) };
}

/** Wall units that are counted are all there are, beside the hood and the drainer's: the row of the layout makes room for them. */
function hanging(order: Order, before: readonly Edit[], { hung, brief }: Draft): Edit[] {
  if (hung.length === 0) return [];
  const gone = nodesOf(order).filter(
    ({ node, run }) => run.tier === 'wall' && !isHoodCabinet(node.code) && brief.wallTier?.walls !== 'none',
  );
  const edits: Edit[] = [...before, ...gone.map(({ node }): Edit => ({ op: 'remove', node: node.id }))];
  for (const { code, width, count = 1, wall = 'A' } of hung) {
    const widths =
      width === undefined
        ? madeWidths(code)
            .filter((w) => w <= 600)
            .toReversed()
        : [width];
    for (let i = 0; i < count; i += 1) {
      const now = edits.length > 0 ? edit(order, edits) : undefined;
      const edges = nodesOf(now?.ok ? now.order : order).flatMap(({ node, run }) =>
        run.wall === wall ? [atOf(node), endOf(node)] : [],
      );
      const spots = widths.flatMap((w) =>
        [0, ...edges, ...edges.map((edge) => edge - w)].filter((at) => at >= 0).map((at) => ({ w, at })),
      );
      const free = spots.find((spot) => hangsBeside(order, edits, { op: 'add', code, tier: 'wall', wall, ...spot }));
      if (free) edits.push({ op: 'add', code, tier: 'wall', wall, ...free });
    }
  }
  return edits.slice(before.length);
}

/** Whether a unit hangs there without pushing another aside. */
function hangsBeside(order: Order, edits: readonly Edit[], add: EditOf<'add'>): boolean {
  const before = edits.length > 0 ? edit(order, edits) : undefined;
  const was = before?.ok ? before.order : order;
  const [from, to] = [add.at ?? 0, (add.at ?? 0) + (add.w ?? 0)];
  const taken = nodesOf(was).some(
    ({ node, run }) => run.wall === add.wall && run.tier !== 'base' && atOf(node) < to && endOf(node) > from,
  );
  const after = taken ? undefined : edit(order, [...edits, add]);
  return after?.ok === true && nodesOf(was).every(({ node }) => findNode(after.order, node.id)?.node.at === node.at);
}

/** «только верхние»: what the layout put on the floor goes, and the row is hung along the wall. */
function upperOnly(order: Order, wishes: Wishes): Edit[] {
  if (!isUpperOnly(wishes)) return [];
  const units = wishes.rows.flatMap(({ units: of }) => of ?? [])[0];
  const [wall] = order.room.walls;
  const length = wall?.length ?? 0;
  const widths = units?.width
    ? Array.from({ length: units.count ?? Math.floor(length / units.width) }, () => units.width ?? 0)
    : tiled(length);
  const code = (units && codeOf(units)) ?? STANDARD.wall;
  const bare = (['base', 'tall', 'wall', 'upper'] as const).filter((tier) =>
    order.runs.some((run) => run.tier === tier),
  );
  let at = 0;
  const hung = widths.map((w): Edit => {
    at += w;
    return { op: 'add', code, tier: 'wall', w, wall: wall?.id ?? 'A', at: at - w };
  });
  return [...bare.map((tier): Edit => ({ op: 'remove_tier', tier })), ...hung];
}

/** Units of the widest made widths that fill a length, mm. */
function tiled(length: number): number[] {
  const made = madeWidths(STANDARD.wall).filter((w) => w <= 600);
  const widths: number[] = [];
  for (
    let left = length, w = made.findLast((one) => one <= left);
    w !== undefined;
    w = made.findLast((one) => one <= left)
  ) {
    widths.push(w);
    left -= w;
  }
  return widths;
}

function hoodless({ things }: Wishes, { wallTier }: Brief, order: Order): Assumed[] {
  const wanted = wallTier?.walls !== 'none' && wallTier?.hood !== false;
  const cooks = order.items.some(({ kind }) => COOKERS.includes(kind));
  const hood = nodesOf(order).some(({ node }) => isHoodCabinet(node.code));
  const said = things.some(({ thing }) => kindOf(thing) === 'hood');
  return wanted && cooks && !hood && !said ? [{ assume: 'no_hood' }] : [];
}

/** Wishes that an order does not keep: things, their places, sequences, the hood, mezzanines. */
function missedIn(wishes: Wishes, { planned, room, hung }: Draft, order: Order): Missed[] {
  const places = planned.flatMap((one) =>
    one.places.filter((place) => !isKept(order, one, place, room)).map((place) => missedPlace(one, place)),
  );
  const sequences = wishes.sequences.flatMap((sequence): Missed[] => {
    const listed = sequence.of.flatMap((statement) =>
      planned.filter(({ wishes: own }) =>
        own.some(({ ats }) => ats.some((at) => at.message === sequence.message && at.statement === statement)),
      ),
    );
    const ranks = [...new Set(listed)].map((one) => rankOf(order, one));
    const at = { message: sequence.message, statement: sequence.of[0] ?? 0 };
    return isMonotonous(ranks, sequence.direction) ? [] : [{ at, why: { because: 'sequence' } }];
  });
  const hood = wishes.things.find(({ thing }) => kindOf(thing) === 'hood');
  const hangs = nodesOf(order).some(({ node }) => isHoodCabinet(node.code));
  const hoods: Missed[] =
    hood && !hangs
      ? [{ ...given({ at: hood.ats.at(-1) }), why: { because: 'no_room', thing: namedBy(hood.thing) } }]
      : [];
  const toCeiling = wishes.rows.some((row) => row.act === 'want' && (row.toCeiling || row.tier === 'upper'));
  const tops: Missed[] =
    toCeiling && !order.runs.some(({ tier }) => tier === 'upper')
      ? [{ why: { because: 'below_ceiling', left: leftBelowCeiling(order.ceiling) ?? 0 } }]
      : [];
  const counts = hung.flatMap(({ code, width, count = 1, wish }): Missed[] => {
    const made = nodesOf(order).filter(
      ({ node }) => node.code === code && (width === undefined || node.w === width),
    ).length;
    return made >= count
      ? []
      : [{ ...given({ at: wish.ats.at(-1) }), why: { because: 'count', thing: wish.thing, made } }];
  });
  return [...places, ...sequences, ...hoods, ...tops, ...counts];
}

const missedPlace = ({ wishes, thing }: Planned, place: Place): Missed => ({
  ...given({ at: wishes[0]?.ats.at(-1) }),
  why: { because: 'place', thing, place },
});

const isKept = (order: Order, { thing }: Planned, place: Place, room: Room): boolean =>
  meant(order, { ...thing, which: { all: true } }).some((one) => isAt(order, one, place, room));

const rankOf = (order: Order, { thing }: Planned): number[] =>
  meant(order, { ...thing, which: { all: true } }).map(
    ({ node, run }) => run.wall.charCodeAt(0) * 100_000 + atOf(node),
  );

/** Whether one place of each can be chosen so that they follow one another. */
function isMonotonous(
  ranks: readonly (readonly number[])[],
  direction: 'left_to_right' | 'right_to_left' | 'listed',
): boolean {
  const follows = (list: readonly (readonly number[])[]): boolean => {
    let last = -1;
    return list.every((places) => {
      const next = places.filter((at) => at > last).sort((a, b) => a - b)[0];
      last = next ?? last;
      return places.length === 0 || next !== undefined;
    });
  };
  const right = direction !== 'right_to_left' && follows(ranks);
  return right || (direction !== 'left_to_right' && follows(ranks.toReversed()));
}

/** Errors that moving the hob may fix: the engine does not measure distances around a corner. */
const HOB_PLACE_ERRORS = /^(HOB-SINK|HOB-FRIDGE|HOB-TALL|HOB-WINDOW)$/;
/** Step between trial places (mm) and their number. */
const HOB_STEP_MM = 150;
const MAX_HOB_PLACES = 10;
const HOB_MM = 600;

/** A layout refused only for its hob's place, with the hob at the first place that passes, unless it was named. */
function withHobElsewhere(wishes: Wishes, draft: Draft, findings: readonly Finding[]): Made | undefined {
  const index = draft.brief.fixtures.findIndex(({ kind }) => COOKERS.includes(kind));
  const cooker = draft.brief.fixtures[index];
  if (
    !cooker ||
    cooker.at !== undefined ||
    draft.brief.ordered ||
    !findings.every(({ code }) => HOB_PLACE_ERRORS.test(code))
  )
    return undefined;
  const { nextTo: _, side: __, where: ___, ...rest } = cooker;
  const walls = draft.room.walls.map(({ length }, i) => ({ id: wallIdAt(i), length }));
  const spots = walls
    .filter(({ id }) => cooker.wall === undefined || cooker.wall === id)
    .toReversed()
    .flatMap(({ id, length }) =>
      Array.from({ length: Math.max(0, Math.floor((length - HOB_MM) / HOB_STEP_MM)) }, (_one, i) => ({
        wall: id,
        at: id === 'A' && walls.length > 1 ? i * HOB_STEP_MM : length - HOB_MM - i * HOB_STEP_MM,
      })),
    );
  for (const spot of spots.slice(0, MAX_HOB_PLACES)) {
    const fixture: Fixture = { ...rest, ...spot };
    const made = tried(wishes, {
      ...draft,
      brief: { ...draft.brief, fixtures: draft.brief.fixtures.with(index, fixture) },
    });
    if (made.ok && made.missed.length === 0) return made;
  }
  return undefined;
}
