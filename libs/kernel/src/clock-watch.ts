/** Wall time may differ from what monotonic time lets expect by so much, ms: corrections by NTP are far smaller. */
const MAX_DIFFERENCE_MS = 60_000;

/** Readings of both clocks at one moment, ms. */
export interface Reading {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/**
 * Tells a jump of wall time, forwards or backwards, by monotonic time; that a machine was suspended looks the same. After
 * a jump the clock is unsettled until it is back where it was expected, or has gone on steadily for `settleMs`.
 */
export class ClockWatch {
  /** Wall minus monotonic time, between what it is trusted to be. */
  private trusted: readonly [fromMs: number, toMs: number];
  private unsettled: { offsetMs: number; sinceMs: number } | undefined;

  /**
   * @param lastMs wall time that was surely reached before, such as that of the newest event. There is no telling a clock
   * that is ahead at the start from a service that was off: past `settleMs` after it the clock starts unsettled.
   */
  constructor(
    private readonly settleMs: number,
    { wallMs, monotonicMs }: Reading,
    lastMs = wallMs,
  ) {
    this.trusted = [
      lastMs - MAX_DIFFERENCE_MS - monotonicMs,
      lastMs + Math.max(settleMs, MAX_DIFFERENCE_MS) - monotonicMs,
    ];
    this.isSettled({ wallMs, monotonicMs });
  }

  /** Small differences are followed, so that a clock which is slowly corrected stays settled. */
  isSettled({ wallMs, monotonicMs }: Reading): boolean {
    const offsetMs = wallMs - monotonicMs;
    const [fromMs, toMs] = this.trusted;
    if (offsetMs >= fromMs && offsetMs <= toMs) return this.settle(offsetMs);
    const { unsettled } = this;
    if (!unsettled || Math.abs(offsetMs - unsettled.offsetMs) > MAX_DIFFERENCE_MS)
      this.unsettled = { offsetMs, sinceMs: monotonicMs };
    else if (monotonicMs - unsettled.sinceMs >= this.settleMs) return this.settle(offsetMs);
    return false;
  }

  private settle(offsetMs: number): true {
    this.trusted = [offsetMs - MAX_DIFFERENCE_MS, offsetMs + MAX_DIFFERENCE_MS];
    this.unsettled = undefined;
    return true;
  }
}
