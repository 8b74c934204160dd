import type { OutcomeStatus } from '../events/conversation-events.js';
import { coinsOf } from './charging.js';

/** spec.md, Limits, "Coin charging"; contract.md, "Image turns". */
const TABLE: readonly [OutcomeStatus | undefined, number, number][] = [
  ['built', 1, 8],
  ['parsed', 1, 8],
  ['question', 0, 8],
  ['rejected', 0, 8],
  ['failed', 0, 0],
  [undefined, 0, 0],
];

describe('coin charging', () => {
  it.each(TABLE)('%s costs %i coins in words and %i with images', (status, words, images) => {
    expect(coinsOf(status, 0)).toBe(words);
    expect(coinsOf(status, 1)).toBe(images);
    expect(coinsOf(status, 2)).toBe(images);
  });
});
