import derived from '../../data/derived.json' with { type: 'json' };
import { CONSTANTS } from '../catalogue/catalogue.js';
import { hasTrait, isEndPanel, isFiller, isGap, isOrdinary } from '../catalogue/traits.js';
import { type Appliance, MAX_LENGTH, type ObstacleKind, type Order, type Run, type Wall } from '../order/order.js';
import { carriesWorktop, type DiagonalPlinth, diagonalHalves, diagonalPlinths } from './footprint.js';
import { subtract } from './intervals.js';
import { type ObstacleVolume, obstacleVolumes } from './obstacles.js';
import { type LaidNode, meetInCorners, nodesAlong, SLACK, type Stretch, stretchesOf } from './stretches.js';

/** One worktop part along a wall, mm; 600 deep. */
export type WorktopPart = Omit<Stretch, 'nodes'>;

const MAX_PART = derived.worktop.longest;
const MIN_PART = derived.worktop.shortest;
/** Stretches longer than any in an order that `parseOrder` accepts stay in one piece, mm: cutting them would take forever. */
const MAX_CUT = 2 * MAX_LENGTH;

/** Obstacles that the worktop passes: the gap that a row leaves for them does not divide it. */
const PASSED: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>(['radiator', 'riser', 'gas_pipe', 'niche']);

function rowOf(order: Order, wall: Wall, obstacles: readonly ObstacleVolume[]): Stretch[] {
  const stoves = new Set(order.items.filter((item) => item.kind === 'stove').map((item) => item.node));
  const carries = ({ module, node, run }: LaidNode) =>
    run.tier === 'base' &&
    run.countertop &&
    ((module.worktop && !stoves.has(node.id)) || isFiller(module) || isEndPanel(module));
  const passed = obstacles.filter((v) => v.wall.id === wall.id && PASSED.has(v.obstacle.kind));
  const bridged = (from: number, to: number) => passed.some((v) => v.x0 < to && from < v.x1);
  const onFloor = nodesAlong(order, wall.id, (run) => run.tier === 'base' || run.tier === 'tall');
  const row = onFloor.filter((lying) => !isGap(lying.module));
  return stretchesOf(wall.id, row, carries, bridged).filter((s) => s.nodes.some((l) => l.module.worktop));
}

/**
 * The unbroken stretches of worktop, wall by wall, left to right (furniture.ru.md 1.1): over base units with a worktop
 * and the fillers and panels among them; in an inner corner the wall before reaches the corner and the next starts at
 * 600; a remainder below 16 is covered to the wall's end. What a diagonal corner unit adds is `worktopInserts`. Used by
 * bom, checks and drawing alike.
 */
export function worktopStretches(order: Order): Stretch[] {
  const obstacles = obstacleVolumes(order);
  const rows = order.room.walls.map((wall) => rowOf(order, wall, obstacles));
  const met = meetInCorners(order, rows, 0, CONSTANTS.worktopDepth);
  return order.room.walls.flatMap((wall, k) =>
    [...(met[k] ?? []), ...halvesAlone(order, k, met)].map((stretch) => {
      const x0 = stretch.x0 < SLACK ? 0 : stretch.x0;
      const x1 = wall.length - stretch.x1 < SLACK ? Math.max(wall.length, stretch.x1) : stretch.x1;
      return { ...stretch, x0, x1 };
    }),
  );
}

/** Over a diagonal corner unit's half at a wall whose own worktop does not reach it. */
function halvesAlone(order: Order, k: number, met: readonly (readonly Stretch[])[]): Stretch[] {
  const wall = order.room.walls[k];
  if (!wall) return [];
  return diagonalHalves(order).flatMap(({ node, wallIndex, side, x0, x1 }): Stretch[] => {
    if (wallIndex !== k || !carriesWorktop(node)) return [];
    const deep = CONSTANTS.worktopDepth;
    const own = side === 'left' ? { x0: deep, x1 } : { x0, x1: wall.length - deep };
    const covered = met[k]?.some((s) => s.x0 < own.x1 && own.x0 < s.x1) ?? false;
    return covered || own.x1 <= own.x0 ? [] : [{ wall: wall.id, ...own, nodes: [] }];
  });
}

/** The worktop as it is cut: its stretches in parts no longer than 3000. */
export const worktops = (order: Order): WorktopPart[] =>
  worktopStretches(order).flatMap((stretch) => cut(order, stretch));

/** Cuts a stretch at borders of nodes, away from sinks and hobs where there is such a border. */
function cut(order: Order, { wall, x0, x1, nodes }: Stretch): WorktopPart[] {
  if (x1 - x0 <= MAX_PART || x1 - x0 > MAX_CUT) return [{ wall, x0, x1 }];
  const holds = (kind: Appliance) => new Set(order.items.filter((i) => i.kind === kind).map((i) => i.node));
  const [sinks, hobs] = [holds('sink'), holds('hob')];
  // A bowl lies further inside its unit than a hob does.
  const nearness = (lying: LaidNode | undefined): number =>
    !lying ? 0 : hobs.has(lying.node.id) ? 2 : sinks.has(lying.node.id) ? 1 : 0;
  const borders = nodes
    .slice(1)
    .map((right, i) => ({ x: right.x0, near: Math.max(nearness(right), nearness(nodes[i])) }));
  const parts: WorktopPart[] = [];
  let from = x0;
  for (let left = Math.ceil((x1 - x0) / MAX_PART); left > 1 || x1 - from > MAX_PART; left -= 1) {
    const low = Math.max(from, x1 - Math.max(left - 1, 1) * MAX_PART);
    const usable = borders.filter(({ x }) => x > from && x <= from + MAX_PART);
    // Rather one part more than a joint beside an opening or a sliver at an end.
    const fit = usable.filter(({ x, near }) => near === 0 && x - from >= MIN_PART && x1 - x >= MIN_PART);
    const leastNear = () => usable.toSorted((a, b) => a.near - b.near || b.x - a.x)[0];
    const best = fit.findLast(({ x }) => x >= low) ?? fit.at(-1) ?? leastNear();
    const to = best?.x ?? from + MAX_PART;
    parts.push({ wall, x0: from, x1: to });
    from = to;
  }
  return [...parts, { wall, x0: from, x1 }];
}

/**
 * The plinth's stretches, mm on the wall: under base and tall units and their fillers, up to end panels, niches and
 * doors; where two walls meet in an inner corner both end 530 from it (furniture.ru.md 1.1), or where the plinth of a
 * diagonal unit meets them (`diagonalPlinths`).
 */
export function plinths(order: Order): Stretch[] {
  const onFloor = (run: Run) => run.plinth && (run.tier === 'base' || run.tier === 'tall');
  const rows = order.room.walls.map((wall) =>
    stretchesOf(
      wall.id,
      nodesAlong(order, wall.id, onFloor),
      (lying) => !hasTrait(lying.module, 'breaks-plinth'),
    ).filter((s) => s.nodes.some((lying) => isOrdinary(lying.module))),
  );
  const met = meetInCorners(order, rows, CONSTANTS.plinthPlane, CONSTANTS.plinthPlane);
  const diagonals = diagonalPlinths(order);
  return met.flatMap((own, k) => own.flatMap((stretch) => upTo(diagonals, k, stretch)));
}

/** Up to the diagonal plinths at a wall's corners. */
const upTo = (diagonals: readonly DiagonalPlinth[], wallIndex: number, stretch: Stretch): Stretch[] =>
  diagonals
    .flatMap(({ taken }) => taken.filter((t) => t.wallIndex === wallIndex))
    .reduce<Stretch[]>(
      (left, { x0, x1 }) =>
        left.flatMap((s) =>
          subtract({ from: s.x0, to: s.x1 }, [{ from: x0, to: x1 }]).map(({ from, to }) => ({
            ...s,
            x0: from,
            x1: to,
          })),
        ),
      [stretch],
    );
