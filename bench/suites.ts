import type { BenchOptions, Figure } from './figure.js';

export interface Suite {
  run(options: BenchOptions): Promise<Figure[]>;
  /** Run only where `--only` names it: it takes minutes, installs other people's packages, or needs servers. */
  readonly asked?: true;
}

/** What `--only` picks from, in the order of docs/benchmarks.md. Modules are loaded with their suite. */
export const SUITES = {
  appends: { run: async ({ dir }) => (await import('./stores/appends.js')).run(dir) },
  projections: {
    run: async ({ dir }) => [
      ...(await (await import('./stores/projections.js')).run(dir)),
      ...(await (await import('./stores/service-projections.js')).run(dir)),
    ],
  },
  growth: {
    run: async (options) => [
      ...(await (await import('./stores/growth.js')).run(options)),
      ...(await (await import('./stores/account.js')).run(options.dir)),
    ],
  },
  http: { run: async ({ dir }) => (await import('./service/http.js')).run(dir) },
  reads: { run: async ({ dir }) => (await import('./service/reads.js')).run(dir) },
  conversations: { run: async ({ dir }) => (await import('./service/conversations.js')).run(dir) },
  webhooks: { run: async ({ dir }) => (await import('./service/webhooks/webhooks.js')).run(dir) },
  starts: { run: async (options) => (await import('./service/starts.js')).run(options) },
  memory: { run: async ({ dir }) => (await import('./service/memory.js')).run(dir) },
  furniture: { run: async () => (await import('./furniture.js')).run() },
  assistant: { run: async () => (await import('./assistant.js')).run() },
  load: { asked: true, run: async ({ dir }) => (await import('./service/load.js')).run(dir) },
  peers: { asked: true, run: async ({ dir }) => (await import('./peers.js')).run(dir, process.env) },
  engines: { asked: true, run: async ({ dir }) => (await import('./engines.js')).run(dir, process.env) },
} as const satisfies Record<string, Suite>;
