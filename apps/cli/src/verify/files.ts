import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Gap, inspectEvents, tombstonesIn } from '#libs/event-store';
import type { Environment } from '#libs/platform';
import { inspectReadModels } from '#libs/read-models';
import type { Broken } from './streams.js';

export interface FilesInspected {
  readonly broken: readonly Broken[];
  /** Positions without an event; undefined where positions have gaps anyway (EventStoreDB). */
  readonly gaps: readonly Gap[] | undefined;
  /** Names of erased streams as they are now; undefined where only the server knows. */
  readonly tombstones: (() => ReadonlySet<string>) | undefined;
}

/** The files of embedded stores, before anything else reads them: a damaged one may not be readable at all. */
export function inspectFiles({ dataDir, eventStoreUrl, mongoUrl }: Environment): FilesInspected {
  const broken: Broken[] = [];
  const look = <Found>(name: string, inspect: (file: string) => Found): Found | undefined => {
    const file = join(dataDir, name);
    if (!existsSync(file)) return undefined;
    try {
      return inspect(file);
    } catch (error) {
      broken.push({ where: name, reason: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  };
  const events = eventStoreUrl === undefined ? look('events.db', inspectEvents) : undefined;
  const columns = mongoUrl === undefined ? look('read-models.db', inspectReadModels) : undefined;
  for (const reason of events?.faults ?? []) broken.push({ where: 'events.db', reason });
  for (const reason of columns ?? []) broken.push({ where: 'read-models.db', reason });
  return { broken, gaps: events?.gaps, tombstones: events && (() => tombstonesIn(join(dataDir, 'events.db'))) };
}
