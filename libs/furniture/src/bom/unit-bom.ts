import type { EdgeKind, Part, PartSide, Unit } from '../catalogue/module.js';
import { type Bom, Tally } from './bom.js';

/** The materials of one unit, added up once; an order's bom is the sum of its units'. */
export interface Share {
  sheets: readonly (readonly [material: string, parts: number, area_mm2: number])[];
  edges: readonly (readonly [edge: string, length_mm: number])[];
  pieces: readonly (readonly [article: string, qty: number])[];
  linear: readonly (readonly [key: string, length_mm: number])[];
}

const SIDES: readonly PartSide[] = ['L1', 'L2', 'W1', 'W2'];

/** Tape per side of a part, mm, without the allowance for trimming (furniture.ru.md 1.1). */
export const tapesOf = (part: Part): { edge: EdgeKind; length: number }[] =>
  SIDES.flatMap((side) => {
    const edge = part.edges[side];
    return edge ? [{ edge, length: (side.startsWith('L') ? part.length : part.width) * part.qty }] : [];
  });

/** Adds up parts: pieces and finished area by material, tape by kind. */
export function share(parts: readonly Part[], unit: Unit): Share {
  const sheets = new Map<string, [string, number, number]>();
  const edges = new Map<string, number>();
  for (const part of parts) {
    const [, count, area] = sheets.get(part.material) ?? [part.material, 0, 0];
    sheets.set(part.material, [part.material, count + part.qty, area + part.qty * part.length * part.width]);
    for (const { edge, length } of tapesOf(part)) edges.set(edge, (edges.get(edge) ?? 0) + length);
  }
  return {
    sheets: [...sheets.values()],
    edges: [...edges],
    pieces: Object.entries(unit.pieces).filter(([, qty]) => qty > 0),
    linear: Object.entries(unit.linear),
  };
}

/** Adds a share to a tally; `finish` gives a material's Russian finish. */
export function addShare(tally: Tally, from: Share, finish?: (material: string) => string | undefined): void {
  for (const [material, parts, area] of from.sheets) tally.sheet(material, parts, area, finish?.(material));
  for (const [edge, length] of from.edges) tally.edge(edge, length);
  for (const [article, qty] of from.pieces) tally.piece(article, qty);
  for (const [key, length] of from.linear) tally.cut(key, 1, length);
}

const shares = new WeakMap<Unit, Share>();

/** The share of a unit as made, cached with it. */
export function unitShare(unit: Unit): Share {
  const known = shares.get(unit);
  if (known) return known;
  const made = share(unit.parts, unit);
  shares.set(unit, made);
  return made;
}

/** The bom of one unit: its own parts, tapes, pieces and linear material; nothing derived. */
export function unitBom(unit: Unit): Bom {
  const tally = new Tally();
  addShare(tally, unitShare(unit));
  return tally.bom();
}
