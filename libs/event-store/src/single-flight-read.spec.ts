import { SingleFlightRead } from './single-flight-read.js';

/** Reads that end when the spec lets them, each with its number. */
function given() {
  const ends: { resolve(number: number): void; reject(error: Error): void }[] = [];
  const shared = new SingleFlightRead(() => new Promise<number>((resolve, reject) => ends.push({ resolve, reject })));
  return { shared, ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a shared read', () => {
  it('serves all who ask while one is under way with the one that begins behind it', async () => {
    const { shared, ends } = given();
    const first = shared.fresh();
    const later = Array.from({ length: 50 }, () => shared.fresh());
    expect(ends).toHaveLength(1);
    ends[0]?.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve(2);
    expect(await Promise.all(later)).toEqual(Array(50).fill(2));
    expect(shared.underWay).toBe(false);
  });

  it('never shows somebody what was read before they asked', async () => {
    const { shared, ends } = given();
    const first = shared.fresh();
    const second = shared.fresh();
    ends[0]?.resolve(1);
    await first;
    await settled();
    const third = shared.fresh();
    ends[1]?.resolve(2);
    expect(await second).toBe(2);
    await settled();
    ends[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('fails those who waited for the read that failed, and no others', async () => {
    const { shared, ends } = given();
    const first = shared.fresh();
    const second = shared.fresh();
    ends[0]?.reject(new Error('broke'));
    await expect(first).rejects.toThrow('broke');
    await settled();
    ends[1]?.resolve(2);
    expect(await second).toBe(2);
  });
});
