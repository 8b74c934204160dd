import type { Finding, Order } from '#libs/furniture';
import type { Operation } from '../port.js';
import { editOf, type WireEdit } from './edits.js';
import { briefOf } from './plan.js';
import { Problems } from './problems.js';
import type { WireAction, WireAnswer, WireOf } from './schema.js';

/** A batch that the vocabulary allows, or why it is none: nothing of it is carried out then. */
type Decoded =
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  | { readonly kind: 'restore'; readonly turn: number }
  | { readonly kind: 'ask' }
  /** The check that the model holds against the wish; believed only if the checks found it (design section 11). */
  | { readonly kind: 'decline'; readonly code: string }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/** What a batch is read against. */
interface Ground {
  readonly order: Order | undefined;
  /** Turns that left an order, to go back to. */
  readonly turns: readonly number[];
}

/** Actions of one batch at most: more is no answer of a sane model. */
const ACTIONS_MOST = 60;

const isPlan = (action: WireAction): action is WireOf<'plan_kitchen'> => action.op === 'plan_kitchen';
const isAlone = (action: WireAction): action is WireOf<'restore' | 'ask' | 'decline'> =>
  action.op === 'restore' || action.op === 'ask' || action.op === 'decline';
const isEdit = (action: WireAction): action is WireEdit => !isPlan(action) && !isAlone(action);

/** A model's actions as the engine's operations: pure, all or nothing. */
export function decode({ actions }: Pick<WireAnswer, 'actions'>, { order, turns }: Ground): Decoded {
  const plans = actions.filter(isPlan);
  const [planned] = plans;
  const problems = new Problems({ order, ...(planned ? { planned: planned.walls.length } : {}) });
  if (actions.length === 0)
    problems.add('OP-EMPTY', 'actions', 'Нет ни одного действия.', 'ask, если действия не нужны');
  if (actions.length > ACTIONS_MOST)
    problems.add('OP-MIX', 'actions', `Действий ${actions.length}.`, `не больше ${ACTIONS_MOST}`);
  if (plans.length > 1) problems.add('OP-MIX', 'actions', 'План назван дважды.', 'один plan_kitchen');
  const alone = actions.find(isAlone);
  if (alone && actions.length > 1)
    problems.add('OP-MIX', 'actions', `${alone.op} стоит только в одиночку.`, 'либо он, либо правки');
  if (alone?.op === 'restore' && !turns.includes(alone.turn))
    problems.add(
      'OP-TURN',
      'actions[0].turn',
      `После хода ${alone.turn} заказа нет.`,
      `есть ${turns.join(', ') || 'ни одного'}`,
    );
  if (problems.found.length > 0) return { kind: 'refused', findings: problems.found };
  if (alone) return alone.op === 'restore' ? { kind: 'restore', turn: alone.turn } : declined(alone);
  const operations = actions.flatMap((action, i): Operation[] => {
    const path = `actions[${i}]`;
    if (isPlan(action)) return [{ op: 'plan_kitchen', brief: briefOf(action, problems, path) }];
    return isEdit(action) ? [editOf(action, order, problems, path)] : [];
  });
  return problems.found.length > 0 ? { kind: 'refused', findings: problems.found } : { kind: 'operations', operations };
}

const declined = (action: WireOf<'ask' | 'decline'>): Decoded =>
  action.op === 'ask' ? { kind: 'ask' } : { kind: 'decline', code: action.code };
