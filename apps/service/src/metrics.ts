import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '#libs/kernel';
import { nameOfLabel, type ReadModelStore } from '#libs/read-models';
import { type Backlog, backlogOf } from './backlog.js';

/** What operators watch (docs/operations.md). */
export interface Metrics {
  readonly registry: Registry;
  /** Opens `/metrics` beyond loopback, as a bearer token. */
  readonly token: string | undefined;
  requestEnded(route: string, method: string, status: number, seconds: number): void;
}

export const METRICS = Symbol('Metrics');

/** What the gauges are asked from at each scrape. */
export interface Watched {
  readonly readModels: Pick<ReadModelStore, 'find' | 'parked'>;
  readonly clock: Clock;
  projections(): Promise<readonly { readonly name: string; readonly lag: number; readonly parked: number }[]>;
  runningTurns(): number;
  /** Names of the singleton jobs that this node does. */
  jobs(): readonly string[];
  /** Nodes that this one sees alive, itself too. */
  nodes(): number;
  /** Whether this node's clock is trusted. */
  clockSettled(): boolean;
}

interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export function createMetrics(watched: Watched, token: string | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'garnitur_http_request_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const defects = new Counter({ name: 'garnitur_http_defects_total', help: 'Answers with a 5xx status', registers });
  addProcessingGauges(registry, watched);
  addAgeGauges(registry, watched);
  return {
    registry,
    token,
    requestEnded(route, method, status, seconds) {
      requests.observe({ route, method, status }, seconds);
      if (status >= 500) defects.inc();
    },
  };
}

function addProcessingGauges(registry: Registry, { readModels, ...watched }: Watched): void {
  addGauge(
    registry,
    { name: 'garnitur_projection_lag_events', help: 'Positions that a read model stands behind the store' },
    async () => (await watched.projections()).map(({ name, lag }) => ({ value: lag, labels: { projection: name } })),
    'projection',
  );
  addGauge(
    registry,
    { name: 'garnitur_projection_parked', help: 'Events that a read model could not take' },
    async () =>
      (await watched.projections()).map(({ name, parked }) => ({ value: parked, labels: { projection: name } })),
    'projection',
  );
  addGauge(registry, { name: 'garnitur_turns_running', help: 'Turns that this node runs' }, () => [
    { value: watched.runningTurns() },
  ]);
  addGauge(
    registry,
    { name: 'garnitur_job_held', help: 'Singleton jobs that this node does; over all nodes each is to be 1' },
    () => watched.jobs().map((job) => ({ value: 1, labels: { job } })),
    'job',
  );
  addGauge(registry, { name: 'garnitur_nodes_alive', help: 'Nodes that this one sees alive, itself too' }, () => [
    { value: watched.nodes() },
  ]);
  addGauge(
    registry,
    {
      name: 'garnitur_clock_unsettled',
      help: '1 while the clock of this node has jumped: nothing expires or is erased',
    },
    () => [{ value: watched.clockSettled() ? 0 : 1 }],
  );
  addGauge(
    registry,
    { name: 'garnitur_sagas_parked', help: 'Events that a saga could not handle: coins unsettled, webhooks unsent' },
    async () => {
      const parked = await readModels.parked();
      return [{ value: parked.filter(({ name }) => nameOfLabel(name) === name).length }];
    },
  );
}

function addAgeGauges(registry: Registry, { readModels, clock }: Watched): void {
  const age = async (backlog: Backlog) => [{ value: (await backlogOf(readModels, clock, backlog, 1)).oldestSeconds }];
  addGauge(
    registry,
    { name: 'garnitur_turn_oldest_queued_seconds', help: 'For how long the oldest queued turn has waited' },
    () => age('turns'),
  );
  addGauge(
    registry,
    { name: 'garnitur_webhook_oldest_due_seconds', help: 'For how long the oldest due webhook attempt has waited' },
    () => age('webhooks'),
  );
}

/** Asked at each scrape. A gauge that cannot be told is left out, and the others are there. */
function addGauge(
  registry: Registry,
  { name, help }: { readonly name: string; readonly help: string },
  samples: () => readonly Sample[] | Promise<readonly Sample[]>,
  ...labelNames: string[]
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      try {
        for (const { value, labels = {} } of await samples()) this.set(labels, value);
      } catch {
        // A reset gauge without labels stands at 0, which would be a lie.
        if (labelNames.length === 0) this.remove();
      }
    },
  });
}
