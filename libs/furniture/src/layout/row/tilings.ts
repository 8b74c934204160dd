import { findModule, isMadeWidth } from '../../catalogue/catalogue.js';
import { STANDARD } from '../../catalogue/traits.js';
import { NEVER, STEP } from '../scoring.js';

/** How a gap is filled with plain units of one tier: which widths, at which points. */
export interface Table {
  /** The unit of a width. */
  code(w: number): string;
  /** Points by width in mm; each unit costs something, so fewer units win. */
  points: Readonly<Record<number, number>>;
}

/** Widths that the catalogue does not make are left out. */
const made = (code: (w: number) => string, points: Readonly<Record<number, number>>): Table => ({
  code,
  points: Object.fromEntries(
    Object.entries(points).filter(([w]) => {
      const module = findModule(code(Number(w)));
      return module !== undefined && isMadeWidth(module, Number(w));
    }),
  ),
});

const BASE_POINTS = { 600: 3, 500: 4, 400: 5, 450: 6, 300: 7, 800: 7, 350: 8, 700: 9, 200: 11, 150: 12, 900: 16 };
const WALL_POINTS = { 600: 3, 500: 4, 400: 5, 450: 6, 300: 7, 800: 9, 350: 12, 700: 10, 200: 130, 150: 135, 900: 30 };
const UPPER_POINTS = { 600: 3, 500: 4, 700: 4, 400: 5, 450: 6, 800: 20, 900: 20 };

/** Base units with doors; 150 and 200 are bottle racks. Middle widths cost least (one door each), 900 most: its shelf bends (PRD-SPAN). */
export const BASE: Table = made((w) => (w < 300 ? STANDARD.narrowBase : STANDARD.base), BASE_POINTS);

/** Wall units; 150 and 200 are open shelves. Above 500 they have two doors, so wide ones gain nothing; 900 as below. */
export const WALL: Table = made((w) => (w < 300 ? STANDARD.narrowWall : STANDARD.wall), WALL_POINTS);

/** The table with the units that a customer does not want left out. */
export function allowed(table: Table, without: readonly string[] = []): Table {
  if (without.length === 0) return table;
  const key = `${table === BASE ? 'base' : 'wall'} ${[...without].sort().join()}`;
  const known = narrowed.get(key);
  if (known) return known;
  const entries = Object.entries(table.points).filter(([w]) => !without.includes(table.code(Number(w))));
  // Where all are unwanted something has to stand there all the same.
  const left = entries.length > 0 ? { ...table, points: Object.fromEntries(entries) } : table;
  narrowed.set(key, left);
  return left;
}

const narrowed = new Map<string, Table>();

/** Mezzanines: one front each, which warps from 800 on (PRD-FLAT). */
export const UPPER: Table = made(() => STANDARD.mezzanine, UPPER_POINTS);

/** The longest gap that is tiled, mm (furniture.ru.md 6: a wall is at most 12000). */
const MAX_GAP = 12_000;

interface Tilings {
  /** By steps of 50 mm; Infinity where no units add up to it. */
  points: Float64Array;
  last: Int32Array;
}

const cache = new Map<Table, Tilings>();

/** The cheapest tilings of every gap up to 12 m, made once a table. */
export function tilings(table: Table): Tilings {
  const known = cache.get(table);
  if (known) return known;
  const count = MAX_GAP / STEP + 1;
  const made: Tilings = { points: new Float64Array(count).fill(NEVER), last: new Int32Array(count) };
  made.points[0] = 0;
  const widths = Object.keys(table.points)
    .map(Number)
    .sort((a, b) => b - a);
  for (let n = 1; n < count; n++) {
    for (const w of widths) {
      const before = n - w / STEP;
      if (before < 0) continue;
      const points = (made.points[before] ?? NEVER) + (table.points[w] ?? 0);
      if (points < (made.points[n] ?? 0)) {
        made.points[n] = points;
        made.last[n] = w;
      }
    }
  }
  cache.set(table, made);
  return made;
}

/** The widths that fill a gap of so many mm (a multiple of 50), narrow ones first. */
export function tile(table: Table, gap: number): number[] {
  const { last } = tilings(table);
  const widths: number[] = [];
  for (let rest = gap; rest > 0; ) {
    const w = last[rest / STEP] ?? 0;
    if (w === 0) return [];
    widths.push(w);
    rest -= w;
  }
  return widths.sort((a, b) => a - b);
}
