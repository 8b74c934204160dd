/** One line of a benchmark: a figure, and where there is a yardstick of the same run, the ratio to it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: { readonly name: string; readonly value: number };
  /** value / yardstick. */
  readonly ratio?: number;
  /** What the figure should be; absent where it is only told. */
  readonly target?: { readonly of: 'value' | 'ratio'; readonly atLeast?: number; readonly atMost?: number };
}

export interface BenchOptions {
  /** A folder of a real disk; emptied afterwards. */
  readonly dir: string;
  /** Also the sizes that take long: 5·10⁶ and 10⁷ events. */
  readonly large: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Whether a figure is what it should be; undefined without a target. */
export function meets({ value, ratio, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  const measured = target.of === 'ratio' ? (ratio ?? Number.NaN) : value;
  return (
    measured >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && measured <= (target.atMost ?? Number.POSITIVE_INFINITY)
  );
}
