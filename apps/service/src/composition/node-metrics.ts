import { Gauge, type Registry } from 'prom-client';
import type { Workers } from './workers.js';

/** What operators watch of a node among others (docs/operations.md). */
export function addNodeMetrics(registry: Registry, workers: () => Workers | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'garnitur_duty_held',
    help: 'Duties that this node does; over all nodes each is to be 1',
    labelNames: ['duty'],
    registers,
    collect() {
      this.reset();
      for (const duty of workers()?.duties() ?? []) this.set({ duty }, 1);
    },
  });
  new Gauge({
    name: 'garnitur_nodes_alive',
    help: 'Nodes that this one sees beating, itself too',
    registers,
    collect() {
      this.set(workers()?.nodes() ?? 0);
    },
  });
}
