import fc from 'fast-check';
import { PositionWaiters } from './position-waiters.js';

describe('waiters for a position', () => {
  it('exactly those go on whose position is reached, in whatever order they came and the position moved', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.bigInt(0n, 50n), { maxLength: 80 }),
      fc.array(fc.bigInt(0n, 50n), { maxLength: 10 }),
      async (positions, moves) => {
        const waiters = new PositionWaiters();
        const settled = new Set<number>();
        positions.forEach((position, at) => void waiters.wait(position, 60_000).then(() => settled.add(at)));
        let reached = -1n;
        for (const move of moves) {
          waiters.reached(move);
          if (move > reached) reached = move;
          await Promise.resolve();
          const due = positions.flatMap((position, at) => (position <= reached ? [at] : []));
          expect([...settled].sort((a, b) => a - b)).toEqual(due);
          expect(waiters.size).toBe(positions.length - due.length);
        }
        waiters.end();
      },
    );
    await fc.assert(property);
  });

  it('those who gave up cost nothing once they are many', async () => {
    const waiters = new PositionWaiters();
    const kept = waiters.wait(1n, 60_000);
    const lost = await Promise.all(Array.from({ length: 3_000 }, () => waiters.wait(9n, 1)));
    expect(lost.every((reached) => reached === false)).toBe(true);
    expect(waiters.size).toBe(1);
    waiters.reached(1n);
    expect(await kept).toBe(true);
  });
});
