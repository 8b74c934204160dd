import { APPLIANCE } from './appliances.js';
import { PLACING } from './placing.js';
import { ROOM } from './room.js';

/** The table of checks (furniture.ru.md 2): severities, bounds, sources and words of every row. */
export const RULES = { ...PLACING, ...APPLIANCE, ...ROOM };
export type RuleCode = keyof typeof RULES;

/**
 * Rules that an order document has no data for, with the reason: they stay in the table for whoever has the data
 * (a planner who sees the room, the workshop that chooses the model) and never appear in `check`.
 */
export const UNSEEN: Partial<Record<RuleCode, string>> = {
  'COR-HINGE': 'an order holds no hinge side; `blindSide` in geometry/corners.ts puts the hinges on the far side',
  'HOB-BACK': 'the depth of the cutout is the model’s, an order holds widths only',
  'FR-VENT': 'ventilation openings are drilled on site, the catalogue’s unit always has them',
};

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
