/** `info` stays in reports and never reaches the API; an order with an `error` is never stored. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Where a rule's numbers come from (furniture.ru.md 2): `T` a text that was read, `M` a maker's manual, `P` practice of
 * workshops, `N` named from memory (never shown as a norm), `own` follows from the catalogue or the geometry.
 */
export type Source = 'T' | 'M' | 'P' | 'N' | 'own';

/** One row of the table of checks. Templates are Russian; `{name}` is filled in by the check. */
export interface Rule {
  severity: Severity;
  source: Source;
  /** Bounds in mm unless the name says otherwise. */
  limits?: Readonly<Record<string, number>>;
  msg: string;
  hint?: string;
}
