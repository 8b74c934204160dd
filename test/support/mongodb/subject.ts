import { type MongoReadModels, openMongo, openMongoReadModels } from '../../../libs/read-models/src/index.js';
import type { StoreUnderTest } from '../../../libs/read-models/test/contract/subject.js';

/** Read models on a server that speaks MongoDB's protocol, for the contract suite. */
export async function subjectOn(
  connect: () => ReturnType<typeof openMongo>,
  clear: () => Promise<void>,
): Promise<StoreUnderTest> {
  const open = async (): Promise<MongoReadModels> => openMongoReadModels(await connect());
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
      await clear();
    },
  };
}
