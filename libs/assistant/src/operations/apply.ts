import {
  type Alternative,
  type AppliedDefault,
  check,
  compose,
  type Edit,
  edit,
  type Finding,
  type Order,
} from '#libs/furniture';
import type { Operation } from '../port.js';
import { countChanges } from './changes.js';

export type Applied =
  | {
      readonly ok: true;
      readonly order: Order;
      readonly applied: number;
      readonly defaults: readonly AppliedDefault[];
      readonly findings: readonly Finding[];
    }
  | {
      readonly ok: false;
      readonly findings: readonly Finding[];
      readonly alternatives: readonly Alternative[];
      readonly missing?: number;
      readonly unknown?: string;
    };

type Made = Omit<Extract<Applied, { ok: true }>, 'applied'>;
type Step = Made | Extract<Applied, { ok: false }>;

const isPlan = (operation: Operation): operation is Extract<Operation, { op: 'plan_kitchen' }> =>
  operation.op === 'plan_kitchen';
const isEdit = (operation: Operation): operation is Edit => operation.op !== 'plan_kitchen';

/**
 * Applies a batch to a copy of the order, all or nothing: a plan first, then the edits together. An order with an
 * `error` finding is a refusal, whatever made it.
 */
export function applyOperations(order: Order | undefined, orderId: string, operations: readonly Operation[]): Applied {
  const plan = operations.findLast(isPlan);
  const edits = operations.filter(isEdit);
  let step: Step | undefined;
  if (plan) step = compose(plan.brief, { orderId });
  if (edits.length > 0 && (!step || step.ok)) step = edited(step?.order ?? order, edits, step?.defaults ?? []);
  if (!step) return { ok: false, findings: [], alternatives: [], unknown: 'Не названо ни одного изменения.' };
  return step.ok ? judge(order, step) : step;
}

/** Holds a finished order against the checks, whoever made it: the last word before it may stand. */
export function judge(order: Order | undefined, step: Made): Applied {
  const findings = withErrors(step.findings, check(step.order));
  if (findings.some(({ severity }) => severity === 'error')) return { ok: false, findings, alternatives: [] };
  return { ok: true, order: step.order, applied: countChanges(order, step.order), defaults: step.defaults, findings };
}

function edited(order: Order | undefined, edits: readonly Edit[], defaults: readonly AppliedDefault[]): Step {
  if (!order) return { ok: false, findings: [], alternatives: [], unknown: 'Заказа ещё нет: править нечего.' };
  const result = edit(order, [...edits]);
  return result.ok ? { ...result, defaults: [...defaults, ...result.defaults] } : result;
}

/** The engine's own findings, with what the checks say of the finished order. */
function withErrors(own: readonly Finding[], checked: readonly Finding[]): readonly Finding[] {
  const key = ({ code, path }: Finding): string => `${code} ${path}`;
  const known = new Set(checked.map(key));
  return [...checked, ...own.filter((finding) => !known.has(key(finding)))];
}
