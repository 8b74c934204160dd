import { findModule, isMadeHeight, isMadeWidth, nearestWidths } from '../catalogue/catalogue.js';
import type { Module } from '../catalogue/module.js';
import { isGap } from '../catalogue/traits.js';
import { deadZones } from '../geometry/corners.js';
import { type PlacedNode, rowsOf } from '../geometry/place.js';
import { crossedWalls, wallOverlaps } from '../geometry/wall-overlaps.js';
import { type PlanBox, planBox } from '../geometry/world.js';
import { readAt } from '../order/nodes.js';
import type { OrderNode, Run, Tier } from '../order/order.js';
import { filledRows, type Kitchen, named, nodePath, ofKind, overlap, overlapZ, wallPath } from './context.js';
import { type Finding, finding, wordedFinding } from './finding.js';

/** GEO-SUM: what stands in a row with its corners' dead zones fits its wall; one finding a wall, for its worst row. */
export function rowSums(kitchen: Kitchen): Finding[] {
  const worst = new Map<number, { missing: number; sum: number; nodes: readonly PlacedNode[] }>();
  for (const [wallIndex, row, nodes] of filledRows(kitchen)) {
    const wall = kitchen.order.room.walls[wallIndex];
    if (!wall) continue;
    const dead = deadZones(kitchen.order, wallIndex, row, kitchen.placed);
    const widths = nodes.reduce((sum, p) => sum + p.node.w, 0) + dead.left + dead.right;
    const start = Math.min(0, ...nodes.map((p) => p.x0));
    const reach = Math.max(start < 0 ? wall.length - start : 0, ...nodes.map((p) => p.x1));
    const sum = Math.max(widths, reach);
    const missing = sum - wall.length;
    if (missing > 0 && missing > (worst.get(wallIndex)?.missing ?? 0)) worst.set(wallIndex, { missing, sum, nodes });
  }
  const found = [...worst].sort(([a], [b]) => a - b);
  return [
    ...misplaced(kitchen),
    ...found.map(([wallIndex, { missing, sum, nodes }]) => {
      const { id = '', length = 0 } = kitchen.order.room.walls[wallIndex] ?? {};
      return finding('GEO-SUM', wallPath(id), {
        wall: id,
        sum,
        length,
        missing,
        how: howToFit(kitchen, nodes, missing),
      });
    }),
  ];
}

/** Nodes on a wall that the room does not have, or at a place that is no number. */
function misplaced({ order }: Kitchen): Finding[] {
  return order.runs.flatMap((run) => {
    if (!order.room.walls.some((wall) => wall.id === run.wall)) {
      const hint = `Есть стены: ${order.room.walls.map((wall) => wall.id).join(', ')}.`;
      return [wordedFinding('GEO-SUM', `runs[${run.id}]`, `Стены ${run.wall} в комнате нет.`, hint)];
    }
    return run.nodes
      .filter((node) => readAt(node.at) === undefined)
      .map((node) => {
        const msg = `Место узла ${node.code} на стене ${run.wall} не названо числом.`;
        return wordedFinding(
          'GEO-SUM',
          `runs[${run.id}].nodes[${node.id}]`,
          msg,
          'Назвать отступ от левого края в мм.',
        );
      });
  });
}

/** The narrowing that frees enough with the least loss, dishwashers first; else what else may be done. */
function howToFit(kitchen: Kitchen, nodes: readonly PlacedNode[], missing: number): string {
  const dishwashers = new Set(ofKind(kitchen, 'dishwasher').map((item) => item.host));
  const narrower = nodes.flatMap((p) => {
    const made = p.module.widths.filter((w) => typeof w === 'number').filter((w) => w <= p.node.w - missing);
    return made.length > 0 ? [{ p, to: Math.max(...made) }] : [];
  });
  const loss = ({ p, to }: { p: PlacedNode; to: number }) => (dishwashers.has(p) ? 0 : p.node.w - to);
  const best = narrower.sort((a, b) => loss(a) - loss(b))[0];
  if (!best) return 'Убрать один из узлов или взять стену длиннее.';
  return `Например, «${best.p.module.title}» ${best.p.node.w} сделать ${best.to}.`;
}

/** GEO-OVERLAP: no two nodes of a row share a place, and no two volumes of different rows do. */
export function overlaps(kitchen: Kitchen): Finding[] {
  const found: Finding[] = [];
  kitchen.order.room.walls.forEach((_, index) => {
    const nodes = kitchen.placed.filter((p) => p.wallIndex === index).sort((a, b) => a.x0 - b.x0);
    nodes.forEach((b, i) => {
      const a = nodes.slice(0, i).find((other) => collide(other, b));
      if (!a) return;
      const x2 = Math.min(a.x1, b.x1);
      const values = { a: named(a), b: named(b), x1: b.x0, x2, shift: a.x1 - b.x0 };
      found.push(finding('GEO-OVERLAP', nodePath(b), values));
    });
  });
  return [...crossed(kitchen), ...found, ...acrossRoom(kitchen)];
}

/** Walls that run through each other: the length of one of them was misread. */
export function crossed({ order }: Kitchen): Finding[] {
  const walls = crossedWalls(order);
  if (!walls) return [];
  const [a, b] = walls.map(({ wall }) => wall.id);
  const msg = `Стены ${a} и ${b} пересекаются: такой комнаты не бывает.`;
  return [wordedFinding('GEO-OVERLAP', wallPath(b ?? ''), msg, `Проверить длины стен от ${a} до ${b}.`)];
}

/** Rows of walls that are not neighbours and collide; corners are for COR rules, aisles for ERG rules. */
function acrossRoom(kitchen: Kitchen): Finding[] {
  return wallOverlaps(kitchen.order).flatMap(({ wallIndex, other }) => {
    const [frame, opposite] = [kitchen.frames[wallIndex], kitchen.frames[other]];
    if (!frame || !opposite) return [];
    const on = (index: number) => kitchen.placed.filter((p) => p.wallIndex === index && !isGap(p.module));
    return on(wallIndex).flatMap((b) => {
      const box = planBox(frame, b);
      const a = on(other).find((p) => overlapZ(p, b) && overlapsInPlan(planBox(opposite, p), box));
      if (!a) return [];
      const msg = `${named(b)} на стене ${b.wall.id} и ${named(a)} на стене ${a.wall.id} занимают одно место.`;
      return [wordedFinding('GEO-OVERLAP', nodePath(b), msg, `Закончить ряд на стене ${b.wall.id} раньше.`)];
    });
  });
}

const overlapsInPlan = (a: PlanBox, b: PlanBox): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

function collide(a: PlacedNode, b: PlacedNode): boolean {
  if (!overlap(a, b)) return false;
  if (rowsOf(a.tier).some((row) => rowsOf(b.tier).includes(row))) return true;
  return !isGap(a.module) && !isGap(b.module) && overlapZ(a, b) && a.y0 < b.y1 && b.y0 < a.y1;
}

/** GEO-WIDTH: every node is a module of the catalogue, of its tier, in a width and height that it is made in. */
export const widths = (kitchen: Kitchen): Finding[] =>
  kitchen.order.runs.flatMap((run) => run.nodes.flatMap((node) => made(run, node)));

const TIER_NAMES: Record<Tier, string> = {
  base: 'нижний ряд',
  wall: 'верхний ряд',
  tall: 'пеналы',
  upper: 'антресоли',
};

function made(run: Run, node: OrderNode): Finding[] {
  const path = `runs[${run.id}].nodes[${node.id}]`;
  const module = findModule(node.code);
  if (!module)
    return [wordedFinding('GEO-WIDTH', path, `Модуля «${node.code}» в каталоге нет.`, 'Взять модуль из каталога.')];
  const { title } = module;
  const found: Finding[] = [];
  if (module.tier !== 'any' && module.tier !== run.tier) {
    const msg = `«${title}» не ставится в этот ярус.`;
    found.push(wordedFinding('GEO-WIDTH', path, msg, `Его место: ${TIER_NAMES[module.tier]}.`));
  }
  if (!isMadeWidth(module, node.w)) {
    const nearest = nearestWidths(module, node.w).join(' или ');
    found.push(finding('GEO-WIDTH', path, { w: node.w, title, made: listWidths(module), nearest }));
  }
  if (node.h !== undefined && !isMadeHeight(module, node.h)) {
    const msg = `Высота ${node.h} мм для «${title}» не делается. Есть ${module.heights.join(', ')}.`;
    found.push(wordedFinding('GEO-WIDTH', path, msg, 'Взять высоту из списка.'));
  }
  return found;
}

export const listWidths = (module: Module): string =>
  module.widths.map((w) => (typeof w === 'number' ? String(w) : `${w[0]}–${w[1]}`)).join(', ');
