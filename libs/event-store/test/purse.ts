import { Problem } from '#libs/kernel';
import type { Decider, DomainEvent } from '../src/decider.js';

/** A purse that is never overspent: the smallest aggregate with a rule, for specs of the machinery. */
export type PurseEvent =
  | DomainEvent<'Filled', { coins: number }>
  | DomainEvent<'Spent', { coins: number; key?: string }>;
export type PurseCommand =
  | { kind: 'fill'; coins: number }
  | { kind: 'spend'; coins: number; key?: string; id?: string }
  | { kind: 'break' };

export interface Purse {
  readonly coins: number;
  readonly keys: readonly string[];
}

export const purse: Decider<Purse, PurseCommand, PurseEvent> = {
  initial: { coins: 0, keys: [] },
  decide(command, state) {
    switch (command.kind) {
      case 'fill':
        return [{ type: 'Filled', data: { coins: command.coins } }];
      case 'spend': {
        const { coins, key, id } = command;
        if (key !== undefined && state.keys.includes(key)) return [];
        if (coins > state.coins) throw new Problem('quota_exceeded', `${state.coins} coins left, ${coins} asked for`);
        return [{ type: 'Spent', data: { coins, key }, id }];
      }
      case 'break':
        throw new TypeError('a defect');
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'Filled':
        return { ...state, coins: state.coins + event.data.coins };
      case 'Spent': {
        const { coins, key } = event.data;
        return { coins: state.coins - coins, keys: key === undefined ? state.keys : [...state.keys, key] };
      }
    }
  },
};
