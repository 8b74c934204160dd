import { type Fields, Int64 } from './wire.js';

/** MongoDB's order of types, as far as read models have them; what is missing sorts as null. */
function rank(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number' || value instanceof Int64) return 1;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 4;
  return value instanceof Date ? 5 : 3;
}

/** Text is compared byte by byte, as servers without a collation do. */
function compare(a: unknown, b: unknown): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || rank(a) === 0) return ranks;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : Number(x > y);
}

export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** `sort` as a command has it: fields and 1 or -1. */
export function sorted(documents: readonly Fields[], sort: object): Fields[] {
  const by = Object.entries(sort);
  return documents.toSorted((a, b) => {
    for (const [field, direction] of by) {
      const order = compare(valueAt(a, field), valueAt(b, field)) * Number(direction);
      if (order !== 0) return order;
    }
    return 0;
  });
}
