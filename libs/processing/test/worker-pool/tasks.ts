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
};

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
