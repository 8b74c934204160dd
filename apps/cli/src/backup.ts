import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backUpEvents } from '#libs/event-store';
import type { Environment } from '#libs/platform';
import { Failure } from './errors.js';

export interface BackedUp {
  readonly dir: string;
  /** Position of the last event in the backup. */
  readonly head: string;
  /** Of the events. */
  readonly bytes: number;
}

/** Beside the events: the pictures, and what signs links and hashes. Those that the environment gives are not kept in files. */
const BESIDE = ['blobs', 'link-secret', 'installation-key'];

/**
 * A copy of all that a data folder holds and that cannot be made again, as a data folder. Events first: a picture is stored
 * before the event that names it, so that each picture of the copied events is there when pictures are copied. It has its
 * name when it is whole.
 * @throws {Failure} where events are kept elsewhere, there are none, or the target is there already.
 */
export function backUp({ dataDir, eventStoreUrl }: Environment, dir: string): BackedUp {
  if (eventStoreUrl !== undefined)
    throw new Failure(
      'events are kept in EventStoreDB (EVENTSTORE_URL): back it up by its own means, docs/operations.md',
    );
  const events = join(dataDir, 'events.db');
  if (!existsSync(events)) throw new Failure(`DATA_DIR ${dataDir} holds no events.db`);
  if (existsSync(dir)) throw new Failure(`${dir} is there already: name a folder that is not`);
  const draft = `${dir}.partial-${process.pid}`;
  try {
    mkdirSync(dirname(dir), { recursive: true });
    mkdirSync(draft, { mode: 0o700 });
    const { head, bytes } = backUpEvents(events, join(draft, 'events.db'));
    for (const name of BESIDE) copy(join(dataDir, name), join(draft, name));
    renameSync(draft, dir);
    return { dir, head: String(head), bytes };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A file, or a folder with all below. What is not there, or is erased meanwhile, is not in the copy. */
function copy(from: string, to: string): void {
  const found = statSync(from, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) copy(join(from, name), join(to, name));
  } else if (found) {
    try {
      copyFileSync(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
