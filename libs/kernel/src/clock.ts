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
