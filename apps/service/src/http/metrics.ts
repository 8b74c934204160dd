import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What operators watch (docs/operations.md). */
export interface Metrics {
  readonly registry: Registry;
  /** Opens `/metrics` beyond loopback, as a bearer token. */
  readonly token: string | undefined;
  requestEnded(route: string, method: string, status: number, seconds: number): void;
}

export const METRICS = Symbol('Metrics');

/** Gauges that are asked when somebody looks. */
export interface Watched {
  projections(): Promise<readonly { name: string; lag: number; parked: number }[]>;
  runningTurns(): number;
}

export function createMetrics(watched: Watched, token: string | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'garnitur_http_request_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  new Gauge({
    name: 'garnitur_projection_lag_events',
    help: 'Positions that a read model stands behind the store',
    labelNames: ['projection'],
    registers,
    async collect() {
      for (const { name, lag } of await watched.projections()) this.set({ projection: name }, lag);
    },
  });
  new Gauge({
    name: 'garnitur_projection_parked',
    help: 'Events that a read model could not take',
    labelNames: ['projection'],
    registers,
    async collect() {
      for (const { name, parked } of await watched.projections()) this.set({ projection: name }, parked);
    },
  });
  new Gauge({
    name: 'garnitur_turns_running',
    help: 'Turns that this node runs',
    registers,
    collect() {
      this.set(watched.runningTurns());
    },
  });
  const defects = new Counter({ name: 'garnitur_http_defects_total', help: 'Answers with a 5xx status', registers });
  return {
    registry,
    token,
    requestEnded(route, method, status, seconds) {
      requests.observe({ route, method, status }, seconds);
      if (status >= 500) defects.inc();
    },
  };
}
