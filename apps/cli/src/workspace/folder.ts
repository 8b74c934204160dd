import { mkdirSync } from 'node:fs';
import { type DataFolderLock, DataFolderLocked, lockDataFolder } from '#libs/event-store';
import { Failure } from '../verdict.js';

/** Makes the data folder where there is none, as the service would. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Failure(`DATA_DIR=${dir} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Takes the data folder; undefined where somebody keeps it: the service, or another command for a moment. */
export function takeFolder(dir: string): DataFolderLock | undefined {
  try {
    return lockDataFolder(dir);
  } catch (error) {
    if (error instanceof DataFolderLocked) return undefined;
    throw new Failure(`DATA_DIR=${dir} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
