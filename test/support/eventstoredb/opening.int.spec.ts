import { openEventStoreDb } from '../../../libs/event-store/src/eventstoredb/eventstoredb-event-store.js';
import { EventStoreDouble } from './double.js';

const SECRET = 'S3cret!';

async function refusalOf(url: string, openMs = 600): Promise<string> {
  const begun = performance.now();
  const outcome = await openEventStoreDb(url, { openMs }).then(
    async (store) => {
      await store.close();
      return new Error('it opened');
    },
    (error: Error) => error,
  );
  expect(performance.now() - begun).toBeLessThan(openMs + 4_000);
  expect(outcome).toMatchObject({ name: 'StoreRefused' });
  expect(outcome.message).toMatch(/^EVENTSTORE_URL[ :][^\n]+$/);
  expect(outcome.message).not.toContain(SECRET);
  expect(outcome.message).not.toContain(encodeURIComponent(SECRET));
  return outcome.message;
}

describe('opening EventStoreDB says in one line what is wrong', () => {
  let double: EventStoreDouble | undefined;
  const started = async (version?: string) => {
    double = await EventStoreDouble.start({ version });
    return double;
  };
  afterEach(async () => {
    await double?.stop();
    double = undefined;
  });

  it.each([
    [`http://admin:${SECRET}@localhost:2113`, /is no connection string: expected esdb:/],
    ['', /is no connection string/],
    [`esdb://admin:${SECRET}@:2113`, /names no host/],
    ['esdb://localhost:99999', /names no host/],
    ['esdb://localhost:2113?tls=maybe', /tls that is neither true nor false/],
    [`esdb://admin:${SECRET}@localhost?tsl=false`, /settings that are not known: tsl$/],
    ['esdb://localhost?tlsCAFile=/no/such/file.pem', /names a tlsCAFile that cannot be read: \/no\/such\/file\.pem/],
    ['esdb://admin@localhost', /a user without a password/],
  ])('%#', async (url, expected) => {
    expect(await refusalOf(url)).toMatch(expected);
  });

  it('nobody listens', async () => {
    const { port } = await started();
    await double?.stop();
    expect(await refusalOf(`esdb://admin:${SECRET}@127.0.0.1:${port}?tls=false`)).toMatch(
      new RegExp(`nobody listens there \\(127\\.0\\.0\\.1:${port}\\)`),
    );
  });

  it('no such host', async () => {
    expect(await refusalOf('esdb://no-such-host.invalid:2113?tls=false')).toMatch(/there is no such host/);
  });

  it('a server that answers nothing', async () => {
    const { url } = await started();
    double?.freeze();
    expect(await refusalOf(url, 500)).toMatch(/no answer|did not answer/);
  });

  it('a server without TLS where TLS is asked for', async () => {
    const { port } = await started();
    expect(await refusalOf(`esdb://127.0.0.1:${port}`)).toMatch(/speaks no TLS: add tls=false/);
  });

  it('a user that is not known, none at all, or one that may not read everything', async () => {
    const { port, url } = await started();
    if (double) double.faults.refuseUser = 'unknown';
    expect(await refusalOf(`esdb://admin:${encodeURIComponent(SECRET)}@127.0.0.1:${port}?tls=false`)).toMatch(
      /refuses this user or password/,
    );
    expect(await refusalOf(url)).toMatch(/wants a user and a password/);
    if (double) double.faults.refuseUser = 'forbidden';
    expect(await refusalOf(`esdb://joe:${SECRET}@127.0.0.1:${port}?tls=false`)).toMatch(
      /user joe may not read all events/,
    );
  });

  it.each(['22.10.5', '21.10.0', '23.6.0'])('a server that is too old: %s', async (version) => {
    const { url } = await started(version);
    expect(await refusalOf(url)).toMatch(new RegExp(`server version ${version.replaceAll('.', '\\.')} is too old`));
  });

  it.each(['23.10.0', '24.10.4', '25.1.0', '0.0.0'])('and opens one that is not: %s', async (version) => {
    const { url } = await started(version);
    const store = await openEventStoreDb(url.replace('esdb:', 'kurrentdb:'));
    expect(store.serverVersion).toBe(version);
    await store.close();
  });
});
