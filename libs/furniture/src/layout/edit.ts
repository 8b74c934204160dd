import { check } from '../checks/check.js';
import type { Order } from '../order/order.js';
import type { Edit, EditResult } from './brief.js';
import { type Draft, draftOf, Refused } from './edits/draft.js';
import { addFixture } from './edits/fixture.js';
import { mirror } from './edits/mirror.js';
import { removeItem, removeObstacle, setCeiling, setFinish, setHandles, setItem, setLighting, setObstacle, setWall } from './edits/settings.js';
import { addTier, removeTier } from './edits/tiers.js';
import { tidy } from './edits/tidy.js';
import { add, move, pin, remove, replace, resize, swap, unpin } from './edits/units.js';

/**
 * Applies a batch of edits to a copy of an order, all or nothing. Ids are kept for life; the hanging rows follow the
 * floor. A result with an `error` among its findings is refused with them and with lawful ways out.
 */
export function edit(order: Order, edits: readonly Edit[]): EditResult {
  const draft = draftOf(order);
  try {
    let before = order;
    for (const one of edits) {
      apply(draft, one);
      // Each edit speaks of what the one before it left, its hanging rows included.
      if (one.op !== 'mirror') tidy(draft, before);
      before = structuredClone(draft.order);
    }
  } catch (error) {
    if (error instanceof Refused) return refusedBy(error);
    throw error;
  }
  const findings = check(draft.order);
  const errors = findings.filter((f) => f.severity === 'error');
  if (errors.length > 0) return { ok: false, findings: errors, alternatives: [] };
  return { ok: true, order: draft.order, changed: [...draft.changed].sort(byNumber), defaults: draft.defaults, findings };
}

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

function refusedBy({ unknown, findings, alternatives, missing }: Refused): EditResult {
  if (unknown !== undefined) return { ok: false, unknown, findings: [], alternatives: [] };
  return { ok: false, findings, alternatives, ...(missing === undefined ? {} : { missing }) };
}

function apply(draft: Draft, edit: Edit): void {
  switch (edit.op) {
    case 'add':
      return add(draft, edit);
    case 'add_fixture':
      return addFixture(draft, edit);
    case 'remove':
      return remove(draft, edit);
    case 'remove_tier':
      return removeTier(draft, edit);
    case 'add_tier':
      return addTier(draft, edit);
    case 'replace':
      return replace(draft, edit);
    case 'resize':
      return resize(draft, edit);
    case 'move':
      return move(draft, edit);
    case 'swap':
      return swap(draft, edit);
    case 'pin':
      return pin(draft, edit);
    case 'unpin':
      return unpin(draft, edit);
    case 'mirror':
      return mirror(draft);
    case 'set_item':
      return setItem(draft, edit);
    case 'remove_item':
      return removeItem(draft, edit);
    case 'set_obstacle':
      return setObstacle(draft, edit);
    case 'remove_obstacle':
      return removeObstacle(draft, edit);
    case 'set_wall':
      return setWall(draft, edit);
    case 'set_ceiling':
      return setCeiling(draft, edit);
    case 'set_finish':
      return setFinish(draft, edit);
    case 'set_handles':
      return setHandles(draft, edit);
    case 'set_lighting':
      return setLighting(draft, edit);
  }
}
