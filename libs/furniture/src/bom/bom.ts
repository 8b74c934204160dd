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

/** The row of a key, begun by `fresh` where there is none. */
function rowOf<Row>(rows: Rows<Row>, key: string, fresh: () => Row): Row {
  const row = rows.get(key) ?? fresh();
  rows.set(key, row);
  return row;
}

/** «ЛДСП 16, дуб». `finish` is its Russian name. */
export const materialName = (material: string, finish = ''): string =>
  [CATALOGUE.materials[material] ?? material, finish].filter(Boolean).join(', ');

export const linearName = (key: string): string => CATALOGUE.linear[key] ?? key;

/** `RUN-400` has no name of its own: it is that of the catalogue's `RUN-500` in another length. */
export function pieceName(article: string): string {
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

  /** Equal parts, their area together, and their tapes. `finish` is its Russian name; a material in two finishes is two rows. */
  part(part: Part, area_mm2 = areaOf(part), finish = ''): void {
    const { material, qty } = part;
    const row = rowOf(this.sheets, `${material} ${finish}`, () => ({
      ...{ material, name: materialName(material, finish) },
      ...{ parts: 0, area_mm2: 0 },
    }));
    row.parts += qty;
    row.area_mm2 += area_mm2;
    for (const { edge, length: tape } of tapesOf(part)) {
      rowOf(this.edges, edge, () => ({ edge, name: CATALOGUE.edges[edge] ?? edge, length_mm: 0 })).length_mm += tape;
    }
  }

  cut(key: string, length_mm: number): void {
    const row = rowOf(this.linear, key, () => ({ key, name: linearName(key), parts: 0, length_mm: 0 }));
    row.parts += 1;
    row.length_mm += length_mm;
  }

  piece(article: string, qty: number): void {
    rowOf(this.pieces, article, () => ({ article, name: pieceName(article), qty: 0 })).qty += qty;
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

/** Finished area of equal parts, mm². */
export const areaOf = ({ qty, length, width }: Part): number => qty * length * width;

/** Tape per side of a part, mm, without the allowance for trimming (furniture.ru.md 1.1). */
export const tapesOf = (part: Part): { edge: EdgeKind; length: number }[] =>
  PART_SIDES.flatMap((side) => {
    const edge = part.edges[side];
    return edge ? [{ edge, length: (side.startsWith('L') ? part.length : part.width) * part.qty }] : [];
  });

/** The bom of one unit: its own parts, tapes, pieces and linear material; nothing derived. */
export function unitBom(unit: Unit): Bom {
  const tally = new Tally();
  for (const part of unit.parts) tally.part(part);
  for (const [article, qty] of Object.entries(unit.pieces)) if (qty > 0) tally.piece(article, qty);
  for (const [key, length] of Object.entries(unit.linear)) tally.cut(key, length);
  return tally.bom();
}
