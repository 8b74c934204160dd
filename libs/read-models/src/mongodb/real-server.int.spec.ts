import { randomUUID } from 'node:crypto';
import { readModelContract, type StoreUnderTest } from '../contract/read-models.js';
import { openMongo } from './connection.js';
import { MongoReadModels } from './read-models.js';

/** Each case in a database of its own, which goes with it. */
async function inMongo(url: string): Promise<StoreUnderTest> {
  const database = `garnitur_test_${randomUUID().slice(0, 8)}`;
  const open = async () => MongoReadModels.open(await openMongo(url, { database }));
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store.close();
      const last = await openMongo(url, { database });
      await last.db.dropDatabase();
      await last.close();
    },
  };
}

const { MONGODB_URL } = process.env;
if (MONGODB_URL) readModelContract('MongoDB', () => inMongo(MONGODB_URL));
