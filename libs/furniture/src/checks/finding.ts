import { given } from '../order/nodes.js';
import { RULES, type Rule, type RuleCode, type Severity } from './rules/index.js';

/** A finding of the checks (furniture.ru.md, section 2), as the API shows it: spec.md, `result.findings`. */
export interface Finding {
  /** `GEO-SUM`, `COR-DEAD`, `HOB-HOOD`, … */
  code: string;
  severity: Severity;
  /** The place in the order document: `runs[A-base].nodes[n3]`, `obstacles[o1]`, `room.walls[A]`. */
  path: string;
  /** In Russian, with numbers. */
  msg: string;
  /** In Russian: what would put it right. */
  fixHint?: string;
}

/** Another severity or text than the rule's usual one. */
interface Variant {
  severity?: Severity;
  msg?: string;
  hint?: string;
}

/** A finding of a rule, `values` filled into its templates. */
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

/** A finding of a rule in words of its own, where the rule's usual ones do not say enough. */
export const wordedFinding = (code: RuleCode, path: string, msg: string, fixHint?: string): Finding => ({
  code,
  severity: RULES[code].severity,
  path,
  msg,
  ...given({ fixHint }),
});

const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? String(Math.round(value)) : value;
  });

/** One finding a place: of several the last, where the first stood. */
export const onePerPath = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((found) => [found.path, found])).values(),
];
