import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqliteEventStore } from '#libs/event-store';
import { createProjector } from '#libs/processing';
import { type Projection, SqliteReadModels } from '#libs/read-models';
import { type Figure, median } from './figure.js';
import { conversationHistory } from './history.js';

const CONVERSATIONS = 4_000;
const ROUNDS = 3;

/** The service's own read models, all of them together, from an event store on disk that holds real turns. */
export async function run(dir: string, projections: readonly Projection[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(dir, 'bench-models-'));
  const events = await openSqliteEventStore({ dir: folder });
  try {
    let count = 0;
    for (let first = 0; first < CONVERSATIONS; first += 500) {
      const appends = Array.from({ length: 500 }, (_, index) => conversationHistory(first + index)).flat();
      await Promise.all(appends.map((append) => events.append(append.stream, 'no-stream', append.events)));
      count += appends.reduce((sum, append) => sum + append.events.length, 0);
    }
    const rates: number[] = [];
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const store = SqliteReadModels.open(join(folder, `read-models-${round}.db`), { exclusive: true });
      const projector = createProjector({ events, store, projections });
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const began = performance.now();
      await projector.start();
      const head = await events.head();
      while (!(await projector.waitFor(head, { timeoutMs: 60_000 })))
        await new Promise((resolve) => setTimeout(resolve, 5));
      rates.push(count / ((performance.now() - began) / 1_000));
      delays.push(delay.percentile(99) / 1e6 - 1);
      await projector.stop();
      await store.close();
    }
    return [
      {
        name: `all ${projections.length} read models of the service from nothing, ${count} real events`,
        value: Math.round(median(rates)),
        unit: 'events/s',
        target: { of: 'value', atLeast: 80_000 },
      },
      { name: 'the same: event loop delay p99', value: Math.round(median(delays) * 10) / 10, unit: 'ms' },
    ];
  } finally {
    await events.close();
    await rm(folder, { recursive: true, force: true });
  }
}
