import { connect } from 'node:net';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { pause } from '../support/api.js';
import { TestService } from '../support/service.js';

/** What callers see of a service that stops (contract.md: SIGTERM drains). */
describe('a service that stops', () => {
  const started = async () => {
    const service = await TestService.start({ assistant: new ScriptedAssistant(['hang']), turnGraceMs: 5_000 });
    return { service, api: (await service.partner()).api };
  };

  /** Sends a request's head and a part of its body now, the rest when `rest` is called. */
  const slowPost = (url: string, key: string) => {
    const { hostname, port } = new URL(url);
    const body = JSON.stringify({ external_id: 'slow' });
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) =>
      socket.on('close', () => resolve(Buffer.concat(chunks).toString())),
    );
    socket.write(
      `POST /v1/conversations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    return { closed, rest: () => socket.write(body.slice(5)) };
  };

  it('answers a request that is under way', async () => {
    const { service, api } = await started();
    const request = slowPost(service.url, api.key);
    await pause(100);
    const stopping = service.stop();
    await pause(100);
    request.rest();
    expect(await request.closed).toMatch(/^HTTP\/1\.1 201 /);
    await stopping;
  });

  it('cuts off a request that never ends, and an open event stream, within its time', async () => {
    const { service, api } = await started();
    const request = slowPost(service.url, api.key);
    const turn = await api.send(await api.conversation(), 'виси');
    await api.running(turn);
    const stream = api.get(`/v1/turns/${turn}/events`);
    await pause(100);
    const began = Date.now();
    await service.stop();
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await request.closed).not.toMatch(/^HTTP\/1\.1 2/);
    expect((await stream).text).toContain('event: running');
  });
});
