import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { eventually, pause } from '../support/api.js';
import { TestService } from '../support/service.js';

const MAX_CONNECTIONS = 16;

/** MAX_CONNECTIONS: whoever holds connections keeps nobody else out. */
describe('more connections than there may be', () => {
  let service: TestService;
  const sockets: Socket[] = [];
  const streams: AbortController[] = [];
  beforeEach(async () => {
    const env = { MAX_CONNECTIONS: String(MAX_CONNECTIONS) };
    service = await TestService.start({ assistant: new ScriptedAssistant(['hang']), env });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const stream of streams.splice(0)) stream.abort();
    await service.stop();
  });

  const silent = (localAddress: string) => {
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
    return socket;
  };
  /** The status of the service's health, on a connection of its own; undefined where it is not let in. */
  const health = (localAddress: string) =>
    new Promise<number | undefined>((resolve) => {
      const asked = request(`${service.url}/v1/health`, { localAddress, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', () => resolve(undefined)).end();
    });

  it('those that say nothing make room, the oldest first', async () => {
    const held = Array.from({ length: 3 * MAX_CONNECTIONS }, () => silent('127.0.0.1'));
    await eventually(() => held.filter(({ closed }) => closed).length >= 2 * MAX_CONNECTIONS);
    expect(await health('127.0.0.1')).toBe(200);
    expect(held[0]?.closed).toBe(true);
    expect(held.at(-1)?.closed).toBe(false);
  });

  it('those with a request under way stay, and one address has no more than half', async () => {
    const { api } = await service.partner();
    const turn = await api.send(await api.conversation(), 'виси');
    const open = async () => {
      const life = new AbortController();
      streams.push(life);
      const headers = { authorization: `Bearer ${api.key}` };
      return (await fetch(`${service.url}/v1/turns/${turn}/events`, { headers, signal: life.signal })).status;
    };
    for (let stream = 0; stream < MAX_CONNECTIONS / 2; stream++) expect(await open()).toBe(200);
    expect(await health('127.0.0.1')).toBeUndefined();
    expect(await health('127.0.0.2')).toBe(200);
    streams[0]?.abort();
    await pause(100);
    expect(await health('127.0.0.1')).toBe(200);
  });
});
