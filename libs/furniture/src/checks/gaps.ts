import { CONSTANTS, findModule } from '../catalogue/catalogue.js';
import { hasTrait, STANDARD } from '../catalogue/traits.js';
import { deadZones } from '../geometry/corners.js';
import { freeIntervals, type Interval, subtract } from '../geometry/intervals.js';
import { innerCornerAfter, type PlacedNode, type Row } from '../geometry/place.js';
import type { Wall } from '../order/order.js';
import { type Kitchen, wallPath } from './context.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

/** What bounds a gap of a row: a node, a wall at the end (`corner` in an inner corner), nothing, an obstacle. */
type Bound = 'node' | 'wall' | 'corner' | 'free' | 'obstacle';
interface Gap extends Interval {
  left: Bound;
  right: Bound;
}

const SLACK = RULES['GEO-SLACK'].limits;
const FILL = RULES['GEO-FILL'].limits;
const GAP = RULES['GEO-GAP'].limits;
const TOL = RULES['GEO-TOL'].limits;

/** GEO-SLACK, GEO-FILL, GEO-GAP, GEO-TOL: what a row leaves free of its wall. */
export function remainders(kitchen: Kitchen): Finding[] {
  return kitchen.order.room.walls.flatMap((wall, index) => [
    ...ofBase(kitchen, wall, index),
    ...ofWallRow(kitchen, wall, index),
  ]);
}

function ofBase(kitchen: Kitchen, wall: Wall, index: number): Finding[] {
  const nodes = kitchen.row(index, 'base');
  if (nodes.length === 0) return [];
  const gaps = gapsOf(kitchen, wall, index, 'base', nodes);
  const found: Finding[] = [];
  const left = gaps.reduce((sum, gap) => sum + size(gap), 0);
  if (left > 0 && left < SLACK.below) found.push(finding('GEO-SLACK', wallPath(wall.id), { d: left }));
  found.push(...gaps.filter((gap) => isSlit(gap)).map((gap) => slit(wall, gap)));
  const open = gaps.filter((gap) => size(gap) > GAP.above).map(size);
  if (open.length > 0) found.push(roomFor(wall, open));
  const closed = wall.ends.left === 'wall' && wall.ends.right === 'wall';
  if (closed && left < TOL.below && !nodes.some((p) => hasTrait(p.module, 'filler'))) {
    found.push(finding('GEO-TOL', wallPath(wall.id)));
  }
  return found;
}

/** Wall units need not fill their wall: only slits count, and a row that keeps away from its own corner (C7). */
function ofWallRow(kitchen: Kitchen, wall: Wall, index: number): Finding[] {
  const nodes = kitchen.row(index, 'wall');
  if (!nodes.some((p) => p.tier === 'wall')) return [];
  const gaps = gapsOf(kitchen, wall, index, 'wall', nodes);
  const inCorner = gaps.filter((gap) => size(gap) > GAP.above && size(gap) < CORNER_SLIP && cornered(gap)).map(size);
  return [
    ...gaps.filter((gap) => isSlit(gap)).map((gap) => slit(wall, gap)),
    ...(inCorner.length > 0 ? [roomFor(wall, inCorner)] : []),
  ];
}

/** A gap in the wall row's corner from this width on is taken as intended, mm. */
const CORNER_SLIP = 400;
const cornered = (gap: Gap): boolean =>
  (gap.left === 'corner' && gap.right === 'node') || (gap.left === 'node' && gap.right === 'corner');

const size = ({ from, to }: Interval): number => to - from;

const isSlit = (gap: Gap): boolean =>
  size(gap) >= FILL.from &&
  size(gap) <= FILL.to &&
  ![gap.left, gap.right].some((b) => b === 'free' || b === 'obstacle');

function slit(wall: Wall, gap: Gap): Finding {
  const between = gap.left === 'node' && gap.right === 'node';
  if (gap.left === 'corner' || gap.right === 'corner') {
    const filler = size(gap) === CONSTANTS.cornerFiller ? STANDARD.cornerFiller : STANDARD.filler;
    const words = { msg: 'У угла щель {d} мм, нужна фальшпанель.', hint: `Добавить ${findModule(filler)?.code} {d}.` };
    return finding('GEO-FILL', wallPath(wall.id), { d: size(gap) }, words);
  }
  const variant = between ? { msg: 'Между узлами щель {d} мм ({from}–{to}), нужна фальшпанель.' } : {};
  return finding('GEO-FILL', wallPath(wall.id), { d: size(gap), from: gap.from, to: gap.to }, variant);
}

function roomFor(wall: Wall, open: readonly number[]): Finding {
  const widest = Math.max(...open);
  const module = findModule(STANDARD.base);
  const fitting = (module?.widths ?? []).filter((w) => typeof w === 'number').filter((w) => w <= widest);
  const example = module && fitting.length > 0 ? `, например ${module.code} ${Math.max(...fitting)}` : '';
  const values = { wall: wall.id, d: open.reduce((a, b) => a + b, 0), example };
  return finding('GEO-GAP', wallPath(wall.id), values, {
    hint: `Можно добавить модуль шириной до ${widest} мм{example}.`,
  });
}

function gapsOf(kitchen: Kitchen, wall: Wall, index: number, row: Row, nodes: readonly PlacedNode[]): Gap[] {
  const { order, placed } = kitchen;
  const dead = deadZones(order, index, row, placed);
  const taken = nodes.map((p) => ({ from: p.x0, to: p.x1 }));
  const endAt = (side: 'left' | 'right'): Bound => {
    if (innerCornerAfter(order, side === 'left' ? index - 1 : index)) return 'corner';
    return wall.ends[side];
  };
  const left = (x: number): Bound =>
    taken.some((t) => t.to === x) ? 'node' : x === dead.left ? endAt('left') : 'obstacle';
  const right = (x: number): Bound =>
    taken.some((t) => t.from === x) ? 'node' : x === wall.length - dead.right ? endAt('right') : 'obstacle';
  return freeIntervals(order, wall.id, row, placed)
    .flatMap((interval) => subtract(interval, taken))
    .map((gap) => ({ ...gap, left: left(gap.from), right: right(gap.to) }));
}
