import { madeWidths } from '../catalogue/catalogue.js';
import { isHoodCabinet, STANDARD } from '../catalogue/traits.js';
import { check } from '../checks/check.js';
import { type Finding, wordedFinding } from '../checks/finding.js';
import { given } from '../order/nodes.js';
import type { Item, Order, Run } from '../order/order.js';
import { cutCorners, fillersInside, hasFillersTogether, highHoods, isApart, tightHobs } from './appraisal.js';
import type { AppliedDefault, Brief, Composition, Placement } from './brief.js';
import { plansOf } from './floor/corners.js';
import { withDrawers } from './floor/drawers.js';
import { surroundingsOf } from './floor/points.js';
import { type Candidate, candidates, capacities, type Effort, type Search } from './floor/search.js';
import { blocksFor } from './input/fixtures.js';
import { refusal } from './input/refusal.js';
import { roomOf } from './input/room.js';
import { alternatives, nameOf, shortageOf, tooLong } from './input/shortage.js';
import { wallUnitsOf } from './input/wall-units.js';
import { type Block, emptyRun, itemOf, nodeOf, type Piece, type Room, RUN_TIERS } from './model.js';
import { emptyCache } from './row/solve.js';
import { allowed, BASE } from './row/tilings.js';
import { blockedZones, emptyOrder } from './row/zones.js';
import { POINTS } from './scoring.js';
import type { KnownRows } from './wall-units/known-rows.js';
import { mezzanine, mezzanineHeight } from './wall-units/mezzanine.js';
import { layWallUnits, type WallUnitsBrief } from './wall-units/rows.js';
import { isOverfull } from './wall-units/sharing.js';

/**
 * Lays a brief out as an order (furniture.ru.md 3.2, 3.3): pure, deterministic, bounded. An order that is `ok` has no
 * `error` among its findings; a brief that cannot be built comes back with the reason and alternatives.
 */
export function compose(brief: Brief, { orderId }: { orderId: string }): Composition {
  const { room, defaults } = roomOf(brief);
  const needs = blocksFor(brief);
  const refused = refusal(room, brief, [...needs.floor, ...needs.wall]);
  if (refused) return refused;
  const wallUnits = wallUnitsOf(brief, room, needs);
  const blocks = needs.floor;
  const wanted = wallUnits.rows;
  const overfull =
    isOverfull(room, blockedZones(room, 'wall', wanted.height), wanted) || isUncapped(wanted, room, blocks);
  const kitchen: Kitchen = { brief, room, wanted, overfull, orderId, made: new Map(), rows: new Map() };
  const beside = (order: Order): boolean => !isApart(order, brief);
  const laid = ({
    changes,
    effort,
    why,
    accept = effort === 'thorough' ? beside : () => true,
  }: Attempt): Composition => {
    const changed = blocks.map((b) => ({ ...b, ...changes.get(b) }));
    const made = bestOrder(kitchen, changed, effort, accept);
    if (!made.ok) return made;
    const codes = new Map(
      [...changes].flatMap(([{ role }, { w }]): [string, string][] =>
        w === undefined ? [] : [[`${role}_width`, `${RESIZED[role]} ${w} мм, ${why ?? 'шире не помещается'}`]],
      ),
    );
    const kept = needs.defaults.filter((d) => !codes.has(d.code));
    const said = [...codes].map(([code, text]) => ({ code, text }));
    return finish(made.order, [...defaults, ...kept, ...said, ...wallUnits.defaults], made.findings, brief);
  };
  const first = (attempts: readonly Attempt[], serves: (made: Laid) => boolean): Composition | undefined => {
    for (const attempt of attempts) {
      const made = laid(attempt);
      if (made.ok && serves(made)) return made;
    }
    return undefined;
  };
  const usual = laid({ changes: new Map(), effort: 'usual' });
  const longer: Attempt = { changes: new Map(), effort: 'thorough' };
  if (kitchen.overfull) return usual;
  const wider = usual.ok || isUnhung(usual) ? [longer] : [longer, ...narrower(blocks)];
  const made = usual.ok ? usual : (first(wider, () => true) ?? usual);
  if (!made.ok) return made;
  const best = beside(made.order)
    ? made
    : (first([...besideSink(blocks), ...narrower(blocks)], ({ order }) => beside(order)) ?? made);
  if (!best.ok || !hasFillersTogether(best.order)) return best;
  const closed = (order: Order): boolean => isClosedAs(order, best.order) && (beside(order) || !beside(best.order));
  const others: Attempt[] = [...otherSinks(blocks), { changes: new Map(), effort: 'thorough', accept: closed }];
  return first(others, (other) => isBetter(other, best)) ?? best;
}

/** What has no place hangs: narrower units on the floor make none for it. */
const isUnhung = ({ findings }: Composition): boolean => findings.every(({ code }) => code === 'REQ-APPL');

/** Without two fillers beside each other, and without anything to say that the other order has not. */
const isBetter = (other: Laid, best: Laid): boolean => {
  const known = new Set(saidOf(best));
  return isClosedAs(other.order, best.order) && saidOf(other).every((code) => known.has(code));
};

/** Without two fillers beside each other, nor one more inside a wall row. */
const isClosedAs = (other: Order, best: Order): boolean =>
  !hasFillersTogether(other) && fillersInside(other) <= fillersInside(best);

type Laid = Extract<Composition, { ok: true }>;
/** What a customer is told of an order: its warnings, and that a hob has hardly any worktop. */
const saidOf = ({ findings, defaults }: Laid): string[] => [
  ...findings.filter(({ severity, code }) => severity === 'warning' || code === 'HOB-LAND').map(({ code }) => code),
  ...defaults.filter(({ code }) => code === 'hob_tight').map(({ code }) => code),
];

/** One way to lay the blocks out: those that change, and how far the search goes. */
interface Attempt {
  changes: ReadonlyMap<Block, Partial<Pick<Block, 'w' | 'spare' | 'placement'>>>;
  effort: Effort;
  /** What is looked for before the fewest points. */
  accept?: (order: Order) => boolean;
  /** Why a width is another than usual, Russian; that nothing wider fits, where it is absent. */
  why?: string;
}

/**
 * The dishwasher's place beside the sink weighs like one that was asked for, where the customer named no other; then on
 * its left and on its right alone, as the best row may stand on the side on which a check refuses it.
 */
function besideSink(blocks: readonly Block[]): Attempt[] {
  const open = ({ nextTo = 'sink', ...rest }: Placement): boolean =>
    nextTo === 'sink' && Object.keys(rest).length === 0;
  const machines = blocks.filter(({ role, placement }) => role === 'dishwasher' && open(placement));
  return [undefined, 'left' as const, 'right' as const].map((hand) => {
    const placement: Placement = { nextTo: 'sink', ...given({ side: hand && { of: 'sink', hand } }) };
    return { changes: new Map(machines.map((block) => [block, { placement }])), effort: 'thorough' };
  });
}

/** Other widths of a sink's unit whose width nobody named, for rows that would have two fillers beside each other. */
const otherSinks = (blocks: readonly Block[]): Attempt[] =>
  blocks
    .filter(({ role, spare = [] }) => role === 'sink' && spare.length > 0)
    .flatMap((block) =>
      [...madeWidths(block.code).filter((w) => w > block.w), ...(block.spare ?? [])].map(
        (w): Attempt => ({ changes: new Map([[block, { w, spare: [] }]]), effort: 'thorough', why: CLOSED }),
      ),
    );

const CLOSED = 'так ряд закрывается без второго добора';

/** Units that may be made in another width, where nobody named theirs. */
const RESIZED: Partial<Record<Block['role'], string>> = { dishwasher: 'посудомойка', sink: 'тумба мойки' };

/** Narrower widths of units whose width nobody named: one unit at a time, then all of them. */
function narrower(blocks: readonly Block[]): Attempt[] {
  const single = blocks.flatMap((block) =>
    (block.spare ?? []).map((w): [Block, Pick<Block, 'w' | 'spare'>] => [block, { w, spare: [] }]),
  );
  const sets = [...single.map((one) => [one]), ...(single.length > 1 ? [single] : [])];
  return sets.map((set) => ({ changes: new Map(set), effort: 'usual' }));
}

/** Defaults without effect are left out: a hood that found no room. */
function finish(order: Order, defaults: AppliedDefault[], findings: Finding[], brief: Brief): Composition {
  const hooded = order.runs.some((run) => run.nodes.some((node) => isHoodCabinet(node.code)));
  const applied = defaults.filter((d) =>
    d.code === 'hood' ? hooded : d.code === 'wall_tier' ? order.runs.some((r) => r.tier === 'wall') : true,
  );
  const told = [...cutCorners(order, brief), ...highHoods(order), ...tightHobs(order, findings)];
  return { ok: true, order, defaults: [...applied, ...told], findings };
}

/** What is the same for every attempt at a brief. */
interface Kitchen {
  brief: Brief;
  room: Room;
  wanted: WallUnitsBrief;
  /** More wall units than any layout has room for: one is laid out, for the reason. */
  overfull: boolean;
  orderId: string;
  /** The orders made so far, by their floor rows: a longer search meets those of the shorter one again. */
  made: Map<string, Checked>;
  rows: KnownRows;
}

interface Checked {
  order: Order;
  findings: Finding[];
  errors: Finding[];
}

function bestOrder(
  kitchen: Kitchen,
  blocks: readonly Block[],
  effort: Effort,
  accept: (order: Order) => boolean,
): Composition {
  const { brief, room, wanted } = kitchen;
  const plans = plansOf(room, blocks, brief.without);
  const zones = blockedZones(room, 'base');
  const ordered = brief.ordered === true;
  const bare: Search = {
    room,
    plans,
    zones,
    surroundings: surroundingsOf(room, wanted.carries),
    ordered,
    fill: ordered && !isClosed(room) ? 'needed' : 'all',
    rows: () => true,
    cache: emptyCache(),
    effort,
    table: allowed(BASE, brief.without),
  };
  let first: Finding[] | undefined;
  let second: Composition | undefined;
  for (const candidate of candidates(bare)) {
    // What the search itself calls an error the checks refuse: one such row is laid out, for the reason.
    if ((candidate.points >= POINTS.error || kitchen.overfull) && (first || second)) break;
    const { order, findings, errors } = checkedOrder(candidate, kitchen);
    const made: Composition = { ok: true, order, defaults: [], findings };
    if (errors.length === 0 && accept(order)) return made;
    if (errors.length === 0) second ??= made;
    else first ??= errors;
  }
  if (second) return second;
  if (first) {
    const ways = alternatives(blocks, 50, (b) => b.key).filter((a) => a.kind !== 'lengthen');
    return { ok: false, findings: first, alternatives: ways };
  }
  const free = capacities(
    room,
    plans[0]!,
    room.walls.map((_, i) => (zones[i] ?? []).reduce((w, z) => w + z.to - z.from, 0)),
  );
  const short = shortageOf(room, plans[0]?.blocks ?? blocks, free);
  const missing = short.taken - short.length;
  const ways = alternatives(short.blocks, missing, (b) => b.key);
  const finding = tooLong(short.wall, short.taken, short.length, ways[0]?.text);
  return { ok: false, findings: [finding], alternatives: ways, missing };
}

/** A row that was listed is the whole row at an open wall alone: between two walls, or round a corner, nothing stays empty. */
const isClosed = ({ walls }: Room): boolean =>
  walls.length > 1 || walls.every(({ ends }) => ends.left === 'wall' && ends.right === 'wall');

/** Whether a mezzanine was named that no layout has: under a low ceiling, or of tall units where there are none. */
const isUncapped = ({ capped = [] }: WallUnitsBrief, room: Room, blocks: readonly Block[]): boolean =>
  capped.length > 0 &&
  (mezzanineHeight(room.ceiling) === undefined ||
    (capped.some(({ code }) => code === STANDARD.tallMezzanine) && !blocks.some(({ tier }) => tier === 'tall')));

/** REQ-APPL for wall units that found no place, so that no appliance is dropped in silence. */
function unplaced(order: Order, { units, capped = [] }: WallUnitsBrief): Finding[] {
  const placed = new Map<string, number>();
  for (const { code } of order.runs.flatMap((run) => run.nodes)) placed.set(code, (placed.get(code) ?? 0) + 1);
  return [...units, ...capped].flatMap((unit): Finding[] => {
    const left = (placed.get(unit.code) ?? 0) - 1;
    placed.set(unit.code, left);
    if (left >= 0) return [];
    const name = unit.role === 'microwave' ? 'СВЧ' : nameOf(unit);
    const msg = `В верхнем ряду нет места ${unit.w} мм: ${name}.`;
    return [wordedFinding('REQ-APPL', 'runs', msg, 'Освободить место в верхнем ряду или поставить в пенал.')];
  });
}

/** The order of a candidate with what the checks find. All that makes it differ from others are its floor rows. */
function checkedOrder(candidate: Candidate, kitchen: Kitchen): Checked {
  const key = candidate.rows.map(({ pieces }) => pieces.map(textOf).join()).join('|');
  const known = kitchen.made.get(key);
  if (known) return known;
  const order = orderOf(candidate, kitchen);
  const findings = [...check(order), ...unplaced(order, kitchen.wanted)];
  const made = { order, findings, errors: findings.filter((f) => f.severity === 'error') };
  kitchen.made.set(key, made);
  return made;
}

const textOf = ({ code, at, w, block }: Piece): string => `${block?.key ?? ''} ${code} ${at}+${w}`;

function orderOf(candidate: Candidate, { brief, room, wanted, orderId, rows: known }: Kitchen): Order {
  const rows = candidate.rows.map((row) => row.pieces);
  const floor = brief.without?.includes(STANDARD.drawers) ? rows : withDrawers(rows);
  const corners = candidate.plan.corners.map((c) => c?.kind);
  const wallRows = layWallUnits(room, floor, corners, wanted, known);
  const top = brief.wallTier?.toCeiling ? mezzanine(room, floor, wallRows) : [];
  const pieces: Piece[][] = room.walls.map((_, i) => [...(floor[i] ?? []), ...(wallRows[i] ?? []), ...(top[i] ?? [])]);
  return orderOfPieces(orderId, room, pieces, brief);
}

export type Finishing = Pick<Brief, 'finish' | 'handles' | 'lighting'>;

/** An order of pieces by wall; ids n1, n2, … and i1, i2, … in the order's own sequence. */
export function orderOfPieces(
  id: string,
  room: Room,
  pieces: readonly (readonly Piece[])[],
  finishing: Finishing,
): Order {
  const runs: Run[] = [];
  const items: Item[] = [];
  let nodes = 0;
  room.walls.forEach((wall, i) => {
    for (const { tier } of RUN_TIERS) {
      const mine = (pieces[i] ?? []).filter((p) => p.tier === tier).sort((a, b) => a.at - b.at);
      if (mine.length === 0) continue;
      const run = emptyRun(wall.id, tier);
      for (const piece of mine) {
        const node = nodeOf(piece, `n${++nodes}`);
        run.nodes.push(node);
        for (const item of piece.items) items.push(itemOf(item, `i${items.length + 1}`, node.id));
      }
      runs.push(run);
    }
  });
  const { finish = {}, handles = {}, lighting = {} } = finishing;
  return { ...emptyOrder(room, id), runs, items, finish, handles, lighting };
}
