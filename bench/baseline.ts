import type { Figure } from './figure.js';

/** Ratios that later runs are held against: absolute figures are a machine's, ratios to a yardstick of the same run carry over. */
export interface Baseline {
  readonly [suite: string]: { readonly [name: string]: BaselineRow };
}

export interface BaselineRow {
  readonly ratio: number;
  readonly better: 'higher' | 'lower';
  /** Share by which the ratio may be worse. */
  readonly tolerance: number;
}

export type Results = Readonly<Record<string, readonly Figure[]>>;

export interface Worse {
  readonly suite: string;
  readonly name: string;
  readonly ratio: number;
  readonly was: number;
  readonly limit: number;
}

/** Of a row that nobody has given another: what two runs on a shared machine differ by. */
const TOLERANCE = 0.25;
const SMALLER_IS_BETTER = ['ms', 's', 'µs', 'MB', 'bytes', 'KB'];

/**
 * What of the results is worse than the baseline allows. Suites that were not run are not compared; of those that were,
 * rows that only one side knows are named, so that none drops out by a change of its name.
 */
export function compare(baseline: Baseline, results: Results) {
  const worse: Worse[] = [];
  const unmatched: string[] = [];
  let compared = 0;
  for (const [suite, figures] of Object.entries(results)) {
    const rows = new Map(Object.entries(baseline[suite] ?? {}));
    for (const { name, ratio } of figures.flatMap(withRatio)) {
      const row = rows.get(name);
      rows.delete(name);
      if (!row) {
        unmatched.push(`${suite}, ${name}: not in the baseline`);
        continue;
      }
      compared += 1;
      const limit = row.ratio * (row.better === 'higher' ? 1 - row.tolerance : 1 + row.tolerance);
      // A ratio that is no number passes no limit.
      const good = row.better === 'higher' ? ratio >= limit : ratio <= limit;
      if (!good) worse.push({ suite, name, ratio, was: row.ratio, limit });
    }
    for (const name of rows.keys()) unmatched.push(`${suite}, ${name}: not measured`);
  }
  return { worse, unmatched, compared };
}

/**
 * The baseline with the suites that were run as they are now; a row keeps the tolerance that it was given, and all of it
 * where its new ratio is no number: nothing would ever be worse than that.
 */
export function rebased(baseline: Baseline, results: Results): Baseline {
  const suites = Object.entries(results).map(([suite, figures]) => {
    const rows = figures.flatMap(withRatio).flatMap((figure): [string, BaselineRow][] => {
      const before = baseline[suite]?.[figure.name];
      if (!Number.isFinite(figure.ratio)) return before ? [[figure.name, before]] : [];
      const better = isBetterSmaller(figure) ? 'lower' : 'higher';
      const { tolerance = TOLERANCE } = before ?? {};
      return [[figure.name, { ratio: Number(figure.ratio.toPrecision(3)), better, tolerance }]];
    });
    return [suite, Object.fromEntries(rows)];
  });
  return { ...baseline, ...Object.fromEntries(suites) };
}

function withRatio(figure: Figure): (Figure & { readonly ratio: number })[] {
  return figure.ratio === undefined ? [] : [{ ...figure, ratio: figure.ratio }];
}

function isBetterSmaller({ unit, target }: Figure): boolean {
  return target?.of === 'ratio' ? target.atLeast === undefined : SMALLER_IS_BETTER.includes(unit);
}
