import cutting from '../../data/cutting.json' with { type: 'json' };

/** Something to be cut from a bar, mm. */
export interface Length {
  length_mm: number;
}

/** A bar of stock length with what is cut from it, in this order; `rest_mm` is left, the saw's kerfs taken off. */
export interface Bar<Piece extends Length> {
  stock_mm: number;
  pieces: Piece[];
  rest_mm: number;
}

const STOCK: Readonly<Record<string, number>> = cutting.stock;

/** Length in which the goods are bought, mm (data/cutting.json); undefined where it is not known. */
export const stockLength = (key: string): number | undefined => STOCK[key];

/**
 * Where a length beyond the stock's is joined, mm from its start: at the last border of units within a bar's reach, in
 * the open only where there is none.
 */
export function jointsOf(length: number, borders: readonly number[], stock: number): number[] {
  const joints: number[] = [];
  let from = 0;
  while (length - from > stock) {
    const reach = from + stock;
    from = borders.findLast((border) => border > from && border <= reach) ?? reach;
    joints.push(from);
  }
  return joints;
}

/**
 * Lengths, none beyond the stock's, cut from as few bars as first-fit decreasing needs: the longest first, each from the
 * first bar that has it left. That is never more than 11/9 of the fewest and one bar.
 */
export function cutFromStock<Piece extends Length>(pieces: readonly Piece[], stock: number): Bar<Piece>[] {
  const bars: Bar<Piece>[] = [];
  for (const piece of pieces.toSorted((a, b) => b.length_mm - a.length_mm)) {
    const fits = bars.find(({ rest_mm }) => rest_mm >= piece.length_mm);
    const bar = fits ?? { stock_mm: stock, pieces: [], rest_mm: stock };
    if (!fits) bars.push(bar);
    bar.pieces.push(piece);
    bar.rest_mm = Math.max(0, bar.rest_mm - piece.length_mm - cutting.kerf);
  }
  return bars;
}
