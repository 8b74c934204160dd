import { hasTrait, STANDARD } from '../../catalogue/traits.js';
import { isHob, type Piece } from '../model.js';
import { FILLER } from '../scoring.js';

/** Drawers are worth their price from this width on, mm. */
const WIDE = 400;
/** One unit in so many plain ones gets drawers. */
const EVERY = 5;

/**
 * Turns one plain unit in five into drawers: the widest ones, those beside the hob first among equals. None where the customer
 * named drawers, or where a side wall would stop them (GEO-WALLFILL).
 */
export function withDrawers(rows: readonly (readonly Piece[])[]): Piece[][] {
  const plain = rows.flatMap((row, wall) =>
    row.flatMap((piece, i) => (isPlain(piece) ? [{ wall, i, piece, beside: besideHob(row, i) }] : [])),
  );
  if (rows.some((row) => row.some((p) => hasTrait(p.code, 'drawers')))) return rows.map((row) => [...row]);
  const fit = plain
    .filter(({ wall, i, piece }) => piece.w >= WIDE && !atWall(rows[wall] ?? [], i))
    .sort((a, b) => b.piece.w - a.piece.w || Number(b.beside) - Number(a.beside) || a.wall - b.wall || a.i - b.i);
  const chosen = new Set(fit.slice(0, Math.ceil(plain.length / EVERY)).map(({ piece }) => piece));
  return rows.map((row) => row.map((piece) => (chosen.has(piece) ? { ...piece, code: STANDARD.drawers } : piece)));
}

const isPlain = (p: Piece): boolean => !p.block && p.code === STANDARD.base;

const besideHob = (row: readonly Piece[], i: number): boolean => isHob(row[i - 1]?.block) || isHob(row[i + 1]?.block);

/** Beside a filler too narrow for drawers, or nothing but the wall. */
function atWall(row: readonly Piece[], i: number): boolean {
  const narrow = (p: Piece | undefined): boolean =>
    p !== undefined && hasTrait(p.code, 'filler') && p.w < FILLER.drawers;
  return narrow(row[i - 1]) || narrow(row[i + 1]);
}
