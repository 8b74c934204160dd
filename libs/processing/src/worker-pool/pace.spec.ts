import { Pace } from './pace.js';

/** How many tasks of `taskMs` an owner without end of work begins within `forMs`, on one thread, while another comes by. */
function begun(
  pace: Pace,
  { taskMs, forMs, otherEveryMs }: { taskMs: number; forMs: number; otherEveryMs: number },
): number {
  let count = 0;
  let otherAt = 0;
  for (let now = 0; now < forMs; ) {
    if (now >= otherAt) {
      pace.began('modest', now);
      pace.ended('modest', 0, now);
      otherAt = now + otherEveryMs;
    }
    const wait = pace.waitMs('flooder', now);
    if (wait > 0) {
      now += Math.min(wait, otherEveryMs);
      continue;
    }
    pace.began('flooder', now);
    now += taskMs;
    pace.ended('flooder', taskMs, now);
    count += 1;
  }
  return count;
}

describe('the pace of an owner', () => {
  it('is its own while nobody else has work', () => {
    const alone = { taskMs: 20, forMs: 10_000, otherEveryMs: Number.POSITIVE_INFINITY };
    // The other comes once, at the beginning.
    expect(begun(new Pace(2), alone)).toBeGreaterThan(440);
  });

  it('leaves the processors that the service needs while others have work, and is free of it where there are many', () => {
    const shared = { taskMs: 20, forMs: 10_000, otherEveryMs: 100 };
    // A quarter of one processor, and 250 ms ahead of it.
    expect(begun(new Pace(2), shared)).toBeGreaterThan(120);
    expect(begun(new Pace(2), shared)).toBeLessThan(145);
    expect(begun(new Pace(3), shared)).toBe(500);
  });

  it('lets a few tasks begin at once, and makes nobody wait for long', () => {
    const pace = new Pace(2);
    pace.began('a', 0);
    pace.began('b', 0);
    pace.ended('b', 20, 20);
    expect(pace.waitMs('b', 20)).toBe(0);
    pace.ended('b', 60_000, 60_020);
    pace.began('a', 60_020);
    pace.began('b', 60_020);
    pace.ended('b', 60_000, 60_030);
    expect(pace.waitMs('b', 60_030)).toBe(1_000);
    expect(pace.waitMs('a', 60_030)).toBe(0);
    expect(pace.waitMs('b', 61_020)).toBe(0);
  });
});
