/**
 * Work that falls due by time (design section 6): read from state each time, so a restart re-arms it and what was
 * cancelled is simply not due any more.
 */
export interface ScheduledTask<Item> {
  readonly name: string;
  /** How often the state is asked when nothing wakes it, ms. */
  readonly everyMs: number;
  /** What is due, the most urgent first, `limit` at most. */
  due(now: Date, limit: number): Promise<readonly Item[]>;
  /** One item runs once at a time. */
  key(item: Item): string;
  /** Must be harmless where the item is done already: state may trail. Throws to be tried again later. */
  run(item: Item, signal: AbortSignal): Promise<void>;
}

export interface Scheduler {
  start(): void;
  /** Something fell due, perhaps. */
  wake(): void;
  /** Something will. */
  wakeAt(at: Date): void;
  /** Items that run now. */
  readonly running: number;
  /** Running items may end, none begins; at the deadline they are told to let go. True when all ended. */
  stop(deadlineMs?: number): Promise<boolean>;
}
