/** The kinds of a union by its discriminator `K`. */
type Kinds<U, K extends keyof U> = U[K] & string;

/** The members of a union of this kind; a member may be of several kinds. */
type OfKind<U, K extends keyof U, Kind> = U extends unknown ? (Kind extends U[K] ? U : never) : never;

/** A union of kinds from a table of what each has beside its discriminator `K`. */
export type KindsOf<K extends string, Table> = {
  [Kind in keyof Table]: Readonly<Record<K, Kind> & Table[Kind]>;
}[keyof Table];

/** A table of functions, one for each kind of a union: what would be a `switch` with nothing but returns. */
export type Cases<U, K extends keyof U, R, More extends readonly unknown[] = []> = {
  readonly [Kind in Kinds<U, K>]: (one: OfKind<U, K, Kind>, ...more: More) => R;
};

/** Applies the entry of its kind to a value; the table's type has one for each, with that kind's own fields. */
export function byKind<U, K extends keyof U, R, More extends readonly unknown[]>(
  key: K,
  cases: Cases<U, K, R, More>,
): (one: U, ...more: More) => R {
  return (one, ...more) => (cases[one[key] as Kinds<U, K>] as (one: U, ...more: More) => R)(one, ...more);
}

/** The same, where kinds that the table has not have one answer in common, or none. */
export function byKindOr<U, K extends keyof U, R, More extends readonly unknown[]>(
  key: K,
  cases: Partial<Cases<U, K, R, More>>,
): (one: U, ...more: More) => R | undefined;
export function byKindOr<U, K extends keyof U, R, More extends readonly unknown[]>(
  key: K,
  cases: Partial<Cases<U, K, R, More>>,
  otherwise: (one: U, ...more: More) => R,
): (one: U, ...more: More) => R;
export function byKindOr<U, K extends keyof U, R, More extends readonly unknown[]>(
  key: K,
  cases: Partial<Cases<U, K, R, More>>,
  otherwise?: (one: U, ...more: More) => R,
): (one: U, ...more: More) => R | undefined {
  return (one, ...more) => ((cases[one[key] as Kinds<U, K>] as typeof otherwise) ?? otherwise)?.(one, ...more);
}
