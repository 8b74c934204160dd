import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { createMetrics, type Watched } from './metrics.js';

const ROOT = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/operations.md', ROOT), 'utf8');
const alarms = page.slice(page.indexOf('## What should wake somebody'));

function metricsOf(watched: Partial<Watched> & Pick<Watched, 'readModels'>) {
  const nothing = {
    projections: async () => [],
    runningTurns: () => 0,
    jobs: () => [],
    nodes: () => 0,
    clockSettled: () => true,
  };
  return createMetrics({ clock: systemClock, ...nothing, ...watched }, undefined).registry;
}

describe('metrics of a node', () => {
  const now = new Date('2026-01-02T03:04:35.000Z');

  it('tell what is parked, and for how long turns and webhooks have waited', async () => {
    const readModels = SqliteReadModels.open(':memory:');
    const registry = metricsOf({ readModels, clock: { ...systemClock, now: () => now } });
    expect(await registry.metrics()).toMatch(/^garnitur_sagas_parked 0$/m);
    const event = { key: 'k', position: 1n, event_id: 'e', event_type: 'TurnCompleted', error: 'no such ledger' };
    await readModels.park({ ...event, name: 'close-turn' });
    await readModels.park({ ...event, name: 'turns@1' });
    const at = (seconds: number) => new Date(now.getTime() - 1_000 * seconds).toISOString();
    const fill = async (name: string, documents: readonly object[]) => {
      const collection = { name, version: 1, build: 0 };
      await readModels.ensure(collection, []);
      const writes = documents.map((document, index) => ({ id: `${index}`, position: 1n, document }));
      await readModels.commit({ writes: [{ collection, writes }], checkpoints: [] });
      await readModels.serve(collection);
    };
    await fill('turns', [
      { state: 'done', queued_at: at(900) },
      { state: 'queued', queued_at: at(7) },
      { state: 'queued', queued_at: at(3) },
    ]);
    await fill('deliveries', [{ state: 'scheduled', due_at: at(-60) }, { state: 'delivered' }]);
    const told = await registry.metrics();
    expect(told).toMatch(/^garnitur_sagas_parked 1$/m);
    expect(told).toMatch(/^garnitur_nodes_alive 0$/m);
    expect(told).toMatch(/^garnitur_turn_oldest_queued_seconds 7$/m);
    expect(told).toMatch(/^garnitur_webhook_oldest_due_seconds 0$/m);
    await readModels.close();
  });

  it('are there without what a store does not tell', async () => {
    const readModels = SqliteReadModels.open(':memory:');
    await readModels.close();
    const registry = metricsOf({ readModels, projections: () => Promise.reject(new Error('out of reach')) });
    const told = await registry.metrics();
    expect(told).toMatch(/^garnitur_nodes_alive 0$/m);
    expect(told).not.toMatch(/^garnitur_sagas_parked \d/m);
    expect(told).not.toMatch(/^garnitur_projection_lag_events\{/m);
  });
});

describe('what should wake somebody (docs/operations.md)', () => {
  it('names every metric of ours, and no other', async () => {
    const readModels = SqliteReadModels.open(':memory:');
    const registry = metricsOf({ readModels });
    const ours = registry.getMetricsAsArray().map(({ name }) => name);
    const told = [...alarms.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(ours).toEqual(expect.arrayContaining(told));
    expect(told).toEqual(expect.arrayContaining(ours.filter((name) => name.startsWith('garnitur_'))));
    await readModels.close();
  });

  it('names log lines that are in the code', () => {
    const cwd = fileURLToPath(ROOT);
    const sources = globSync('{apps,libs}/**/*.ts', { cwd, exclude: ['**/*.spec.ts', '**/node_modules'] });
    const code = sources.map((path) => readFileSync(new URL(path, ROOT), 'utf8')).join('\n');
    const rows = [...alarms.slice(alarms.indexOf('| Line')).matchAll(/^\| (`[^|]+`) +\|/gm)];
    const lines = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !code.includes(`'${line}'`))).toEqual([]);
  });
});
