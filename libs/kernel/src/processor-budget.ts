/** The processor time that one piece of work may still take in worker threads, over all of its tasks, ms. */
export interface ProcessorBudget {
  leftMs: number;
}

/** A task took more than it may; what it was about is known to whoever asked for it. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';

  constructor(readonly resource: 'processor time' | 'memory') {
    super(`a task needs more ${resource} than it may have`);
  }
}
