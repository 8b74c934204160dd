import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SqliteReadModels } from '#libs/read-models';
import { projectionContract } from '../../test/contract/projections.js';

const paths = new Map<object, string>();

projectionContract(
  'SQLite',
  async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'projections-')), 'read-models.db');
    const store = SqliteReadModels.open(path, { maintain: false });
    paths.set(store, path);
    return store;
  },
  async (store) => {
    await store.close();
    await rm(dirname(paths.get(store) ?? ''), { recursive: true });
  },
);
