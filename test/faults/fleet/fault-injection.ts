import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { FaultLog } from './fault-log.js';
import type { FleetNode, Interval } from './node.js';

export type Fault = 'kill' | 'pause' | 'lost connection' | 'deaf connection' | 'store restart';

export interface InjectedFault extends Interval {
  readonly fault: Fault;
  readonly node: string;
}

const FAULTS = ['kill', 'kill', 'pause', 'lost connection', 'deaf connection', 'store restart'] as const;
const STORES = ['events', 'models'] as const;

/** One fault after another, planned by the seed, until it is over; at most one at a time takes an api node. */
export async function injectFaults(
  nodes: readonly FleetNode[],
  random: Random,
  isOver: () => boolean,
  log: FaultLog,
): Promise<readonly InjectedFault[]> {
  const injected: InjectedFault[] = [];
  while (!isOver()) {
    await pause(random.between(500, 3_000));
    const fault = random.pick(FAULTS);
    const [first, ...rest] = nodes;
    if (!first) break;
    const node = random.pick([first, ...rest]);
    const store = random.pick(STORES);
    const ms = random.between(300, 6_000);
    const from = Date.now();
    const where = fault === 'store restart' ? store : node.name;
    const what = `${fault} of ${where}${fault.endsWith('connection') ? ` to ${store}` : ''}`;
    log.note('faults', `${what}, ${Math.round(ms)} ms`);
    await inject(fault, { nodes, node, store, ms });
    injected.push({ fault, node: where, from, to: Date.now() });
    log.note('faults', `${what} is over after ${Date.now() - from} ms`);
  }
  return injected;
}

interface Target {
  readonly nodes: readonly FleetNode[];
  readonly node: FleetNode;
  readonly store: 'events' | 'models';
  readonly ms: number;
}

async function inject(fault: Fault, { nodes, node, store, ms }: Target): Promise<void> {
  switch (fault) {
    case 'kill':
      return node.dies(ms / 4);
    case 'pause':
      return node.sleeps(ms);
    case 'lost connection':
      return node.loses(store, ms);
    case 'deaf connection':
      return node.isDeafTo(store, ms);
    case 'store restart':
      // What its clients see of it: every connection breaks, and none is taken until it is back.
      await Promise.all(nodes.map((one) => one.without(store, ms / 2)));
  }
}
