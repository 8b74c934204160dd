import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { TestService } from '../support/service.js';

/** Callers that keep their connection over the service's end. */
describe('a service that stops', () => {
  it('tells a keep-alive caller so in the envelope, or closes the connection; never anything else', async () => {
    const service = await TestService.start({ assistant: new ScriptedAssistant(['hang']) });
    const { api } = await service.partner();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString('utf8');
    });
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const head = `Host: a\r\nAuthorization: Bearer ${api.key}\r\n`;
    const body = '{"external_id":"slow"}';
    // Under way when the stop begins, so that its connection is none that is idle.
    socket.write(
      `POST /v1/conversations HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await pause(100);
    const stopped = service.stop();
    await pause(100);
    socket.write(`${body.slice(5)}GET /v1/usage HTTP/1.1\r\n${head}\r\n`);
    await Promise.all([stopped, closed]);
    const [first = '', ...others] = heard.split(/(?=HTTP\/1\.1 )/);
    expect(first).toMatch(/^HTTP\/1\.1 201 /);
    for (const answer of others) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*x-request-id: [\s\S]*\r\n\r\n/i);
      expect(answer).toMatch(/retry-after: /i);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
        ok: false,
        error: { code: 'unavailable', message: expect.any(String) },
      });
    }
  });
});
