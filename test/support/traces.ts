import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteEventStore, type SqliteEventStore } from '#libs/event-store';

/** A second reader on a service's data folder: tells whether anything was stored. */
export class Traces {
  private constructor(
    private readonly dataDir: string,
    private readonly store: SqliteEventStore,
  ) {}

  static async of(dataDir: string): Promise<Traces> {
    return new Traces(dataDir, await openSqliteEventStore({ dir: dataDir }));
  }

  /** Everything that a request could have left behind; equal before and after where it left nothing. */
  async now(): Promise<{ head: bigint; blobs: string[] }> {
    return { head: await this.store.head(), blobs: await this.blobs() };
  }

  /** Files under `blobs/`, as `<conversation>/<digest>`. */
  async blobs(): Promise<string[]> {
    const root = join(this.dataDir, 'blobs');
    const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .sort();
  }

  /** Events of a stream, or of the streams that a prefix names. */
  async events(prefix: string) {
    const found = [];
    for await (const event of this.store.readAll()) if (event.stream.startsWith(prefix)) found.push(event);
    return found;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
