import {
  type AppliedDefault,
  check,
  type Edit,
  edit,
  type Finding,
  inPlaceOf,
  isSameKitchen,
  itemsIn,
  nodesOf,
  type Order,
  succeeding,
} from '#libs/furniture';
import { composed } from '../composed.js';
import type { Accepted, Applied, Change, Operation, Refused } from '../port.js';

type Built = Omit<Accepted, 'applied'>;
type Step = Built | Refused;

/** What a change comes to. Pure. */
export const applyChange = (change: Change): Applied =>
  change.kind === 'restore'
    ? restore(change.order, change.then)
    : applyOperations(change.order, change.orderId, change.operations);

/**
 * Applies a batch to a copy of the order, all or nothing: the plan first, then the edits together. An order with an
 * `error` finding is refused.
 */
export function applyOperations(order: Order | undefined, orderId: string, operations: readonly Operation[]): Applied {
  const plan = operations.findLast((operation) => operation.op === 'plan_kitchen');
  const edits = operations.filter((operation) => operation.op !== 'plan_kitchen');
  let step: Step | undefined = plan && composed(plan.brief, orderId);
  if (edits.length > 0 && (!step || step.ok)) step = edited(step?.order ?? order, edits, step?.defaults ?? []);
  if (!step) return { ok: false, findings: [], alternatives: [], unknown: 'Не названо ни одного изменения.' };
  if (!step.ok) return step;
  return judge(order, plan && order ? renumbered(step, order) : step);
}

/**
 * A new plan with its edits, which name nodes as the plan alone numbers them, under the ids of the order that it
 * replaces. Findings that the checks repeat are left to them: their paths hold the ids from before.
 */
function renumbered(step: Built, order: Order): Built {
  return { ...step, order: inPlaceOf(step.order, order), findings: withoutChecked(step.findings, check(step.order)) };
}

/**
 * Brings back an order that stood before `order`. Its ids name what they named then; ids issued since stay with what
 * they were given to. The checks may have changed since it was built.
 */
export const restore = (order: Order | undefined, then: Order): Applied =>
  judge(order, { ok: true, order: order ? succeeding(then, order) : then, defaults: [], findings: [] });

/** Runs the checks on a finished order: the last gate before it is accepted. */
export function judge(order: Order | undefined, step: Built): Applied {
  const checked = check(step.order);
  const findings = [...checked, ...withoutChecked(step.findings, checked)];
  if (findings.some(({ severity }) => severity === 'error')) return { ok: false, findings, alternatives: [] };
  return { ok: true, order: step.order, applied: countChanges(order, step.order), defaults: step.defaults, findings };
}

function edited(order: Order | undefined, edits: readonly Edit[], defaults: readonly AppliedDefault[]): Step {
  if (!order) return { ok: false, findings: [], alternatives: [], unknown: 'Заказа ещё нет: править нечего.' };
  const result = edit(order, [...edits]);
  return result.ok ? { ...result, defaults: [...defaults, ...result.defaults] } : result;
}

/** Findings that only the engine reported. */
function withoutChecked(own: readonly Finding[], checked: readonly Finding[]): readonly Finding[] {
  const key = ({ code, path }: Finding): string => `${code} ${path}`;
  const known = new Set(checked.map(key));
  return own.filter((finding) => !known.has(key(finding)));
}

/** What a customer sees of each node: place, size, items and the finishes of its tier. */
function appearance(order: Order): Map<string, string> {
  return new Map(
    nodesOf(order).map(({ node: { id, ...place }, run: { wall, tier } }) => {
      const items = itemsIn(order, id).map(({ kind, w, fuel }) => `${kind} ${w} ${fuel}`);
      const look = [order.finish.facade?.[tier], order.finish.carcass, order.handles[tier]];
      const top = tier === 'base' ? order.finish.worktop : tier === 'wall' ? order.lighting.under : undefined;
      return [id, JSON.stringify([wall, tier, Object.entries(place).sort(), items.sort(), look, top])];
    }),
  );
}

/**
 * Number of nodes added, removed or changed (spec.md, `result.applied`); at least 1 if anything in the order changed,
 * else 0.
 */
export function countChanges(before: Order | undefined, after: Order): number {
  const old = before ? appearance(before) : new Map<string, string>();
  const now = appearance(after);
  const ids = new Set([...old.keys(), ...now.keys()]);
  const changed = [...ids].filter((id) => old.get(id) !== now.get(id)).length;
  return changed > 0 || (before && isSameKitchen(before, after)) ? changed : 1;
}
