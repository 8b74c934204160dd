import type { Finding } from './finding.js';
import { APPLIANCE } from './rules/appliances.js';
import { PLACING } from './rules/placing.js';
import { ROOM } from './rules/room.js';
import type { Rule } from './rules/rule.js';

/** The table of checks (furniture.ru.md 2): severities, bounds, sources and words of every row. */
export const RULES = { ...PLACING, ...APPLIANCE, ...ROOM };
export type RuleCode = keyof typeof RULES;

/**
 * Rows that an order document cannot show, with the reason: they stand in the table for whoever holds the data
 * (a planner who sees the room, the workshop that chooses the model) and never appear in `check`.
 */
export const UNSEEN: Partial<Record<RuleCode, string>> = {
  'COR-HINGE': 'an order holds no hinge side; `blindSide` in geometry/corners.ts puts the hinges on the far side',
  'OBS-SWING': 'an order does not say on which side a room door is hinged and where it opens',
  'HOB-BACK': 'the depth of the cutout is the model’s, an order holds widths only',
  'FR-VENT': 'ventilation openings are drilled on site, the catalogue’s unit always has them',
  'ERG-WALK': 'an order holds the walls that carry rows, not what stands opposite a row’s end',
};

/** What a rule says elsewhere than its usual severity or words. */
export interface Variant {
  severity?: Finding['severity'];
  msg?: string;
  hint?: string;
}

/** A finding in the words of its rule, `values` filled into the templates. */
export function finding(
  code: RuleCode,
  path: string,
  values: Readonly<Record<string, string | number>> = {},
  variant: Variant = {},
): Finding {
  const rule: Rule = RULES[code];
  const hint = variant.hint ?? rule.hint;
  const made: Finding = {
    code,
    severity: variant.severity ?? rule.severity,
    path,
    msg: fill(variant.msg ?? rule.msg, values),
  };
  return hint ? { ...made, fixHint: fill(hint, values) } : made;
}

const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? String(Math.round(value)) : value;
  });
