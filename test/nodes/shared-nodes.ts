import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assistant } from '#libs/assistant';
import { fileBlobs } from '#libs/blobs';
import { RegisterCompany, RegisterPartner } from '#libs/companies';
import { createAggregates, type EventRegistry, openSqliteEventStore } from '#libs/event-store';
import type { Stores } from '#libs/platform';
import { createLog, registry as everyEvent, readEnvironment } from '#libs/platform';
import { SqliteReadModels } from '#libs/read-models';
import { type Service, startService } from '../../apps/service/src/service.js';
import { CheckedApi } from '../support/checked-api.js';

export interface NodeOptions {
  readonly role?: 'all' | 'api' | 'worker';
  readonly assistant?: Assistant;
  readonly version?: string;
  readonly registry?: EventRegistry;
  readonly env?: Readonly<Record<string, string>>;
}

/** A node that can die: its stores stop answering, so that nothing of it comes through any more. */
export interface TestNode {
  readonly service: Service;
  readonly url: string;
  /** As a process that is killed; what it still does in memory reaches no store. */
  die(): void;
  stop(): Promise<void>;
}

/** Shorter than the real times, which test/nodes/processes.int.spec.ts sees. */
export const TIMES = {
  nodeTimes: { heartbeatMs: 333, pollMs: 83, aliveMs: 1_667, goneMs: 5_000 },
  leaseTimes: { ttlMs: 1_667, marginMs: 500, graceMs: 500, settledMs: 3_333 },
};

const FAR = '2099-01-01T00:00:00.000Z';
const context = { actor: 'test' };

/**
 * Several whole nodes in this process on stores that they share: one folder, opened by each. The servers' adapters have
 * specs of their own; here it is about what nodes do to each other.
 */
export class SharedNodes {
  private readonly nodes: TestNode[] = [];
  /** Nodes that died, each with what closes its stores. */
  private readonly dead = new Map<TestNode, () => Promise<void>>();

  private constructor(private readonly dir: string) {}

  static async create(): Promise<SharedNodes> {
    return new SharedNodes(await mkdtemp(join(tmpdir(), 'garnitur-nodes-')));
  }

  async start({ role = 'all', assistant, version, registry = everyEvent, env }: NodeOptions = {}): Promise<TestNode> {
    const environment = readEnvironment({
      PORT: '0',
      LOG_LEVEL: 'silent',
      EVENTSTORE_URL: 'esdb://shared',
      MONGODB_URL: 'mongodb://shared',
      LINK_SECRET: 'a secret that the nodes of a test share',
      ROLE: role,
      DATA_DIR: join(this.dir, 'nobody-makes-this'),
      ...env,
    });
    const { stores, cut, close } = await this.open(registry);
    const service = await startService({
      environment,
      log: createLog(environment.logLevel, false),
      stores,
      times: TIMES,
      ...(assistant ? { assistant } : {}),
      ...(version === undefined ? {} : { version }),
      registry,
    });
    let stopped: Promise<void> | undefined;
    const node: TestNode = {
      service,
      url: service.url,
      die: () => {
        cut();
        this.dead.set(node, close);
      },
      stop: () => {
        stopped ??= service.stop().catch(() => undefined);
        return stopped;
      },
    };
    this.nodes.push(node);
    return node;
  }

  /** The stores as one node has them. */
  async open(registry = everyEvent): Promise<{ stores: Stores; cut: () => void; close: () => Promise<void> }> {
    const events = await openSqliteEventStore({ dir: this.dir, registry });
    const readModels = SqliteReadModels.open(join(this.dir, 'read-models.db'), { maintain: this.nodes.length === 0 });
    const wire = { cut: false };
    const close = async () => {
      await readModels.close();
      await events.close();
    };
    const stores = {
      events: cuttable(events, wire),
      readModels: cuttable(readModels, wire),
      blobs: fileBlobs(join(this.dir, 'blobs')),
      lock: undefined,
      async close() {
        wire.cut = false;
        await close();
      },
    };
    const cut = () => {
      wire.cut = true;
    };
    return { stores: { ...stores, aggregates: createAggregates(stores.events, { registry }) }, cut, close };
  }

  async partner(through: TestNode, { webhook_url }: { webhook_url?: string } = {}) {
    const { commands, visible } = through.service;
    const input = { title: 'Кухни', plan: 'test', status: 'active' as const, coins_included: 100, period_end: FAR };
    const { company_id } = await commands.execute(new RegisterCompany({ ...input, base_url: through.url }, context));
    const named = { company_id, name: 'Магазин', ...(webhook_url === undefined ? {} : { webhook_url }) };
    const made = await commands.execute(new RegisterPartner(named, context));
    await visible(made.position);
    return { api: new CheckedApi(through.url, made.api_key), company_id };
  }

  async end(): Promise<void> {
    // One that died waits for ever for stores that do not answer it: what it holds of them is closed under it.
    await Promise.all(this.nodes.map((node) => (this.dead.has(node) ? void node.stop() : node.stop())));
    await Promise.all([...this.dead.values()].map((close) => close()));
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** A store whose every call hangs once the wire is cut, also those of its parts (adminRequests, leases). */
function cuttable<Store extends object>(store: Store, wire: { readonly cut: boolean }): Store {
  return new Proxy(store, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value === 'object' && value !== null) return cuttable(value, wire);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (wire.cut) return hanging;
        const result: unknown = value.apply(target, args);
        return isStream(result) ? cutStream(result, wire) : result;
      };
    },
  });
}

const hanging = {
  // biome-ignore lint/suspicious/noThenProperty: a promise that never settles, and a stream that never yields
  then: () => undefined,
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* cutStream<Item>(source: AsyncIterable<Item>, wire: { readonly cut: boolean }): AsyncGenerator<Item> {
  for await (const item of source) {
    if (wire.cut) await new Promise(() => undefined);
    yield item;
  }
}
