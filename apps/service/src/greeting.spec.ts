import { readEnvironment } from '#libs/platform';
import { placeOfData } from './greeting.js';

describe('the greeting', () => {
  const EVENTSTORE_URL = 'esdb://admin:secret@store:2113?tls=false';
  const MONGODB_URL = 'mongodb://user:secret@models:27017/garnitur';

  it.each([
    [{}, './kept'],
    [{ EVENTSTORE_URL }, 'EventStoreDB (EVENTSTORE_URL), the rest in ./kept'],
    [{ MONGODB_URL }, 'MongoDB (MONGODB_URL), the rest in ./kept'],
    [
      { EVENTSTORE_URL, MONGODB_URL, LINK_SECRET: 'x'.repeat(32) },
      'EventStoreDB (EVENTSTORE_URL) and MongoDB (MONGODB_URL)',
    ],
  ])('says where everything is kept, and no password: %j', (env, place) => {
    expect(placeOfData(readEnvironment({ DATA_DIR: './kept', ...env }))).toBe(place);
  });
});
