import { SqliteReadModels } from '#libs/read-models';
import { projectionContract } from '../../test/contract/projections.js';
import { threadedProjector } from '../../test/thread-double.js';

projectionContract(
  'SQLite, from another thread',
  async () => SqliteReadModels.open(':memory:'),
  (store) => store.close(),
  threadedProjector,
);
