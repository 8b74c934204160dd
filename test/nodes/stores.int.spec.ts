import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { freePort, ServiceProcess } from '../faults/service-process.js';
import { eventually } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { garniturJson } from '../support/garnitur.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { TestService } from '../support/service.js';

const SECRET = 'geheim';
const silent = createLog('silent', false);

type Variable = 'EVENTSTORE_URL' | 'MONGODB_URL';
type Urls = Readonly<Record<Variable, string>>;
/** Ends what a case has started. */
type Closing = (end: () => unknown) => void;

interface Cause {
  readonly variable: Variable;
  readonly what: string;
  readonly says: RegExp;
  url(closing: Closing): Promise<string>;
  readonly env?: Readonly<Record<string, string>>;
}

const eventsAt = (where: string) => `esdb://u:${SECRET}@${where}?tls=false`;
const modelsAt = (where: string) => `mongodb://u:${SECRET}@${where}/garnitur`;
const placeOf = (url: string) => new URL(url).host;

async function mute(closing: Closing): Promise<string> {
  const port = await freePort();
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${port}`;
}
async function events(closing: Closing, options: { version?: string } = {}) {
  const double = await EventStoreDouble.start(options);
  closing(() => double.stop());
  return double;
}
async function models(closing: Closing, options: { wireVersion?: number; locked?: boolean } = {}) {
  const double = await MongoDouble.start(options);
  closing(() => double.stop());
  return double;
}
const nobody = async () => `127.0.0.1:${await freePort()}`;

const CAUSES: readonly Cause[] = [
  {
    variable: 'EVENTSTORE_URL',
    what: 'no such host',
    says: /there is no such host \(no-such-host\.invalid:2113\)/,
    url: async () => eventsAt('no-such-host.invalid:2113'),
  },
  {
    variable: 'EVENTSTORE_URL',
    what: 'nobody listens there',
    says: /nobody listens there \(127\.0\.0\.1:\d+\)/,
    url: async () => eventsAt(await nobody()),
  },
  {
    variable: 'EVENTSTORE_URL',
    what: 'somebody listens and never answers',
    says: /no answer|did not answer/,
    url: async (closing) => eventsAt(await mute(closing)),
  },
  {
    variable: 'EVENTSTORE_URL',
    what: 'a wrong password',
    says: /refuses this user or password/,
    url: async (closing) => {
      const double = await events(closing);
      double.faults.refuseUser = 'unknown';
      return eventsAt(placeOf(double.url));
    },
  },
  {
    variable: 'EVENTSTORE_URL',
    what: 'a server that is too old',
    says: /server version 22\.10\.1 is too old: 23\.10 or newer/,
    url: async (closing) => (await events(closing, { version: '22.10.1' })).url,
  },
  {
    variable: 'MONGODB_URL',
    what: 'no such host',
    says: /no such host|no-such-host\.invalid/,
    url: async () => modelsAt('no-such-host.invalid:27017'),
  },
  {
    variable: 'MONGODB_URL',
    what: 'nobody listens there',
    says: /127\.0\.0\.1:\d+.*(nobody listens|does not answer)/,
    url: async () => modelsAt(await nobody()),
  },
  {
    variable: 'MONGODB_URL',
    what: 'somebody listens and never answers',
    says: /does not answer|no answer/,
    url: async (closing) => modelsAt(await mute(closing)),
  },
  {
    variable: 'MONGODB_URL',
    what: 'a wrong password',
    says: /password/,
    url: async (closing) => modelsAt(placeOf((await models(closing, { locked: true })).url)),
  },
  {
    variable: 'MONGODB_URL',
    what: 'a wrong password, also for a worker that would wait',
    says: /password/,
    url: async (closing) => modelsAt(placeOf((await models(closing, { locked: true })).url)),
    env: { ROLE: 'worker', WAIT_FOR_STORES: 'true' },
  },
  {
    variable: 'MONGODB_URL',
    what: 'a server that is too old',
    says: /version that cannot be used: MongoDB 4\.4 or newer/,
    url: async (closing) => (await models(closing, { wireVersion: 6 })).url,
  },
];

/** How a start on these stores ends; undefined where it succeeds. */
async function startOf(env: Readonly<Record<string, string>>) {
  const since = performance.now();
  const environment = readEnvironment({ PORT: '0', LINK_SECRET: 's'.repeat(32), DATA_DIR: '/dev/null/none', ...env });
  const message = await startService({ environment, log: silent }).then(
    async (service) => {
      await service.stop();
      return undefined;
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { message, ms: performance.now() - since };
}

// What main.ts makes of it, one line on stderr and exit code 1, is in test/faults/process.int.spec.ts.
describe('a start on a store that cannot be used', () => {
  const ends: (() => unknown)[] = [];
  let starts: readonly (readonly [Cause, ReturnType<typeof startOf>])[] = [];

  beforeAll(async () => {
    const closing: Closing = (end) => void ends.push(end);
    const sound: Urls = { EVENTSTORE_URL: (await events(closing)).url, MONGODB_URL: (await models(closing)).url };
    // All at once: most of them wait for what never comes.
    starts = await Promise.all(
      CAUSES.map(async (cause) => {
        const url = await cause.url(closing);
        return [cause, startOf({ ...sound, [cause.variable]: url, ...cause.env })] as const;
      }),
    );
  });
  afterAll(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it.each(CAUSES.map(({ variable, what }, index) => ({ variable, what, index })))(
    '$variable: $what',
    async ({ index }) => {
      const [cause, start] = starts[index] ?? [];
      const { message, ms } = (await start) ?? {};
      expect(message).toMatch(new RegExp(`^${cause?.variable}: [^\\n]+$`));
      expect(message).toMatch(cause?.says ?? /never/);
      expect(message).not.toContain(SECRET);
      // Of 15 s; the rest is for the process itself.
      expect(ms).toBeLessThan(15_000);
    },
  );

  it('WAIT_FOR_STORES: it waits, says so, answers 503 to all, and starts when they are there', async () => {
    const closing: Closing = (end) => void ends.push(end);
    const [log, store] = [await events(closing), await models(closing)];
    const port = await freePort();
    await store.stop();
    const lines: string[] = [];
    const environment = readEnvironment({
      ...{ ROLE: 'worker', PORT: String(port), WAIT_FOR_STORES: 'true', LINK_SECRET: 's'.repeat(32) },
      ...{ EVENTSTORE_URL: log.url, MONGODB_URL: store.url },
    });
    const starting = startService({ environment, log: pino({ level: 'info' }, { write: (line) => lines.push(line) }) });
    const health = () => fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => undefined);
    const answer = await eventually(health, 30_000);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(lines.join('')).toMatch(/"error":"MONGODB_URL: [^"]+".*"msg":"waiting for a store"/);
    await store.resume();
    const service = await starting;
    expect((await health())?.status).toBe(200);
    await service.stop();
  });
});

describe('a node that is alone, with one store on a server', () => {
  it.each(['EVENTSTORE_URL', 'MONGODB_URL'] as const)(
    '%s alone: the same behaviour, also after a kill',
    async (name) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-mixed-'));
      const double = name === 'MONGODB_URL' ? await MongoDouble.start() : await EventStoreDouble.start();
      const env = { DATA_DIR: dataDir, [name]: double.url };
      const process = ServiceProcess.spawn(env);
      const url = await process.listening();
      const [, key = ''] = /^ +(pk_\w+)$/m.exec(process.stdout) ?? [];
      const api = new CheckedApi(url, key);
      // A slow machine's read model shows the first key later than its caller is asked to repeat.
      await eventually(async () => (await api.get('/v1/usage')).status === 200);
      const id = await api.conversation();
      expect(await api.say(id, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
      await process.kill();

      const again = await TestService.start({ dataDir, env });
      const later = new CheckedApi(again.url, key);
      await eventually(async () => (await later.get(`/v1/conversations/${id}`)).json?.conversation?.turn === 1);
      // On a server the leases of the node that was killed run out first.
      await eventually(async () => (await later.usage()).coins_used === 1, 15_000);
      await again.service.stop();
      expect(await garniturJson(env, ['verify'])).toMatchObject({ broken: [] });
      await double.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  );
});
