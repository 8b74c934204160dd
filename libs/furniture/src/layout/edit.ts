import { check } from '../checks/check.js';
import type { Order } from '../order/order.js';
import type { Edit, EditResult } from './brief.js';
import { addFixture } from './edits/add-fixture.js';
import { type Draft, draftOf, Refused } from './edits/draft.js';
import { mirror } from './edits/mirror.js';
import { propagate } from './edits/propagate.js';
import {
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
import { addTier, removeTier } from './edits/tiers.js';
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
      if (one.op !== 'mirror') propagate(draft, before);
      before = structuredClone(draft.order);
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
    order: draft.order,
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

function apply(draft: Draft, edit: Edit): void {
  switch (edit.op) {
    case 'add':
      add(draft, edit);
      break;
    case 'add_fixture':
      addFixture(draft, edit);
      break;
    case 'remove':
      remove(draft, edit);
      break;
    case 'remove_tier':
      removeTier(draft, edit);
      break;
    case 'add_tier':
      addTier(draft, edit);
      break;
    case 'replace':
      replace(draft, edit);
      break;
    case 'resize':
      resize(draft, edit);
      break;
    case 'move':
      move(draft, edit);
      break;
    case 'swap':
      swap(draft, edit);
      break;
    case 'pin':
      pin(draft, edit);
      break;
    case 'unpin':
      unpin(draft, edit);
      break;
    case 'mirror':
      mirror(draft);
      break;
    case 'set_item':
      setItem(draft, edit);
      break;
    case 'remove_item':
      removeItem(draft, edit);
      break;
    case 'set_obstacle':
      setObstacle(draft, edit);
      break;
    case 'remove_obstacle':
      removeObstacle(draft, edit);
      break;
    case 'set_wall':
      setWall(draft, edit);
      break;
    case 'set_ceiling':
      setCeiling(draft, edit);
      break;
    case 'set_finish':
      setFinish(draft, edit);
      break;
    case 'set_handles':
      setHandles(draft, edit);
      break;
    case 'set_lighting':
      setLighting(draft, edit);
      break;
  }
}
