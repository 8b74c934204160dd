/** Where time comes from (design rule 8). Tests bring their own. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only grow; for durations and lease observation, never for stamps. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

/** Injection token of the clock. */
export const CLOCK = Symbol('Clock');

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration as contract.md writes it (`250ms`, `10s`, `4m`, `2h`, `30d`) into ms; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return undefined;
  const unit = match[2];
  if (unit !== 'ms' && unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') return undefined;
  return Number(match[1]) * UNITS[unit];
}

/** A time limit, in ms from now. */
export interface Deadline {
  /** Aborted with a `TimeoutError` when the time is over, or with the outer signal's reason. */
  readonly signal: AbortSignal;
  /** What it bounds has ended: `AbortSignal.timeout` would keep its timer, and all that listens, for the rest of the time. */
  clear(): void;
}

/** @param outer ends it too: `AbortSignal.any` of both takes several times as long, for its weak references. */
export function deadlineIn(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), ms).unref();
  const outerOver = () => controller.abort(outer?.reason);
  if (outer?.aborted) outerOver();
  else outer?.addEventListener('abort', outerOver, { once: true });
  const clear = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', outerOver);
  };
  return { signal: controller.signal, clear };
}

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
