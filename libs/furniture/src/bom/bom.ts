import { CATALOGUE } from '../catalogue/catalogue.js';

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

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const by =
  <T>(sequence: readonly string[], key: (row: T) => string, name: (row: T) => string) =>
  (a: T, b: T) =>
    sequence.indexOf(key(a)) - sequence.indexOf(key(b)) || byName(name(a), name(b));

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
  private readonly sheets = new Map<string, Bom['sheets'][number]>();
  private readonly linear = new Map<string, Bom['linear'][number]>();
  private readonly edges = new Map<string, Bom['edges'][number]>();
  private readonly pieces = new Map<string, Bom['pieces'][number]>();

  /** `finish` is its Russian name; parts of one material in two finishes are two rows. */
  sheet(material: string, parts: number, area_mm2: number, finish?: string): void {
    const key = finish ? `${material} ${finish}` : material;
    const row = this.sheets.get(key);
    if (row) {
      row.parts += parts;
      row.area_mm2 += area_mm2;
    } else {
      const name = CATALOGUE.materials[material] ?? material;
      this.sheets.set(key, { material, name: finish ? `${name}, ${finish}` : name, parts, area_mm2 });
    }
  }

  /** `parts` cut pieces of `length_mm` together. */
  cut(key: string, parts: number, length_mm: number): void {
    const row = this.linear.get(key);
    if (row) {
      row.parts += parts;
      row.length_mm += length_mm;
    } else this.linear.set(key, { key, name: CATALOGUE.linear[key] ?? key, parts, length_mm });
  }

  edge(edge: string, length_mm: number): void {
    const row = this.edges.get(edge);
    if (row) row.length_mm += length_mm;
    else this.edges.set(edge, { edge, name: CATALOGUE.edges[edge] ?? edge, length_mm });
  }

  piece(article: string, qty: number): void {
    const row = this.pieces.get(article);
    if (row) row.qty += qty;
    else this.pieces.set(article, { article, name: pieceName(article), qty });
  }

  bom(): Bom {
    return {
      sheets: [...this.sheets.values()].sort(
        by(
          SHEETS,
          (row) => row.material,
          (row) => row.name,
        ),
      ),
      linear: [...this.linear.values()].sort(
        by(
          LINEAR,
          (row) => row.key,
          (row) => row.name,
        ),
      ),
      edges: [...this.edges.values()].sort(
        by(
          EDGES,
          (row) => row.edge,
          (row) => row.name,
        ),
      ),
      pieces: [...this.pieces.values()].sort((a, b) => byName(a.article, b.article)),
    };
  }
}
