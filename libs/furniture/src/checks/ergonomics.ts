import { CONSTANTS } from '../catalogue/catalogue.js';
import { isOrdinary } from '../catalogue/traits.js';
import { fromEnd } from '../geometry/corners.js';
import type { PlacedNode } from '../geometry/place.js';
import { type Point, planBox, toWorld } from '../geometry/world.js';
import {
  cookers,
  isSmall,
  type Kitchen,
  named,
  nodePath,
  ofKind,
  onWall,
  type PlacedItem,
  wallPath,
} from './context.js';
import { type Finding, finding, onePerPath } from './finding.js';
import { RULES } from './rules/index.js';

/** Middle of what opens, in the front plane, in the plan. */
function frontOf(kitchen: Kitchen, { host, x0, x1 }: PlacedItem): Point | undefined {
  const frame = kitchen.frames[host.wallIndex];
  return frame && toWorld(frame, (x0 + x1) / 2, host.y1);
}

/** ERG-TRI: fridge, sink and hob are neither cramped nor far apart. */
export function triangle(kitchen: Kitchen): Finding[] {
  const { sideMin, sideMax, sumMax, cramped } = RULES['ERG-TRI'].limits;
  const [fridge] = ofKind(kitchen, 'fridge');
  const [sink] = ofKind(kitchen, 'sink');
  const [hob] = cookers(kitchen);
  if (!fridge || !sink || !hob) return [];
  const [f, s, h] = [fridge, sink, hob].map((item) => frontOf(kitchen, item));
  if (!f || !s || !h) return [];
  const between = (p: Point, q: Point) => Math.round(Math.hypot(p.x - q.x, p.y - q.y));
  const [a, b, c] = [between(f, s), between(s, h), between(h, f)];
  const sides = [a, b, c];
  const fine = sides.every((side) => side >= sideMin && side <= sideMax) && a + b + c <= sumMax;
  if (fine) return [];
  const severity = Math.min(...sides) < cramped && !isSmall(kitchen) ? 'warning' : 'info';
  return [finding('ERG-TRI', nodePath(sink.host), { a, b, c }, { severity })];
}

export interface Aisle {
  before: number;
  after: number;
  /** Clear width between the worktops' fronts, mm. */
  d: number;
}

/** Aisles between the rows of facing walls (a wall, a middle wall, its opposite), where the rows really face. */
export function aisles(kitchen: Kitchen): Aisle[] {
  const { walls } = kitchen.order.room;
  return walls.flatMap((_, k) => {
    const middle = walls[k + 1];
    if (middle?.turn !== 'right' || walls[k + 2]?.turn !== 'right') return [];
    const [one, two] = [standing(kitchen, k), standing(kitchen, k + 2)];
    const facing = one.filter((p) => two.some((q) => faces(kitchen, p, q)));
    const opposite = two.filter((q) => one.some((p) => faces(kitchen, p, q)));
    if (facing.length === 0) return [];
    return [{ before: k, after: k + 2, d: middle.length - deepest(facing) - deepest(opposite) }];
  });
}

const standing = (kitchen: Kitchen, wallIndex: number): PlacedNode[] =>
  kitchen.row(wallIndex, 'base').filter((p) => isOrdinary(p.module));

const deepest = (nodes: readonly PlacedNode[]): number =>
  Math.max(...nodes.map((p) => (p.tier === 'base' ? Math.max(CONSTANTS.worktopDepth, p.y1) : p.y1)));

/** Facing walls run in opposite directions, so their stretches meet in the plan along the first one's direction. */
function faces(kitchen: Kitchen, p: PlacedNode, q: PlacedNode): boolean {
  const [a, b] = [kitchen.frames[p.wallIndex], kitchen.frames[q.wallIndex]];
  if (!a || !b) return false;
  const [boxP, boxQ] = [planBox(a, p), planBox(b, q)];
  return a.d.x !== 0 ? boxP.x0 < boxQ.x1 && boxQ.x0 < boxP.x1 : boxP.y0 < boxQ.y1 && boxQ.y0 < boxP.y1;
}

/** ERG-AISLE: room to pass and to open between facing rows. */
export function passages(kitchen: Kitchen): Finding[] {
  const { error, warning } = RULES['ERG-AISLE'].limits;
  return aisles(kitchen)
    .filter(({ d }) => d < warning)
    .map(({ before, d }) => {
      const severity = d < error ? 'error' : 'warning';
      const wall = kitchen.order.room.walls[before + 1]?.id ?? '';
      return finding('ERG-AISLE', wallPath(wall), { d, n: severity === 'error' ? error : warning }, { severity });
    });
}

/** A row opposite a bare wall; `d` is the clear distance from its fronts to that wall, mm. */
interface Outlook {
  nodes: readonly PlacedNode[];
  wallIndex: number;
  d: number;
}

/** Rows opposite bare walls, two inner corners away: a wall, the one between, the bare one; from either side. */
export function outlooks(kitchen: Kitchen): Outlook[] {
  const { walls } = kitchen.order.room;
  return walls.flatMap((_, k) => {
    const [middle, far] = [walls[k + 1], walls[k + 2]];
    if (middle?.turn !== 'right' || far?.turn !== 'right') return [];
    const across = (from: number, side: 'left' | 'right', to: number): Outlook[] => {
      const bare = walls[to];
      if (!bare || standing(kitchen, to).length > 0) return [];
      const nodes = standing(kitchen, from).filter((p) => fromEnd(p, side) < bare.length);
      return nodes.length === 0 ? [] : [{ nodes, wallIndex: to, d: middle.length - deepest(nodes) }];
    };
    return [...across(k, 'right', k + 2), ...across(k + 2, 'left', k)];
  });
}

/** ERG-WALK: room to walk between a row and the bare wall opposite. */
export function walks(kitchen: Kitchen): Finding[] {
  const { clear: n } = RULES['ERG-WALK'].limits;
  return outlooks(kitchen)
    .filter(({ d }) => d < n)
    .map(({ wallIndex, d }) => finding('ERG-WALK', wallPath(kitchen.order.room.walls[wallIndex]?.id ?? ''), { d, n }));
}

/** ERG-TALL: no tall unit between the sink and the hob of one wall. */
export function tallBetween(kitchen: Kitchen): Finding[] {
  const pairs = ofKind(kitchen, 'sink').flatMap((sink) =>
    cookers(kitchen).flatMap((hob) => (onWall(hob, sink) ? [[sink, hob] as const] : [])),
  );
  const between = pairs.flatMap(([sink, hob]) => {
    const [from, to] = [Math.min(sink.x0, hob.x0), Math.max(sink.x1, hob.x1)];
    const talls = kitchen.row(sink.host.wallIndex, 'base').filter((p) => p.tier === 'tall' && isOrdinary(p.module));
    return talls.filter((t) => t.x0 >= from && t.x1 <= to);
  });
  return onePerPath(between.map((p) => finding('ERG-TALL', nodePath(p), { node: named(p) })));
}

/** HGT-GAP: wall units leave room above the worktop; hood cabinets are HOB-HOOD's. */
export function apron(kitchen: Kitchen): Finding[] {
  const { clear: n } = RULES['HGT-GAP'].limits;
  return kitchen.placed
    .filter((p) => p.tier === 'wall' && isOrdinary(p.module) && !p.module.appliances.includes('hood'))
    .map((p) => ({ p, d: p.z0 - CONSTANTS.worktopTop }))
    .filter(({ d }) => d < n)
    .map(({ p, d }) => finding('HGT-GAP', nodePath(p), { d, n }));
}

/** HGT-CEIL: every run ends below the ceiling. HGT-TOPGAP: a mezzanine reaches up to it. */
export function ceilings(kitchen: Kitchen): Finding[] {
  const { mounting } = RULES['HGT-CEIL'].limits;
  const { above } = RULES['HGT-TOPGAP'].limits;
  const { ceiling } = kitchen.order;
  return kitchen.order.runs.flatMap((run) => {
    const nodes = kitchen.placed.filter((p) => p.run === run);
    if (nodes.length === 0) return [];
    const top = Math.max(...nodes.map((p) => p.z1));
    const path = `runs[${run.id}]`;
    if (top > ceiling - mounting) return [finding('HGT-CEIL', path, { ceiling, top })];
    return run.tier === 'upper' && ceiling - top > above ? [finding('HGT-TOPGAP', path, { d: ceiling - top })] : [];
  });
}
