import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventStoreContract } from '../../test/contract/contract.js';
import type { EventRegistry } from '../event-types.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

async function embedded(options: { registry?: EventRegistry; dir?: string } = {}) {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'garnitur-events-'));
  const store = await openSqliteEventStore({ ...options, dir });
  const dispose = async () => {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { store, dispose };
}

async function startingAt(firstPosition: bigint) {
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-events-'));
  const { store } = await embedded({ dir });
  await store.close();
  const db = new DatabaseSync(join(dir, 'events.db'));
  db.prepare('UPDATE floor SET position = ?').run(firstPosition - 1n);
  db.close();
  return embedded({ dir });
}

async function twoNodes() {
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-events-'));
  const { store: one, dispose } = await embedded({ dir });
  const other = await openSqliteEventStore({ dir });
  return {
    one,
    other,
    dispose: async () => {
      await other.close();
      await dispose();
    },
  };
}

eventStoreContract('SQLite', Object.assign(embedded, { startingAt, twoNodes, appendsTogether: true }));
