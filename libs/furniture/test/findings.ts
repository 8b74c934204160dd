import { check } from '../src/checks/check.js';
import type { RuleCode } from '../src/checks/rules/index.js';
import { type KitchenSketch, kitchen } from './sketched-kitchen.js';

/** The findings of one code on a sketched kitchen; throws where a template was left unfilled. */
export function found(sketch: KitchenSketch, code: RuleCode) {
  const findings = check(kitchen(sketch));
  const unfilled = findings.find((f) => /[{}]|undefined|NaN/.test(`${f.msg}${f.fixHint ?? ''}${f.path}`));
  if (unfilled) throw new Error(`unfilled words: ${unfilled.path}: ${unfilled.msg} ${unfilled.fixHint}`);
  return findings.filter((f) => f.code === code);
}

/** Their severities only: `[]` where the rule is kept. */
export const severities = (sketch: KitchenSketch, code: RuleCode): string[] =>
  found(sketch, code).map((f) => f.severity);

/** One wall with a base run, the sketch that most rules need. */
export const straight = (length: number, base: string, more: Partial<KitchenSketch> = {}): KitchenSketch => ({
  walls: [length],
  ...more,
  runs: { 'A-base': base, ...more.runs },
});
