/** The kinds of a union by its discriminator `K`. */
type Kinds<U, K extends keyof U> = U[K] & string;

/** A table of functions, one for each kind of a union: what would be a `switch` with nothing but returns. */
export type Cases<U, K extends keyof U, R, More extends readonly unknown[] = []> = {
  readonly [Kind in Kinds<U, K>]: (one: Extract<U, Readonly<Record<K, Kind>>>, ...more: More) => R;
};

/** Applies the entry of its kind to a value; the table's type has one for each, with that kind's own fields. */
export function byKind<U, K extends keyof U, R, More extends readonly unknown[]>(
  key: K,
  cases: Cases<U, K, R, More>,
): (one: U, ...more: More) => R {
  return (one, ...more) => (cases[one[key] as Kinds<U, K>] as (one: U, ...more: More) => R)(one, ...more);
}
