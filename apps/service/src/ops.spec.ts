import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Registry } from 'prom-client';
import { systemClock } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { createMetrics } from './metrics.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { groups } = load(fileOf('ops/alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels }: Dashboard = JSON.parse(fileOf('ops/dashboard.json'));
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

/** Labels that Prometheus itself adds to what it scrapes, and those of a histogram's buckets. */
const LABELS_OF_PROMETHEUS = ['instance', 'le'];

/** Names of metrics in an expression, without what a histogram's series add to theirs. */
const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:garnitur|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));

const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim())),
  ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  ),
];

/** The dashboard and the alert rules of ops/, against the metrics that a node has. */
describe('what operators are given', () => {
  const readModels = SqliteReadModels.open(':memory:');
  let registry: Registry;
  const labels = new Set(LABELS_OF_PROMETHEUS);
  beforeAll(() => {
    const nothing = { projections: async () => [], runningTurns: () => 0, jobs: () => [], nodes: () => 0 };
    registry = createMetrics(
      { ...nothing, readModels, clock: systemClock, clockSettled: () => true },
      undefined,
    ).registry;
    for (const metric of registry.getMetricsAsArray())
      for (const label of 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [])
        labels.add(String(label));
  });
  afterAll(() => readModels.close());

  it.each(expressions)('$where asks for metrics and labels that there are', ({ expr }) => {
    const known = registry.getMetricsAsArray().map(({ name }) => name);
    expect(metricsIn(expr).length).toBeGreaterThan(0);
    expect(metricsIn(expr).filter((name) => !known.includes(name))).toEqual([]);
    expect(labelsIn(expr).filter((label) => !labels.has(label))).toEqual([]);
  });

  it('there is an alert for each metric that should wake somebody, with what to do', () => {
    const page = fileOf('docs/operations.md');
    const section = page.slice(page.indexOf('## What should wake somebody'));
    const told = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);
    expect(told.length).toBeGreaterThan(8);
    expect(new Set(rules.flatMap(({ expr }) => metricsIn(expr)))).toEqual(new Set(told));
    for (const { annotations } of rules)
      expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) });
  });

  it('no panel lies upon another', () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, taken.has(`${x} ${y}`)]).toEqual([title, false]);
          taken.add(`${x} ${y}`);
        }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
