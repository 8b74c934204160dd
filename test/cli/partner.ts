import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner as the API meets one: it asks, and it receives webhooks. */
export class Partner {
  private readonly server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      this.received += 1;
      response.writeHead(204).end();
    });
  });
  received = 0;

  constructor(
    private readonly url: () => string,
    private readonly key: () => string,
  ) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the receiver has no address');
    return `http://127.0.0.1:${address.port}/hook`;
  }

  async call(method: string, path: string, body?: object) {
    const response = await fetch(`${this.url()}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key()}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Sends the words and waits for the turn's end. */
  async turn(conversation: string, text: string) {
    const { turn } = await this.call('POST', `/conversations/${conversation}/turns`, { text });
    return eventually(async () => {
      const now = (await this.call('GET', `/turns/${turn.id}`)).turn;
      return ['done', 'stopped', 'failed'].includes(now.state) ? now : undefined;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Asks again until there is an answer; for what takes its time, never for what must be there at once. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>, withinMs = 60_000): Promise<Answer> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() - start > withinMs) throw new Error(`nothing came within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
