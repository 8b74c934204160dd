import type { ReadModels } from '#libs/read-models';
import type { Partners } from '../directory.js';
import { hashKey, newApiKey } from '../domain/partner.js';
import { AuthenticateKey, AuthenticateKeyHandler } from './authenticate-key.js';

const key = newApiKey();
const state = {
  partner_id: 'prt',
  company_id: 'cmp',
  keys: [{ key_id: 'key', key_hash: hashKey(key), revoked: false }],
};

/** A handler beside a read model that knows the key from its nth question on, and has or has not caught up by then. */
function handlerBeside({ knownFrom, caughtUp }: { knownFrom: number; caughtUp: boolean }) {
  let asked = 0;
  const readModels = {
    find: async () => {
      asked += 1;
      return { documents: asked < knownFrom ? [] : [{ document: { partner_id: 'prt' } }] };
    },
  } as unknown as ReadModels;
  const partners = { find: async () => state } as unknown as Partners;
  const waited: (readonly string[] | undefined)[] = [];
  const progress = {
    waitFor: async (_position: bigint, options?: { names?: readonly string[] }) => {
      waited.push(options?.names);
      return caughtUp;
    },
  };
  const handler = new AuthenticateKeyHandler(readModels, partners, { head: async () => 7n }, progress);
  return { waited, bearer: (text = key) => handler.execute(new AuthenticateKey(text)) };
}

describe('whose a key is', () => {
  it('is said at once where the read model knows it', async () => {
    const { bearer, waited } = handlerBeside({ knownFrom: 1, caughtUp: false });
    expect(await bearer()).toMatchObject({ partner_id: 'prt', key_id: 'key' });
    expect(waited).toEqual([]);
  });

  it('is said of a key that was issued a moment ago, once the read model has caught up', async () => {
    const { bearer, waited } = handlerBeside({ knownFrom: 2, caughtUp: true });
    expect(await bearer()).toMatchObject({ partner_id: 'prt' });
    expect(waited).toEqual([['keys']]);
  });

  it('is nobody where a read model that is current does not know it', async () => {
    expect(await handlerBeside({ knownFrom: 99, caughtUp: true }).bearer()).toBeUndefined();
    const { bearer, waited } = handlerBeside({ knownFrom: 99, caughtUp: true });
    expect(await bearer('pk_too_short')).toBeUndefined();
    expect(waited).toEqual([]);
  });

  it('is not decided by a read model that is behind', async () => {
    await expect(handlerBeside({ knownFrom: 99, caughtUp: false }).bearer()).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
