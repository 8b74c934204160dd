import type { TurnComputing } from '#libs/assistant';
import { direct } from '../../libs/assistant/test/computing.js';

/**
 * What the assistant's rules and the engine compute, each once for the same words and orders: a hundred thousand
 * conversations are made of some dozens of kitchens, whose orders differ by their names alone.
 */
export function rememberedComputing(): TurnComputing {
  const apply = once(direct.apply);
  return {
    understand: once(direct.understand),
    account: once(direct.account),
    apply: async (change, signal) => {
      const applied = await apply(change, signal);
      const id = change.kind === 'operations' ? change.orderId : change.then.id;
      return applied.ok ? { ...applied, order: { ...applied.order, id } } : applied;
    },
  };
}

function once<Input, Output>(compute: (input: Input, signal: AbortSignal) => Promise<Output>): typeof compute {
  const known = new Map<string, Promise<Output>>();
  return (input, signal) => {
    const key = JSON.stringify(input).replace(/"lead-[^"]*"/g, '"lead"');
    const found = known.get(key) ?? compute(input, signal);
    known.set(key, found);
    return found;
  };
}
