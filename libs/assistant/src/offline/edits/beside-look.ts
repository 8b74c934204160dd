import type { Order } from '#libs/furniture';
import { has, is, type Token } from '../text/token.js';
import { readAdd } from './add.js';
import type { Reading } from './reading.js';
import { NAMES } from './refer.js';
import { readTier } from './settings.js';

/** «добавь бутылочницу и подсветку»: the thing beside the look. */
export function withThing(look: Reading, order: Order, clause: readonly Token[], wall: string | undefined): Reading {
  const things = clause.filter(
    (token) => !token.finish && !is(token, 'light', 'handle', 'gola', 'push', 'bar', 'grip'),
  );
  const added =
    has(clause, 'add', 'put') && things.some((token) => is(token, ...NAMES)) ? readAdd(order, things, wall) : undefined;
  if (!added || 'ask' in added || 'ask' in look) return look;
  return { edits: [...added.edits, ...look.edits], told: `${added.told} ${look.told}` };
}

/** «верхние до потолка и белые»: the tier beside the look. */
export function withTier(look: Reading, order: Order, clause: readonly Token[], wall: string | undefined): Reading {
  const tier = has(clause, 'no', 'remove') && !has(clause, 'make') ? undefined : readTier(order, clause, wall);
  if (!tier || 'ask' in tier || 'ask' in look) return look;
  return { edits: [...tier.edits, ...look.edits], told: `${tier.told} ${look.told}` };
}
