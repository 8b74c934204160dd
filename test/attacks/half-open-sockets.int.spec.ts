import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../faults/service-process.js';
import { eventually } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { image, png } from '../support/images.js';
import { sendRaw } from '../support/raw-socket.js';
import { type HeldSocket, holdSockets } from './fuzz/held-sockets.js';
import { keyOf } from './fuzz/target.js';
import { residentBytes } from './fuzz/watch.js';

const MIB = 2 ** 20;
/** Bodies in flight, and what reading them costs. */
const MAX_GROWN_MIB = 400;

const onLinux = process.platform === 'linux' ? it : it.skip; // elsewhere 127.0.0.2 is no address of this machine

/** Peers that never finish a request and never close their half: what they hold is bounded, in time and in number. */
describe('half-open sockets', () => {
  let dataDir: string;
  let service: ServiceProcess;
  const sockets: (HeldSocket | Socket)[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'garnitur-sockets-'));
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string> = {}) => {
    service = ServiceProcess.spawn({ DATA_DIR: dataDir, ASSISTANT: 'offline', ...env });
    const api = new CheckedApi(await service.listening(), await keyOf(service));
    return { api, id: await api.conversation() };
  };
  const hold = (socket: Socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const silent = (url: string, localAddress = '127.0.0.1') =>
    hold(connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress }));

  it('are refused in the envelope, then freed when their time is over, whatever the peer does', async () => {
    const { api } = await start({ REQUEST_TIMEOUT: '1s' });
    const held = holdSockets(api.url, api.key);
    sockets.push(...held);
    await eventually(() => held.every(({ freed }) => freed), 20_000).catch(() => undefined);
    expect(held.filter(({ freed }) => !freed).map(({ name }) => name)).toEqual([]);
    const half = held.find(({ name }) => name === 'half of its headers');
    expect(half?.received).toMatch(/^HTTP\/1\.1 408 [\s\S]*X-Request-Id: [\s\S]*"code":"invalid_request"/i);
  });

  it('do not hold bodies beyond what the service can bear: those beyond it are told 503', async () => {
    const { api, id } = await start();
    const before = await residentBytes(service.pid ?? 0);
    // All but the last byte of a body that is within its limit.
    const body = Buffer.alloc(14 * MIB, ' ');
    const head =
      `POST /v1/conversations/${id}/turns HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length + 1}\r\n\r\n`;
    let refusals = '';
    const sent = Array.from({ length: 60 }, async () => {
      const socket = silent(api.url);
      socket.on('data', (chunk) => {
        refusals += chunk.toString('latin1');
      });
      socket.write(head);
      await Promise.race([new Promise((resolve) => socket.write(body, resolve)), once(socket, 'data')]);
    });
    await Promise.race([Promise.allSettled(sent), pause(10_000)]);
    const grown = ((await residentBytes(service.pid ?? 0)) - before) / MIB;
    expect(Math.round(grown)).toBeLessThan(MAX_GROWN_MIB);
    expect(refusals).toMatch(/HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/);
    expect((await api.get('/v1/health')).status).toBe(200);
  });

  onLinux('of one address leave descriptors to the service and a way in to others', async () => {
    service = ServiceProcess.spawn({ DATA_DIR: dataDir, ASSISTANT: 'offline' }, 'service', undefined, 1_024);
    const api = new CheckedApi(await service.listening(), await keyOf(service));
    const id = await api.conversation();
    const many = Array.from({ length: 1_300 }, () => silent(api.url, '127.0.0.2'));
    await Promise.allSettled(many.map((socket) => Promise.race([once(socket, 'connect'), pause(1_000)])));
    await pause(300);
    // From a connection of its own; the turn on one that was there before, where a descriptor is needed for its picture.
    const newcomer = await sendRaw(api.url, 'GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const turn = await api.post(`/v1/conversations/${id}/turns`, { text: 'план', images: [image(png(9, 9))] });
    expect([newcomer.status, turn.status]).toEqual([200, 202]);
  });
});
