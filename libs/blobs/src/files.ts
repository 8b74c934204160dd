import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Blobs, checkedName } from './port.js';

/** Blobs as files `<root>/<owner>/<name>`: written to a temporary name, synced and renamed, so that none is ever half written. */
export function fileBlobs(root: string): Blobs {
  const path = (owner: string, name: string): string => {
    checkedName(owner, name);
    return join(root, owner, name);
  };
  return {
    async put(owner, name, bytes) {
      const target = path(owner, name);
      if (await touch(target)) return;
      await mkdir(dirname(target), { recursive: true });
      const temporary = `${target}.${randomUUID()}`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
      await syncFolder(dirname(target));
    },
    async get(owner, name) {
      try {
        return await readFile(path(owner, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(owner, name) {
      await rm(path(owner, name), { force: true });
    },
    async removeAll(owner) {
      await rm(dirname(path(owner, 'x')), { recursive: true, force: true });
    },
    async *list() {
      for (const owner of await entries(root)) {
        for (const name of await entries(join(root, owner))) {
          const found = await stat(join(root, owner, name)).catch(() => undefined);
          if (found?.isFile()) yield { owner, name, modified: found.mtime };
        }
      }
    },
  };
}

async function entries(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) names.push(entry.name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return names;
}

/** Whether the file is there, now with the time of this moment. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
