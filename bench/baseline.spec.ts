import { type Baseline, compare, rebased } from './baseline.js';
import type { Figure } from './figure.js';

const rate = (ratio: number, name = 'appends'): Figure => ({ name, value: 1, unit: '/s', ratio });
const time = (ratio: number, name = 'start'): Figure => ({ name, value: 1, unit: 'ms', ratio });
const baseline: Baseline = {
  stores: { appends: { ratio: 0.5, better: 'higher', tolerance: 0.2 } },
  starts: { start: { ratio: 1.1, better: 'lower', tolerance: 0.1 } },
};

describe('a run beside the baseline', () => {
  it('is worse where a ratio goes beyond its tolerance, in its own direction', () => {
    expect(compare(baseline, { stores: [rate(0.41)], starts: [time(1.2)] })).toMatchObject({ worse: [], compared: 2 });
    const { worse } = compare(baseline, { stores: [rate(0.39)], starts: [time(1.22)] });
    expect(worse.map(({ name }) => name)).toEqual(['appends', 'start']);
    expect(worse[0]).toEqual({ suite: 'stores', name: 'appends', ratio: 0.39, was: 0.5, limit: 0.4 });
  });

  it('is not worse for being better, or for suites that were not run', () => {
    expect(compare(baseline, { stores: [rate(5)] })).toEqual({ worse: [], unmatched: [], compared: 1 });
    expect(compare(baseline, { starts: [time(0.1)] })).toEqual({ worse: [], unmatched: [], compared: 1 });
  });

  it('is worse where its ratio is no number', () => {
    expect(compare(baseline, { stores: [rate(Number.NaN)] }).worse).toHaveLength(1);
  });

  it('names rows that one side alone knows, and leaves absolute figures alone', () => {
    const absolute: Figure = { name: 'rate', value: 9, unit: '/s' };
    const found = compare(baseline, { stores: [rate(0.1, 'loads'), absolute] });
    const unmatched = ['stores, loads: not in the baseline', 'stores, appends: not measured'];
    expect(found).toEqual({ worse: [], unmatched, compared: 0 });
  });
});

describe('a new baseline', () => {
  it('replaces the suites that were run, and keeps tolerances and the other suites', () => {
    const made = rebased(baseline, { stores: [rate(0.61234), rate(0.2, 'loads'), { ...rate(1, 'x'), ratio: 2 }] });
    expect(made).toEqual({
      ...baseline,
      stores: {
        appends: { ratio: 0.612, better: 'higher', tolerance: 0.2 },
        loads: { ratio: 0.2, better: 'higher', tolerance: 0.25 },
        x: { ratio: 2, better: 'higher', tolerance: 0.25 },
      },
    });
  });

  it('keeps a row, or has none, where the new ratio is no number', () => {
    const made = rebased(baseline, { stores: [rate(Number.NaN), rate(Number.POSITIVE_INFINITY, 'loads')] });
    expect(made).toEqual(baseline);
  });

  it("knows which way is better by the row's target, else by its unit", () => {
    const bounded = { ...rate(1.4, 'growth'), target: { of: 'ratio', atMost: 2 } } as const;
    const { rows } = rebased({}, { rows: [bounded, time(1)] });
    expect(rows?.growth?.better).toBe('lower');
    expect(rows?.start?.better).toBe('lower');
  });
});
