import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createEgress, type Egress } from './egress.js';
import type { WebhookSettings } from './ports.js';

const { jest } = import.meta;
const limits = { perPartner: 64, perHost: 64, maxPending: 10_000 };
const settings: WebhookSettings = { timeoutMs: 20_000, retryMs: [], allowPrivate: true, ...limits };

describe('sending a webhook', () => {
  let server: Server;
  let base: string;
  let seen: { url: string; body: string; headers: NodeJS.Dict<string | string[]> }[];
  let egress: Egress;

  beforeEach(async () => {
    seen = [];
    egress = createEgress(settings);
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString(), headers: request.headers });
        if (request.url === '/hang') return;
        if (request.url === '/redirect') return response.writeHead(302, { location: '/elsewhere' }).end();
        if (request.url === '/flood') {
          response.writeHead(200);
          const flood = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
          response.on('close', () => clearInterval(flood));
          return;
        }
        if (request.url === '/drop') return request.socket.destroy();
        response.writeHead(request.url === '/500' ? 500 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await egress.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (path: string, with_ = egress, address = base + path) =>
    with_.send({ address, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"я"}') });

  it('posts the exact bytes', async () => {
    expect(await send('/ok')).toMatchObject({ status: 204 });
    expect(seen).toMatchObject([{ body: '{"a":"я"}', headers: { 'content-type': 'application/json' } }]);
  });

  it('reports what is no 2xx, and follows no redirect', async () => {
    expect(await send('/500')).toMatchObject({ status: 500 });
    expect(await send('/redirect')).toMatchObject({ status: 302 });
    expect(seen.map(({ url }) => url)).toEqual(['/500', '/redirect']);
  });

  it('waits no longer than the time limit', async () => {
    const impatient = createEgress({ ...settings, timeoutMs: 500 });
    const sent = await send('/hang', impatient);
    await impatient.close();
    expect(sent.error).toMatch(/no answer within 500 ms/);
    expect(sent.ms).toBeLessThan(10_000);
  });

  it('does not count against the receiver how long its own client takes to load', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    try {
      const slow = createEgress(settings, undefined, async () => {
        await jest.advanceTimersByTimeAsync(settings.timeoutMs + 1);
        return await import('undici');
      });
      expect(await send('/ok', slow)).toMatchObject({ status: 204 });
      await slow.close();
    } finally {
      jest.useRealTimers();
    }
  });

  it('reads a bounded part of the answer', async () => {
    const sent = await send('/flood');
    expect(sent.ms).toBeLessThan(10_000);
    expect(sent.status ?? sent.error).toBeDefined();
  });

  it('reports a broken connection and a refused one', async () => {
    expect((await send('/drop')).error).toEqual(expect.any(String));
    expect((await send('', egress, 'http://127.0.0.1:1/')).error).toEqual(expect.any(String));
  });

  describe('where private addresses are forbidden', () => {
    const resolving =
      (addresses: string[]): LookupFunction =>
      (_host, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );

    it.each([
      ['a private answer', ['10.0.0.5']],
      ['one private address among public ones', ['93.184.216.34', '127.0.0.1']],
      ['a mapped metadata address', ['::ffff:169.254.169.254']],
      ['a NAT64 address', ['64:ff9b::a9fe:a9fe']],
      ['no answer at all', []],
    ])('%s is never dialled', async (_name, addresses) => {
      const guarded = createEgress({ ...settings, allowPrivate: false }, resolving(addresses));
      expect((await send('', guarded, `http://some.test:${new URL(base).port}/`)).error).toMatch(/private|resolve/);
      await guarded.close();
      expect(seen).toEqual([]);
    });

    it('an IP literal is vetted too', async () => {
      const guarded = createEgress({ ...settings, allowPrivate: false });
      expect((await send('/ok', guarded)).error).toMatch(/private/);
      await guarded.close();
      expect(seen).toEqual([]);
    });
  });
});
