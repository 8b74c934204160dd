import { randomUUID } from 'node:crypto';
import { openMongo } from '#libs/read-models';
import { type BlobsUnderTest, blobsContract } from './contract.js';
import { gridFsBlobs } from './index.js';

async function inMongo(url: string): Promise<BlobsUnderTest> {
  const mongo = await openMongo(url, { database: `garnitur_test_${randomUUID().slice(0, 8)}` });
  return {
    blobs: gridFsBlobs(mongo),
    dispose: async () => {
      await mongo.db.dropDatabase();
      await mongo.close();
    },
  };
}

const { MONGODB_URL } = process.env;
if (MONGODB_URL) blobsContract('GridFS', () => inMongo(MONGODB_URL));
