import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type DataFolderLock, lockDataFolder, StoreUnavailable } from '#libs/event-store';
import { StoreUnusable } from './remote-stores.js';

/** What we keep in a data folder: databases with SQLite's own files beside them, secrets with their drafts. */
const OURS =
  /^((events|read-models)\.db|service\.lock)(-(wal|shm|journal))?$|^(link-secret|installation-key)(\.\d+)?$|^(service\.(pid|url)|blobs)$/;

/** What mends a damaged file. */
const REMEDIES = {
  'events.db': 'put it back from a backup: it holds every event',
  'read-models.db':
    'delete read-models.db, read-models.db-wal and read-models.db-shm while no service runs; they are rebuilt from events',
  'service.lock': 'delete it while no service runs; it holds nothing',
} as const;

type DatabaseFile = keyof typeof REMEDIES;

/**
 * Locks the data folder for this process, once it is there and nobody but its owner can read what we keep in it.
 * @throws {DataFolderLocked} where another process holds it; {StoreUnusable} where it cannot be had.
 */
export function takeDataFolder(dir: string): DataFolderLock {
  try {
    makeFolder(dir);
    tightenFolder(dir);
    return lockDataFolder(dir);
  } catch (error) {
    throw unusable(dir, error, 'service.lock');
  }
}

/** Makes a folder with those above it. (Node's recursive `mkdir` never ends where the kernel makes none: `/proc/x`.) */
export function makeFolder(dir: string): void {
  try {
    makeLast(dir);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    makeFolder(dirname(resolve(dir)));
    makeLast(dir);
  }
}

/** Another process may make it at the same time. */
function makeLast(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const there = codeOf(error) === 'EEXIST' && statSync(dir, { throwIfNoEntry: false })?.isDirectory();
    if (!there) throw error;
  }
}

/** Also what an earlier version made, or an operator: ours alone, and the folder itself where nothing else lies in it. */
function tightenFolder(dir: string): void {
  const names = readdirSync(dir);
  const ours = names.filter((name) => OURS.test(name));
  if (ours.length === names.length) tighten(dir);
  for (const name of ours) {
    const path = join(dir, name);
    // What lies in a folder that is closed already cannot be reached.
    if (tighten(path) && name === 'blobs')
      for (const below of readdirSync(path, { recursive: true, encoding: 'utf8' })) tighten(join(path, below));
  }
}

/** Whether others could do anything with it before. A link is left alone: what it leads to may be anybody's. */
function tighten(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return false;
  try {
    chmodSync(path, found.mode & 0o7700);
  } catch (error) {
    // Another user's (EPERM), or gone meanwhile: SQLite removes its files when the last process closes them.
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
  }
  return true;
}

/** Does something with a database of the data folder. @throws {StoreUnusable} in place of what the system or SQLite says. */
export async function inDataFolder<Result>(
  dir: string,
  file: DatabaseFile,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unusable(dir, error, file);
  }
}

/** Result codes of SQLite for a file that is none of its own, or none any more. */
const DAMAGED = [11, 26];

/** What is told of the address to listen on, not of the folder. */
const NETWORK = ['listen', 'getaddrinfo'];

/**
 * One line with what to do, in place of an error of the file system or of SQLite; any other error as it is.
 * @param file where it is known; else the event store is known by its error, and the read models speak for themselves.
 */
export function unusable(dir: string, error: unknown, file?: DatabaseFile): unknown {
  const sqlite = sqliteErrorOf(error);
  if (sqlite) {
    const name = file ?? (error instanceof StoreUnavailable ? 'events.db' : 'read-models.db');
    // The lowest byte is the primary code.
    return DAMAGED.includes(sqlite.errcode & 0xff)
      ? new StoreUnusable(`DATA_DIR=${dir}: ${name} is damaged (${sqlite.message}): ${REMEDIES[name]}`, false)
      : refused(dir, `${name}: ${sqlite.message}`);
  }
  const { data } = systemError.safeParse(error);
  return data && !NETWORK.includes(data.syscall) ? refused(dir, data.message) : error;
}

function refused(dir: string, reason: string): StoreUnusable {
  const accepted = 'a folder that this user may write, on a disk with room';
  return new StoreUnusable(`DATA_DIR=${dir} cannot be used (${reason}); accepted: ${accepted}`, false);
}

const sqliteError = z.object({ message: z.string(), errcode: z.number() });
const systemError = z.object({ message: z.string(), code: z.string(), syscall: z.string() });

/** The error itself, or what it wraps. */
function sqliteErrorOf(error: unknown): z.infer<typeof sqliteError> | undefined {
  const { data } = sqliteError.safeParse(error);
  return data ?? sqliteError.safeParse(error instanceof StoreUnavailable ? error.cause : undefined).data;
}

/** `ENOENT` and its like; undefined for what is no error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return systemError.safeParse(error).data?.code;
}
