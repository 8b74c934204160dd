import { type Figure, median } from '../figure.js';

/** Something of one size: a log, a stream, an account. */
export interface Sized<Of> {
  readonly size: string;
  readonly of: Of;
}

const ROUNDS = 7;
/** Of each size in a round. */
const CALLS = 60;
const WARM_CALLS = 20;

/**
 * The same call on each size, in turns, so that what else the machine does meets all alike: median times, each beside the
 * smallest's, which they should not exceed by more than a fifth.
 */
export async function compareSizes<Of>(
  name: string,
  sizes: readonly Sized<Of>[],
  call: (of: Of, number: number) => Promise<unknown>,
): Promise<Figure[]> {
  const rounds: number[][] = [];
  let number = 0;
  const timeOf = async ({ of }: Sized<Of>, calls: number) => {
    const times: number[] = [];
    for (let n = 0; n < calls; n += 1) times.push(await timed(() => call(of, number++)));
    return median(times);
  };
  for (const one of sizes) await timeOf(one, WARM_CALLS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: number[] = [];
    for (const one of sizes) times.push(await timeOf(one, CALLS));
    rounds.push(times);
  }
  const [smallest] = sizes;
  return sizes.map(({ size }, index): Figure => {
    const of = (at: number) => Math.round(median(rounds.map((times) => times[at] ?? Number.NaN)) * 1_000);
    const figure = { name: `${name} ${size}`, value: of(index), unit: 'µs' };
    if (index === 0) return figure;
    return {
      ...figure,
      yardstick: { name: `${smallest?.size}`, value: of(0) },
      ratio: median(rounds.map(([first = Number.NaN, ...others]) => (others[index - 1] ?? Number.NaN) / first)),
      target: { of: 'ratio', atMost: 1.2 },
    };
  });
}

/** ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
