import { LOG_HEADS } from '#libs/event-store';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { projections } from '#projections';
import { collect } from '../../libs/event-store/test/contract/subject.js';
import { storeEnv } from './store-env.js';

/** A second reader of a service's stores: tells whether anything was stored. */
export class Traces {
  private constructor(readonly stores: Stores) {}

  static async of(dataDir: string): Promise<Traces> {
    const environment = readEnvironment({ DATA_DIR: dataDir, ...storeEnv(dataDir) });
    return new Traces(await openStores(environment, false));
  }

  /** Everything that a request could have left behind; equal before and after where it left nothing. */
  async now(): Promise<{ head: bigint; blobs: string[] }> {
    let head = 0n;
    // Heads of the log are signed at their own time, whatever is requested.
    for await (const { stream, position } of this.stores.events.readAll()) if (stream !== LOG_HEADS) head = position;
    return { head, blobs: await this.blobs() };
  }

  /** As `<conversation>/<digest>`. */
  async blobs(): Promise<string[]> {
    const found: string[] = [];
    for await (const { owner, name } of this.stores.blobs.list()) found.push(`${owner}/${name}`);
    return found.sort();
  }

  stream(name: string) {
    return collect(this.stores.events.read(name));
  }

  /** Events of the streams that a prefix names, after a position. */
  async events(prefix: string, after?: bigint) {
    const found = [];
    for await (const event of this.stores.events.readAll(after === undefined ? {} : { after }))
      if (event.stream.startsWith(prefix)) found.push(event);
    return found;
  }

  /** Streams, documents and blobs that a reader finds the bytes in. */
  async holding(needle: string | Buffer): Promise<string[]> {
    const { events, readModels, blobs } = this.stores;
    const found: string[] = [];
    const look = (where: string, text: string | Uint8Array) => {
      if (Buffer.from(text).includes(needle)) found.push(where);
    };
    for await (const { stream, data, metadata } of events.readAll()) look(stream, JSON.stringify([data, metadata]));
    for (const { name } of projections)
      for await (const { id, document } of readModels.stream(name)) look(`${name} ${id}`, JSON.stringify(document));
    for await (const { owner, name } of blobs.list())
      look(`${owner}/${name}`, (await blobs.get(owner, name)) ?? new Uint8Array());
    return found.sort();
  }

  close(): Promise<void> {
    return this.stores.close();
  }
}
