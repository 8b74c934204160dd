import { check } from '../checks/check.js';
import { succeeding } from '../order/ids.js';
import type { Order } from '../order/order.js';
import type { Edit, EditOf, EditResult } from './brief.js';
import { addFixture } from './edits/add-fixture.js';
import { type Draft, draftOf, Refused } from './edits/draft.js';
import { propagate } from './edits/propagate.js';
import { addTier, removeTier } from './edits/rebuild.js';
import {
  mirror,
  removeItem,
  removeObstacle,
  setCeiling,
  setFinish,
  setHandles,
  setItem,
  setLighting,
  setObstacle,
  setWall,
} from './edits/settings.js';
import { add, move, pin, remove, replace, resize, swap, unpin } from './edits/units.js';

/**
 * Applies a batch of edits to a copy of an order, all or nothing. Ids are kept for life; the wall rows follow the
 * floor. A result with an `error` among its findings is refused with them and with alternatives.
 */
export function edit(order: Order, edits: readonly Edit[]): EditResult {
  const draft = draftOf(order);
  try {
    let before = order;
    for (const [i, one] of edits.entries()) {
      apply(draft, one.op, one);
      // The next edit refers to the result of this one, wall rows included.
      if (one.op !== 'mirror') propagate(draft, before);
      if (i < edits.length - 1) before = structuredClone(draft.order);
    }
  } catch (error) {
    if (error instanceof Refused) return refusedBy(error);
    throw error;
  }
  const findings = check(draft.order);
  const errors = findings.filter((f) => f.severity === 'error');
  if (errors.length > 0) return { ok: false, findings: errors, alternatives: [] };
  return {
    ok: true,
    order: succeeding(draft.order, order),
    changed: [...draft.changed].sort(byNumber),
    defaults: draft.defaults,
    findings,
  };
}

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

function refusedBy({ unknown, findings, alternatives, missing }: Refused): EditResult {
  if (unknown !== undefined) return { ok: false, unknown, findings: [], alternatives: [] };
  return { ok: false, findings, alternatives, ...(missing === undefined ? {} : { missing }) };
}

type Edits = { [Op in Edit['op']]: EditOf<Op> };

const APPLY: { [Op in keyof Edits]: (draft: Draft, edit: Edits[Op]) => void } = {
  add,
  add_fixture: addFixture,
  remove,
  remove_tier: removeTier,
  add_tier: addTier,
  replace,
  resize,
  move,
  swap,
  pin,
  unpin,
  mirror,
  set_item: setItem,
  remove_item: removeItem,
  set_obstacle: setObstacle,
  remove_obstacle: removeObstacle,
  set_wall: setWall,
  set_ceiling: setCeiling,
  set_finish: setFinish,
  set_handles: setHandles,
  set_lighting: setLighting,
};

function apply<Op extends keyof Edits>(draft: Draft, op: Op, edit: Edits[Op]): void {
  APPLY[op](draft, edit);
}
