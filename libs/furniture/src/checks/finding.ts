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
