import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { migrate } from '../../apps/cli/src/migrate/migrate.js';
import { eventually, pause } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { programFile } from '../support/dist.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { garniturJson } from '../support/garnitur.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { TestService } from '../support/service.js';

const quiet = () => undefined;

describe('garnitur migrate', () => {
  let dir: string;
  let double: EventStoreDouble;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'garnitur-move-'));
    double = await EventStoreDouble.start();
  });
  afterEach(async () => {
    await double.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const order = async () => {
    const ids: string[] = [];
    const store = await openSqliteEventStore({ dir });
    for await (const { id, stream, revision } of store.readAll()) ids.push(`${id} ${stream} ${revision}`);
    await store.close();
    return ids;
  };

  it('killed in the middle and started again: every event is there once, in its order, and the chains are whole', async () => {
    const events = 600;
    const store = await openSqliteEventStore({ dir });
    for (let n = 0; n < events; n += 1) {
      const data = { n, words: 'кухня 3 м, «угловая»' };
      const metadata = { at: '2026-01-02T03:04:05.678Z', schema: 1 };
      await store.append(`conversation-${n % 7}`, 'any', [{ id: uuidv7(), type: 'Said', data, metadata }]);
    }
    await store.close();
    const args = ['migrate', '--from-data', dir, '--to-eventstore', double.url];
    double.faults.slowMs = 10;
    const first = spawn(process.execPath, [programFile('cli'), ...args], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: 'ignore',
    });
    while (double.log.records.length < events / 4) await pause(2);
    first.kill('SIGKILL');
    await new Promise((resolve) => first.on('close', resolve));
    double.faults.slowMs = 0;
    const there = double.log.records.length;
    expect(there).toBeLessThan(events);

    const moved = await garniturJson({}, args);
    expect(moved).toMatchObject({ streams: 7, events, broken: [] });
    expect(moved.copied).toBeLessThanOrEqual(events - there);
    const copies = double.log.records.filter(({ type }) => type === 'Said');
    expect(copies.map(({ id, stream, revision }) => `${id} ${stream} ${revision}`)).toEqual(await order());
  });

  it('a whole service moves: the same conversations and coins, and a second run copies nothing', async () => {
    const models = await MongoDouble.start();
    const embedded = await TestService.start({ dataDir: dir });
    const { api } = await embedded.partner();
    const id = await api.conversation({ external_id: 'lead-1' });
    await api.say(id, 'прямая кухня 2400, мойка и плита');
    await eventually(async () => (await api.usage()).coins_used === 1);
    const before = await api.usage();
    await embedded.service.stop();

    const move = { fromData: dir, toEventstore: double.url, toMongodb: models.url };
    const moved = await migrate(move, quiet);
    expect(moved).toMatchObject({ broken: [], pictures: 0, copied: moved.events });
    expect(await migrate(move, quiet)).toMatchObject({ broken: [], copied: 0, events: moved.events });

    const env = { EVENTSTORE_URL: double.url, MONGODB_URL: models.url, LINK_SECRET: 's'.repeat(32) };
    const after = await TestService.start({ env });
    const later = new CheckedApi(after.url, api.key);
    await eventually(async () => (await later.get(`/v1/conversations/${id}`)).json?.conversation?.has_project, 15_000);
    expect({ ...(await later.usage()), cabinet: '' }).toEqual({ ...before, cabinet: '' });
    await after.service.stop();
    await models.stop();
  });
});
