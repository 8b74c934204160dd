import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import { image, png } from '../support/images.js';
import { TestService } from '../support/service.js';
import { storeEnv } from '../support/store-env.js';

const SLOW_MS = 300;
const PICTURE = image(png(700, 640));

/** A store of pictures that keeps its first one until it is told to, and is slow at removing: what goes on in between is seen. */
function slowly(stores: Stores, first: { readonly begun: () => void; readonly until: Promise<void> }): Stores {
  const { blobs } = stores;
  let isFirst = true;
  return {
    ...stores,
    blobs: {
      put: async (...args) => {
        if (isFirst) {
          isFirst = false;
          first.begun();
          await first.until;
        }
        return blobs.put(...args);
      },
      get: (...args) => blobs.get(...args),
      list: () => blobs.list(),
      remove: async (...args) => {
        await pause(SLOW_MS);
        return blobs.remove(...args);
      },
      removeAll: (...args) => blobs.removeAll(...args),
    },
  };
}

describe('a turn that is refused', () => {
  let service: TestService | undefined;
  let dataDir: string;
  afterEach(async () => {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('takes no picture away from one that is accepted at that moment', async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'garnitur-'));
    const environment = readEnvironment({ DATA_DIR: dataDir, ...storeEnv(dataDir) });
    const [begun, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stores = slowly(await openStores(environment, true), { begun: begun.resolve, until: kept.promise });
    const assistant = new ScriptedAssistant(({ words }) => (words === 'виси' ? 'hang' : asks));
    service = await TestService.start({ assistant, dataDir, stores });
    const { api } = await service.partner();
    const id = await api.conversation();
    const turns = `/v1/conversations/${id}/turns`;

    // While its picture is stored, another turn takes its place: it is refused, which may remove its picture …
    const refused = api.post(turns, { text: 'план', images: [PICTURE] });
    await begun.promise;
    const hanging = await api.send(id, 'виси');
    kept.resolve();
    expect((await refused).status).toBe(409);
    await api.post(`/v1/turns/${hanging}/stop`);
    // … while a third brings the same one.
    const accepted = await api.send(id, 'план', { images: [PICTURE] });
    await api.outcome(accepted);
    await pause(SLOW_MS);
    // A picture is shown in its turn and in the one after it.
    await api.say(id, 'дальше');
    expect(assistant.requests.at(-1)?.pictures).toHaveLength(1);
  });
});
