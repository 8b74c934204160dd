import type { Bom } from '../src/bom/bom.js';
import type { OrderParts } from '../src/parts/order-parts.js';

/** Sums by key, which bills of materials and lists of parts can be compared by. */
export type Sums = ReadonlyMap<string, number>;

function summed(rows: Iterable<readonly [key: string, n: number]>): Sums {
  const found = new Map<string, number>();
  for (const [key, n] of rows) found.set(key, (found.get(key) ?? 0) + n);
  return found;
}

export const sumsOfBom = ({ sheets, linear, edges, pieces }: Bom): Sums =>
  summed([
    ...sheets.flatMap(
      ({ name, parts, area_mm2 }) =>
        [
          [`parts ${name}`, parts],
          [`area ${name}`, area_mm2],
        ] as const,
    ),
    ...linear.flatMap(
      ({ name, parts, length_mm }) =>
        [
          [`cuts ${name}`, parts],
          [`length ${name}`, length_mm],
        ] as const,
    ),
    ...edges.map(({ edge, length_mm }) => [`edge ${edge}`, length_mm] as const),
    ...pieces.map(({ article, qty }) => [`piece ${article}`, qty] as const),
  ]);

/** Worked out of the rows as a reader would, by their sizes and quantities. */
export const sumsOfParts = ({ parts, linear, pieces }: OrderParts): Sums =>
  summed([
    ...parts.flatMap(({ material_name, qty, length_mm, width_mm, area_mm2, edges }) => {
      const tapes = [
        [edges.L1, length_mm],
        [edges.L2, length_mm],
        [edges.W1, width_mm],
        [edges.W2, width_mm],
      ] as const;
      return [
        [`parts ${material_name}`, qty] as const,
        [`area ${material_name}`, area_mm2] as const,
        ...tapes.flatMap(([tape, mm]) => (tape ? [[`edge ${tape.edge}`, qty * mm] as const] : [])),
      ];
    }),
    ...linear.flatMap(
      ({ name, qty, length_mm }) =>
        [
          [`cuts ${name}`, qty],
          [`length ${name}`, qty * length_mm],
        ] as const,
    ),
    ...pieces.map(({ article, qty }) => [`piece ${article}`, qty] as const),
  ]);
