import * as fc from 'fast-check';
import { FairQueue } from './fair-queue.js';

function queueOf(places: number, waiting: Readonly<Record<string, number>>, kept = 0) {
  const queue = new FairQueue<number>(places, kept);
  for (const [owner, count] of Object.entries(waiting))
    for (let i = 0; i < count; i += 1) queue.add(owner, `${owner}${i}`, i);
  /** Takes all that it gives, the keys in order. */
  const drain = () => {
    const keys: string[] = [];
    for (let taken = queue.take(); taken; taken = queue.take()) keys.push(taken.key);
    return keys;
  };
  return { queue, drain };
}
const ofOwner = (keys: readonly string[], owner: string) => keys.filter((key) => key.startsWith(owner)).length;

describe('a fair queue', () => {
  it('serves owners in turn, each with its oldest first', () => {
    const { drain } = queueOf(40, { a: 5, b: 2, c: 1 });
    expect(drain()).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it.each([
    [1, 0, 1],
    [2, 0, 2],
    [4, 0, 3],
    [64, 0, 48],
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 2],
  ])('of %i places, %i of them kept for others, one owner alone takes %i', (places, kept, most) => {
    expect(queueOf(places, { a: 1_000 }, kept).drain()).toHaveLength(most);
  });

  it('has a place for whoever comes while others hold theirs for long', () => {
    const { queue, drain } = queueOf(64, { a: 1_000 });
    drain();
    const taken = ['b', 'c', 'd'].map((owner) => {
      for (let i = 0; i < 1_000; i += 1) queue.add(owner, `${owner}${i}`, i);
      return ofOwner(drain(), owner);
    });
    expect(taken).toEqual([12, 3, 1]);
  });

  it('gives owners that are all busy equal shares', () => {
    const keys = queueOf(64, { a: 500, b: 500, c: 500 }).drain();
    const shares = ['a', 'b', 'c'].map((owner) => ofOwner(keys, owner));
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });

  it('gives a place that was released to somebody who waits', () => {
    const { queue, drain } = queueOf(2, { a: 3 }, 1);
    expect(drain()).toEqual(['a0']);
    queue.release({ owner: 'a' });
    expect(drain()).toEqual(['a1']);
    expect(() => queue.release({ owner: 'b' })).toThrow('b holds no place');
  });

  it('forgets what is deleted, and knows an item by its key', () => {
    const { queue, drain } = queueOf(10, { a: 3 });
    queue.add('a', 'a1', 99);
    expect([queue.size, queue.sizeOf('a'), queue.has('a1')]).toEqual([3, 3, true]);
    expect([queue.delete('a1'), queue.delete('a1')]).toEqual([true, false]);
    expect(drain()).toEqual(['a0', 'a2']);
    expect([queue.size, queue.sizeOf('a')]).toEqual([0, 0]);
  });

  it('passes over whom it is told to, who keeps the turn', () => {
    const { queue } = queueOf(40, { a: 2, b: 2 });
    const taken = [queue.take((owner) => owner !== 'a'), queue.take((owner) => owner !== 'a'), queue.take()];
    expect(taken.map((one) => one?.key)).toEqual(['b0', 'b1', 'a0']);
    expect(queue.take(() => false)).toBeUndefined();
    expect([...queue.owners()]).toEqual(['a']);
  });

  it('never exceeds its places, and never lets one owner have all of several', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), owner: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ do: fc.constant('take' as const) }),
      fc.record({ do: fc.constant('release' as const) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 200 }), (places, steps) => {
        const queue = new FairQueue<number>(places, 1);
        const held: { owner: string }[] = [];
        for (const [number, one] of steps.entries()) {
          if (one.do === 'add') queue.add(one.owner, String(number), number);
          const taken = one.do === 'take' ? queue.take() : undefined;
          if (taken) held.push(taken);
          const released = one.do === 'release' ? held.shift() : undefined;
          if (released) queue.release(released);
          expect(held.length).toBeLessThanOrEqual(places);
          if (taken && places > 1 && held.every(({ owner }) => owner === taken.owner))
            expect(held.length).toBeLessThan(places);
        }
      }),
    );
  });
});
