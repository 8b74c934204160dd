import type { OutcomeStatus } from '../events/conversation-events.js';

/** Coins of a request in words (spec.md, Limits, "Coin charging"). */
export const wordTurnCoins = 1;
/** Coins of a request with any number of images (the same table). */
export const imageTurnCoins = 8;

/**
 * What an ended turn costs, in coins (contract.md): an image turn its eight whenever the assistant answered, a turn in
 * words its one when it produced work. Stopped and failed turns have no status and cost nothing.
 */
export function coinsOf(status: OutcomeStatus | undefined, images: number): number {
  if (status === undefined || status === 'failed') return 0;
  if (images > 0) return imageTurnCoins;
  return status === 'built' || status === 'parsed' ? wordTurnCoins : 0;
}
