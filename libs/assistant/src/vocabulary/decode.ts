import type { Finding, Order } from '#libs/furniture';
import type { Operation } from '../port.js';
import { editOf, type WireEdit } from './edits.js';
import { briefOf } from './plan.js';
import { Problems } from './problems.js';
import type { WireAction, WireAnswer, WireOf } from './schema.js';

/** A valid batch, or the findings why it is not; an invalid batch is not applied in part. */
type Decoded =
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  | { readonly kind: 'restore'; readonly turn: number }
  | { readonly kind: 'ask' }
  /** Code of the finding that the model declines with; accepted only if the checks reported it (design, section 11). */
  | { readonly kind: 'decline'; readonly code: string }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

interface DecodeContext {
  readonly order: Order | undefined;
  /** Turns with an order that can be restored. */
  readonly turns: readonly number[];
}

/** Longer batches are refused. */
const MAX_ACTIONS = 60;

const isPlan = (action: WireAction): action is WireOf<'plan_kitchen'> => action.op === 'plan_kitchen';
const isSingle = (action: WireAction): action is WireOf<'restore' | 'ask' | 'decline'> =>
  action.op === 'restore' || action.op === 'ask' || action.op === 'decline';
const isEdit = (action: WireAction): action is WireEdit => !isPlan(action) && !isSingle(action);

/** Decodes a model's actions into the engine's operations. Pure, all or nothing. */
export function decode({ actions }: Pick<WireAnswer, 'actions'>, { order, turns }: DecodeContext): Decoded {
  const plans = actions.filter(isPlan);
  const [planned] = plans;
  const problems = new Problems({ order, planned: planned?.walls.length });
  if (actions.length === 0)
    problems.add('OP-EMPTY', 'actions', 'Нет ни одного действия.', 'ask, если действия не нужны');
  if (actions.length > MAX_ACTIONS)
    problems.add('OP-MIX', 'actions', `Действий ${actions.length}.`, `не больше ${MAX_ACTIONS}`);
  if (plans.length > 1) problems.add('OP-MIX', 'actions', 'План назван дважды.', 'один plan_kitchen');
  const alone = actions.find(isSingle);
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
