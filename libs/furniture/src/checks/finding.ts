/** A finding of the checks (furniture.ru.md, section 2), as the API shows it: spec.md, `result.findings`. */
export interface Finding {
  /** `GEO-SUM`, `COR-DEAD`, `HOB-HOOD`, … */
  code: string;
  /** `info` stays in reports and never reaches the API; an order with an `error` is never stored. */
  severity: 'error' | 'warning' | 'info';
  /** The place in the order document: `runs[A-base].nodes[n3]`, `obstacles[o1]`, `room.walls[A]`. */
  path: string;
  /** In Russian, with numbers. */
  msg: string;
  /** In Russian: what would put it right. */
  fixHint?: string;
}

/**
 * Where a rule's numbers come from (furniture.ru.md 2): `T` a text that was read, `M` a maker's manual, `P` practice of
 * workshops, `N` named from memory (never shown as a norm), `own` follows from the catalogue or the geometry.
 */
export type Source = 'T' | 'M' | 'P' | 'N' | 'own';

/** One row of the table of checks. Templates are Russian; `{name}` is filled in by the check. */
export interface Rule {
  severity: Finding['severity'];
  source: Source;
  /** Bounds in mm unless the name says otherwise. */
  limits: Readonly<Record<string, number>>;
  msg: string;
  hint?: string;
}
