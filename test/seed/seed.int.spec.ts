import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#libs/platform';
import { Api, eventually } from '../support/api.js';
import { garniturJson } from '../support/garnitur.js';
import { garniturInProcess } from '../support/garnitur-in-process.js';
import { TestService } from '../support/service.js';
import { KITCHENS } from './customers.js';
import { seed } from './seed.js';

describe('a seeded company', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'garnitur-seed-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is one that the service could have had: it verifies, and goes on', async () => {
    const environment = readEnvironment({ DATA_DIR: dataDir, ASSISTANT: 'offline' });
    const seeded = await seed(environment, { conversations: 30, seed: 1 }, () => undefined);
    expect(seeded.conversations).toBe(30);
    expect(seeded.turns).toBeGreaterThan(30);
    const env = { DATA_DIR: dataDir };
    const { events, broken } = await garniturJson(env, ['verify'], garniturInProcess);
    expect(broken).toEqual([]);
    expect(events).toBeGreaterThan(300);

    const service = await TestService.start({ dataDir });
    try {
      const api = new Api(service.url, seeded.api_key);
      const { status } = await api.say(await api.conversation(), KITCHENS[0] ?? '');
      expect(status).toBe('built');
      // The balance may trail an outcome.
      await eventually(async () => (await api.usage()).coins_used === 1);
    } finally {
      await service.service.stop();
    }
  });
});
