import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ReadModelStore, SqliteReadModels } from '#libs/read-models';
import { projectionContract } from '../../test/contract/projections.js';
import { overriding } from '../../test/fixtures.js';

const paths = new Map<object, string>();

async function open(): Promise<SqliteReadModels> {
  const path = join(await mkdtemp(join(tmpdir(), 'projections-')), 'read-models.db');
  const store = SqliteReadModels.open(path, { maintain: false });
  paths.set(store, path);
  return store;
}

async function close(store: ReadModelStore): Promise<void> {
  await store.close();
  await rm(dirname(paths.get(store) ?? ''), { recursive: true });
}

projectionContract('SQLite', open, close);

projectionContract(
  'a store without transactions',
  async () => {
    const store = await open();
    const shown = overriding(store, { transactional: false });
    paths.set(shown, paths.get(store) ?? '');
    return shown;
  },
  close,
);
