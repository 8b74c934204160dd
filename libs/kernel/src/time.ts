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
  /** Aborted with a `TimeoutError` when the time is over. */
  readonly signal: AbortSignal;
  /** What it bounds has ended: `AbortSignal.timeout` would keep its timer, and all that listens, for the rest of the time. */
  clear(): void;
}

export function deadlineIn(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), ms).unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
