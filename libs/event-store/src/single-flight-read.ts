/**
 * Concurrent requests for the same read share it: a request that comes while one is under way waits for the next, which
 * begins after it and so shows everything that was there when it came. One read each would slow down all of them, and on
 * a long stream none would end in time.
 */
export class SingleFlightRead<Result> {
  private current: Promise<Result> | undefined;
  private next: Promise<Result> | undefined;

  constructor(private readonly read: () => Promise<Result>) {}

  get underWay(): boolean {
    return this.current !== undefined;
  }

  /** The result of a read that begins now or later. */
  fresh(): Promise<Result> {
    if (!this.current) return this.begin();
    if (!this.next) {
      const behind = () => {
        this.next = undefined;
        return this.current ?? this.begin();
      };
      this.next = this.current.then(behind, behind);
    }
    return this.next;
  }

  private begin(): Promise<Result> {
    const reading = this.read();
    this.current = reading;
    const over = () => {
      this.current = undefined;
    };
    // Attached first, so that whoever waits for it finds `underWay` false.
    reading.then(over, over);
    return reading;
  }
}
