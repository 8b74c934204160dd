import { openGridFsBlobs } from '../../../libs/blobs/src/index.js';
import { blobsContract } from '../../../libs/blobs/test/contract.js';
import { openMongo } from '../../../libs/read-models/src/index.js';
import { readModelContract } from '../../../libs/read-models/test/contract/read-models.js';
import { MongoDouble } from './double.js';
import { realServer } from './real.js';
import { subjectOn } from './subject.js';

describe.each([
  ['a single server', false],
  ['a replica set', true],
])('the double as %s', (_name, replicaSet) => {
  readModelContract('MongoDB (double)', async () => {
    const double = await MongoDouble.start({ replicaSet });
    return subjectOn(
      () => openMongo(double.url),
      () => double.stop(),
    );
  });

  blobsContract('GridFS (double)', async () => {
    const double = await MongoDouble.start({ replicaSet });
    const mongo = await openMongo(double.url);
    return {
      blobs: await openGridFsBlobs(mongo),
      dispose: async () => {
        await mongo.close();
        await double.stop();
      },
    };
  });
});

// Whether a real server was met is said at the end of the run (scripts/jest/total-reporter.mjs).
if (process.env.MONGODB_URL) await realServer(process.env.MONGODB_URL);
