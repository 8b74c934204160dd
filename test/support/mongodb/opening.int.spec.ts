import { MongoRefused, openMongo } from '../../../libs/read-models/src/index.js';
import { type DoubleOptions, MongoDouble } from './double.js';

/** Why an opening is refused, in one word for programs and one line for people. */
async function refusalOf(url: string): Promise<MongoRefused> {
  const opening = openMongo(url, { withinMs: 5_000 });
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof MongoRefused) return error;
  throw new Error(`expected a refusal, found ${error}`);
}

describe('a MongoDB that cannot be used', () => {
  it.each<[string, DoubleOptions, string]>([
    ['refused', { locked: true }, 'refuses the user name or password'],
    ['incompatible', { wireVersion: 6 }, 'MongoDB 4.4 or newer is needed'],
  ])('is %s by what it answers', async (reason, options, words) => {
    const double = await MongoDouble.start(options);
    const url = double.url.replace('mongodb://', 'mongodb://user:secret@');
    const refused = await refusalOf(url);
    expect(refused).toMatchObject({ reason, message: expect.stringContaining(words) });
    expect(refused.message).not.toContain('secret');
    await double.stop();
  });

  it('is unreachable where nobody listens, and where nothing is answered', async () => {
    const double = await MongoDouble.start();
    double.frozen = true;
    expect(await refusalOf(double.url)).toMatchObject({ reason: 'unreachable' });
    await double.stop();
    expect(await refusalOf(double.url)).toMatchObject({ reason: 'unreachable' });
  });

  it('is not looked for where its URL cannot be read, and the URL is not repeated', async () => {
    const refused = await refusalOf('mongodb://user:secret@:x');
    expect(refused.reason).toBe('unreadable url');
    expect(refused.message).not.toContain('secret');
  });
});
