/**
 * What an order takes, piece by piece (furniture.ru.md 1.1): the one source of the list of parts and of the bill of
 * materials, which is its sum.
 */
import { areaOf } from '../bom/bom.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Part, SheetMaterial, Unit } from '../catalogue/module.js';
import { diagonalPlinths, type WorktopInsert, worktopInserts } from '../geometry/footprint.js';
import type { Stretch } from '../geometry/stretches.js';
import { plinths, type WorktopPart, worktops } from '../geometry/worktops.js';
import { nodeUnit } from '../order/node-unit.js';
import type { Finish, Order, OrderNode, Run } from '../order/order.js';
import { golaJoints, golaParts, golaStretches, gripsOf, lights } from './profiles.js';

/** Equal parts of one unit, or a part of the worktop, which belongs to none. */
export interface TakenPart {
  part: Part;
  /** Of all of them, net; what is no rectangle has less than its length by its width. */
  area_mm2: number;
  finish?: Finish;
  node?: OrderNode;
}

/** One cut of linear goods, mm: of a unit, or along a wall. */
export interface TakenCut {
  key: string;
  length: number;
  node?: OrderNode;
  wall?: string;
  /** Where units meet along it, mm from its start: it may be joined there. */
  borders?: readonly number[];
}

/** Bought pieces of a unit. */
interface TakenPieces {
  article: string;
  qty: number;
  node: OrderNode;
}

export interface Takeoff {
  parts: TakenPart[];
  cuts: TakenCut[];
  pieces: TakenPieces[];
}

/** Nodes of unknown modules are left out. Units in the order of the document, then what is derived, wall by wall. */
export function takeoff(order: Order): Takeoff {
  const taken: Takeoff = { parts: [], cuts: [], pieces: [] };
  for (const run of order.runs) {
    for (const node of run.nodes) {
      const unit = nodeUnit(node, run);
      if (unit) takeUnit(taken, order, run, node, unit);
    }
  }
  for (const worktop of worktops(order)) {
    const part = worktopPart(worktop);
    taken.parts.push({ part, area_mm2: areaOf(part), ...dressed(order.finish.worktop) });
  }
  for (const insert of worktopInserts(order)) {
    taken.parts.push({ part: insertPart(insert), area_mm2: insert.area_mm2, ...dressed(order.finish.worktop) });
  }
  for (const stretch of plinths(order)) {
    const { wall, x0, x1 } = stretch;
    taken.cuts.push({ key: 'plinth', length: x1 - x0, wall, borders: bordersOf(stretch) });
  }
  for (const { node, length } of diagonalPlinths(order)) taken.cuts.push({ key: 'plinth', length, node: node.node });
  for (const { node, length } of lights(order)) {
    taken.cuts.push({ key: 'led', length, node }, { key: 'led-profile', length, node });
  }
  if (order.handles.base === 'gola') for (const stretch of golaStretches(order)) taken.cuts.push(upperGola(stretch));
  return taken;
}

function takeUnit(taken: Takeoff, { finish, handles }: Order, run: Run, node: OrderNode, unit: Unit): void {
  const handle = handles[run.tier] ?? 'grip';
  const gola = run.tier === 'base' && handle === 'gola';
  const finishes: Partial<Record<SheetMaterial, Finish | undefined>> = {
    mdf: finish.facade?.[run.tier],
    chip: finish.carcass,
  };
  for (const part of gola ? golaParts(unit) : unit.parts) {
    taken.parts.push({ part, area_mm2: areaOf(part), node, ...dressed(finishes[part.material]) });
  }
  for (const [article, qty] of Object.entries(unit.pieces)) if (qty > 0) taken.pieces.push({ article, qty, node });
  for (const [key, length] of Object.entries(unit.linear)) taken.cuts.push({ key, length, node });
  if (handle === 'grip' && (run.tier === 'base' || run.tier === 'tall')) {
    for (const length of gripsOf(unit)) taken.cuts.push({ key: 'profile-grip', length, node });
  }
  for (let joint = gola ? golaJoints(unit) : 0; joint > 0; joint -= 1) {
    taken.cuts.push({ key: 'gola-C', length: unit.width, node });
  }
}

const dressed = (finish: Finish | undefined): { finish?: Finish } => (finish ? { finish } : {});

const worktopPart = ({ x0, x1 }: WorktopPart): Part => ({
  name: 'Столешница',
  material: 'top',
  qty: 1,
  length: x1 - x0,
  width: CONSTANTS.worktopDepth,
  edges: {},
});

/** Cut from a square by its diagonal; the right angle lies where the two worktops meet. */
const insertPart = ({ leg }: WorktopInsert): Part => ({
  name: 'Вставка столешницы, треугольник',
  material: 'top',
  qty: 1,
  length: leg,
  width: leg,
  edges: {},
});

const bordersOf = ({ x0, x1, nodes }: Stretch): number[] =>
  nodes.flatMap((lying) => (lying.x0 > x0 && lying.x0 < x1 ? [lying.x0 - x0] : []));

/** The upper gola profile is as long as the units that it runs along together: their gaps are closed by it. */
function upperGola({ wall, nodes }: Stretch): TakenCut {
  let length = 0;
  const borders = nodes.map(({ node }) => {
    const border = length;
    length += node.w;
    return border;
  });
  return { key: 'gola-L', length, wall, borders: borders.slice(1) };
}
