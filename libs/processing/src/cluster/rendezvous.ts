import { hash } from 'node:crypto';

/**
 * Rendezvous hashing: every node comes to the same answer by itself, and a node that comes or goes changes only what it
 * gains or had. Undefined when there is nobody.
 */
export function preferredOf(key: string, nodeIds: readonly string[]): string | undefined {
  let best: { readonly id: string; readonly weight: string } | undefined;
  for (const id of nodeIds) {
    const weight = hash('sha256', `${key}\0${id}`, 'hex');
    if (!best || weight > best.weight) best = { id, weight };
  }
  return best?.id;
}
