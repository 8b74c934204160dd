import { accountFor, answerTo } from '../src/offline.js';
import type { TurnComputing } from '../src/port.js';
import { applyChange } from '../src/turn/apply.js';

/** Computes in this thread and without a budget: for specs and benchmarks of what is computed. */
export const direct: TurnComputing = {
  understand: async (request) => answerTo(request),
  account: async (request) => accountFor(request),
  apply: async (change) => applyChange(change),
};
