import { getHeapSpaceStatistics } from 'node:v8';

/** Tasks for the specs of the worker pool. */
export const tasks = {
  double: (value: number) => 2 * value,
  doubleLater: async (value: number) => 2 * value,
  refuse: (message: string): never => {
    throw new RangeError(message);
  },
  /** Computes for so long, ms of processor time. */
  compute(ms: number): string {
    for (const end = processorMs() + ms; processorMs() < end; );
    return `computed ${ms} ms`;
  },
  fillMemory(): number {
    const kept: number[][] = [];
    for (;;) kept.push(new Array(1_000_000).fill(kept.length));
  },
  /** The young heap, MB, after so much that lived a while, MB: V8 makes it larger as long as much survives. */
  youngHeapAfter(mb: number): number {
    const kept: number[][] = [];
    for (let made = 0; made < mb * 128; made += 1) kept[made % 2_048] = new Array(1_024).fill(made);
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    return (young?.space_size ?? Number.NaN) / 1024 ** 2;
  },
};

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
