import {
  atOf,
  type Brief,
  compose,
  type Edit,
  edit,
  type Finding,
  type Fixture,
  given,
  isHoodCabinet,
  madeWidths,
  nodesOf,
  type Order,
  STANDARD,
  wallIdAt,
} from '#libs/furniture';
import type { Place } from '../meaning/meaning.js';
import type { Operation } from '../port.js';
import { type Draft, draftsOf, type Planned, plannedOf } from './brief.js';
import type { Assumed, NotDone, Offer, Way } from './decision.js';
import { isAt, type Room } from './places.js';
import { MAX_OFFERS } from './room-making.js';
import { isUpperOnly, leftBelowCeiling, rowEdits } from './rows.js';
import { COOKERS, codeOf, conceptOf, kindOf, meant, namedBy } from './things.js';
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
type Refused = { readonly ok: false; readonly findings: readonly Finding[]; readonly missing?: number };

/** Layouts tried for one kitchen; each takes some milliseconds. */
const MAX_DRAFTS = 6;

/** Lays the wishes out: of some ways to tell the engine the one that keeps most of them; refused, with ways out. */
export function layOut(wishes: Wishes, room: Room): Layout {
  const { planned, assumed } = plannedOf(wishes);
  const drafts = draftsOf(wishes, planned, room).slice(0, MAX_DRAFTS);
  const made = best(wishes, drafts);
  if (made.ok) return { ...made, assumed: [...assumed, ...made.assumed] };
  const elsewhere = drafts[0] && withHobElsewhere(wishes, drafts[0], made.findings);
  if (elsewhere) return { ...elsewhere, assumed: [...assumed, ...elsewhere.assumed] };
  return { ...made, offers: offersFor(wishes, room, made) };
}

function best(wishes: Wishes, drafts: readonly Draft[]): Made | Refused {
  let found: Made | undefined;
  let refused: Refused | undefined;
  for (const draft of drafts) {
    const made = tried(wishes, draft);
    if (made.ok && (!found || made.missed.length < found.missed.length)) found = made;
    else if (!made.ok) refused ??= made;
    if (found?.missed.length === 0) break;
  }
  return found ?? refused ?? { ok: false, findings: [] };
}

function tried(wishes: Wishes, draft: Draft): Made | Refused {
  const made = compose(draft.brief, { orderId: 'draft' });
  if (!made.ok) return { ok: false, findings: made.findings, ...given({ missing: made.missing }) };
  const edits = [...rowEdits(made.order, wishes), ...upperOnly(made.order, wishes)];
  const changed = edits.length > 0 ? edit(made.order, edits) : undefined;
  const order = changed?.ok ? changed.order : made.order;
  const operations: Operation[] = [{ op: 'plan_kitchen', brief: draft.brief }, ...(changed?.ok ? edits : [])];
  const rows: Missed[] = changed && !changed.ok ? [{ why: { because: 'row' } }] : [];
  const missed = [...missedIn(wishes, draft, order), ...rows];
  return { ok: true, operations, order, missed, assumed: hoodless(wishes, draft.brief, order) };
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
function missedIn(wishes: Wishes, { planned, room }: Draft, order: Order): Missed[] {
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
  const hung = nodesOf(order).some(({ node }) => isHoodCabinet(node.code));
  const hoods: Missed[] =
    hood && !hung
      ? [{ ...given({ at: hood.ats.at(-1) }), why: { because: 'no_room', thing: namedBy(hood.thing) } }]
      : [];
  const toCeiling = wishes.rows.some((row) => row.act === 'want' && (row.toCeiling || row.tier === 'upper'));
  const tops: Missed[] =
    toCeiling && !order.runs.some(({ tier }) => tier === 'upper')
      ? [{ why: { because: 'below_ceiling', left: leftBelowCeiling(order.ceiling) ?? 0 } }]
      : [];
  return [...places, ...sequences, ...hoods, ...tops];
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

/** Layouts tried for the offers of one refusal. */
const MAX_OFFER_TRIALS = 14;

/** Whether it is room that lacks. */
const isCrowded = ({ findings }: Refused): boolean => findings.some(({ code }) => code === 'GEO-SUM');

/** Changes of the wishes under which a kitchen can be laid out; a single change first, then two. */
function offersFor(wishes: Wishes, room: Room, refused: Refused): Offer[] {
  const single = waysOf(wishes, room, refused);
  const crowded = isCrowded(refused);
  const pairs: Change[] = crowded
    ? single.flatMap((a, i) =>
        single
          .slice(i + 1)
          .filter((b) => b.subject !== a.subject)
          .map((b) => ({
            subject: a.subject,
            ways: [...a.ways, ...b.ways],
            frees: a.frees + b.frees,
            change: (w: Wishes) => b.change(a.change(w)),
          })),
      )
    : [];
  const enough = ({ frees }: Pick<Change, 'frees'>): boolean => !crowded || frees >= (refused.missing ?? 0);
  const offers: Offer[] = [];
  let trials = 0;
  for (const { ways, change, room: other } of [
    ...single.filter(enough),
    ...pairs.filter(enough).sort((a, b) => a.frees - b.frees),
  ]) {
    if (offers.length >= MAX_OFFERS || trials >= MAX_OFFER_TRIALS) break;
    trials += 1;
    const changed = change(wishes);
    const made = best(changed, draftsOf(changed, plannedOf(changed).planned, other?.(room) ?? room).slice(0, 2));
    if (made.ok) offers.push({ ways, operations: made.operations });
  }
  return offers;
}

interface Change {
  readonly subject: object;
  readonly ways: readonly Way[];
  /** mm */
  readonly frees: number;
  readonly change: (wishes: Wishes) => Wishes;
  readonly room?: (room: Room) => Room;
}

/** Appliances and units in the order in which a kitchen can do without them. */
const DROPPED: readonly string[] = ['tall', 'unit', 'dishwasher', 'washer', 'fridge'];

function waysOf(wishes: Wishes, room: Room, refused: Refused): Change[] {
  const crowded = isCrowded(refused);
  const { missing = 0 } = refused;
  const things = wishes.things.filter(({ thing }) => kindOf(thing) !== 'hood');
  const put = (i: number, more: object): ((w: Wishes) => Wishes) => {
    const wish = things[i];
    return (w) => ({
      ...w,
      things: w.things.map((one) =>
        one.ats[0] === wish?.ats[0] && one.thing.concept === wish?.thing.concept ? { ...one, ...more } : one,
      ),
    });
  };
  const without =
    (i: number) =>
    (w: Wishes): Wishes => ({
      ...w,
      things: w.things.filter(
        (one) => !(one.ats[0] === things[i]?.ats[0] && one.thing.concept === things[i]?.thing.concept),
      ),
    });
  const narrowed = things.flatMap((wish, i): Change[] => {
    const { thing } = wish;
    const code = codeOf(thing);
    const now = thing.width ?? usualWidth(code);
    const narrower =
      code === undefined || thing.corner
        ? []
        : madeWidths(code)
            .filter((w) => w < now)
            .toReversed();
    const to = narrower.find((w) => now - w >= missing) ?? narrower[0];
    if (to === undefined) return [];
    return [
      {
        subject: wish,
        frees: now - to,
        ways: [{ way: 'narrow', thing: namedBy(thing, now), to }],
        change: put(i, { thing: { ...thing, width: to } }),
      },
    ];
  });
  const dropped = things
    .flatMap((wish, i): (Change & { rank: number })[] => {
      const kind = kindOf(wish.thing) ?? (conceptOf(wish.thing.concept)?.tier === 'tall' ? 'tall' : 'unit');
      const rank = DROPPED.indexOf(kind);
      const frees = (wish.thing.width ?? usualWidth(codeOf(wish.thing))) * (wish.thing.count ?? 1);
      return rank < 0
        ? []
        : [{ rank, subject: wish, frees, ways: [{ way: 'drop', thing: namedBy(wish.thing) }], change: without(i) }];
    })
    .sort((a, b) => a.rank - b.rank);
  const freed = things.flatMap((wish, i): Change[] =>
    wish.places.length === 0
      ? []
      : [
          {
            subject: wish,
            frees: 0,
            ways: [{ way: 'without_place', thing: namedBy(wish.thing) }],
            change: put(i, { places: [] }),
          },
        ],
  );
  const sequence: Change[] =
    wishes.sequences.length > 0
      ? [
          {
            subject: wishes.sequences,
            frees: 0,
            ways: [{ way: 'other_sequence' }],
            change: (w) => ({ ...w, sequences: [] }),
          },
        ]
      : [];
  const straight = things.flatMap((wish, i): Change[] =>
    wish.thing.corner
      ? [
          {
            subject: wish,
            frees: 0,
            ways: [{ way: 'straight', thing: namedBy(wish.thing) }],
            change: put(i, {
              thing: { ...wish.thing, corner: false },
              places: wish.places.filter(({ at }) => at !== 'corner'),
            }),
          },
        ]
      : [],
  );
  const corner: Change[] =
    room.shape === 'u'
      ? [
          {
            subject: room,
            frees: 0,
            ways: [{ way: 'shape', shape: 'corner' }],
            change: (w) => ({
              ...w,
              shape: 'corner',
              things: w.things.map((one) => ({
                ...one,
                places: one.places.filter((place) => place.at !== 'side' && place.at !== 'wall'),
              })),
            }),
            room: (r) => ({
              ...r,
              shape: 'corner',
              walls: r.walls.slice(0, 2),
              obstacles: r.obstacles.filter(({ wall }) => wall !== 'C'),
            }),
          },
        ]
      : [];
  const longest = room.walls.length === 1 ? room.walls[0] : undefined;
  const longer: Change[] =
    longest && missing > 0
      ? [
          {
            subject: longest,
            frees: missing,
            ways: [{ way: 'lengthen', wall: 'A', to: longest.length + missing }],
            change: (w) => w,
            room: (r) => ({ ...r, walls: [{ ...longest, length: longest.length + missing }] }),
          },
        ]
      : [];
  return crowded
    ? [...narrowed, ...dropped, ...freed, ...longer]
    : [...corner, ...straight, ...sequence, ...freed, ...dropped];
}

/** mm, of a unit whose width nobody named. */
const usualWidth = (code: string | undefined): number => {
  const made = code === undefined ? [] : madeWidths(code);
  return made.includes(600) ? 600 : (made.at(-1) ?? 600);
};
