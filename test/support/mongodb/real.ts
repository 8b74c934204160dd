import { randomUUID } from 'node:crypto';
import { openGridFsBlobs } from '../../../libs/blobs/src/index.js';
import { blobsContract } from '../../../libs/blobs/test/contract.js';
import { openMongo } from '../../../libs/read-models/src/index.js';
import { readModelContract } from '../../../libs/read-models/test/contract/read-models.js';
import { subjectOn } from './subject.js';

/** The contracts of read models and blobs; each case in a database of its own, which goes with it. */
export async function realServer(url: string): Promise<void> {
  const engine = await nameOf(url);
  const ownDatabase = () => `garnitur_test_${randomUUID().slice(0, 8)}`;

  readModelContract(engine, async () => {
    const database = ownDatabase();
    const connect = () => openMongo(url, { database });
    return subjectOn(connect, async () => {
      const last = await connect();
      await last.db.dropDatabase();
      await last.close();
    });
  });

  blobsContract(`GridFS on ${engine}`, async () => {
    const mongo = await openMongo(url, { database: ownDatabase() });
    return {
      blobs: await openGridFsBlobs(mongo),
      dispose: async () => {
        await mongo.db.dropDatabase();
        await mongo.close();
      },
    };
  });
}

/** What speaks the protocol without being MongoDB knows no commit that it was built from. */
async function nameOf(url: string): Promise<string> {
  const mongo = await openMongo(url);
  try {
    const { version, gitVersion } = await mongo.db.command({ buildInfo: 1 });
    return gitVersion ? `MongoDB ${version}` : `a server that speaks MongoDB ${version}`;
  } finally {
    await mongo.close();
  }
}
