import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '#libs/kernel';

/** Time as it passes in one story that is told: each has its own. */
export class StoryClock implements Clock {
  private readonly cursor = new AsyncLocalStorage<{ ms: number }>();

  /** @param startMs what it is outside of all stories, ms since 1970. */
  constructor(private readonly startMs: number) {}

  now(): Date {
    return new Date(this.monotonicMs());
  }

  monotonicMs(): number {
    return this.cursor.getStore()?.ms ?? this.startMs;
  }

  /** Runs a story that begins at the time. */
  tell<Result>(fromMs: number, story: () => Promise<Result>): Promise<Result> {
    return this.cursor.run({ ms: fromMs }, story);
  }

  /** Lets time pass in the story that is being told. */
  pass(ms: number): void {
    const cursor = this.cursor.getStore();
    if (cursor) cursor.ms += Math.round(ms);
  }
}
