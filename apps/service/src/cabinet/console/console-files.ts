import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the built console, ready to be sent. */
export interface ConsoleFile {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly type: string;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** What the build calls its files; no path leads out of its folder. */
const NAME = /^(?:assets\/)?[\w-]+\.(?:html|js|css|svg)$/;

const { resolve } = createRequire(import.meta.url);
const pack = promisify(gzip);

/** Files of dist/console, each read and packed when it is first asked for: a build that changes them is a new start. */
export class ConsoleFiles {
  private readonly known = new Map<string, Promise<ConsoleFile | undefined>>();

  /** @param bytesOf reads a file of the build; rejects where there is none. */
  constructor(private readonly bytesOf = builtFile) {}

  /** Undefined where the build has no such file. */
  find(name: string): Promise<ConsoleFile | undefined> {
    if (!NAME.test(name)) return Promise.resolve(undefined);
    const found = this.known.get(name) ?? this.read(name);
    // A name that is not there is not remembered: callers may think of any number of them.
    this.known.set(name, found);
    void found.then((file) => file ?? this.known.delete(name));
    return found;
  }

  private async read(name: string): Promise<ConsoleFile | undefined> {
    const bytes = await this.bytesOf(name).catch(() => undefined);
    if (!bytes) return undefined;
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return { bytes, packed: await pack(bytes), type: TYPES[extname(name)] ?? 'application/octet-stream', etag };
  }
}

const builtFile = async (name: string): Promise<Buffer> => readFile(resolve(`#console/${name}`));
