/**
 * The list of parts for the workshop: every part of the order with its unit, material, finished size along and across
 * the grain, tapes and quantity; worktops with cut-outs and joints; linear goods with the bars that they are cut from.
 * Its sums are the bill of materials: both are made of one takeoff. Numbers of units are those of the drawings.
 */
import cutting from '../../data/cutting.json' with { type: 'json' };
import { linearName, materialName, pieceName } from '../bom/bom.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { EdgeKind, PartSide, SheetMaterial } from '../catalogue/module.js';
import { type Order, type OrderNode } from '../order/order.js';
import { finishName } from '../reading/names.js';
import { type SceneNode, sceneOf } from '../scene/scene.js';
import { type Bar, cutFromStock, jointsOf, type Length, stockLength } from './stock.js';
import { type TakenCut, type TakenPart, takeoff } from './takeoff.js';
import { type WorktopRow, worktopRows } from './worktop-rows.js';

export interface OrderParts {
  parts: PartRow[];
  worktops: WorktopRow[];
  linear: LinearRow[];
  bars: BarRow[];
  pieces: PieceRow[];
}

/** Whose a row is: the unit's number on the drawings and its Russian name; null for worktops and what runs along a wall. */
export interface OfUnit {
  unit: number | null;
  unit_name: string | null;
}

/** Equal parts of one unit, net sizes, mm. */
export interface PartRow extends OfUnit {
  /** What is written on the part: «3.2» is the second part of unit 3, «С1» the first worktop. */
  mark: string;
  name: string;
  material: SheetMaterial;
  material_name: string;
  thickness_mm: number;
  /** Along the grain: the catalogue's L. */
  length_mm: number;
  width_mm: number;
  /** Of all of them; a triangle has half of length by width. */
  area_mm2: number;
  /** `L1` the long side that looks to the front, `L2` its opposite, `W1` and `W2` the short ones (furniture.ru.md 1.1). */
  edges: Record<PartSide, Tape | null>;
  qty: number;
}

interface Tape {
  edge: EdgeKind;
  thickness_mm: number;
}

/** Equal cuts of linear goods, mm: of a unit, or one along a wall. */
export interface LinearRow extends OfUnit, Length {
  key: string;
  name: string;
  wall: string | null;
  qty: number;
  /** Where it is joined because no bar is so long, from its left end. */
  joints_mm: number[];
}

/** What one bar is cut into. */
export interface BarRow extends Bar<BarPiece> {
  key: string;
  name: string;
}

interface BarPiece extends Length {
  unit: number | null;
  wall: string | null;
}

interface PieceRow extends OfUnit {
  article: string;
  name: string;
  qty: number;
}

const THICKNESS: Readonly<Record<SheetMaterial, number>> = {
  chip: CONSTANTS.t,
  mdf: CONSTANTS.facade,
  hdf: CONSTANTS.back,
  top: CONSTANTS.worktop,
  wall6: cutting.wallPanel,
};

/** «Шкаф нижний с дверью 600». */
export const unitName = ({ module, node }: Pick<SceneNode, 'module' | 'node'>): string => `${module.title} ${node.w}`;

export function orderParts(order: Order): OrderParts {
  const numbered = new Map(sceneOf(order).nodes.map((node) => [node.node, node]));
  const ofUnit = (node: OrderNode | undefined): OfUnit => {
    const shown = node && numbered.get(node);
    return { unit: shown?.number ?? null, unit_name: shown ? unitName(shown) : null };
  };
  const { parts, cuts, pieces } = takeoff(order);
  const rows = byUnit(parts.map((taken) => partRow(taken, ofUnit(taken.node))));
  const linear = byUnit(cuts.map((cut) => linearRow(cut, ofUnit(cut.node))));
  return {
    parts: marked(rows),
    worktops: worktopRows(order, (node) => ofUnit(node).unit),
    linear: grouped(linear),
    bars: barsOf(linear),
    pieces: byUnit(
      pieces.map(({ article, qty, node }) => ({ ...ofUnit(node), article, name: pieceName(article), qty })),
    ),
  };
}

/** In the order of the drawings' numbers; what has none comes last. Stable. */
const byUnit = <Row extends OfUnit>(rows: Row[]): Row[] =>
  rows.sort((a, b) => (a.unit ?? Number.MAX_SAFE_INTEGER) - (b.unit ?? Number.MAX_SAFE_INTEGER));

function partRow({ part, area_mm2, finish }: TakenPart, ofUnit: OfUnit): Unmarked {
  const { name, material, length, width, qty } = part;
  const tape = (side: PartSide): Tape | null => {
    const edge = part.edges[side];
    return edge ? { edge, thickness_mm: cutting.tapes[edge] } : null;
  };
  return {
    ...ofUnit,
    ...{ name, material, material_name: materialName(material, finish && finishName(finish)) },
    ...{ thickness_mm: THICKNESS[material], length_mm: length, width_mm: width, area_mm2 },
    edges: { L1: tape('L1'), L2: tape('L2'), W1: tape('W1'), W2: tape('W2') },
    qty,
  };
}

type Unmarked = Omit<PartRow, 'mark'>;

/** Marks rows that stand unit by unit. */
function marked(rows: readonly Unmarked[]): PartRow[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const of = row.material === 'top' ? 'С' : `${row.unit ?? '0'}.`;
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    return { mark: `${of}${count}`, ...row };
  });
}

function linearRow({ key, length, wall, borders = [] }: TakenCut, ofUnit: OfUnit): LinearRow {
  const stock = stockLength(key);
  const joints = stock === undefined ? [] : jointsOf(length, borders, stock);
  return { ...ofUnit, key, name: linearName(key), wall: wall ?? null, length_mm: length, qty: 1, joints_mm: joints };
}

/** Equal cuts of one unit in one row. */
function grouped(rows: readonly LinearRow[]): LinearRow[] {
  const found = new Map<string, LinearRow>();
  rows.forEach((row, i) => {
    const key = row.unit === null ? `${i}` : `${row.unit} ${row.key} ${row.length_mm}`;
    const same = found.get(key);
    if (same) same.qty += row.qty;
    else found.set(key, { ...row });
  });
  return [...found.values()];
}

function barsOf(rows: readonly LinearRow[]): BarRow[] {
  const bars: BarRow[] = [];
  for (const [key, cuts] of Map.groupBy(rows, (row) => row.key)) {
    const stock = stockLength(key);
    if (stock === undefined) continue;
    const pieces = cuts.flatMap(({ length_mm, joints_mm, unit, wall }) => {
      const ends = [...joints_mm, length_mm];
      return ends.map((end, i): BarPiece => ({ length_mm: end - (ends[i - 1] ?? 0), unit, wall }));
    });
    for (const bar of cutFromStock(pieces, stock)) bars.push({ key, name: linearName(key), ...bar });
  }
  return bars;
}
