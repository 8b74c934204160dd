/**
 * A read that many want at once is done once: whoever asks while one is under way shares the next, which begins after
 * they asked and so shows all that they may rely on. Two reads serve any number, where one each would make every one of
 * them slower, and on a long stream none would end in time.
 */
export class SingleFlightRead<Result> {
  private current: Promise<Result> | undefined;
  private next: Promise<Result> | undefined;

  constructor(private readonly read: () => Promise<Result>) {}

  get underWay(): boolean {
    return this.current !== undefined;
  }

  /** What a read gives that began now or later. */
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
    // Before anybody else who waits for it: they find it over.
    reading.then(over, over);
    return reading;
  }
}
