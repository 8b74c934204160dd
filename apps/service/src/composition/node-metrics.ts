import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '#libs/kernel';
import { nameOfLabel, type Query, type ReadModelStore } from '#libs/read-models';
import type { DeliveryDocument, TurnDocument } from '#projections';
import type { Workers } from './workers.js';

export interface NodeWatched {
  readonly registry: Registry;
  readonly readModels: ReadModelStore;
  readonly clock: Clock;
  /** Undefined while the node starts. */
  workers(): Workers | undefined;
}

/** What operators watch of nodes and of their work (docs/operations.md). What a store does not tell is left out. */
export function addNodeMetrics({ registry, readModels, clock, workers }: NodeWatched): void {
  const registers = [registry];
  new Gauge({
    name: 'garnitur_duty_held',
    help: 'Duties that this node does; over all nodes each is to be 1',
    labelNames: ['job'],
    registers,
    collect() {
      this.reset();
      for (const job of workers()?.jobs() ?? []) this.set({ job }, 1);
    },
  });
  new Gauge({
    name: 'garnitur_nodes_alive',
    help: 'ClusterMembership that this one sees beating, itself too',
    registers,
    collect() {
      this.set(workers()?.nodes() ?? 0);
    },
  });
  asked('garnitur_sagas_parked', 'Events that a saga could not handle: coins unsettled, webhooks unsent', async () => {
    const parked = await readModels.parked();
    return parked.filter(({ name }) => nameOfLabel(name) === name).length;
  });
  asked('garnitur_turn_oldest_queued_seconds', 'For how long the oldest queued turn has waited', () =>
    age<TurnDocument>('turns', { where: { state: 'queued' }, sort: [['queued_at', 'asc']] }, (turn) => turn.queued_at),
  );
  asked('garnitur_webhook_oldest_due_seconds', 'For how long the oldest due webhook attempt has waited', () =>
    age<DeliveryDocument>(
      'deliveries',
      { where: { state: 'scheduled' }, sort: [['due_at', 'asc']] },
      (delivery) => delivery.due_at,
    ),
  );

  function asked(name: string, help: string, value: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.reset();
        await value().then(
          (now) => this.set(now),
          () => this.remove(),
        );
      },
    });
  }

  /** Seconds since the first document's time; 0 where there is none, or it is yet to come. */
  async function age<Doc extends object>(model: string, query: Query, timeOf: (document: Doc) => string | undefined) {
    const { documents } = await readModels.find<Doc>(model, { ...query, limit: 1 });
    const [first] = documents;
    const at = first && timeOf(first.document);
    return at === undefined ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(at)) / 1_000);
  }
}
