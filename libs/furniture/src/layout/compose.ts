import { isHoodCabinet } from '../catalogue/traits.js';
import { check } from '../checks/check.js';
import { type Finding, wordedFinding } from '../checks/finding.js';
import type { Item, Order, Run } from '../order/order.js';
import { isApart, tightHobs } from './appraisal.js';
import type { AppliedDefault, Brief, Composition } from './brief.js';
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
import { blockedZones, emptyOrder } from './row/zones.js';
import { mezzanine } from './wall-units/mezzanine.js';
import { layWallUnits, type WallUnitsBrief } from './wall-units/rows.js';

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
  const attempt = (blocks: readonly Block[], effort: Effort): Composition =>
    bestOrder(brief, room, blocks, wallUnits.rows, orderId, effort);
  const made = attempt(needs.floor, 'usual');
  const apart = made.ok && isApart(made.order, brief);
  if (made.ok && !apart)
    return finish(made.order, [...defaults, ...needs.defaults, ...wallUnits.defaults], made.findings);
  for (const { changes, effort } of otherwise(needs.floor, apart)) {
    const other = attempt(
      needs.floor.map((b) => ({ ...b, ...changes.get(b) })),
      effort,
    );
    if (!other.ok || (made.ok && isApart(other.order, brief))) continue;
    const codes = new Map(
      [...changes].flatMap(([{ role }, { w }]): [string, string][] =>
        w === undefined ? [] : [[`${role}_width`, `${NARROWED[role]} ${w} мм, шире не помещается`]],
      ),
    );
    const kept = needs.defaults.filter((d) => !codes.has(d.code));
    const said = [...codes].map(([code, text]) => ({ code, text }));
    return finish(other.order, [...defaults, ...kept, ...said, ...wallUnits.defaults], other.findings);
  }
  return made.ok ? finish(made.order, [...defaults, ...needs.defaults, ...wallUnits.defaults], made.findings) : made;
}

/** Another attempt: blocks that change, and how far the search goes. */
interface Attempt {
  changes: ReadonlyMap<Block, Partial<Pick<Block, 'w' | 'spare' | 'placement'>>>;
  effort: Effort;
}

/** What is tried where nothing fits, or the dishwasher would stand away from the sink: a longer search, then narrower units. */
function otherwise(blocks: readonly Block[], apart: boolean): Attempt[] {
  const longer: Attempt = { changes: apart ? besideSink(blocks) : new Map(), effort: 'thorough' };
  return [longer, ...narrower(blocks)];
}

/** The dishwasher's place beside the sink weighs like one that was asked for, where the customer named none. */
const besideSink = (blocks: readonly Block[]): Attempt['changes'] =>
  new Map(
    blocks
      .filter((block) => block.role === 'dishwasher' && Object.keys(block.placement).length === 0)
      .map((block) => [block, { placement: { nextTo: 'sink' } }]),
  );

/** Units that may be made narrower, where nobody named their width. */
const NARROWED: Partial<Record<Block['role'], string>> = { dishwasher: 'посудомойка', sink: 'тумба мойки' };

/** Narrower widths of units whose width nobody named: one unit at a time, then all of them. */
function narrower(blocks: readonly Block[]): Attempt[] {
  const single = blocks.flatMap((block) =>
    (block.spare ?? []).map((w): [Block, Pick<Block, 'w' | 'spare'>] => [block, { w, spare: [] }]),
  );
  const sets = [...single.map((one) => [one]), ...(single.length > 1 ? [single] : [])];
  return sets.map((set) => ({ changes: new Map(set), effort: 'usual' }));
}

/** Defaults without effect are left out: a hood that found no room. */
function finish(order: Order, defaults: AppliedDefault[], findings: Finding[]): Composition {
  const hooded = order.runs.some((run) => run.nodes.some((node) => isHoodCabinet(node.code)));
  const applied = defaults.filter((d) =>
    d.code === 'hood' ? hooded : d.code === 'wall_tier' ? order.runs.some((r) => r.tier === 'wall') : true,
  );
  return { ok: true, order, defaults: [...applied, ...tightHobs(order, findings)], findings };
}

function bestOrder(
  brief: Brief,
  room: Room,
  blocks: readonly Block[],
  wanted: WallUnitsBrief,
  orderId: string,
  effort: Effort,
): Composition {
  const plans = plansOf(room, blocks);
  const zones = blockedZones(room, 'base');
  const ordered = brief.ordered === true;
  const bare: Search = {
    room,
    plans,
    zones,
    surroundings: surroundingsOf(room, wanted.carries),
    ordered,
    fill: ordered && room.walls.length === 1 ? 'needed' : 'all',
    rows: () => true,
    cache: emptyCache(),
    effort,
  };
  let first: Finding[] | undefined;
  for (const candidate of candidates(bare)) {
    const order = orderOf(candidate, room, wanted, brief, orderId);
    const findings = [...check(order), ...unplaced(order, wanted.units)];
    const errors = findings.filter((f) => f.severity === 'error');
    if (errors.length === 0) return { ok: true, order, defaults: [], findings };
    first ??= errors;
  }
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

/** REQ-APPL for wall units that found no place, so that no appliance is dropped in silence. */
function unplaced(order: Order, units: readonly Block[]): Finding[] {
  const placed = new Map<string, number>();
  for (const { code } of order.runs.flatMap((run) => run.nodes)) placed.set(code, (placed.get(code) ?? 0) + 1);
  return units.flatMap((unit): Finding[] => {
    const left = (placed.get(unit.code) ?? 0) - 1;
    placed.set(unit.code, left);
    if (left >= 0) return [];
    const name = unit.role === 'microwave' ? 'СВЧ' : nameOf(unit);
    const msg = `В верхнем ряду нет места ${unit.w} мм: ${name}.`;
    return [wordedFinding('REQ-APPL', 'runs', msg, 'Освободить место в верхнем ряду или поставить в пенал.')];
  });
}

function orderOf(candidate: Candidate, room: Room, wanted: WallUnitsBrief, brief: Brief, orderId: string): Order {
  const floor = withDrawers(candidate.rows.map((row) => row.pieces));
  const corners = candidate.plan.corners.map((c) => c?.kind);
  const wallRows = layWallUnits(room, floor, corners, wanted);
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
