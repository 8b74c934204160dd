import { CATALOGUE } from '../catalogue/catalogue.js';
import { type EdgeKind, PART_SIDES, type Part, type Unit } from '../catalogue/module.js';

/** The bill of materials (spec.md). Areas in mm², lengths in mm; names are Russian. Prices, fasteners and hinges are left out. */
export interface Bom {
  sheets: { material: string; name: string; parts: number; area_mm2: number }[];
  linear: { key: string; name: string; parts: number; length_mm: number }[];
  edges: { edge: string; name: string; length_mm: number }[];
  pieces: { article: string; name: string; qty: number }[];
}

/** Rows stand in this sequence whatever the order of the nodes: the same order makes the same bom, byte for byte. */
const SHEETS = ['mdf', 'chip', 'hdf', 'top', 'wall6'];
const LINEAR = Object.keys(CATALOGUE.linear);
const EDGES = Object.keys(CATALOGUE.edges);

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const sorted = <Row extends { name: string }>(
  rows: Rows<Row>,
  sequence: readonly string[],
  key: (row: Row) => string,
) => [...rows.values()].sort((a, b) => sequence.indexOf(key(a)) - sequence.indexOf(key(b)) || byText(a.name, b.name));

type Rows<Row> = Map<string, Row>;

/** The row of a key, begun as `fresh` where there is none. */
function rowOf<Row>(rows: Rows<Row>, key: string, fresh: Row): Row {
  const row = rows.get(key) ?? fresh;
  rows.set(key, row);
  return row;
}

/** `RUN-400` has no name of its own: it is that of the catalogue's `RUN-500` in another length. */
function pieceName(article: string): string {
  const named = CATALOGUE.pieces[article];
  if (named) return named;
  const [, family, size] = /^(\D+)(\d+)$/.exec(article) ?? [];
  const sibling = Object.entries(CATALOGUE.pieces).find(
    ([key]) => family && size && key.replace(/\d+$/, '') === family,
  );
  return sibling ? sibling[1].replace(/\d+/, size ?? '') : article;
}

/** Adds up a bom. */
export class Tally {
  private readonly sheets: Rows<Bom['sheets'][number]> = new Map();
  private readonly linear: Rows<Bom['linear'][number]> = new Map();
  private readonly edges: Rows<Bom['edges'][number]> = new Map();
  private readonly pieces: Rows<Bom['pieces'][number]> = new Map();

  /** `finish` is its Russian name; parts of one material in two finishes are two rows. */
  sheet(material: string, parts: number, area_mm2: number, finish = ''): void {
    const name = [CATALOGUE.materials[material] ?? material, finish].filter(Boolean).join(', ');
    const row = rowOf(this.sheets, `${material} ${finish}`, { material, name, parts: 0, area_mm2: 0 });
    row.parts += parts;
    row.area_mm2 += area_mm2;
  }

  /** `parts` cut pieces of `length_mm` together. */
  cut(key: string, parts: number, length_mm: number): void {
    const row = rowOf(this.linear, key, { key, name: CATALOGUE.linear[key] ?? key, parts: 0, length_mm: 0 });
    row.parts += parts;
    row.length_mm += length_mm;
  }

  edge(edge: string, length_mm: number): void {
    rowOf(this.edges, edge, { edge, name: CATALOGUE.edges[edge] ?? edge, length_mm: 0 }).length_mm += length_mm;
  }

  piece(article: string, qty: number): void {
    rowOf(this.pieces, article, { article, name: pieceName(article), qty: 0 }).qty += qty;
  }

  bom(): Bom {
    return {
      sheets: sorted(this.sheets, SHEETS, (row) => row.material),
      linear: sorted(this.linear, LINEAR, (row) => row.key),
      edges: sorted(this.edges, EDGES, (row) => row.edge),
      pieces: [...this.pieces.values()].sort((a, b) => byText(a.article, b.article)),
    };
  }
}

/** The materials of one unit, added up once; an order's bom is the sum of its units'. */
interface Share {
  sheets: readonly (readonly [material: string, parts: number, area_mm2: number])[];
  edges: readonly (readonly [edge: string, length_mm: number])[];
  pieces: readonly (readonly [article: string, qty: number])[];
  linear: readonly (readonly [key: string, length_mm: number])[];
}

/** Tape per side of a part, mm, without the allowance for trimming (furniture.ru.md 1.1). */
export const tapesOf = (part: Part): { edge: EdgeKind; length: number }[] =>
  PART_SIDES.flatMap((side) => {
    const edge = part.edges[side];
    return edge ? [{ edge, length: (side.startsWith('L') ? part.length : part.width) * part.qty }] : [];
  });

/** Adds up parts: pieces and finished area by material, tape by kind. */
function share(parts: readonly Part[], unit: Unit): Share {
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

/** Works a unit's share out once and keeps it with the unit. */
export function keptShare(partsOf: (unit: Unit) => readonly Part[]): (unit: Unit) => Share {
  const shares = new WeakMap<Unit, Share>();
  return (unit) => {
    const made = shares.get(unit) ?? share(partsOf(unit), unit);
    shares.set(unit, made);
    return made;
  };
}

/** The share of a unit as made. */
export const unitShare = keptShare((unit) => unit.parts);

/** The bom of one unit: its own parts, tapes, pieces and linear material; nothing derived. */
export function unitBom(unit: Unit): Bom {
  const tally = new Tally();
  addShare(tally, unitShare(unit));
  return tally.bom();
}
