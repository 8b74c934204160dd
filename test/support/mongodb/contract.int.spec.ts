import { openGridFsBlobs } from '../../../libs/blobs/src/index.js';
import { blobsContract } from '../../../libs/blobs/test/contract.js';
import { openMongo } from '../../../libs/read-models/src/index.js';
import { readModelContract } from '../../../libs/read-models/test/contract/read-models.js';
import { MongoDouble } from './double.js';
import { realServer } from './real.js';
import { subjectOn } from './subject.js';

// A replica set is what the driver asks most of: sessions, writes that it repeats. A single server is what the other specs
// here have, and the whole services of test/nodes and test/attacks.
const double = () => MongoDouble.start({ replicaSet: true });

readModelContract('MongoDB (double)', async () => {
  const server = await double();
  return subjectOn(
    () => openMongo(server.url),
    () => server.stop(),
  );
});

blobsContract('GridFS (double)', async () => {
  const server = await double();
  const mongo = await openMongo(server.url);
  return {
    blobs: await openGridFsBlobs(mongo),
    dispose: async () => {
      await mongo.close();
      await server.stop();
    },
  };
});

// Whether a real server was met is said at the end of the run (scripts/jest/total-reporter.mjs).
if (process.env.MONGODB_URL) await realServer(process.env.MONGODB_URL);
