import { EventStoreDouble } from '../../support/eventstoredb/double.js';
import { MongoDouble } from '../../support/mongodb/double.js';
import { withDatabase } from '../../support/store-env.js';

/** Where a store listens, and how its URL reads when it is reached over another port. */
export interface StorePort {
  readonly port: number;
  readonly title: string;
  url(port: number): string;
}

export interface StorePorts {
  readonly events: StorePort;
  readonly models: StorePort;
  stop(): Promise<void>;
}

/** Real servers where EVENTSTORE_URL and MONGODB_URL name them, doubles that speak their wire otherwise. */
export async function openStorePorts(env: NodeJS.ProcessEnv): Promise<StorePorts> {
  const closing: (() => Promise<void>)[] = [];
  const events = env.EVENTSTORE_URL ? { url: env.EVENTSTORE_URL, title: 'EventStoreDB' } : await doubleOfEvents();
  const models = env.MONGODB_URL ? { url: env.MONGODB_URL, title: 'MongoDB' } : await doubleOfModels();
  return {
    events: portOf(events),
    // A name of its own: nothing that is there already is touched.
    models: portOf({ ...models, url: withDatabase(models.url, `faults_${process.pid}_${Date.now().toString(36)}`) }),
    async stop() {
      for (const close of closing) await close();
    },
  };

  async function doubleOfEvents() {
    const double = await EventStoreDouble.start();
    closing.push(() => double.stop());
    return { url: double.url, title: 'a double of EventStoreDB' };
  }

  async function doubleOfModels() {
    const double = await MongoDouble.start();
    closing.push(() => double.stop());
    return { url: double.url, title: 'a double of MongoDB' };
  }
}

function portOf({ url, title }: { url: string; title: string }): StorePort {
  const host = /(?<=[/@])[^/@:?]+:(\d+)/.exec(url);
  if (!host) throw new Error(`${url} names no host and port`);
  const over = (port: number) => url.replace(host[0], `127.0.0.1:${port}`);
  return { port: Number(host[1]), title, url: over };
}
